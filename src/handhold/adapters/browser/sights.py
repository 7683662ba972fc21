"""Ask the documents of a tab what of them only a picture shows, where it is, and who would get a press there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from playwright.async_api import Error, Frame

from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.held_frames import held_frames
from handhold.adapters.browser.outlook import Anchored, Lens, Met, Outlook, Part, RegionFound, Shot
from handhold.adapters.browser.pictures import take_picture
from handhold.adapters.browser.planes import Plane
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import NodeRef, Point, Record, Rect
from handhold.errors import HandholdError, PageClosed

ASK_SECONDS: Final = 4.0
FRAME_SECONDS: Final = 2.5
DEEPEST: Final = 6
MOST_FRAMES: Final = 40


class TabSights:
    """Pictures of one tab, and what its documents know about them."""

    def __init__(self, scripts: PageScripts, eyes: Eyes) -> None:
        self._scripts = scripts
        self._eyes = eyes
        self._frames_left = MOST_FRAMES

    async def look(self, region: object) -> Outlook:
        """What of a region only a picture shows; the region is one of the main document, or an element of any."""
        self._frames_left = MOST_FRAMES
        main = self._scripts.page.main_frame
        if not isinstance(region, NodeRef):
            answer = await self._scripts.call("unexplained", {"region": region}, timeout=ASK_SECONDS)
            return await self._told(main, answer)
        answer = await self._eyes.ask(
            region.document, "unexplained", {"region": {"key": region.key}, "isFrame": True}, timeout=ASK_SECONDS
        )
        frame = self._eyes.frame_of(region.document)
        if answer is None or frame is None:
            raise PageClosed("the document that held it is gone", hint="Call ui_scan to see what is there now.")
        told = await self._told(frame, answer)
        return told if frame is main else replace(told, document=await self._eyes.main_document())

    async def picture(self, area: Rect, lens: Lens) -> Shot:
        return await take_picture(self._scripts, area, lens)

    async def met_at(self, document: str, points: Sequence[Point], *, on: NodeRef | None = None) -> list[Met | None]:
        """What the pointer meets in a document at points of the tab; none where another document is in the way."""
        plane = await self._eyes.plane_of(document)
        request: dict[str, object] = {"points": [plane.inside(point) for point in points]}
        if on is not None:
            request["on"] = on.key
        answer = await self._eyes.ask(document, "metAt", request)
        if answer is None:
            return [None] * len(points)
        return [_met(document, told) for told in cast(list[Mapping[str, Any] | None], answer["met"])]

    async def document_at(self, point: Point) -> str:
        """The innermost document that shows at a point of the tab."""
        frame = self._scripts.page.main_frame
        answer = await self._scripts.call("metAt", {"points": [point]}, timeout=ASK_SECONDS)
        document = self._eyes.meet(answer, frame)
        for _level in range(DEEPEST):
            (met,) = cast(list[Mapping[str, Any] | None], answer["met"])
            held = await held_frames(self._scripts, frame) if met and frame.child_frames else {}
            inner = held.get(met["k"]) if met else None
            if inner is None:
                break
            known = await self._scripts.call("viewNow", {}, frame=inner, timeout=FRAME_SECONDS)
            frame, document = inner, self._eyes.meet(known, inner)
            inside = (await self._eyes.plane_of(document)).inside(point)
            answer = await self._scripts.call("metAt", {"points": [inside]}, frame=frame, timeout=FRAME_SECONDS)
        return document

    async def is_in_the_way(self, document: str, point: Point) -> bool:
        """Whether something of the documents around a frame lies over it there."""
        return await self._eyes.over_frames(document, point) is not None

    async def anchor(self, node: NodeRef, *, at: Point, into_view: bool) -> Anchored | None:
        """Where an element is now, scrolled until a place in it shows if asked to; None when it is gone or hidden."""
        found = await self._anchored(node, at=at, into_view=into_view)
        if found is None or not into_view or self._eyes.frame_url(node.document) is None:
            return found
        spot = found.whole.place(at)
        if found.lens.view.holds(spot) and not await self.is_in_the_way(node.document, spot):
            return found
        return await self._shown_around(node, found, at=at)

    async def _anchored(self, node: NodeRef, *, at: Point, into_view: bool) -> Anchored | None:
        request = {"key": node.key, "at": list(at), "isWanted": into_view}
        answer = await self._eyes.ask(node.document, "anchorNow", request)
        if answer is None or "gone" in answer or "hidden" in answer:
            return None
        plane = await self._eyes.plane_of(node.document)
        seen, whole = Rect.of(cast(Record, answer["seen"])), Rect.of(cast(Record, answer["whole"]))
        is_main = self._eyes.frame_url(node.document) is None
        lens = _lens(answer) if is_main else await self._main_lens()
        shown = plane.box_outside(seen).within(lens.view) if seen.area else Rect(0, 0, 0, 0)
        return Anchored(seen=shown, whole=plane.box_outside(whole), lens=lens)

    async def _shown_around(self, node: NodeRef, found: Anchored, *, at: Point) -> Anchored | None:
        """The same, once each document around its frame has scrolled its frame: a document scrolls only itself."""
        frame, now = self._eyes.frame_of(node.document), cast(Anchored | None, found)
        while now is not None and frame is not None and frame.parent_frame is not None:
            await self._show_frame(frame, frame.parent_frame, now.whole.place(at))
            now = await self._anchored(node, at=at, into_view=False)
            frame = frame.parent_frame
        return now

    async def _show_frame(self, frame: Frame, parent: Frame, spot: Point) -> None:
        """Have the document around a frame scroll until a point of the tab, which lies in the frame, shows there."""
        held = await held_frames(self._scripts, parent)
        key = next((key for key, inner in held.items() if inner == frame), None)
        if key is None:
            return
        told = await self._scripts.call("anchorNow", {"key": key}, frame=parent, timeout=FRAME_SECONDS)
        if "whole" not in told:
            return
        plane = await self._eyes.plane_of(self._eyes.meet(told, parent))
        place = Rect.of(cast(Record, told["whole"])).share_of(plane.inside(spot))
        request = {"key": key, "at": list(place), "isWanted": True}
        await self._scripts.call("anchorNow", request, frame=parent, timeout=FRAME_SECONDS)

    async def is_there(self, node: NodeRef) -> bool:
        """Whether an element is in its document, seen or not."""
        answer = await self._eyes.ask(node.document, "anchorNow", {"key": node.key})
        return answer is not None and "gone" not in answer

    async def came_after(self, node: NodeRef, *, tag: str, newest: int) -> list[tuple[NodeRef, Rect]] | None:
        """Pictures of this tag in a node's document that came after a look at it, and boxes of their sizes.

        Also those that do not show now. None when the document is gone.
        """
        answer = await self._eyes.ask(node.document, "successors", {"tag": tag, "newest": newest})
        if answer is None:
            return None
        plane = await self._eyes.plane_of(node.document)
        return [
            (NodeRef(node.document, told["k"]), plane.box_outside(Rect(0, 0, told["w"], told["h"])))
            for told in cast(list[Mapping[str, Any]], answer["pictures"])
        ]

    async def region(self, region: object) -> RegionFound:
        """The elements that a region of the main document is."""
        answer = await self._scripts.call("regionElements", {"region": region}, timeout=ASK_SECONDS)
        document = self._eyes.meet(answer, self._scripts.page.main_frame)
        if "error" in answer:
            return RegionFound(error=str(answer["error"]), names=tuple(cast(list[str], answer["names"])))
        return RegionFound(nodes=tuple(NodeRef(document, key) for key in cast(list[int], answer["keys"])))

    async def window(self) -> Rect:
        """What shows of the tab's viewport."""
        return (await self._main_lens()).view

    async def _main_lens(self) -> Lens:
        return _lens(await self._scripts.call("viewNow", {}, timeout=ASK_SECONDS))

    async def _told(self, frame: Frame, answer: Answer) -> Outlook:
        document = self._eyes.meet(answer, frame)
        if "error" in answer:
            names = tuple(cast(list[str], answer["names"]))
            return Outlook(document=document, region="", lens=Lens(), error=str(answer["error"]), names=names)
        is_main = frame is self._scripts.page.main_frame
        lens = _lens(answer) if is_main else await self._main_lens()
        plane = await self._eyes.plane_of(document)
        whole = Outlook(document=document, region=str(answer["region"]), lens=lens)
        return await self._gathered(frame, answer, whole, plane, lens.view, depth=0)

    async def _gathered(
        self, frame: Frame, answer: Answer, around: Outlook, plane: Plane, view: Rect, *, depth: int
    ) -> Outlook:
        """The outlook with what a document and the frames in it add."""
        found = _added(around, answer, plane, view)
        frames = cast(list[Mapping[str, Any]], answer["frames"])
        if not frames:
            return found
        held = await held_frames(self._scripts, frame) if depth < DEEPEST else {}
        for told in frames:
            box = plane.box_outside(Rect.of(told)).within(view)
            if box.area < 1:
                continue
            inner = held.get(cast(int, told["k"]))
            found = await self._with_frame(inner, found, box, is_wanted=bool(told["isWanted"]), depth=depth + 1)
        return found

    async def _with_frame(
        self, frame: Frame | None, found: Outlook, box: Rect, *, is_wanted: bool, depth: int
    ) -> Outlook:
        """A frame that cannot be asked is painted over: nobody knows what is typed in it."""
        hidden = replace(found, masks=(*found.masks, box))
        if frame is None or self._frames_left <= 0:
            return hidden
        self._frames_left -= 1
        request = {"region": "page", "isFrame": True}
        try:
            answer = await self._scripts.call("unexplained", request, frame=frame, timeout=FRAME_SECONDS)
            plane = await self._eyes.plane_of(self._eyes.meet(answer, frame))
            inside = await self._gathered(frame, answer, found, plane, box, depth=depth)
        except (HandholdError, Error):
            return hidden
        return inside if is_wanted else replace(inside, parts=found.parts)


