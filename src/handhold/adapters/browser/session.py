"""One browser session: its context, its tabs, what happens in them, and the actor that owns it all."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final, cast

from playwright.async_api import ConsoleMessage, Download, Page, Request, WebError
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.activity import Activity, page_of
from handhold.adapters.browser.actor import Actor
from handhold.adapters.browser.bounded import bounded, retrieve
from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.dialogs import DialogInterrupted, Dialogs
from handhold.adapters.browser.downloads import keep_download
from handhold.adapters.browser.events import DownloadSeen, EventLog
from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.host import OpenBrowser, Opener, Pulse
from handhold.adapters.browser.records import ABORTED, Records
from handhold.adapters.browser.routes import Routes
from handhold.adapters.browser.tab import Tab
from handhold.adapters.browser.translation import translate
from handhold.errors import Blocked, BrowserGone, CrashLoop, HandholdError, PageClosed, PageCrashed
from handhold.settings import Settings

CRASHES_ALLOWED: Final = 3
CRASH_WINDOW_SECONDS: Final = 60.0
PROBE_SECONDS: Final = 0.6
CLOSE_SECONDS: Final = 1.0


class BrowserSession:
    """Everything Playwright of one session. Only work run by `actor` may touch it.

    Work may be cancelled at any await, so calls that a page or a tab depends on are shielded from that.
    """

    def __init__(
        self, session_id: str, *, host: Opener, settings: Settings, downloads: Callable[[], Path | None]
    ) -> None:
        self.id = session_id
        self.settings = settings
        self.log = EventLog()
        self.dialogs = Dialogs(settings, self.log)
        self.activity = Activity()
        self.records = Records(settings.log_entries)
        self.routes: Routes | None = None
        """Requests that are answered in their servers' place, once somebody wants that."""
        self.actor = Actor(self)
        self.tabs: dict[int, Tab] = {}
        self.current: int | None = None
        self.home: int | None = None
        """The tab to go on in when the one that is worked in closes; an app's own."""
        self._host = host
        self._downloads = downloads
        self._open: OpenBrowser | None = None
        self._numbers = 0
        self._windows: dict[int, int] = {}
        self._foreign: dict[str, int] = {}
        self._crashes: deque[tuple[float, str]] = deque(maxlen=20)
        self._background: set[asyncio.Task[Any]] = set()

    @property
    def is_open(self) -> bool:
        return self._open is not None and self._open.is_alive

    @property
    def was_lost(self) -> bool:
        """It ran before and its browser died since."""
        return self._open is not None and not self._open.is_alive

    async def lives(self) -> bool:
        """Whether its browser answers; asked when something went wrong, which it may be the reason for."""
        return self._open is not None and await self._open.pulse() is Pulse.WELL

    @property
    def browser(self) -> OpenBrowser:
        if self._open is None or not self._open.is_alive:
            raise BrowserGone("the browser is gone")
        return self._open

    async def ensure_open(self) -> bool:
        """Have a living browser. Returns whether an older one had died and everything in it is lost."""
        if self._open is not None and await self._is_well(self._open):
            return False
        restarted = self._open is not None
        self._forget_tabs()
        self._open = await self._host.open()
        context = self._open.context
        context.on("page", self._on_page)
        context.on("dialog", self.dialogs.on_dialog)
        context.on("console", self._on_console)
        context.on("weberror", self._on_web_error)
        context.on("request", self._on_request)
        context.on("requestfinished", self._on_request_over)
        context.on("requestfailed", self._on_request_failed)
        self.activity.reset()
        for page in context.pages:
            self._adopt(page)
        self.current = None  # tabs that were there are somebody else's: the caller gets one of its own
        self.log.take()  # and they are no news
        return restarted

    async def _is_well(self, opened: OpenBrowser) -> bool:
        pulse = await opened.pulse()
        if pulse is not Pulse.WELL:
            self._host.abandon(opened, frozen=pulse is Pulse.SILENT)
        return pulse is Pulse.WELL

    async def current_tab(self) -> Tab:
        """The caller's tab; a new one when it was closed or has crashed."""
        tab = self.tabs.get(self.current) if self.current is not None else None
        if tab is None or tab.crashed or tab.page.is_closed():
            if tab is not None:
                await self._drop(tab)
            tab = await self.open_tab()
            self.current = tab.number
        await self._attached(tab)
        return tab

    async def shown_tab(self) -> Tab:
        """The caller's tab as it is, for whoever reads it: a crashed one is an error, not a fresh page."""
        tab = self.tabs.get(self.current) if self.current is not None else None
        if tab is not None and tab.crashed:
            raise PageCrashed("the page's renderer has crashed")
        return await self.current_tab()

    async def await_next_dialog(self) -> None:
        """After an answer: return when the page goes on, or when its next dialog opens."""
        tab = self.tabs.get(self.current) if self.current is not None else None
        if tab is not None and not tab.crashed:
            asking = asyncio.ensure_future(_ask(tab))
            with contextlib.suppress(DialogInterrupted, HandholdError):
                await self.dialogs.outrun(asking)

    async def open_tab(self) -> Tab:
        """A new, empty tab. It is the caller's own doing and no news."""
        if len(self.tabs) >= self.settings.max_tabs:
            raise Blocked(
                f"{len(self.tabs)} tabs are open, the most that `max_tabs` allows",
                hint="Close one with tabs_close, or go on in one of them with tabs_switch.",
            )
        try:
            page = await asyncio.shield(asyncio.ensure_future(self.browser.context.new_page()))
        except PlaywrightError as error:
            raise await self.failure(error, doing="opening a tab") from None
        tab = self._adopt(page)
        self.log.pending.tabs_opened.remove(tab.number)
        return tab

    async def show_tab(self, tab: Tab) -> None:
        """Make it the caller's tab."""
        self.current = tab.number
        await self._attached(tab)
        await bounded(tab.page.bring_to_front(), CLOSE_SECONDS)

    async def close_tab(self, tab: Tab) -> None:
        """Close it without asking the page. It is the caller's own doing and no news."""
        await self._drop(tab)
        if tab.number in self.log.pending.tabs_closed:
            self.log.pending.tabs_closed.remove(tab.number)

    async def failure(self, error: PlaywrightError, *, doing: str) -> HandholdError:
        """Our error for one of Playwright's. A page that closed because its whole browser ended says so."""
        failure = translate(error, doing=doing)
        if isinstance(failure, PageClosed) and self._open is not None and await self._open.pulse() is Pulse.GONE:
            return BrowserGone(f"the browser ended while {doing}")
        return failure

    def eyes_of_new_page(self) -> Eyes | None:
        """What sees the caller's tab; None where a page must not be looked at unasked."""
        tab = self.tabs.get(self.current) if self.current is not None else None
        is_free = not self.dialogs.is_waiting and self.settings.look_ahead
        return tab.known_eyes if tab is not None and is_free else None

    def refuse_crash_loop(self, url: str) -> None:
        """Raise `CrashLoop` for a page that crashed its renderer again and again just now."""
        since = time.monotonic() - CRASH_WINDOW_SECONDS
        crashes = sum(1 for when, crashed in self._crashes if when > since and crashed == url)
        if crashes >= CRASHES_ALLOWED:
            raise CrashLoop(
                f"this URL crashed its renderer {crashes} times in the last minute",
                hint="Go elsewhere, or wait a minute and try again.",
            )

    # What the actor may take away from work that does not end (actor.Rescue).

    async def is_answering(self) -> bool:
        return self._open is None or await self._open.pulse() is not Pulse.SILENT

    async def close_hung_tabs(self) -> None:
        """Close every tab whose script engine does not answer; tabs that share a hung renderer hang with it."""
        tabs = [tab for tab in self.tabs.values() if not tab.crashed]
        answers = await asyncio.gather(*(tab.answers_within(PROBE_SECONDS) for tab in tabs))
        hung = [tab for tab, answered in zip(tabs, answers, strict=True) if not answered]
        await asyncio.gather(*(self._drop(tab) for tab in hung))

    async def close_context(self) -> None:
        if self._open is not None:
            self._open.lost = True
            await bounded(self._open.context.close(), CLOSE_SECONDS)

    def kill_driver(self) -> None:
        if self._open is not None:
            self._host.abandon(self._open, frozen=True)

    async def close(self) -> None:
        """End the session: its work, its tabs, its context."""
        self.dialogs.forget()
        await self.actor.close()
        for task in self._background:
            task.cancel()
        if self._open is not None and self._open.is_alive:
            if self._open.shared_context:
                await asyncio.gather(*(tab.close() for tab in self.tabs.values()))
            else:
                await bounded(self._open.context.close(), CLOSE_SECONDS)
        self._open = None

    def _forget_tabs(self) -> None:
        self.tabs.clear()
        self.current = None
        self.dialogs.forget()

    def _on_page(self, page: Page) -> None:
        if len(self.tabs) >= self.settings.max_tabs:
            self.log.pending.tabs_refused += 1
            self.in_background(page.close())
        else:
            self._adopt(page)

    def _adopt(self, page: Page) -> Tab:
        known = next((tab for tab in self.tabs.values() if tab.page is page), None)
        if known is not None:
            return known
        tab = Tab(self._next_number(), page)
        self.tabs[tab.number] = tab
        self.log.pending.tabs_opened.append(tab.number)
        if self.current is None:
            self.current = tab.number
        page.on("close", lambda _page: self._on_closed(tab))
        page.on("crash", lambda _page: self._on_crash(tab))
        page.on("download", lambda download: self._on_download(download, tab))
        self.activity.follow(page)
        self.in_background(tab.attach())
        self.in_background(self._learn_opener(tab))
        return tab

    async def _learn_opener(self, tab: Tab) -> None:
        opener = await tab.page.opener()
        tab.opener = next((each.number for each in self.tabs.values() if each.page is opener), None)

    async def _attached(self, tab: Tab) -> None:
        try:
            await asyncio.shield(asyncio.ensure_future(tab.attach()))
        except PlaywrightError as error:
            raise await self.failure(error, doing="attaching to the tab") from None

    async def _drop(self, tab: Tab) -> None:
        tab.opener = None  # it does not close itself
        await tab.close()
        self._on_closed(tab)

    def _on_closed(self, tab: Tab) -> None:
        if self.tabs.pop(tab.number, None) is not None:
            self.log.pending.tabs_closed.append(tab.number)
            self.dialogs.forget(tab.page)
            self.activity.forget(tab.page)
        if self.current == tab.number:
            self.current = next((number for number in (self.home, tab.opener) if number in self.tabs), None)

    def _on_crash(self, tab: Tab) -> None:
        self._crashes.append((time.monotonic(), tab.destination or tab.page.url))

    def _on_console(self, message: ConsoleMessage) -> None:
        self.records.add_message(message, tab=self._number_of(message.page))
        if message.type == "error":
            self.log.pending.add_console_error(message.text[:500])

    def _on_web_error(self, error: WebError) -> None:
        self.records.add_error(error, tab=self._number_of(error.page))
        self.log.pending.add_console_error(str(error.error)[:500])

    def _on_request(self, request: Request) -> None:
        self.activity.on_request(request)
        self.records.add_request(request, tab=self._number_of(page_of(request)))

    def _on_request_over(self, request: Request) -> None:
        self.activity.on_request_over(request)
        self.records.end_request(request)

    def _on_request_failed(self, request: Request) -> None:
        self._on_request_over(request)
        if request.failure != ABORTED:
            self.log.pending.failed_requests += 1

    def _on_download(self, download: Download, tab: Tab) -> None:
        seen = DownloadSeen(name=download.suggested_filename)
        self.log.pending.downloads.append(seen)
        self.records.add_download(download, seen, tab=tab.number)
        self.in_background(self.activity.following(keep_download(download, seen, prepare=self._downloads)))

    def _number_of(self, page: Page | None) -> int | None:
        return next((tab.number for tab in self.tabs.values() if tab.page is page), None)

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin work that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(retrieve)

    def _next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def tab_of_target(self, target_id: str) -> Tab | None:
        return next((tab for tab in self.tabs.values() if tab.target_id == target_id), None)

    def number_of_target(self, target_id: str) -> int:
        """A tab number for a page of another context of an attached browser."""
        if target_id not in self._foreign:
            self._foreign[target_id] = self._next_number()
        return self._foreign[target_id]

    def number_of_window(self, window: int) -> int:
        """A small number for DevTools' window number, in order of appearance."""
        return self._windows.setdefault(window, len(self._windows) + 1)

    async def targets(self) -> list[Mapping[str, Any]]:
        """Every page of the browser that this session may know of, as DevTools describes it."""
        devtools = self.browser.devtools
        if devtools is None:
            return []
        found = await send(devtools, "Target.getTargets")
        pages = [info for info in cast(list[Mapping[str, Any]], found["targetInfos"]) if info["type"] == "page"]
        if self.browser.attached:
            return pages
        own = {tab.target_id for tab in self.tabs.values()}
        return [info for info in pages if info["targetId"] in own]

    async def private_contexts(self) -> set[str]:
        """Contexts of an attached browser besides its ordinary one; Playwright shows their pages among the others."""
        devtools = self.browser.devtools
        if devtools is None or not self.browser.shared_context:
            return set()
        found = await send(devtools, "Target.getBrowserContexts")
        return set(cast(list[str], found["browserContextIds"]))

    async def window_of(self, target_id: str) -> int:
        """DevTools' number of the window that shows a target."""
        devtools = self.browser.devtools
        if devtools is None:
            return 0
        try:
            found = await send(devtools, "Browser.getWindowForTarget", {"targetId": target_id})
        except PlaywrightError:  # the tab has just gone
            return 0
        return int(found["windowId"])


async def _ask(tab: Tab) -> None:
    await (await tab.scripts()).call("documentFacts", timeout=CLOSE_SECONDS)
