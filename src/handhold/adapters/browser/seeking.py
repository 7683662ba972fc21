"""Find an element by test id, selector or key in all documents of a tab, and wait until one of them shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from handhold.adapters.browser.scripts import Answer
from handhold.adapters.browser.seen import NodeRef, Record
from handhold.adapters.browser.tab import Tab
from handhold.adapters.browser.waiting import Waiting
from handhold.errors import HandholdError, PageClosed, PageHung, WaitTimeout

SLICE_SECONDS: Final = 1.0
"""What one question waits in the page; closed shadow roots that are new are looked for in between."""
ANSWER_SECONDS: Final = 1.5
AGAIN_SECONDS: Final = 0.1
"""Where there are frames, all of them are asked again after this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """One element that was found. `name` is page text; the box is in its document's viewport."""

    node: NodeRef
    role: str
    name: str
    is_visible: bool
    is_enabled: bool
    is_offscreen: bool
    box: Mapping[str, int]

    @classmethod
    def of(cls, told: Record, document: str) -> Sight:
        return cls(
            node=NodeRef(document, cast(int, told["key"])),
            role=str(told["role"]),
            name=str(told["name"]),
            is_visible=told["isVisible"] is True,
            is_enabled=told["isEnabled"] is True,
            is_offscreen=told["isOffscreen"] is True,
            box=cast(Mapping[str, int], told["box"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What the documents know of the element that is looked for."""

    count: int = 0
    """Elements that are named like this."""
    shown: int = 0
    """Of these, how many show."""
    first: Sight | None = None
    """The first that shows; else the first."""
    others: Sequence[Sight] = field(default_factory=tuple)
    """More that show."""
    is_selector_bad: bool = False
    has_parent: bool = True


class Seeking:
    """One search in one tab, until `ends` by the loop's clock. It outlives navigations."""

    def __init__(self, tab: Tab, *, ends: float) -> None:
        self._tab = tab
        self._waiting = Waiting(tab, ends=ends)

    @property
    def left(self) -> float:
        return self._waiting.left

    async def element(self, wanted: Record, within: Record | None, *, document: str | None = None) -> Sought:
        """What is there when one shows, or when the time is over. Raises when the page is lost or hangs.

        `document`: the only one that is asked; keys mean nothing in another one.
        """
        request: dict[str, object] = {"wanted": wanted} if within is None else {"wanted": wanted, "within": within}
        found, seconds = Sought(), 0.0
        while True:
            answers = await self._asked(request, seconds, document)
            found = _gathered(answers) if answers is not None else found
            is_over = found.shown or found.is_selector_bad or self.left == 0
            if is_over or (document is not None and not found.count and not found.has_parent):
                return found
            await self._open_roots()
            seconds = min(self.left, SLICE_SECONDS)

    async def _asked(self, request: Record, seconds: float, document: str | None) -> list[Answer] | None:
        """The answers of the documents; None when they could not be asked now."""
        self._waiting.refuse_lost()
        try:
            if document is not None:
                return [await self._one(document, request, seconds)]
            if not self._tab.page.main_frame.child_frames:
                return [await self._main(request, seconds)]
            if seconds > 0:
                await asyncio.sleep(min(seconds, AGAIN_SECONDS))
            return await (await self._tab.eyes()).everywhere("seek", request)
        except (PageClosed, PageHung, WaitTimeout) as failure:
            await self._waiting.survive(failure)
            if self.left == 0:
                self._waiting.refuse_hung()
            return None

    async def _one(self, document: str, request: Record, seconds: float) -> Answer:
        asked = {**request, "timeoutMs": seconds * 1000}
        answer = await (await self._tab.eyes()).ask(document, "seek", asked, timeout=seconds + ANSWER_SECONDS)
        return answer or {"documentId": document, "count": 0, "shown": 0, "first": None, "others": [], "parents": 0}

    async def _main(self, request: Record, seconds: float) -> Answer:
        scripts, eyes = await self._tab.scripts(), await self._tab.eyes()
        asked = {**request, "timeoutMs": seconds * 1000}
        answer = await scripts.call("seek", asked, timeout=seconds + ANSWER_SECONDS)
        eyes.meet(answer, self._tab.page.main_frame)
        return answer

    async def _open_roots(self) -> None:
        try:
            await (await self._tab.eyes()).open_roots()
        except HandholdError:
            return  # the next question says what is the matter


def _gathered(answers: Sequence[Answer]) -> Sought:
    """All documents as one; what shows goes before what is only there."""
    best = sorted(answers, key=lambda answer: 0 if answer["shown"] else 1)
    sights = [
        Sight.of(told, str(answer["documentId"]))
        for answer in best
        for told in [cast(Record | None, answer["first"]), *cast(list[Record], answer["others"])]
        if told is not None
    ]
    shown = [sight for sight in sights if sight.is_visible]
    return Sought(
        count=sum(cast(int, answer["count"]) for answer in answers),
        shown=sum(cast(int, answer["shown"]) for answer in answers),
        first=next(iter(sights), None),
        others=tuple(shown[1:]),
        is_selector_bad=any("error" in answer for answer in answers),
        has_parent=any(answer.get("parents") != 0 for answer in answers),
    )
