"""Wait in the documents of a tab: they say when it has happened, nobody asks them again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

from playwright.async_api import Frame

from handhold.adapters.browser.activity import Activity
from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import NodeRef, Record
from handhold.adapters.browser.tab import Tab
from handhold.errors import HandholdError, PageClosed, PageCrashed, PageHung, WaitTimeout

SLICE_SECONDS: Final = 2.0
"""What one question waits in the page; a question that nobody needs any more ends with it."""
ANSWER_SECONDS: Final = 1.5
"""What a busy page may take beyond that to answer."""
TELL_SECONDS: Final = 0.7
"""For what is told when the time is over."""
AGAIN_SECONDS: Final = 0.1
"""Before a document that could not be asked is asked again."""
REQUEST_SECONDS: Final = 5.0
"""Requests that take longer than this are not waited for: some pages always keep one open."""
MOST_LINES: Final = 5
QUIET_MS: Final = 500


class Waiting:
    """One wait in one tab, until `ends` by the loop's clock. It outlives navigations, and pages that are busy."""

    def __init__(self, tab: Tab, *, ends: float) -> None:
        self._tab = tab
        self._ends = ends
        self._silence: PageHung | None = None

    @property
    def left(self) -> float:
        return max(0.0, self._ends - asyncio.get_running_loop().time())

    def refuse_lost(self) -> None:
        """Raise when there is no page left to wait for."""
        if self._tab.crashed:
            raise PageCrashed("the page crashed while it was waited for")
        if self._tab.page.is_closed():
            raise PageClosed("the tab was closed while it was waited for")

    def refuse_hung(self) -> None:
        """Raise when the time is over and the page's script has been silent; one that loads may be."""
        if self._silence is not None and not self._tab.loading:
            raise self._silence

    async def text(self, words: str) -> str | None:
        """The line that shows the words, in whichever frame they come first; None when the time is over."""
        asking: dict[Frame, asyncio.Task[Answer | None]] = {}
        request: Record = {"text": words, "gone": False}
        try:
            with self._frames_move() as moved:
                await self._ask_frames(asking, request)
                while (line := await self._first(asking, moved)) is None:
                    if self.left > 0:
                        await self._ask_frames(asking, request)
                    elif not asking:
                        return None
                return line
        finally:
            for task in asking.values():
                task.cancel()

    async def text_gone(self, words: str) -> str | None:
        """None when no frame shows the words; the line that still does when the time is over."""
        while True:
            holder, line = await self._holder(words)
            if holder is None:
                return None
            if self.left == 0:
                return line
            await self._ask(holder, "waitText", {"text": words, "gone": True})

    async def state(self, node: NodeRef, state: str) -> Answer | None:
        """What is known of the element, once it is in the state, gone, or the question is over. None: no document."""
        self.refuse_lost()
        seconds = min(self.left, SLICE_SECONDS)
        eyes = await self._tab.eyes()
        request: Record = {"key": node.key, "state": state, "timeoutMs": seconds * 1000}
        try:
            return await eyes.ask(node.document, "waitState", request, timeout=seconds + ANSWER_SECONDS)
        except (PageHung, WaitTimeout) as failure:
            await self.survive(failure)
        return None

    async def survive(self, failure: HandholdError) -> None:
        """The page could not be asked now. That is what waiting is for, unless there is no page any more."""
        self.refuse_lost()
        self._silence = failure if isinstance(failure, PageHung) else None
        await asyncio.sleep(min(self.left, AGAIN_SECONDS))

    async def url(self, part: str) -> bool:
        """Whether the tab came to a URL with this in it."""
        with self._frames_move() as moved:
            while part not in self._tab.page.url:
                if self.left == 0:
                    return False
                await _first_of(moved, within=self.left)
                moved.clear()
                self.refuse_lost()
        return True

    async def quiet(self, activity: Activity) -> bool:
        """Whether nothing loads, is fetched, or changes for half a second."""
        loop = asyncio.get_running_loop()
        patience = min(self._ends, loop.time() + REQUEST_SECONDS)
        quiet_ms = QUIET_MS if self.left > 0 else 0
        while True:
            if self._tab.loading:
                await _first_of(self._tab.stopped, within=self.left)
            await activity.over(0, until=patience)
            rested = await self._ask(None, "untilQuiet", {"quietMs": quiet_ms})
            is_fetching = loop.time() < patience and activity.is_busy(0)
            if rested is not None and rested.get("quiet") and not self._tab.loading and not is_fetching:
                return True
            if self.left == 0:
                return False

    async def lines_near(self, words: str) -> list[str]:
        """What the frames show that is most like the words."""
        try:
            answers = await (await self._scripts()).call_everywhere("linesNear", {"text": words}, timeout=TELL_SECONDS)
        except HandholdError:
            return []
        found = [line for _frame, answer in answers for line in cast(list[Mapping[str, Any]], answer["lines"])]
        best = sorted(found, key=lambda line: -float(line["like"]))
        return list(dict.fromkeys(str(line["line"]) for line in best))[:MOST_LINES]

    async def title(self) -> str:
        try:
            facts = await (await self._scripts()).call("documentFacts", timeout=TELL_SECONDS)
        except HandholdError:
            return ""
        return str(facts.get("title", ""))

    async def _scripts(self) -> PageScripts:
        self.refuse_lost()
        return await self._tab.scripts()

    async def _ask(self, frame: Frame | None, name: str, request: Record) -> Answer | None:
        """What a document answers within a slice; None when it went away or does not answer now."""
        scripts = await self._scripts()
        seconds = min(self.left, SLICE_SECONDS)
        asked = {**request, "timeoutMs": seconds * 1000}
        try:
            answer = await scripts.call(name, asked, frame=frame, timeout=seconds + ANSWER_SECONDS)
        except (PageClosed, PageHung, WaitTimeout) as failure:
            # A frame that hangs in a process of its own is no reason to give the page up.
            is_main = frame is None or frame is self._tab.page.main_frame
            await self.survive(failure if is_main else PageClosed("the frame does not answer"))
            return None
        self._silence = None
        return answer

    async def _frames(self) -> list[Frame]:
        scripts = await self._scripts()
        try:
            return list(await scripts.places(timeout=SLICE_SECONDS))
        except (PageClosed, PageHung, WaitTimeout) as failure:
            await self.survive(failure)
        return [self._tab.page.main_frame]

    async def _ask_frames(self, asking: dict[Frame, asyncio.Task[Answer | None]], request: Record) -> None:
        """Have a question open in every frame."""
        for frame in await self._frames():
            if frame not in asking:
                task = asyncio.ensure_future(self._ask(frame, "waitText", request))
                task.add_done_callback(retrieve)
                asking[frame] = task

    async def _first(self, asking: dict[Frame, asyncio.Task[Answer | None]], moved: asyncio.Event) -> str | None:
        """The line a frame has found, of those that answer next. Frames that have answered are not asking any more."""
        await _first_of(moved, *asking.values(), within=SLICE_SECONDS + 2 * ANSWER_SECONDS)
        moved.clear()
        for frame, task in [(frame, task) for frame, task in asking.items() if task.done()]:
            del asking[frame]
            answer = task.result()
            if answer is not None and answer["met"] and await self._is_seen(frame):
                return str(answer["line"])
        return None

    async def _is_seen(self, frame: Frame) -> bool:
        if frame is self._tab.page.main_frame:
            return True
        try:
            seen = await (await self._tab.eyes()).sees_frame(frame)
        except HandholdError:
            seen = False
        if not seen:
            await asyncio.sleep(min(self.left, AGAIN_SECONDS))  # its text is there, so it would answer at once again
        return seen

    async def _holder(self, words: str) -> tuple[Frame | None, str]:
        """A frame that shows the words now, and the line; the main frame when it cannot be asked."""
        scripts = await self._scripts()
        request: Record = {"text": words, "gone": True, "timeoutMs": 0}
        try:
            answers = await scripts.call_everywhere("waitText", request, timeout=SLICE_SECONDS)
        except (PageClosed, PageHung, WaitTimeout) as failure:
            await self.survive(failure)
            return self._tab.page.main_frame, ""
        for frame, answer in answers:
            if not answer["met"] and await self._is_seen(frame):
                return frame, str(answer["line"])
        return None, ""

    @contextmanager
    def _frames_move(self) -> Generator[asyncio.Event]:
        """An event that is set whenever a frame comes, goes, or moves on; also within its document."""
        moved = asyncio.Event()
        page = self._tab.page

        def notice(_what: object) -> None:
            moved.set()

        kinds = ("frameattached", "framedetached", "framenavigated", "close", "crash")
        listen = cast(Callable[[str, Callable[[object], None]], None], page.on)
        for kind in kinds:
            listen(kind, notice)
        try:
            yield moved
        finally:
            for kind in kinds:
                page.remove_listener(kind, notice)


async def _first_of(event: asyncio.Event, *tasks: asyncio.Task[Any], within: float) -> None:
    """Return when the event is set, a task is done, or the time is over."""
    setting = asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait({setting, *tasks}, timeout=within, return_when="FIRST_COMPLETED")
    finally:
        setting.cancel()
