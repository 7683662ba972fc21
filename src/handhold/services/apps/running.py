"""An app that runs: its profile, its extension, and the processes that were started beside its browser."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from handhold.services.apps.profile import Profile
from handhold.services.apps.state import AppState

BrowserMode = Literal["headed", "virtual", "headless"]


class Chain(Protocol):
    """A local chain."""

    @property
    def url(self) -> str: ...
    @property
    def pid(self) -> int: ...
    async def stop(self) -> None: ...
    def kill(self) -> None: ...
    async def rpc(self, method: str, params: Sequence[object] = ()) -> Any: ...


class Fixtures(Protocol):
    """What serves the state that the extension loads."""

    @property
    def url(self) -> str: ...
    async def stop(self) -> None: ...


class Display(Protocol):
    """What the browser is shown on, where the machine has no screen."""

    @property
    def name(self) -> str: ...
    async def stop(self) -> None: ...


class Guard(Protocol):
    """What ends a process when we cannot any more."""

    async def stop(self) -> None: ...


class Grounds(Protocol):
    """The folder that everything of the app was started from, and the record that lets a sweep find it."""

    def clear(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AppPorts:
    """None where the app has no such process."""

    anvil: int | None = None
    fixture_server: int | None = None


@dataclass(slots=True, kw_only=True)
class RunningApp:
    """What belongs to a launched session and not to a plain one."""

    profile: Profile
    extension_id: str
    home: str
    """URL of its page; empty when it has none."""
    grounds: Grounds
    mode: BrowserMode = "headless"
    slow_mo: int = 0
    """Milliseconds that everything waits before it acts, for whoever watches."""
    ports: AppPorts = field(default_factory=AppPorts)
    chain: Chain | None = None
    fixtures: Fixtures | None = None
    display: Display | None = None
    guard: Guard | None = None
    """Ends the chain when this server is killed."""
    contracts: dict[str, str] = field(default_factory=dict[str, str])
    """Addresses of the contracts that were deployed, by name."""
    last: AppState | None = None
    """What was last read of it, for records."""
    read_at: float = 0.0

    def note(self, state: AppState) -> None:
        """Keep what was read just now."""
        self.last, self.read_at = state, time.monotonic()

    async def stop(self) -> None:
        """End its processes."""
        guard, parts = self.guard, (self.chain, self.fixtures, self.display)
        self.chain = self.fixtures = self.display = self.guard = None
        try:
            if guard is not None:
                await guard.stop()
            await asyncio.gather(*(part.stop() for part in parts if part is not None))
        finally:
            await asyncio.to_thread(self.grounds.clear)  # ends whatever did not end by itself

    def kill(self) -> None:
        """End its processes at once."""
        if self.chain is not None:
            self.chain.kill()
        self.grounds.clear()
