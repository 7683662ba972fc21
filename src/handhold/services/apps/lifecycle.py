"""Building, launching and ending an app, as one caller asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from handhold.errors import InvalidInput, PageHung, StateFailed
from handhold.services.apps.building import Built, Progress
from handhold.services.apps.state import UNKNOWN, AppState
from handhold.services.sessions import LiveSession, SessionPool

if TYPE_CHECKING:
    from handhold.services.apps.apps import Apps
    from handhold.services.apps.launching import Launched, Launcher, Wish

READY_SECONDS: Final = 10.0
LOOK_AGAIN: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    launched: Launched
    state: AppState


class Lifecycle:
    """Of the apps of one caller."""

    def __init__(
        self,
        launcher: Launcher,
        pool: SessionPool,
        apps: Apps,
        *,
        owner: str,
        enter: Callable[[LiveSession], None],
        record: Callable[[Launched, Wish], None],
        progress: Progress,
    ) -> None:
        self._launcher = launcher
        self._pool = pool
        self._apps = apps
        self._owner = owner
        self._enter = enter
        self._record = record
        self._progress = progress

    async def build(self, *, force: bool) -> Built:
        """Build the configured extension."""
        return await self._launcher.build(force=force, progress=self._progress)

    async def launch(self, wish: Wish, *, session: str | None) -> Begun:
        """Launch it; the call works in the new session from now on."""
        launched = await self._launcher.launch(wish, owner=self._owner, name=session, progress=self._progress)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(self._pool.close, launched.live)  # nobody is told of it, so nobody would end it
            self._enter(launched.live)
            self._record(launched, wish)
            state = await launched.live.browser.actor.run(self._first_state, limit=READY_SECONDS + 5, prepare=_nothing)
            undo.pop_all()
        return Begun(launched=launched, state=state)

    async def end(self, *, session_id: str | None, session: str | None) -> bool:
        """End a session of the caller. Returns whether there was one. Raises `InvalidInput` for another's."""
        own = self._pool.of(self._owner)
        if session_id is not None and session_id not in {each.id for each in own}:
            raise InvalidInput(
                "this is not a session of yours",
                hint="Leave sessionId out to end your session, or give one of details.yours.",
                details={"yours": sorted(each.id for each in own)},
            )
        named = next((each for each in own if each.id == session_id), None)
        live = named or self._pool.find(self._owner, session)
        if live is None:
            return False
        self._enter(live)
        await self._pool.close(live)
        return True

    async def _first_state(self) -> AppState:
        """The state once the app shows a screen its profile knows, or as it is when that takes too long."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + READY_SECONDS
        app = self._apps.running
        while True:
            try:
                state = await self._apps.state()
            except (StateFailed, PageHung):  # a large app may keep its page busy while it starts
                if loop.time() > ends:
                    raise
            else:
                is_known = state.current_screen != UNKNOWN or app is None or not app.profile.shown
                if is_known or loop.time() > ends:
                    return state
            await asyncio.sleep(LOOK_AGAIN)


async def _nothing() -> None:
    """The browser runs: the launch has started it."""
