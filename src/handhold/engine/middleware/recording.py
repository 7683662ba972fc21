"""Hand every finished step to the store, good or bad; a store that fails costs a warning, never the action."""

from __future__ import annotations

from handhold.contract import Call
from handhold.engine.noting import begins, note
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed


async def recording(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    begins(call, machinery.recordings)
    outcome = await proceed(call)
    await record(call, outcome, machinery)
    return outcome


async def record(call: Call, outcome: Outcome, machinery: Machinery) -> None:
    if call.live is not None and call.tool.recorded:
        warning = await machinery.steps.record(call, outcome)
        if warning is not None:
            call.meta.warnings.append(warning)
        await note(call, outcome, machinery.recordings, mask=machinery.scrubber)
