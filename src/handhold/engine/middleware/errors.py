"""Turn every failure into an outcome: ours as they are, foreign ones classified, bugs generic with a traceback."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from handhold.contract import Call
from handhold.engine.classification import classify
from handhold.engine.inputs import echoed
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import HandholdError, InternalError

log = logging.getLogger(__name__)


async def errors(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    """Outermost: whatever goes wrong anywhere inside is answered."""
    return await guarded(call, lambda: proceed(call))


async def guarded(call: Call, work: Callable[[], Awaitable[Outcome]]) -> Outcome:
    """Run `work`; an exception becomes the outcome. Cancellation passes through."""
    try:
        return await work()
    except HandholdError as error:
        return Outcome(error=_told(call, error))
    except Exception as error:  # noqa: BLE001  the one broad except: nothing a tool does may end the server
        return Outcome(error=_told(call, _foreign(call, error)))


def _foreign(call: Call, error: Exception) -> HandholdError:
    if type(error).__module__.startswith("playwright."):
        log.warning("%s failed in the browser: %s", call.tool.name, type(error).__name__)
        return classify(str(error), tool=call.tool.name)
    log.exception("bug in %s", call.tool.name)
    return InternalError(f"{call.tool.name} failed unexpectedly")


def _told(call: Call, error: HandholdError) -> HandholdError:
    """The error as the caller reads it: the tool's own reading of it, and what it was given."""
    if call.tool.classify_error is not None:
        error = call.tool.classify_error(error)
    if call.args is not None and "input" not in error.details:
        error.details["input"] = echoed(call)
    return error
