"""An app that runs: its profile, its extension, and the processes that were started beside its browser."""

from __future__ import annotations

import asyncio
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
    extension_path: str
    mode: BrowserMode = "headless"
    ports: AppPorts = field(default_factory=AppPorts)
    chain: Chain | None = None
    fixtures: Fixtures | None = None
    contracts: dict[str, str] = field(default_factory=dict[str, str])
    """Addresses of the contracts that were deployed, by name."""
    last: AppState | None = None
    """What was last read of it, for records."""

    async def stop(self) -> None:
        """End its processes."""
        chain, fixtures = self.chain, self.fixtures
        self.chain = self.fixtures = None
        await asyncio.gather(*(each.stop() for each in (chain, fixtures) if each is not None))

    def kill(self) -> None:
        """End its processes at once."""
        if self.chain is not None:
            self.chain.kill()
