"""Find or start the session a call works in, and run the rest of the call on its actor, with a time limit."""

from __future__ import annotations

import asyncio

from handhold.contract import Call, PageArgs, SessionNeed
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import LaunchFailed, PageHung
from handhold.services.sessions import LiveSession, running

SLACK_SECONDS = 2.5
"""What a tool may take beyond its own limit to say that it is over; the rescue has the rest of the five."""


async def session(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    need = call.tool.session
    if need is SessionNeed.NONE:
        return await proceed(call)
    live = _live(call, machinery, need)
    if live is None:
        return await proceed(call)
    call.live = live
    call.meta.session_id, call.meta.session = live.id, live.name

    async def prepare() -> None:
        if need is not SessionNeed.LOOKS:
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
    try:
        return await live.browser.actor.run(work, limit=limit, prepare=prepare)
    except LaunchFailed:
        await machinery.sessions.close(live)
        raise


def _pause(call: Call, live: LiveSession) -> float:
    """Seconds before a step of an app that somebody watches; reading is nothing to be watched."""
    if live.app is None or call.tool.spec.annotations.get("readOnlyHint"):
        return 0.0
    return live.app.slow_mo / 1000


def _live(call: Call, machinery: Machinery, need: SessionNeed) -> LiveSession | None:
    args = call.checked
    name = args.session if isinstance(args, PageArgs) else None
    if need is SessionNeed.STARTS:
        return machinery.sessions.find_or_open(call.caller.key, name)
    live = machinery.sessions.find(call.caller.key, name)
    if live is None and need is SessionNeed.RUNNING:
        running(None)
    return live
