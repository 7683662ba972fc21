"""One tab: its number, its page, whether it loads, crashed or still answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.bounded import bounded
from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.hands import Hands
from handhold.adapters.browser.scripts import PageScripts
from handhold.adapters.browser.seen import DocumentChanges
from handhold.adapters.browser.watching import Watching
from handhold.errors import HandholdError, PageCrashed

CLOSE_SECONDS = 1.0
STOP_SECONDS = 0.5


class Tab:
    """A page with a number that is never given to another one."""

    def __init__(self, number: int, page: Page) -> None:
        self.number = number
        self.page = page
        self.stopped = asyncio.Event()
        """Set while nothing loads in the tab."""
        self.stopped.set()
        self.arrived = asyncio.Event()
        """Cleared while a navigation waits for its server; Chromium holds questions to the page back meanwhile."""
        self.arrived.set()
        self.crashed = False
        self.destination = ""
        """Where it was last sent; a page can crash before its URL is shown."""
        self.target_id: str | None = None
        self.opener: int | None = None
        """The tab to go on in when this one closes itself, as the window of a login does."""
        self._cdp: CDPSession | None = None
        self._scripts: PageScripts | None = None
        self._eyes: Eyes | None = None
        self._watching: Watching | None = None
        self._attaching = asyncio.Lock()
        self._scripting = asyncio.Lock()
        page.on("crash", self._on_crash)

    @property
    def loading(self) -> bool:
        return not self.stopped.is_set()

    async def attach(self) -> None:
        """Listen to the tab's own DevTools session. Does nothing when it is done already or the tab is gone."""
        async with self._attaching:
            if self.crashed:
                return
            if self._cdp is None:
                self._cdp = await self._listened()
            # Whoever listens first hears of events that the page stops, so our script is there before the first
            # document; only a page that hangs is not waited for.
            await bounded((await self.scripts()).ready(), STOP_SECONDS)

    async def _listened(self) -> CDPSession:
        cdp = await self.page.context.new_cdp_session(self.page)
        cdp.on("Page.frameStartedLoading", self._on_started)
        cdp.on("Page.frameNavigated", self._on_navigated)
        cdp.on("Page.frameStoppedLoading", self._on_stopped)
        cdp.on("Page.lifecycleEvent", self._on_lifecycle)
        await send(cdp, "Page.enable")
        self.stopped.clear()
        # Tells once more what the page has been through before we came, so that a load we missed is known.
        await send(cdp, "Page.setLifecycleEventsEnabled", {"enabled": True})
        info = await send(cdp, "Target.getTargetInfo")
        self.target_id = str(info["targetInfo"]["targetId"])
        return cdp

    async def scripts(self) -> PageScripts:
        """The page script, in its own world."""
        if self.crashed:
            raise PageCrashed("the page's renderer crashed")
        async with self._scripting:
            if self._scripts is None:
                self._scripts = await PageScripts.attach(self.page)
            return self._scripts

    async def eyes(self) -> Eyes:
        """What sees the page; keeps what it learnt for as long as the tab lives."""
        if self._eyes is None:
            self._eyes = Eyes(await self.scripts())
        return self._eyes

    @property
    def known_eyes(self) -> Eyes | None:
        """What sees the page, if it was looked at before."""
        return None if self.crashed or self.page.is_closed() else self._eyes

    async def history(self) -> tuple[int, list[str]]:
        """Where the tab is in its history, and the URLs in it."""
        told = await send(await self.devtools(), "Page.getNavigationHistory")
        return int(told["currentIndex"]), [str(entry["url"]) for entry in told["entries"]]

    async def hands(self) -> Hands:
        """What acts on the page."""
        return Hands(self.page, await self.devtools(), await self.eyes(), arrived=self.arrived)

    async def devtools(self) -> CDPSession:
        """The tab's own DevTools session."""
        await self.attach()
        if self._cdp is None:
            raise PageCrashed("the page's renderer crashed")
        return self._cdp

    async def watching(self) -> Watching:
        """What notices changes; it knows what has been told of them."""
        if self._watching is None:
            self._watching = Watching(await self.scripts(), await self.eyes())
        return self._watching

    def tell(self, changes: Sequence[DocumentChanges]) -> None:
        """The caller hears of these changes now."""
        if self._watching is not None:
            self._watching.tell(changes)

    async def answers_within(self, seconds: float) -> bool:
        """Whether its script engine is free. A page in an endless loop is not; a slow one is.

        Chromium holds every question back while a navigation waits for its server, so that is stopped first.
        """
        if self.loading:
            await self.stop_loading()
        try:
            scripts = await asyncio.wait_for(self.scripts(), seconds)
            await scripts.call("documentFacts", timeout=seconds)
        except (HandholdError, PlaywrightError, TimeoutError):
            return False
        return True

    async def stop_loading(self) -> None:
        if self._cdp is not None:
            await bounded(send(self._cdp, "Page.stopLoading"), STOP_SECONDS)

    async def hear_news(self) -> None:
        """Let events arrive that were sent before now; a round trip is enough, they come in order."""
        if self._cdp is not None:
            await bounded(send(self._cdp, "Target.getTargetInfo"), STOP_SECONDS)

    async def close(self) -> None:
        """Close without asking the page; never waits long."""
        await bounded(self.page.close(run_before_unload=False), CLOSE_SECONDS)

    def _on_crash(self, _page: Page) -> None:
        self.crashed = True
        self.arrived.set()
        self.stopped.set()

    def _on_started(self, event: Mapping[str, Any]) -> None:
        if self._is_main(event):
            self.arrived.clear()
            self.stopped.clear()

    def _on_navigated(self, event: Mapping[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self.arrived.set()

    def _on_stopped(self, event: Mapping[str, Any]) -> None:
        if self._is_main(event):
            self.arrived.set()
            self.stopped.set()

    def _on_lifecycle(self, event: Mapping[str, Any]) -> None:
        if event.get("name") == "load" and self._is_main(event):
            self.arrived.set()
            self.stopped.set()

    def _is_main(self, event: Mapping[str, Any]) -> bool:
        # A tab's main frame has the id of its target.
        return self.target_id is None or event.get("frameId") == self.target_id
