"""Try several names for one element in order, in all documents of a tab or in one frame of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from playwright.async_api import Frame

from handhold.adapters.browser.scripts import Answer
from handhold.adapters.browser.seeking import Sight
from handhold.adapters.browser.seeking_frames import frame_at
from handhold.adapters.browser.seen import Record
from handhold.adapters.browser.tab import Tab
from handhold.adapters.browser.waiting import Waiting
from handhold.errors import HandholdError, PageClosed, PageHung, WaitTimeout

T = TypeVar("T")
ANSWER_SECONDS: Final = 3.0
"""What a busy page may take to answer beyond the time it waits."""
AGAIN_SECONDS: Final = 0.1
"""Where there are frames, all of them are asked again after this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What one name means in all documents that were asked. Sights are those that show, else the first there is."""

    count: int = 0
    shown: int = 0
    sights: tuple[Sight, ...] = ()
    is_cut: bool = False
    """The page is so large that there may be more."""
    error: str = ""
    """`selector` or `xpath`: it cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """One look. Names after the first that means something have not been tried."""

    tried: tuple[Tried, ...] = ()
    scopes: int = 1
    """Elements that the scope's name means; anything but one, and nothing was looked for."""
    scope_at: int = 0
    """Which of the scope's names decided."""
    frames: int = 1
    """Frames that the way to the frame means."""
    is_frame_bad: bool = False


class OrderedSeeking:
    """A search in one tab, until `ends` by the loop's clock. It outlives navigations."""

    def __init__(self, tab: Tab, *, ends: float, frame: Sequence[str] = ()) -> None:
        self._tab = tab
        self._frame = frame
        self._waiting = Waiting(tab, ends=ends)

    @property
    def left(self) -> float:
        return self._waiting.left

    async def look(
        self,
        by: Sequence[Record],
        within: Sequence[Record] = (),
        *,
        attached: bool = False,
        seconds: float = 0.0,
        document: str | None = None,
    ) -> Looked | None:
        """What is there, once one of the names means something or `seconds` are over; None: nobody could be asked.

        `document`: the only one that is asked; keys mean nothing in another one.
        """
        self._waiting.refuse_lost()
        request: dict[str, object] = {"by": list(by), "within": list(within), "attached": attached}
        return await self.unless_lost(self._asked(request, seconds, document))

    async def unless_lost(self, asking: Awaitable[T]) -> T | None:
        """What the page answers; None when it cannot be asked now. Raises when it is gone, or hung to the end."""
        try:
            return await asking
        except (PageClosed, PageHung, WaitTimeout) as failure:
            await self._waiting.survive(failure)
            if self.left == 0:
                self._waiting.refuse_hung()
            return None

    async def open_roots(self) -> None:
        """Let the documents know of closed shadow roots that are new."""
        try:
            await (await self._tab.eyes()).open_roots()
        except HandholdError:
            return  # the next question says what is the matter

    async def frame(self) -> Frame | None:
        """The frame that is searched; None for all of them, and when there is not exactly one."""
        if not self._frame:
            return None
        return (await frame_at(await self._tab.scripts(), self._frame, timeout=ANSWER_SECONDS)).frame

    async def _asked(self, request: Record, seconds: float, document: str | None) -> Looked:
        if document is not None:
            eyes = await self._tab.eyes()
            asked = {**request, "timeoutMs": seconds * 1000}
            answer = await eyes.ask(document, "seekFirst", asked, timeout=seconds + ANSWER_SECONDS)
            return _gathered([answer] if answer is not None else [])
        if self._frame:
            found = await frame_at(await self._tab.scripts(), self._frame, timeout=ANSWER_SECONDS)
            if found.frame is None:
                await asyncio.sleep(min(seconds, AGAIN_SECONDS))
                return Looked(frames=found.count, is_frame_bad=found.is_selector_bad)
            return _gathered([await self._of(found.frame, request, seconds)])
        main = self._tab.page.main_frame
        if not main.child_frames:
            return _gathered([await self._of(main, request, seconds)])
        await asyncio.sleep(min(seconds, AGAIN_SECONDS))
        return _gathered(await self._everywhere(request))

    async def _of(self, frame: Frame, request: Record, seconds: float) -> Answer:
        scripts, eyes = await self._tab.scripts(), await self._tab.eyes()
        asked = {**request, "timeoutMs": seconds * 1000}
        answer = await scripts.call("seekFirst", asked, frame=frame, timeout=seconds + ANSWER_SECONDS)
        eyes.meet(answer, frame)
        return answer

    async def _everywhere(self, request: Record) -> list[Answer]:
        """The answers of the documents that can be seen; what is in a hidden frame is only there."""
        eyes = await self._tab.eyes()
        answers = await eyes.everywhere("seekFirst", request)
        for answer in answers:
            told = _told(answer)
            frame = eyes.frame_of(str(answer["documentId"]))
            is_inside = frame is not None and frame.parent_frame is not None
            if frame is not None and is_inside and any(one["shown"] for one in told):
                if await self._is_seen(frame):
                    continue
                for one in told:
                    one["shown"] = 0
        return answers

    async def _is_seen(self, frame: Frame) -> bool:
        try:
            return await (await self._tab.eyes()).sees_frame(frame)
        except HandholdError:
            return False


def _told(answer: Answer) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], answer["told"])


def _gathered(answers: Sequence[Answer]) -> Looked:
    """All documents as one; where a scope was asked for, those that have it by the best name."""
    scopes = [cast(dict[str, int] | None, answer.get("scope")) for answer in answers]
    known = [scope for scope in scopes if scope is not None]
    if not known:
        return Looked(tried=_merged(answers))
    best = min((scope["at"] for scope in known if scope["count"]), default=known[0]["at"])
    mine = [answer for answer, scope in zip(answers, scopes, strict=True) if scope is not None and scope["at"] == best]
    scope_count = sum(scope["count"] for scope in known if scope["at"] == best)
    return Looked(tried=_merged(mine), scopes=scope_count, scope_at=best)


def _merged(answers: Sequence[Answer]) -> tuple[Tried, ...]:
    longest = max((len(_told(answer)) for answer in answers), default=0)
    return tuple(_one([answer for answer in answers if len(_told(answer)) > at], at) for at in range(longest))


def _one(answers: Sequence[Answer], at: int) -> Tried:
    told = [(str(answer["documentId"]), _told(answer)[at]) for answer in answers]
    shown = sum(int(each["shown"]) for _document, each in told)
    sights = [
        Sight.of(one, document)
        for document, each in told
        if each["shown"] or not shown
        for one in [each["first"], *each["others"]]
        if one is not None
    ]
    return Tried(
        count=sum(int(each["count"]) for _document, each in told),
        shown=shown,
        sights=tuple(sights),
        is_cut=any("cut" in each for _document, each in told),
        error=next((str(each["error"]) for _document, each in told if "error" in each), ""),
    )
