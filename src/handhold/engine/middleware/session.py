"""Find or start the session a call works in, and run the rest of the call on its actor, with a time limit."""

from __future__ import annotations

import asyncio

from handhold.contract import Call, PageArgs, SessionNeed
from handhold.engine.middleware.recording import record
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import HandholdError, LaunchFailed, PageHung
from handhold.services.sessions import LiveSession, running

SLACK_SECONDS = 2.5
"""What a tool may take beyond its own limit to say that it is over; the rescue has the rest of the five."""


async def session(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    live = _live(call, machinery, call.tool.session)
    if live is None:
        return await proceed(call)
    call.enter(live)
    try:
        return await _in_turn(call, proceed, live)
    except LaunchFailed:
        await machinery.sessions.close(live)
        raise
    except HandholdError as failure:
        # It was ended from outside, so it never came to the recorder; what it had begun may have happened.
        await record(call, Outcome(error=failure), machinery)
        raise


async def _in_turn(call: Call, proceed: Proceed, live: LiveSession) -> Outcome:
    async def prepare() -> None:
        if call.tool.session is not SessionNeed.LOOKS:
            call.meta.restarted = await live.browser.ensure_open()

    async def work() -> Outcome:
        if not call.tool.under_dialog:
            live.browser.dialogs.refuse_while_waiting()
        if pause:
            await asyncio.sleep(pause)
        outcome = await proceed(call)
        if isinstance(outcome.error, PageHung):
            await live.browser.close_hung_tabs()
        return outcome

    pause = _pause(call, live)
    limit = call.tool.time_limit(call.checked) + SLACK_SECONDS + pause
    return await live.browser.actor.run(work, limit=limit, prepare=prepare)


def _pause(call: Call, live: LiveSession) -> float:
    """Seconds before a step of an app that somebody watches; reading is nothing to be watched."""
    if live.app is None or call.tool.spec.annotations.get("readOnlyHint"):
        return 0.0
    return live.app.slow_mo / 1000


def _live(call: Call, machinery: Machinery, need: SessionNeed) -> LiveSession | None:
    if need is SessionNeed.NONE:
        return None
    args = call.checked
    name = args.session if isinstance(args, PageArgs) else None
    if need is SessionNeed.STARTS:
        return machinery.sessions.find_or_open(call.caller.key, name)
    live = machinery.sessions.find(call.caller.key, name)
    if live is None and need is SessionNeed.RUNNING:
        running(None)
    return live
