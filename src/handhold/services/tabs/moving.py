"""Open a tab, go to another one, close one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from handhold.errors import HandholdError, NavigationFailed, PageCrashed, TabNotFound
from handhold.services.navigation import Expectation, Navigation, Wait
from handhold.services.navigation.urls import without_password
from handhold.services.perception.page_text import clean
from handhold.services.sessions import running

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab

ASK_SECONDS: Final = 1.0
TITLE: Final = 200
URL: Final = 500
MOST_NAMED: Final = 10
SHORT: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedTab:
    """The tab that is worked in now; `tab` is None when none is open. `url` and `title` are page text."""

    tab: str | None
    url: str
    title: str
    status: int | None = None


class TabMoves:
    def __init__(self, browser: BrowserSession | None, navigation: Navigation) -> None:
        self._browser = browser
        self._navigation = navigation

    async def switch(self, number: int) -> MovedTab:
        """Work in another tab. Raises `TabNotFound` with the tabs there are."""
        browser = running(self._browser)
        tab = _tab(browser, number)
        if tab.crashed:
            raise PageCrashed(f"the renderer of t{number} has crashed", hint="Close it with tabs_close.")
        await browser.show_tab(tab)
        return await self.here()

    async def open(self, url: str | None, *, timeout_ms: int) -> MovedTab:
        """Work in a new tab. One whose URL leads to no page is closed again."""
        browser = running(self._browser)
        if url is not None:
            self._navigation.check(url)
        before = browser.current
        tab = await browser.open_tab()
        await browser.show_tab(tab)
        if url is None:
            return await self.here()
        try:
            arrival = await self._navigation.goto(url, wait=Wait(), expect=Expectation(), timeout_ms=timeout_ms)
        except (NavigationFailed, PageCrashed) as error:
            await browser.close_tab(tab)
            browser.current = before if before in browser.tabs else None
            error.hint = f"{error.hint} The new tab was closed again.".strip()
            raise
        return MovedTab(
            tab=f"t{tab.number}",
            url=arrival.url,
            title=arrival.title,
            status=arrival.status,
        )

    async def close(self, number: int) -> MovedTab:
        """Close a tab. When it was the one worked in, its neighbour is next; after the last one there is none."""
        browser = running(self._browser)
        tab = _tab(browser, number)
        if len(browser.tabs) == 1 and browser.browser.shared_context:
            await browser.open_tab()  # a browser that belongs to somebody ends with its last tab
        await browser.close_tab(tab)
        if browser.current is None and (neighbour := _neighbour(browser, number)) is not None:
            await browser.show_tab(neighbour)
        return await self.here()

    async def here(self) -> MovedTab:
        """The tab that is worked in, as it is."""
        browser = running(self._browser)
        tab = browser.tabs.get(browser.current) if browser.current is not None else None
        if tab is None:
            return MovedTab(tab=None, url="", title="")
        return MovedTab(
            tab=f"t{tab.number}",
            url=clean(without_password(tab.page.url), limit=URL),
            title=clean(await _title(browser, tab), limit=TITLE),
        )


def _tab(browser: BrowserSession, number: int) -> Tab:
    tab = browser.tabs.get(number)
    if tab is not None:
        return tab
    raise TabNotFound(
        f"there is no tab t{number} in this session",
        hint="Choose one of details.tabs, or open one with tabs_open.",
        details={"tabs": [_named(each, browser) for each in list(browser.tabs.values())[-MOST_NAMED:]]},
    )


def _named(tab: Tab, browser: BrowserSession) -> dict[str, object]:
    told: dict[str, object] = {
        "tab": f"t{tab.number}",
        "url": clean(without_password(tab.page.url), limit=SHORT),
    }
    return {**told, "current": True} if tab.number == browser.current else told


def _neighbour(browser: BrowserSession, closed: int) -> Tab | None:
    """The tab before it, as people are used to; otherwise the one after it."""
    usable = [tab for tab in browser.tabs.values() if not tab.crashed] or list(browser.tabs.values())
    before = [tab for tab in usable if tab.number < closed]
    return before[-1] if before else next(iter(usable), None)


async def _title(browser: BrowserSession, tab: Tab) -> str:
    """Empty when the page cannot be asked now."""
    from handhold.adapters.browser.dialogs import DialogInterrupted

    asking = asyncio.ensure_future(_ask_title(tab))
    try:
        return await browser.dialogs.outrun(asking)
    except (DialogInterrupted, HandholdError):
        return ""
    finally:
        asking.cancel()


async def _ask_title(tab: Tab) -> str:
    facts = cast(Mapping[str, object], await (await tab.scripts()).call("documentFacts", timeout=ASK_SECONDS))
    return str(facts.get("title", ""))
