"""Ask the documents of one tab what changed in them, and remember what of it has been told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from playwright.async_api import Frame

from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import Alteration, Appearance, DocumentChanges, Message, NodeRef, Record
from handhold.errors import PageClosed

FRAMES: Final = 2
QUIET_MS: Final = 30
"""Row 72: two frames and this long without mutations."""
SLACK_SECONDS: Final = 1.0
MOST: Final = 8
"""Controls of a kind that a document describes at once."""
REMEMBERED: Final = 128
ATTEMPTS: Final = 3
EMPTY: Final = ("", "about:blank")
"""What a frame shows before its first document."""


class Watching:
    def __init__(self, scripts: PageScripts, eyes: Eyes) -> None:
        self._scripts = scripts
        self._eyes = eyes
        self._told: dict[str, int] = {}
        self._shown: dict[Frame, DocumentChanges] = {}
        """What each frame showed when it last answered; one whose document is just being replaced does not."""
        self.document = ""
        """The main document the caller knows of."""
        self.url = ""
        """Where it was."""

    async def start(self, *, timeout: float) -> None:
        """Let every document keep note from now on."""
        await self._scripts.call_everywhere("watchStart", timeout=timeout)

    async def begin(self, *, timeout: float) -> list[DocumentChanges]:
        """Note how things stand before an action; what changed since the last answer."""
        return await self._ask("watchBegin", {"told": self._told, "most": MOST}, timeout=timeout)

    async def report(
        self, *, settle: float, whole: bool = False, target: NodeRef | None = None, observe: Record | None = None
    ) -> list[DocumentChanges]:
        """What changed since `begin`, once the page is quiet, or after `settle` seconds.

        `whole`: since the last answer, for an action whose beginning could not be noted. `observe`: what a record keeps
        of the page is told as well, as far as it is asked for here.
        """
        patience = {"frames": FRAMES, "quietMs": QUIET_MS, "timeoutMs": round(settle * 1000)}
        request: dict[str, object] = {"settle": patience, "most": MOST, "since": "told" if whole else "begin"}
        if target is not None:
            request["target"] = {"document": target.document, "key": target.key}
        if observe is not None:
            request["observe"] = observe
        found = await self._ask("watchReport", request, timeout=settle + SLACK_SECONDS)
        if not any(one.hosts for one in found) or not await self._eyes.open_roots():
            return found
        return await self._ask("watchReport", {**request, "settle": None}, timeout=SLACK_SECONDS)

    async def since(self, *, timeout: float, observe: Record | None = None) -> list[DocumentChanges]:
        """What changed since the last answer, as things stand."""
        also = {} if observe is None else {"observe": observe}
        before = self._shown
        found = await self._ask("watchSince", {"told": self._told, "most": MOST, **also}, timeout=timeout)
        replaced = {now.document for frame, now in self._shown.items() if self._is_replaced(frame, before)}
        if not replaced:
            return found
        # A document that has taken another's place in a frame is met here for the first time, and all in it is new.
        whole = await self._ask("watchReport", {"settle": None, "most": MOST, "since": "begin"}, timeout=timeout)
        anew = {one.document: one for one in whole if one.document in replaced}
        return [anew.get(one.document, one) for one in found]

    def _is_replaced(self, frame: Frame, before: Mapping[Frame, DocumentChanges]) -> bool:
        """Whether a frame of the same page shows another document than when it last answered."""
        main = self._scripts.page.main_frame
        was, now = before.get(frame), self._shown[frame]
        if frame is main or was is None or was.document == now.document or was.url in EMPTY:
            return False
        return main in before and before[main].document == self._shown[main].document

    def tell(self, changes: Iterable[DocumentChanges]) -> None:
        """The caller hears of these; each document is told so with the next question."""
        for one in changes:
            if one.is_main:
                self.document, self.url = one.document, one.url
            if one.report is not None:
                self._told.pop(one.document, None)
                self._told[one.document] = one.report
        while len(self._told) > REMEMBERED:
            del self._told[next(iter(self._told))]

    async def _ask(self, name: str, request: Record, *, timeout: float) -> list[DocumentChanges]:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answers = await self._answers(name, request, timeout=timeout)
            except PageClosed:
                # A navigation took the document away while it was asked; the next one answers.
                if attempt == ATTEMPTS or self._scripts.page.is_closed():
                    raise
            else:
                read = {frame: self._read(frame, answer) for frame, answer in answers}
                there = self._scripts.page.frames
                self._shown = {frame: one for frame, one in {**self._shown, **read}.items() if frame in there}
                return list(read.values())
        raise AssertionError("the last attempt returns or raises")

    async def _answers(self, name: str, request: Record, *, timeout: float) -> list[tuple[Frame, Answer]]:
        page = self._scripts.page
        if len(page.frames) == 1:  # saves a round trip
            return [(page.main_frame, await self._scripts.call(name, request, timeout=timeout))]
        return await self._scripts.call_everywhere(name, request, timeout=timeout)

    def _read(self, frame: Frame, answer: Answer) -> DocumentChanges:
        document = self._eyes.meet(answer, frame)
        told = cast(Mapping[str, Any], answer)
        return DocumentChanges(
            document=document,
            is_main=frame is self._scripts.page.main_frame,
            url=str(told["url"]),
            is_new=bool(told.get("isNew", False)),
            report=told.get("report"),
            messages=tuple(Message(int(one["kind"]), str(one["text"])) for one in told["messages"]),
            unsaid=int(told["unsaid"]),
            appeared=tuple(Appearance(one["record"], int(one["count"])) for one in told.get("appeared", ())),
            appeared_in_all=int(told.get("appearedInAll", 0)),
            vanished=int(told.get("vanished", 0)),
            changed=tuple(
                Alteration(one["record"], str(one["from"]), str(one["to"])) for one in told.get("changed", ())
            ),
            changed_in_all=int(told.get("changedInAll", 0)),
            focus=told.get("focus"),
            acted=told.get("acted"),
            seen=told.get("seen"),
            hosts=int(told.get("hosts", 0)),
        )
