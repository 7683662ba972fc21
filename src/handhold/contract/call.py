"""One call on its way through the pipeline."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from handhold.contract.models import Args
from handhold.services.sessions import LiveSession

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.contract.tool import Tool
    from handhold.services.perception import PerceptionMemory

Progress = Callable[[float, float | None, str], Awaitable[None]]
Looks = Literal["none", "failures", "all", "place"]
"""When the page is looked at after a call; `place` is always, but only at where it is."""

Sees = Literal["controls", "screen"]
"""What such a look tells: the first controls with handles, or state, test ids and refs."""


async def _no_progress(done: float, total: float | None, message: str) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls. Sessions belong to callers: two callers never see each other's pages."""

    key: str = "local"
    client: str = ""
    request_id: str = ""
    progress: Progress = _no_progress
    is_patient: bool = True
    """Whether it can wait for long: it hears of progress, or nothing cuts it off."""
    signal: asyncio.Event | None = None
    """Set when the caller gives up and still wants to be answered."""
    looks: Looks | None = None
    """What a batch wants seen after its steps; None leaves it to each tool."""
    sees: Sees = "controls"


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """When a call began, by the calendar and by a clock that never jumps."""

    at: float = field(default_factory=time.time)
    monotonic: float = field(default_factory=time.monotonic)

    @property
    def milliseconds(self) -> int:
        return round((time.monotonic() - self.monotonic) * 1000)


@dataclass(slots=True, kw_only=True)
class Meta:
    """What an answer says about itself."""

    session_id: str | None = None
    session: str | None = None
    warnings: list[str] = field(default_factory=list[str])
    restarted: bool = False
    extra: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True, kw_only=True)
class Call:
    """The request, and what the pipeline has learnt about it so far."""

    requested: str
    raw: Mapping[str, Any]
    caller: Caller
    tool: Tool
    watch: Stopwatch = field(default_factory=Stopwatch)
    meta: Meta = field(default_factory=Meta)
    args: Args | None = None
    live: LiveSession | None = None
    observation: Any = None
    typed_secret: bool = False
    """Whether it typed what must not be repeated."""

    def enter(self, live: LiveSession) -> None:
        """Work in this session from now on."""
        self.live = live
        self.meta.session_id, self.meta.session = live.id, live.name

    @property
    def browser(self) -> BrowserSession | None:
        """Of its session, if it has one."""
        return None if self.live is None else self.live.browser

    @property
    def memory(self) -> PerceptionMemory | None:
        """What its session remembers of pages."""
        return None if self.live is None else self.live.memory

    @property
    def observe(self) -> bool:
        """Whether what the call changes is collected."""
        return self.caller.looks != "none"

    @property
    def in_batch(self) -> bool:
        """Whether the caller is answered by a batch, when all its steps are done."""
        return self.caller.looks is not None

    @property
    def checked(self) -> Args:
        """The validated arguments."""
        assert self.args is not None, "validation runs before anything that needs the arguments"
        return self.args
