"""A person with a mouse on a real page, with a report of what each click changed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from playwright.async_api import Page

from handhold.adapters.browser.host import BrowserHost
from handhold.adapters.browser.session import BrowserSession
from handhold.services.interaction import Around, Changing
from handhold.services.perception import ChangeSet, Perception, PerceptionMemory, ScanRequest
from handhold.settings import Settings

T = TypeVar("T")
ROOM = 1100
LIMIT_SECONDS = 20.0


async def _page() -> int:
    return 1700


class Person:
    """Acts by Playwright's own mouse and keyboard, so that only the report is ours."""

    def __init__(self, browser: BrowserSession, settings: Settings) -> None:
        self.browser = browser
        self._memory = PerceptionMemory()
        self._settings = settings

    @property
    def page(self) -> Page:
        assert self.browser.current is not None
        return self.browser.tabs[self.browser.current].page

    async def open(self, url: str) -> None:
        """Go there and look around, so that closed roots and listeners are known."""

        async def work() -> None:
            await self.browser.current_tab()
            await self._changing().around(lambda: self.page.goto(url), settle=0)
            await self._perception().scan(ScanRequest(), region="page", page_size=20, page_token=None, budget=_page)
            await self._changing().since(room=ROOM)

        await self._run(work)

    async def act(self, work: Callable[[], Awaitable[T]], *, room: int = ROOM) -> Around[T]:
        return await self._run(lambda: self._changing().around(work, room=room))

    async def click(self, selector: str, *, room: int = ROOM) -> dict[str, Any]:
        """What a click changed; empty for "none"."""
        box = await self.page.locator(selector).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        around = await self.act(lambda: self.page.mouse.click(x, y), room=room)
        assert around.changes != "not collected"
        return {} if around.changes == "none" else cast(dict[str, Any], around.changes)

    async def since(self, *, room: int = ROOM) -> dict[str, Any]:
        """What is told to somebody who only reads."""
        found: ChangeSet | None = await self._run(lambda: self._changing().since(room=room))
        return cast(dict[str, Any], found["since"]) if found is not None and "since" in found else {}

    def _changing(self) -> Changing:
        return Changing(self.browser, self._memory, observe=True, count=lambda _name: None)

    def _perception(self) -> Perception:
        return Perception(self.browser, self._memory, self._settings, count=lambda _name: None)

    async def _run(self, work: Callable[[], Any]) -> Any:
        async def prepare() -> None:
            await self.browser.ensure_open()

        return await self.browser.actor.run(work, limit=LIMIT_SECONDS, prepare=prepare)


@asynccontextmanager
async def browsing(host: BrowserHost, settings: Settings, downloads: Path) -> AsyncGenerator[Person]:
    """A person in a session of their own."""
    browser = BrowserSession("person", host=host, settings=settings, downloads=lambda: downloads)
    yield Person(browser, settings)
    await browser.close()


@asynccontextmanager
async def hosting(settings: Settings, environ: Mapping[str, str]) -> AsyncGenerator[BrowserHost]:
    host = BrowserHost(settings, state=Path(environ["HANDHOLD_STATE_DIR"]), environ=environ)
    yield host
    await host.close()
