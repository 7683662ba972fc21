"""The tabs of the live session, over DevTools: windows, contexts and loading state without asking any page."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from handhold.services.tabs.model import Mode, Tab

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession


class SessionSource:
    """Tabs of one session. Never starts a browser: without one there are no tabs."""

    def __init__(self, browser: BrowserSession | None) -> None:
        self._browser = browser

    async def tabs(self) -> Sequence[Tab]:
        browser = self._browser
        if browser is None or not browser.is_open:
            return []
        known = list(browser.tabs.values())
        await asyncio.gather(*(tab.attach() for tab in known), return_exceptions=True)
        await asyncio.gather(*(tab.hear_news() for tab in known))
        targets = await browser.targets()
        windows = await asyncio.gather(*(browser.window_of(str(target["targetId"])) for target in targets))
        private = await browser.private_contexts()
        seen = [self._tab(browser, target, window, private) for target, window in zip(targets, windows, strict=True)]
        return sorted(seen, key=lambda tab: tab.tab_id)

    async def window_modes(self) -> Mapping[int, Mode]:
        return {tab.window_id: tab.mode for tab in await self.tabs() if tab.mode is not None}

    @staticmethod
    def _tab(browser: BrowserSession, target: Mapping[str, Any], window: int, private: Container[str]) -> Tab:
        own = browser.tab_of_target(str(target["targetId"]))
        return Tab(
            tab_id=own.number if own else browser.number_of_target(str(target["targetId"])),
            window_id=browser.number_of_window(window),
            title=str(target["title"]),
            url=str(target["url"]),
            loading=own.loading if own else False,
            mode="normal" if own and str(target.get("browserContextId")) not in private else "incognito",
            crashed=own.crashed if own else False,
        )
