"""Everything that is asked of the documents of one tab: what is in them, where it is, and what the browser calls it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.looking import Looking, Native
from handhold.adapters.browser.nodes import Nodes, keeping
from handhold.adapters.browser.planes import Plane
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import DocumentView, NodeRef, Point, Record
from handhold.errors import HandholdError, PageClosed, PageHung, WaitTimeout

PREPARE_SECONDS = 1.5
SCAN_SECONDS = 8.0
ASK_SECONDS = 3.0
REMEMBERED = 64


class Eyes:
    """Looks at one tab. Documents are known by an id of their own, so an answer never mixes two pages."""

    def __init__(self, scripts: PageScripts) -> None:
        self._scripts = scripts
        self._looking = Looking(scripts)
        self._frames: dict[str, Frame] = {}

    async def scan(self, request: Record, *, in_frames: Record | None) -> list[DocumentView]:
        """The main document's answer, then those of the frames that lie in its region, when `in_frames` is given."""
        await self._looking.prepare(timeout=PREPARE_SECONDS)
        main = self._noted(await self._scripts.call("scan", request, timeout=SCAN_SECONDS), self._main_frame)
        view = DocumentView(document=str(main["documentId"]), is_main=True, answer=main)
        if in_frames is None or "error" in main:
            return [view]
        region = cast(Mapping[str, Any], main["region"])
        # Frames that a box of the page has scrolled away lie outside the page's own box, and belong to it all the same.
        box = None if region["name"] == "page" else region["box"]
        return [view, *await self._scan_frames(in_frames, box)]

    async def scan_document(self, document: str, request: Record) -> DocumentView:
        """One document's answer, the main one or a frame's."""
        await self._looking.prepare(timeout=PREPARE_SECONDS)
        frame = self._frame(document)
        answer = self._noted(await self._scripts.call("scan", request, frame=frame, timeout=SCAN_SECONDS), frame)
        return DocumentView(document=document, is_main=frame is self._main_frame, answer=answer)

    async def describe(self, refs: Sequence[NodeRef]) -> list[Record | None]:
        """Fresh facts of elements, in the order given; None for what is gone."""
        records: dict[NodeRef, Record | None] = {}
        for document, keys in _by_document(refs).items():
            answer = await self.ask(document, "describe", {"keys": keys})
            found = cast(list[Record | None], answer["records"]) if answer else [None] * len(keys)
            records |= {NodeRef(document, key): record for key, record in zip(keys, found, strict=True)}
        return [records[ref] for ref in refs]

    async def native(self, refs: Sequence[NodeRef]) -> dict[NodeRef, Native]:
        """Role and name as the browser itself computes them; what it does not expose is left out."""
        found: dict[NodeRef, Native] = {}
        for document, keys in _by_document(refs).items():
            try:
                told = await self._looking.native(keys, self._frame(document), timeout=ASK_SECONDS)
            except (PageClosed, PageHung, WaitTimeout):
                continue
            found |= {NodeRef(document, key): native for key, native in told.items()}
        return found

    async def locate(self, facts: Record) -> list[tuple[NodeRef, Record]]:
        """Elements of all documents that may be the one with these facts, best guess first within each document."""
        await self._looking.prepare(timeout=PREPARE_SECONDS)
        answers = await self._scripts.call_everywhere("locate", {"facts": facts}, timeout=ASK_SECONDS)
        found: list[tuple[NodeRef, Record]] = []
        for frame, answer in answers:
            document = str(self._noted(answer, frame)["documentId"])
            records = cast(list[Record], answer["records"])
            found += [(NodeRef(document, cast(int, record["k"])), record) for record in records]
        return found

    async def everywhere(self, name: str, request: Record) -> list[Answer]:
        """The answers of all documents of the tab, the main one first."""
        answers = await self._scripts.call_everywhere(name, request, timeout=ASK_SECONDS)
        return [self._noted(answer, frame) for frame, answer in answers]

    async def variants(self, document: str, request: Record) -> Answer | None:
        """The members of a like-row pattern; None when the document is gone."""
        return await self.ask(document, "variants", request)

    async def unique(self, ref: NodeRef, selectors: Sequence[Record]) -> tuple[list[bool], str]:
        """Which of the selectors find this element and no other in its document now; a CSS path where no CSS does."""
        answer = await self.ask(ref.document, "unique", {"key": ref.key, "selectors": list(selectors)})
        return (cast(list[bool], answer["unique"]), str(answer["path"])) if answer else ([False] * len(selectors), "")

    async def offset(self, document: str) -> Point:
        """Where a document's viewport begins in the tab's."""
        return (await self._plane(self._frame(document))).origin

    async def in_tab(self, document: str, point: Point) -> Point:
        """A point of a document's viewport as the tab has it."""
        return (await self._plane(self._frame(document))).outside(point)

    async def over_frames(self, document: str, point: Point) -> Record | None:
        """What lies over the frames that show a document, at a point of the tab; None when nothing does."""
        frame = self._frame(document)
        while (parent := frame.parent_frame) is not None:
            inside = (await self._plane(parent)).inside(point)
            answer = await self._looking.over_frame(frame, inside, timeout=ASK_SECONDS)
            if not answer["hit"]:
                return self._noted(dict(answer), parent)
            frame = parent
        return None

    async def met_at(self, ref: NodeRef, point: Point) -> Record | None:
        """What the pointer meets at a point of the tab, in the element's document; None when that is gone."""
        x, y = (await self._plane(self._frame(ref.document))).inside(point)
        return await self.ask(ref.document, "whatIsAt", {"key": ref.key, "x": x, "y": y})

    async def _plane(self, frame: Frame) -> Plane:
        return Plane() if frame is self._main_frame else await self._looking.frame_plane(frame, timeout=ASK_SECONDS)

    async def object_of(self, ref: NodeRef, use: Callable[[Nodes, str], Awaitable[None]]) -> bool:
        """Let `use` have an element as an object of the browser; False when the element is gone."""

        async def work(place: Place) -> bool:
            async with keeping(place) as nodes:
                (found,) = await nodes.given("elements", {"keys": [ref.key]})
                if found is not None:
                    await use(nodes, found)
                return found is not None

        return await self._scripts.at(work, frame=self._frame(ref.document), timeout=ASK_SECONDS)

    async def main_document(self) -> str:
        """The id of the document the tab shows now."""
        answer = await self._scripts.call("describe", {"keys": []}, timeout=ASK_SECONDS)
        return str(self._noted(answer, self._main_frame)["documentId"])

    async def is_current(self, document: str) -> bool:
        """Whether its frame still shows this document and not the next one."""
        return await self.ask(document, "describe", {"keys": []}) is not None

    def frame_url(self, document: str) -> str | None:
        """Where a frame is; None for the tab's own document and for what is gone."""
        frame = self._frames.get(document)
        return None if frame is None or frame is self._main_frame else frame.url

    async def open_roots(self) -> int:
        """Look for closed shadow roots that are new; how many there are."""
        try:
            return await self._looking.open_closed_roots(timeout=PREPARE_SECONDS)
        except (WaitTimeout, PageHung):
            return 0

    def meet(self, answer: Answer, frame: Frame) -> str:
        """The id of the document that answered, which can be asked by it from now on."""
        return str(self._noted(answer, frame)["documentId"])

    def knows(self, document: str) -> bool:
        frame = self._frames.get(document)
        return frame is not None and not frame.is_detached()

    @property
    def _main_frame(self) -> Frame:
        return self._scripts.page.main_frame

    def _frame(self, document: str) -> Frame:
        frame = self._frames.get(document)
        if frame is None or frame.is_detached():
            raise PageClosed("the document that held it is gone", hint="Call ui_scan to see what is there now.")
        return frame

    def _noted(self, answer: Answer, frame: Frame) -> Answer:
        self._frames[str(answer["documentId"])] = frame
        while len(self._frames) > REMEMBERED:
            del self._frames[next(iter(self._frames))]
        return answer

    async def ask(self, document: str, name: str, request: Record, *, timeout: float = ASK_SECONDS) -> Answer | None:
        """The answer of exactly this document; None when another one has taken its place."""
        if not self.knows(document):
            return None
        try:
            answer = await self._scripts.call(name, request, frame=self._frames[document], timeout=timeout)
        except PageClosed:
            return None
        return answer if answer["documentId"] == document else None

    async def wait_in(self, document: str, name: str, request: Record, *, timeout: float) -> Answer | None:
        """The answer of a page function that waits, of exactly this document; None when it is gone."""
        if not self.knows(document):
            return None
        try:
            answer = await self._scripts.call(name, request, frame=self._frames[document], timeout=timeout)
        except PageClosed:
            return None
        return answer if answer["documentId"] == document else None

    async def sees_frame(self, frame: Frame) -> bool:
        """Whether a frame can be seen, maybe after scrolling."""
        return await self._looking.frame_is_seen(frame, timeout=ASK_SECONDS)

    async def _scan_frames(self, request: Record, box: Mapping[str, float] | None) -> list[DocumentView]:
        places = await self._scripts.places(timeout=ASK_SECONDS)
        children = [frame for frame in places if frame is not self._main_frame]
        views = await asyncio.gather(*(self._scan_frame(frame, request, box) for frame in children))
        # The browser tells frames in no particular order; people read them from the top.
        return sorted((view for view in views if view is not None), key=lambda view: view.offset[::-1])

    async def _scan_frame(self, frame: Frame, request: Record, box: Mapping[str, float] | None) -> DocumentView | None:
        """None for a frame that is not laid out, lies outside the region, hangs or goes away meanwhile."""
        try:
            offset = await self._looking.frame_offset(frame, timeout=ASK_SECONDS)
            if not _is_inside(offset, box) or not await self._looking.frame_is_seen(frame, timeout=ASK_SECONDS):
                return None
            answer = self._noted(await self._scripts.call("scan", request, frame=frame, timeout=ASK_SECONDS), frame)
        except (HandholdError, PlaywrightError):
            return None
        return DocumentView(document=str(answer["documentId"]), is_main=False, answer=answer, offset=offset)


def _by_document(refs: Iterable[NodeRef]) -> dict[str, list[int]]:
    grouped: dict[str, list[int]] = {}
    for document, key in dict.fromkeys(refs):
        grouped.setdefault(document, []).append(key)
    return grouped


def _is_inside(point: Point, box: Mapping[str, float] | None) -> bool:
    if box is None:
        return True
    x, y = point
    return box["x"] - 1 <= x <= box["x"] + box["w"] + 1 and box["y"] - 1 <= y <= box["y"] + box["h"] + 1
