"""The sessions of all callers: found by caller and name, limited in number, closed when idle."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handhold.errors import NoActiveSession, SessionLimit
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.services.apps import RunningApp
    from handhold.services.perception import PerceptionMemory

    OpenSession = Callable[[str], tuple[BrowserSession, PerceptionMemory]]

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SWEEP_SECONDS = 5.0


@dataclass(slots=True, kw_only=True)
class LiveSession:
    """A session and who it belongs to. `name` is None for a caller's own default session."""

    id: str
    owner: str
    name: str | None
    browser: BrowserSession
    memory: PerceptionMemory
    app: RunningApp | None = None
    """What was launched; None in a plain session."""
    used_at: float = field(default_factory=time.monotonic)


class SessionPool:
    """Hands out sessions. A name belongs to its caller, so nobody meets a stranger's page by choosing the same word."""

    def __init__(self, settings: Settings, *, open_session: OpenSession) -> None:
        self._settings = settings
        self._open_session = open_session
        self._sessions: dict[tuple[str, str | None], LiveSession] = {}
        self._idle_watch: asyncio.Task[None] | None = None

    def find(self, owner: str, name: str | None) -> LiveSession | None:
        """The session if it exists."""
        live = self._sessions.get((owner, name))
        if live is not None:
            live.used_at = time.monotonic()
        return live

    def find_or_open(self, owner: str, name: str | None) -> LiveSession:
        """The session, made if need be. Raises `SessionLimit`. Its browser starts with the first work it gets."""
        if (live := self.find(owner, name)) is not None:
            return live
        self.refuse_when_full(owner)
        session_id = new_session_id()
        browser, memory = self._open_session(session_id)
        live = LiveSession(id=session_id, owner=owner, name=name, browser=browser, memory=memory)
        self.add(live)
        return live

    def refuse_when_full(self, owner: str) -> None:
        """Raise `SessionLimit` when no other session may be begun."""
        if len(self._sessions) >= self._settings.max_sessions:
            raise SessionLimit(
                f"{len(self._sessions)} browser sessions are running, the most that `max_sessions` allows",
                hint="Go on in one of your sessions, wait until an idle one closes, or raise `max_sessions`.",
                details={"yours": sorted(live.name or "default" for live in self.of(owner))},
            )

    def add(self, live: LiveSession) -> None:
        """Take in a session that was launched; it is found by its owner and name from now on."""
        self._sessions[live.owner, live.name] = live
        if self._idle_watch is None:
            self._idle_watch = asyncio.create_task(self._close_idle(), name="idle sessions")

    @property
    def running(self) -> int:
        return len(self._sessions)

    def of(self, owner: str) -> list[LiveSession]:
        return [live for live in self._sessions.values() if live.owner == owner]

    async def close(self, live: LiveSession) -> None:
        """End one session, and what was launched with it."""
        if self._sessions.get((live.owner, live.name)) is not live:
            return  # it was closed already, and another may have its name
        del self._sessions[live.owner, live.name]
        try:
            await live.browser.close()
        finally:
            if live.app is not None:
                await live.app.stop()

    def kill(self) -> None:
        """End what was launched beside the browsers, at once."""
        for live in self._sessions.values():
            if live.app is not None:
                live.app.kill()

    async def close_of(self, owner: str) -> None:
        """End all sessions of a caller that has left."""
        await asyncio.gather(*(self.close(live) for live in self.of(owner)))

    async def close_all(self) -> None:
        if self._idle_watch is not None:
            self._idle_watch.cancel()
        await asyncio.gather(*(self.close(live) for live in list(self._sessions.values())))

    async def _close_idle(self) -> None:
        limit = self._settings.idle_minutes * 60
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, limit))
            for live in list(self._sessions.values()):
                if not live.browser.actor.busy and time.monotonic() - live.used_at > limit:
                    await self.close(live)


def running(browser: BrowserSession | None) -> BrowserSession:
    """The session's browser, for tools that cannot do without."""
    if browser is None:
        raise NoActiveSession(
            "No active session. Call mm_launch first.", hint="nav_goto starts a plain browser by itself."
        )
    return browser


def no_page(purpose: str) -> NoActiveSession:
    """The error of whoever needs a page for this: `look at`, `act on`."""
    return NoActiveSession(f"there is no page to {purpose}", hint="Call nav_goto first.")


def new_session_id() -> str:
    """`mm-<time in base 36>-<six random digits>`."""
    stamp, digits = int(time.time() * 1000), ""
    while stamp:
        stamp, rest = divmod(stamp, 36)
        digits = _DIGITS[rest] + digits
    return f"mm-{digits}-{''.join(secrets.choice(_DIGITS) for _ in range(6))}"