def _added(around: Outlook, answer: Answer, plane: Plane, view: Rect) -> Outlook:
    document = str(answer["documentId"])

    def placed(told: Record) -> Rect:
        return plane.box_outside(Rect.of(told)).within(view)

    parts = [
        _part(document, told, plane, view, newest=cast(int, answer["newest"]))
        for told in cast(list[Mapping[str, Any]], answer["parts"])
    ]
    controls = [
        (NodeRef(document, told["k"]), placed(told)) for told in cast(list[Mapping[str, Any]], answer["controls"])
    ]
    words = [placed(told) for told in cast(list[Record], answer["words"])]
    masks = [placed(told) for told in cast(list[Record], answer["masks"])]
    return replace(
        around,
        parts=(*around.parts, *(part for part in parts if part.seen.area >= 1)),
        controls=(*around.controls, *(each for each in controls if each[1].area)),
        words=(*around.words, *(box for box in words if box.area)),
        masks=(*around.masks, *(box for box in masks if box.area)),
        is_cut=around.is_cut or bool(answer["isCut"]) or "truncated" in answer,
    )


def _part(document: str, told: Mapping[str, Any], plane: Plane, view: Rect, *, newest: int) -> Part:
    control = told["control"]
    return Part(
        node=NodeRef(document, told["k"]),
        tag=str(told["tag"]),
        kind=str(told["kind"]),
        seen=plane.box_outside(Rect.of(told)).within(view),
        whole=plane.box_outside(Rect.of(told["whole"])),
        control=None if control is None else NodeRef(document, control),
        newest=newest,
    )


def _met(document: str, told: Mapping[str, Any] | None) -> Met | None:
    if told is None:
        return None
    control = told["control"]
    return Met(
        node=NodeRef(document, told["k"]),
        hit=str(told["hit"]),
        control=None if control is None else NodeRef(document, control),
        tag=str(told["tag"]),
        is_weak=bool(told["isWeak"]),
        is_on=bool(told["isOn"]),
    )


def _lens(answer: Answer) -> Lens:
    ratio, zoom = cast(float, answer["ratio"]), cast(float, answer["zoom"])
    return Lens(ratio=ratio, zoom=zoom, view=Rect.of(cast(Record, answer["view"])))
