"""A step's turn: what it works with, until when, and what is to be told of it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from handhold.errors import TargetStale
from handhold.services.interaction.grip import Grip
from handhold.services.perception import Resolved
from handhold.services.perception.view import candidate_of
from handhold.services.testing.definition import Target
from handhold.services.testing.running.scope import Scope
from handhold.services.testing.running.stage import Bound

if TYPE_CHECKING:
    from handhold.services.testing.running.evidence import Evidence
    from handhold.services.testing.running.finding import Found

T = TypeVar("T")
LEAST_GRACE: Final = 0.3
"""Seconds: to see that an element does not move takes two frames, also for a step that may not wait."""
ARRIVAL_SECONDS: Final = 5.0


@dataclass(slots=True)
class Marks:
    """From where on the test looks back: numbers of the last message, request and download before it."""

    message: int = 0
    request: int = 0
    step_request: int = 0
    """The last request before the step that came before this one."""
    download: int = 0


@dataclass(slots=True, kw_only=True)
class Turn:
    bound: Bound
    scope: Scope
    ends: float
    """By the clock of the event loop."""
    base_url: str | None
    root: Path
    marks: Marks
    evidence: Evidence
    found_by: str | None = None
    drift: list[str] = field(default_factory=list[str])
    detail: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def left(self) -> float:
        return max(0.0, self.ends - asyncio.get_running_loop().time())

    async def enter_tab(self) -> None:
        """When the tab that was worked in has closed, go on in the youngest of the others, as a person would see it."""
        browser = self.bound.browser
        if browser.is_open and browser.current is None and browser.tabs:
            await browser.show_tab(list(browser.tabs.values())[-1])

    async def find(self, target: Target, *, state: Literal["visible", "attached"] = "visible") -> Found:
        """The one element, waited for; how it was found is told."""
        found = await self.bound.finder.find(target, ends=self.ends, state=state)
        self.note(found)
        return found

    def note(self, found: Found) -> None:
        self.found_by = self.found_by or found.found_by
        self.drift += [each for each in found.drift if each not in self.drift]

    async def hold(self, target: Target, use: Callable[[Grip], Awaitable[T]]) -> T:
        """Use the element once it is found; one that is drawn anew before it could be used is looked for again."""
        while True:
            found = await self.find(target)
            try:
                return await use(await self._grip(found))
            except TargetStale:
                if self.left == 0:
                    raise

    async def arrived(self) -> None:
        """After an action: be on the next page if it leads to one, so that nothing is done to the old one."""
        browser = self.bound.browser
        tab = browser.tabs.get(browser.current) if browser.current is not None else None
        if tab is None:
            return
        await tab.hear_news()
        if not tab.arrived.is_set():
            waiting = asyncio.ensure_future(tab.arrived.wait())
            await asyncio.wait({waiting}, timeout=min(max(self.left, LEAST_GRACE), ARRIVAL_SECONDS))
            waiting.cancel()

    async def _grip(self, found: Found) -> Grip:
        (record,) = await found.view.eyes.describe([found.node])
        if record is None:
            raise TargetStale(f"{found.words} was removed from the page")
        candidate = candidate_of(record)
        handle = found.view.handle_of(candidate, found.node)
        resolved = Resolved(handle=handle, candidate=candidate, match="node", score=1.0)
        hands = await found.tab.hands()
        return Grip(view=found.view, resolved=resolved, hands=hands, grace=max(self.left, LEAST_GRACE))
