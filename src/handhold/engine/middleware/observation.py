"""Look at the page after a call, as the tool's policy says."""

from __future__ import annotations

from handhold.contract import Call, Observe
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed


async def observation(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    outcome = await proceed(call)
    if call.live is not None and _wanted(call.tool.observe, outcome):
        call.observation = await machinery.observer.observe(call)
    return outcome


def _wanted(policy: Observe, outcome: Outcome) -> bool:
    """`custom` tools bring their own look; `none` needs none."""
    return policy is Observe.DEFAULT or (policy is Observe.FAILURES and not outcome.ok)
