"""What the tool asks for: follow labels, and say where they led."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from handhold.errors import PageClosed, PageHung, WaitTimeout
from handhold.services.interaction.changing import Changing
from handhold.services.interaction.follow import CALL_SECONDS, Hold, Journey
from handhold.services.interaction.lookout import Lookout
from handhold.services.navigation.urls import without_password
from handhold.services.perception import Changes
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.page_text import clean
from handhold.services.perception.perception import Region
from handhold.services.perception.resolve import Resolver
from handhold.services.perception.view import view_of
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession

URL: Final = 300
TITLE: Final = 120
TITLE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """Where the labels led. `target`, `url` and `title` are page text; no `element_id` when the last one went away."""

    target: str
    element_id: str | None
    followed: int
    url: str
    title: str
    changes: Changes


class Following:
    def __init__(
        self,
        browser: BrowserSession,
        memory: PerceptionMemory,
        settings: Settings,
        *,
        changing: Changing,
        hold: Hold,
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._changing = changing
        self._hold = hold
        self._count = count

    async def follow(self, steps: Sequence[str], region: Region) -> Followed:
        """Follow labels, one after the other, from where the page is."""
        self._count("handhold.action.follow")
        ends = asyncio.get_running_loop().time() + CALL_SECONDS
        lookout = Lookout(self._browser, self._memory, count=self._count, ends=ends)
        journey = Journey(lookout, self._hold, grace=self._settings.act_grace_ms / 1000)

        walking: list[asyncio.Task[Any] | None] = []

        async def work() -> bool:
            walking.append(asyncio.current_task())
            await journey.walk(steps, await self._place(region))
            return True

        done = await self._changing.around(work)
        self._memory.walked = tuple(journey.walked)
        if done.result is None:
            _stop(walking)
        # While a dialog holds the page, nothing can be asked of it.
        element = await journey.last_element(steps, await self._resolver()) if done.result else None
        return Followed(
            target=journey.grip.words if journey.grip else "",
            element_id=element,
            followed=journey.followed,
            url=clean(without_password((await self._browser.shown_tab()).page.url), limit=URL),
            title=await self._title() if done.result else "",
            changes=done.changes,
        )

    async def _resolver(self) -> Resolver:
        view = await view_of(self._browser, self._memory, count=self._count)
        return Resolver(view, after_navigation=self._settings.refind_after_navigation)

    async def _place(self, region: Region) -> object:
        """A region that names a handle is the element itself."""
        if isinstance(region, dict) and "handle" in region:
            return (await (await self._resolver()).resolve(region["handle"])).handle.node
        return region

    async def _title(self) -> str:
        scripts = await (await self._browser.shown_tab()).scripts()
        try:
            facts = await scripts.call("documentFacts", timeout=TITLE_SECONDS)
        except (PageClosed, PageHung, WaitTimeout):  # it is being left once more
            return ""
        return clean(str(facts["title"]), limit=TITLE)


def _stop(walking: Sequence[asyncio.Task[Any] | None]) -> None:
    """The walk ends at the dialog: nobody expects its next steps once the dialog has been answered."""
    for task in walking:
        if task is not None:
            task.cancel()
