"""What the pages of a session are busy with: requests and downloads that an action started and that are not over."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Request

from handhold.adapters.browser.bounded import retrieve

NEVER_OVER: Final = frozenset({"websocket", "eventsource", "ping", "cspreport", "prefetch"})
LIGHT: Final = frozenset({"image", "media", "font", "texttrack"})
LIGHT_SECONDS: Final = 0.3
"""What only decorates the page is waited for no longer than this."""
HABIT: Final = 3
"""What a page has asked for so often by itself, it asks for again whatever anybody does."""
REMEMBERED: Final = 300
STATUS_SECONDS: Final = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Started:
    number: int
    at: float
    is_light: bool
    is_habit: bool


class Activity:
    """Follows the requests of a browser context."""

    def __init__(self) -> None:
        self._running: dict[object, _Started] = {}
        self._numbers = 0
        self._acting = 0
        self._habits: Counter[str] = Counter()
        self._navigations: dict[Page, Request] = {}
        self._leaving: dict[Page, Request] = {}
        self._moved = asyncio.Event()

    def reset(self) -> None:
        """Nothing is under way in a new browser."""
        self._running.clear()
        self._navigations.clear()
        self._leaving.clear()

    def begin(self) -> int:
        """The mark of an action that begins now."""
        self._acting += 1
        return self._numbers

    def end(self) -> None:
        self._acting -= 1

    def is_busy(self, mark: int) -> bool:
        """Whether something begun since the mark is still under way."""
        return self._ends(mark) is not None

    async def following(self, work: Awaitable[None]) -> None:
        """Do work of ours that is a part of what a page began, such as keeping a download."""
        self._begin(work, is_light=False, is_habit=False)
        try:
            await work
        finally:
            self.on_request_over(work)

    async def over(self, mark: int, *, until: float) -> None:
        """Return when all that was begun since the mark is over, or at the time `until` of the loop."""
        loop = asyncio.get_running_loop()
        while (ends := self._ends(mark)) is not None and (left := min(until, ends) - loop.time()) > 0:
            self._moved.clear()
            moved = asyncio.ensure_future(self._moved.wait())
            await asyncio.wait({moved}, timeout=left)
            moved.cancel()

    async def status_of(self, page: Page) -> int | None:
        """The HTTP status of the page's last navigation, where a server answered."""
        request = self._navigations.get(page)
        if request is None:
            return None
        asking = asyncio.ensure_future(request.response())
        asking.add_done_callback(retrieve)
        await asyncio.wait({asking}, timeout=STATUS_SECONDS)
        try:
            response = asking.result() if asking.done() else None
        except PlaywrightError:  # the page has gone
            return None
        return response.status if response is not None else None

    def destination_of(self, page: Page) -> str | None:
        """Where the page is about to go while the server has not answered. Until then it answers no question."""
        request = self._leaving.get(page)
        return request.url if request is not None else None

    def follow(self, page: Page) -> None:
        """A new page of the context."""
        page.on("framenavigated", self._on_navigated)

    def forget(self, page: Page) -> None:
        self._navigations.pop(page, None)
        self._leaving.pop(page, None)

    def _ends(self, mark: int) -> float | None:
        """Until when to wait at the most; None when nothing is under way."""
        now = asyncio.get_running_loop().time()
        ends = [
            started.at + LIGHT_SECONDS if started.is_light else float("inf")
            for started in self._running.values()
            if started.number > mark and not started.is_habit
        ]
        waits = [end for end in ends if end > now]
        return max(waits) if waits else None

    def on_request(self, request: Request) -> None:
        self._note_navigation(request)
        if request.resource_type in NEVER_OVER or not request.url.startswith("http"):
            return
        place = _place(request)
        is_habit = self._habits[place] >= HABIT
        if not self._acting:
            self._habits[place] += 1
            if len(self._habits) > REMEMBERED:
                del self._habits[next(iter(self._habits))]
        self._begin(request, is_light=request.resource_type in LIGHT, is_habit=is_habit)

    def _note_navigation(self, request: Request) -> None:
        if not request.is_navigation_request():
            return
        frame = _frame_of(request)
        if frame is not None and frame.parent_frame is None:
            self._navigations[frame.page] = self._leaving[frame.page] = request

    def _begin(self, what: object, *, is_light: bool, is_habit: bool) -> None:
        self._numbers += 1
        while len(self._running) > REMEMBERED:
            del self._running[next(iter(self._running))]
        at = asyncio.get_running_loop().time()
        self._running[what] = _Started(number=self._numbers, at=at, is_light=is_light, is_habit=is_habit)

    def _on_navigated(self, frame: Frame) -> None:
        if frame.parent_frame is None:
            self._leaving.pop(frame.page, None)

    def on_request_over(self, what: object) -> None:
        self._running.pop(what, None)
        self._leaving = {page: request for page, request in self._leaving.items() if request is not what}
        self._moved.set()


def page_of(request: Request) -> Page | None:
    """Whose request it is, where that can be told."""
    frame = _frame_of(request)
    return frame.page if frame is not None else None


def _frame_of(request: Request) -> Frame | None:
    try:
        return request.frame
    except PlaywrightError:  # a new tab has no frame yet, a service worker never has one
        return None


def _place(request: Request) -> str:
    parts = urlsplit(request.url)
    return f"{request.method} {parts.netloc}{parts.path}"
