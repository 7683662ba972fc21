"""The one door from Python to the page: call a function of the page script in a frame's isolated world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import TypeVar

from playwright.async_api import Error, Frame, Page

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.frame_map import FrameMap, Place
from handhold.adapters.browser.translation import translate
from handhold.adapters.browser.worlds import DocumentLost, Worlds
from handhold.errors import BrowserGone, HandholdError, PageClosed, PageCrashed, PageHung, WaitTimeout

Answer = dict[str, object]
T = TypeVar("T")

_ASKING = "asking the page"
_CLOSING_PATIENCE = 0.2  # seconds for Playwright to say why the page closed
# How long before a deadline we ask whether the page still answers anything; in short waits, the last quarter.
_SIGN_OF_LIFE = 0.5


class PageScripts:
    """The page script of one page.

    A call never outlives its timeout, whatever the page does. What Playwright is still waiting for then goes on
    unobserved, because cancelling it half-way would leave its connection in doubt.
    """

    def __init__(self, page: Page, worlds: Worlds) -> None:
        self.page = page
        self._worlds = worlds
        self._frames = FrameMap(page, worlds)
        self._tasks: set[asyncio.Task[object]] = set()
        self._gone: asyncio.Future[type[HandholdError]] = asyncio.get_running_loop().create_future()
        page.on("crash", self._on_crash)
        page.on("close", self._on_close)

    @classmethod
    async def attach(cls, page: Page) -> PageScripts:
        """Bring the page script into every frame of the page, present and future; does not wait for a hung page."""
        try:
            session = await page.context.new_cdp_session(page)
        except Error as error:
            raise translate(error, doing="attaching to the page") from error
        return cls(page, Worlds(session))

    async def ready(self) -> None:
        """Return when the page script will be in every document that begins from now on."""
        await self._worlds.ready()

    async def detach(self) -> None:
        """Take the page script off; documents that are open keep their world until they are left."""
        self.page.remove_listener("crash", self._on_crash)
        self.page.remove_listener("close", self._on_close)
        await self._frames.close()

    async def call(
        self, name: str, arguments: Mapping[str, object] | None = None, *, frame: Frame | None = None, timeout: float
    ) -> Answer:
        """What the page function answers in the main frame or the one given.

        When the document is replaced meanwhile the function is called once more, in the new one. An answer that was cut
        to the page script's size limit has `truncated: True`.
        """
        deadline = self._now() + timeout
        return await self._finish(self._call(name, arguments or {}, frame=frame, deadline=deadline), timeout=timeout)

    async def call_everywhere(
        self, name: str, arguments: Mapping[str, object] | None = None, *, timeout: float
    ) -> list[tuple[Frame, Answer]]:
        """The answers of all frames, the main frame first; frames that vanish or do not answer are left out."""
        deadline = self._now() + timeout
        places = await self._finish(self._frames.all(), timeout=timeout)
        tasks = {
            frame: self._start(self._ask(place, name, arguments or {}, deadline=deadline))
            for frame, place in places.items()
        }
        everyone = asyncio.gather(*tasks.values(), return_exceptions=True)
        main = self.page.main_frame
        answers = [(main, await self._result(tasks.pop(main), timeout=deadline - self._now()))]
        await self._wait(everyone, deadline - self._now())
        return answers + [(frame, task.result()) for frame, task in tasks.items() if _has_answer(task)]

    async def at(
        self, work: Callable[[Place], Coroutine[object, object, T]], *, frame: Frame | None = None, timeout: float
    ) -> T:
        """What the work at the frame's document gives, with the promises of `call`."""
        return await self._finish(self._at(work, frame), timeout=timeout)

    async def bounded(self, work: Coroutine[object, object, T], *, timeout: float) -> T:
        """What some work in the page gives, with the promises of `call` but one: it is not done again."""
        return await self._finish(work, timeout=timeout)

    async def places(self, *, timeout: float) -> dict[Frame, Place]:
        """Where every frame that can be reached now is."""
        return await self._finish(self._frames.all(), timeout=timeout)

    async def is_elsewhere(self, frame: Frame, *, timeout: float) -> bool:
        """Whether a frame lives in another process than the page's main frame."""
        place = await self._finish(self._place(frame), timeout=timeout)
        return place.worlds is not self._worlds

    async def _at(self, work: Callable[[Place], Coroutine[object, object, T]], frame: Frame | None) -> T:
        try:
            return await work(await self._place(frame))
        except DocumentLost:
            self._frames.forget_main()
            return await work(await self._place(frame))

    async def _call(
        self, name: str, arguments: Mapping[str, object], *, frame: Frame | None, deadline: float
    ) -> Answer:
        try:
            return await self._ask(await self._place(frame), name, arguments, deadline=deadline)
        except DocumentLost:
            self._frames.forget_main()
            return await self._ask(await self._place(frame), name, arguments, deadline=deadline)

    async def _place(self, frame: Frame | None) -> Place:
        if frame is None or frame == self.page.main_frame:
            return await self._frames.main()
        place = (await self._frames.all()).get(frame)
        if place is None:
            raise DocumentLost
        return place

    async def _ask(self, place: Place, name: str, arguments: Mapping[str, object], *, deadline: float) -> Answer:
        if self._now() > deadline:
            raise WaitTimeout(f"the page function {name!r} was not called in time")  # nobody waits for this any more
        return await place.call(name, arguments)

    def _start(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(retrieve)
        return task

    async def _finish(self, work: Coroutine[object, object, T], *, timeout: float) -> T:
        return await self._result(self._start(work), timeout=timeout)

    async def _result(self, task: asyncio.Task[T], *, timeout: float) -> T:
        """The task's result, or the reason why there will be none; never cancels it."""
        patience = min(_SIGN_OF_LIFE, timeout / 4)
        await self._wait(task, timeout - patience)
        if not task.done() and not self._gone.done():
            sign_of_life = self._start(self._worlds.tree())
            await self._wait(task, patience)
            if not task.done() and not self._gone.done():
                raise _silent(timeout, is_alive=sign_of_life.done())
        if not task.done():
            await asyncio.wait({task}, timeout=0 if self._gone.result() is PageCrashed else _CLOSING_PATIENCE)
        if not task.done():
            raise self._ended(self._gone.result())
        try:
            return task.result()
        except DocumentLost:
            raise PageClosed("the frame went away or does not answer", hint="Look at the page again.") from None
        except Error as error:
            raise self._translated(error) from error

    async def _wait(self, task: asyncio.Future[T], seconds: float) -> None:
        await asyncio.wait({task, self._gone}, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)

    def _translated(self, error: Error) -> HandholdError:
        if self._gone.done() and self._gone.result() is PageCrashed:
            return self._ended(PageCrashed)
        translated = translate(error, doing=_ASKING)
        return self._ended(PageClosed) if isinstance(translated, PageClosed) else translated

    def _ended(self, kind: type[HandholdError]) -> HandholdError:
        if kind is PageCrashed:
            return PageCrashed(f"the page crashed while {_ASKING}")
        browser = self.page.context.browser
        if browser is not None and not browser.is_connected():
            return BrowserGone(f"the browser ended while {_ASKING}")
        return PageClosed(f"the page was closed while {_ASKING}")

    def _on_crash(self, _page: Page) -> None:
        self._end(PageCrashed)

    def _on_close(self, _page: Page) -> None:
        self._end(PageClosed)

    def _end(self, kind: type[HandholdError]) -> None:
        if not self._gone.done():
            self._gone.set_result(kind)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _has_answer(task: asyncio.Task[Answer]) -> bool:
    return task.done() and not isinstance(task.exception(), DocumentLost | Error)


def _silent(timeout: float, *, is_alive: bool) -> HandholdError:
    if is_alive:
        return WaitTimeout(f"the page did not answer within {timeout:g} s", hint="The page is usable; try again.")
    return PageHung(f"the page's script has not yielded for {timeout:g} s")
