"""Look at the page after a call, as the tool's policy says, or the batch that made the call."""

from __future__ import annotations

from handhold.contract import Call, Observe
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import BrowserGone, PageHung


async def observation(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    outcome = await proceed(call)
    if call.live is not None and _wanted(call, outcome) and not isinstance(outcome.error, PageHung | BrowserGone):
        call.observation = await machinery.observer.observe(call)
    return outcome


def _wanted(call: Call, outcome: Outcome) -> bool:
    """`custom` tools bring their own look; `none` needs none. A batch decides for all its steps."""
    looks, policy = call.caller.looks, call.tool.observe
    if looks is not None:
        return looks in {"all", "place"} or (looks == "failures" and not outcome.ok)
    return policy is Observe.DEFAULT or (policy is Observe.FAILURES and not outcome.ok)
