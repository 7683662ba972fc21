"""Where a test plays: a session of its own, and the services that act in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from handhold.errors import BrowserGone

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.services.interaction import FieldStates, Interaction
    from handhold.services.navigation import Navigation
    from handhold.services.perception.memory import PerceptionMemory
    from handhold.services.sight.handling import Handling
    from handhold.services.tabs import TabMoves
    from handhold.services.testing.running.finding import TargetFinder

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What a step works with, bound to the test's session."""

    browser: BrowserSession
    memory: PerceptionMemory
    interaction: Interaction
    fields: FieldStates
    navigation: Navigation
    moves: TabMoves
    handling: Handling
    finder: TargetFinder


def lost() -> BrowserGone:
    """Why a step failed whose browser is gone, whatever else it says."""
    return BrowserGone("the browser ended while the test ran", hint="It is tried again by itself.")


class Stage(Protocol):
    """The engine as a test uses it: as a caller of its own, on the one call path."""

    async def act(self, work: Callable[[Bound], Awaitable[T]], *, seconds: float) -> T:
        """Do something in the session's turn. Raises what it raises; `BrowserGone` when the browser was lost."""
        ...

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """The envelope of a tool's answer. Raises `BrowserGone` when the browser was lost."""
        ...

    async def look(self) -> Mapping[str, Any] | None:
        """What the page shows now; None when it cannot be seen."""
        ...

    @property
    def browser(self) -> BrowserSession | None:
        """The session's browser, once there is a session."""
        ...

    @property
    def typed_secret(self) -> bool:
        """Whether a secret went into a field; what the browser recorded meanwhile may hold it."""
        ...

    async def close(self) -> None:
        """End the session, and what was launched with it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """The session that a test needs."""

    viewport: tuple[int, int] | None = None
    storage_state: str | None = None
    """File with cookies and local storage."""
    port: int | None = None
    """Debugging port of a running Chrome, in which a new context is opened."""
    launch: Mapping[str, Any] | None = None
    """Arguments of mm_launch, for an extension in a browser of its own."""

    @property
    def wishes(self) -> dict[str, Any]:
        """What the browser's context is opened with."""
        size = None if self.viewport is None else {"width": self.viewport[0], "height": self.viewport[1]}
        return (
            {"viewport": size, "storage_state": self.storage_state} if size else {"storage_state": self.storage_state}
        )


OpenStage = Callable[[StagePlan], Awaitable[Stage]]
"""Raises `LaunchFailed` and the like when there is no such session to be had."""
