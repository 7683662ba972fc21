"""Everything that is asked of the documents of one tab: what is in them, where it is, and what the browser calls it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.documents import Native
from handhold.adapters.browser.frame_boxes import FrameBox
from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.looking import Looking
from handhold.adapters.browser.nodes import Nodes, keeping
from handhold.adapters.browser.planes import Plane
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import DocumentView, NodeRef, Point, Record
from handhold.errors import HandholdError, PageClosed, PageHung, WaitTimeout

PREPARE_SECONDS = 1.5
SCAN_SECONDS = 8.0
ASK_SECONDS = 3.0
REMEMBERED = 64
SHOWN = 24
"""As many as an answer shows, and a few for those that are left out of it."""


class Eyes:
    """Looks at one tab. Documents are known by an id of their own, so an answer never mixes two pages."""

    def __init__(self, scripts: PageScripts) -> None:
        self._scripts = scripts
        self._looking = Looking(scripts)
        self._frames: dict[str, Frame] = {}
        self._boxes: dict[Frame, FrameBox] = {}
        self._getting_ready: asyncio.Task[bool] | None = None

    async def look_ahead(self, *, most: int, oldest: float, observe: Record | None = None) -> int | None:
        """Look at what a scan would, so that it will be known already; the milliseconds that the page took.

        None when the documents have more than `most` elements, which takes the page's time. What was seen more than
        `oldest` seconds ago is looked at again. `observe`: what a scan will ask for along with it.
        """
        sizes = await self._scripts.call_everywhere("census", timeout=ASK_SECONDS)
        if sum(cast(int, size["elements"]) for _frame, size in sizes) > most:
            return None
        request = {"oldestMs": round(oldest * 1000), **({} if observe is None else {"observe": observe})}
        in_frames = {"oldestMs": request["oldestMs"], "region": "page"}
        views = await self.scan(request, in_frames=in_frames, name="ahead")
        shown = [NodeRef(view.document, key) for view in views for key in cast(list[int], view.answer.get("keys", []))]
        await self.native(shown[:SHOWN])
        return sum(cast(int, view.answer.get("tookMs", 0)) for view in views)

    def get_ready(self) -> asyncio.Task[bool]:
        """Begin to find out what a look at a new page has to know besides the page itself."""
        self._getting_ready = asyncio.create_task(self._looking.prepare(timeout=PREPARE_SECONDS))
        self._getting_ready.add_done_callback(retrieve)
        return self._getting_ready

    async def meet_page(self, request: Record) -> None:
        """Look at a main document that is new, as `look_ahead` does, unless somebody who wants to know looks first."""
        looks = self._looking.looks
        await (self._getting_ready or self.get_ready())
        self._getting_ready = None
        if self._looking.looks != looks:
            return
        answer = await self._looking.look_at("ahead", request, timeout=SCAN_SECONDS)
        self._noted(answer, self._main_frame)
        if self._looking.looks != looks:
            return  # who looks now asks for the names as well
        await self._looking.name_ahead(cast(list[int], answer.get("keys", []))[:SHOWN], timeout=ASK_SECONDS)

    async def until_outdated(self, *, quiet: float, timeout: float) -> None:
        """Return when the last look at the main document is none any more and the page is quiet, or in time."""
        request = {"quietMs": round(quiet * 1000), "timeoutMs": round(timeout * 1000)}
        await self._scripts.call("outdated", request, timeout=timeout + ASK_SECONDS)

    async def scan(self, request: Record, *, in_frames: Record | None, name: str = "scan") -> list[DocumentView]:
        """What the main document answers, then what frames that lie in its region do, when `in_frames` is given."""
        boxes = self._frame_boxes() if in_frames is not None and self._main_frame.child_frames else None
        looking = self._looking.look(name, request, timeout=SCAN_SECONDS, patience=PREPARE_SECONDS)
        if boxes is None or in_frames is None:
            return [self._view(await looking)]
        answer, (places, self._boxes) = await asyncio.gather(looking, boxes)
        main = self._view(answer)
        if "error" in answer:
            return [main]
        region = cast(Mapping[str, Any], answer["region"])
        # Frames that a box of the page has scrolled away lie outside the page's own box, and belong to it all the same.
        inside = [frame for frame, box in self._boxes.items() if region["name"] == "page" or _lies_in(box, region)]
        views = await self._see_frames(inside, name, in_frames, places)
        unseen = len(inside) - len(views)
        return [replace(main, answer={**answer, "unseenFrames": unseen}) if unseen else main, *views]

    async def scan_frames(self, request: Record) -> list[DocumentView]:
        """What those frames answer that have the region."""
        if not self._main_frame.child_frames:
            return []
        places, self._boxes = await self._frame_boxes()
        views = await self._see_frames(list(self._boxes), "scan", request, places)
        return [view for view in views if "error" not in view.answer]

    async def scan_document(self, document: str, request: Record, *, name: str = "scan") -> DocumentView:
        """One document's answer, the main one or a frame's."""
        frame = self._frame(document)
        if frame is self._main_frame:
            return self._view(await self._looking.look(name, request, timeout=SCAN_SECONDS, patience=PREPARE_SECONDS))
        await self._looking.prepare(timeout=PREPARE_SECONDS)
        answer = self._noted(await self._look_at(frame, name, request, timeout=SCAN_SECONDS), frame)
        return DocumentView(document=document, is_main=False, answer=answer)

    async def describe(self, refs: Sequence[NodeRef]) -> list[Record | None]:
        """Fresh facts of elements, in the order given; None for what is gone."""
        records: dict[NodeRef, Record | None] = {}
        for document, keys in _by_document(refs).items():
            answer = await self._show(document, "describe", {"keys": keys})
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

    async def observe(self, request: Record) -> Answer:
        """What a record keeps of the main document, by a look of its own."""
        await self._looking.prepare(timeout=PREPARE_SECONDS)
        return self._noted(await self._scripts.call("observe", request, timeout=ASK_SECONDS), self._main_frame)

    async def variants(self, document: str, request: Record) -> Answer | None:
        """The members of a like-row pattern; None when the document is gone."""
        return await self._show(document, "variants", request)

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

    async def plane_of(self, document: str) -> Plane:
        """Where a document's viewport lies in the tab's, transformations included."""
        return await self._plane(self._frame(document))

    async def is_elsewhere(self, document: str) -> bool:
        """Whether a document lives in another process than the tab's own."""
        frame = self._frame(document)
        return frame is not self._main_frame and await self._scripts.is_elsewhere(frame, timeout=ASK_SECONDS)

    async def attend(self) -> None:
        """Let every document know who listens in it and what is in its closed shadow roots."""
        await self._looking.prepare(timeout=PREPARE_SECONDS)

    async def _plane(self, frame: Frame) -> Plane:
        return Plane() if frame is self._main_frame else await self._looking.frame_plane(frame, timeout=ASK_SECONDS)

    async def object_of(self, ref: NodeRef, use: Callable[[Nodes, str], Awaitable[None]]) -> bool:
        """Let `use` have an element as an object of the browser; False when the element is gone."""

        async def work(place: Place) -> bool:
            (found,) = await place.give("elements", {"keys": [ref.key]})
            if found is None:
                return False
            async with keeping(place) as nodes:
                for one in await nodes.resolved([found["backendNodeId"]]):
                    await use(nodes, one)
                    return True
            return False

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

    def frame_of(self, document: str) -> Frame | None:
        """The frame that showed this document last; None when it is gone."""
        return self._frames[document] if self.knows(document) else None

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
        document = str(answer["documentId"])
        self._frames.pop(document, None)
        self._frames[document] = frame
        if len(self._frames) > REMEMBERED:
            self._forget()
        return answer

    def _forget(self) -> None:
        """Let go of the oldest documents, of those that no frame shows any more."""
        shown = {frame: document for document, frame in self._frames.items() if not frame.is_detached()}
        gone = [document for document, frame in self._frames.items() if shown.get(frame) != document]
        for document in gone[: len(self._frames) - REMEMBERED]:
            del self._frames[document]

    async def ask(self, document: str, name: str, request: Record, *, timeout: float = ASK_SECONDS) -> Answer | None:
        """The answer of exactly this document; None when another one has taken its place."""
        return await self._of(document, lambda frame: self._scripts.call(name, request, frame=frame, timeout=timeout))

    async def _show(self, document: str, name: str, request: Record) -> Answer | None:
        """The records of exactly this document; None when another one has taken its place."""
        return await self._of(document, lambda frame: self._look_at(frame, name, request))

    async def _look_at(self, frame: Frame, name: str, request: Record, *, timeout: float = ASK_SECONDS) -> Answer:
        if frame is self._main_frame:
            return await self._looking.look_at(name, request, timeout=timeout)
        places = await self._scripts.places(timeout=ASK_SECONDS)
        if frame not in places:
            raise PageClosed("the frame went away or does not answer", hint="Look at the page again.")
        return await self._looking.look_into(
            frame, name, request, places=places, boxes=self._boxes, timeout=ASK_SECONDS
        )

    async def _of(self, document: str, ask: Callable[[Frame], Awaitable[Answer]]) -> Answer | None:
        """The answer of exactly this document; None when another one has taken its place."""
        if not self.knows(document):
            return None
        try:
            answer = await ask(self._frames[document])
        except PageClosed:
            return None
        return answer if answer["documentId"] == document else None

    async def sees_frame(self, frame: Frame) -> bool:
        """Whether a frame can be seen, maybe after scrolling."""
        places = await self._scripts.places(timeout=ASK_SECONDS)
        return (await self._looking.frame_box(frame, places, timeout=ASK_SECONDS)).is_seen

    def _view(self, answer: Answer) -> DocumentView:
        self._noted(answer, self._main_frame)
        return DocumentView(document=str(answer["documentId"]), is_main=True, answer=answer)

    async def _frame_boxes(self) -> tuple[dict[Frame, Place], dict[Frame, FrameBox]]:
        """Where the frames of the page are; those that are not laid out, hang or go away meanwhile are left out."""
        places = await self._scripts.places(timeout=ASK_SECONDS)
        frames = [frame for frame in places if frame is not self._main_frame]
        boxes = await asyncio.gather(*(self._frame_box(frame, places) for frame in frames))
        found = zip(frames, boxes, strict=True)
        return places, {frame: box for frame, box in found if box is not None and box.is_seen}

    async def _frame_box(self, frame: Frame, places: Mapping[Frame, Place]) -> FrameBox | None:
        try:
            return await self._looking.frame_box(frame, places, timeout=ASK_SECONDS)
        except (HandholdError, PlaywrightError):
            return None

    async def _see_frames(
        self, frames: Iterable[Frame], name: str, request: Record, places: Mapping[Frame, Place]
    ) -> list[DocumentView]:
        views = await asyncio.gather(*(self._see_frame(frame, name, request, places) for frame in frames))
        # The browser tells frames in no particular order; people read them from the top.
        return sorted((view for view in views if view is not None), key=lambda view: view.offset[::-1])

    async def _see_frame(
        self, frame: Frame, name: str, request: Record, places: Mapping[Frame, Place]
    ) -> DocumentView | None:
        """None for a frame that hangs or goes away meanwhile."""
        try:
            answer = await self._looking.look_into(
                frame, name, request, places=places, boxes=self._boxes, timeout=ASK_SECONDS
            )
        except (HandholdError, PlaywrightError):
            return None
        self._noted(answer, frame)
        offset = (self._boxes[frame].x, self._boxes[frame].y)
        return DocumentView(document=str(answer["documentId"]), is_main=False, answer=answer, offset=offset)


def _by_document(refs: Iterable[NodeRef]) -> dict[str, list[int]]:
    grouped: dict[str, list[int]] = {}
    for document, key in dict.fromkeys(refs):
        grouped.setdefault(document, []).append(key)
    return grouped


def _lies_in(box: FrameBox, region: Mapping[str, Any]) -> bool:
    """Whether any of a frame is in the viewport, or half of it in another region: a dialog may be in front of some."""
    edges = cast(Mapping[str, float], region["box"])
    across = min(box.x + box.width, edges["x"] + edges["w"]) - max(box.x, edges["x"])
    down = min(box.y + box.height, edges["y"] + edges["h"]) - max(box.y, edges["y"])
    share = 0.0 if region["name"] == "viewport" else 0.5
    return across > 0 and down > 0 and across * down >= share * box.width * box.height
