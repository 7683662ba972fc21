"""Find something that was seen again: where it lay on its anchor, by its looks, by its words; refuse when in doubt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from handhold.adapters.browser.outlook import Anchored
from handhold.adapters.browser.seen import Point, Rect
from handhold.errors import TargetAmbiguous, TargetBlocked, TargetStale
from handhold.services.perception.resolve import Resolved
from handhold.services.perception.wording import fold
from handhold.services.sight.findings import Finding, areas_to_read, findings_of
from handhold.services.sight.gaze import MARGIN, Gaze, context_of, with_margin
from handhold.services.sight.stills import GONE, STILL, Still, Stills, distance, does_not_show
from handhold.services.sight.verdicts import Evidence, Spot, Verified
from handhold.services.sight.visual_handles import Fractions, VisualHandle

T = TypeVar("T")
HERE: Final = 0.5
"""A place this much like the expected one is the expected one."""
APART: Final = 0.08
"""The best place must look this much more alike than the next one."""
MOST_SUCCESSORS: Final = 12
MIDDLE: Final = (0.5, 0.5)


class Replay:
    def __init__(self, gaze: Gaze) -> None:
        self._gaze = gaze
        self._stills = Stills(gaze)

    async def verify(self, handle: VisualHandle) -> Verified:
        """Where it was and as it looked. Raises `TargetStale`."""
        self._refuse_other_tab(handle)
        now, is_unchanged = await self._look_at(handle, partial(self._is_unchanged, handle), into_view=False)
        was = self._where_it_was(handle, now)
        spot = was if is_unchanged else await self._elsewhere(handle, was.bbox)
        if spot.bbox.likeness(was.bbox) < HERE:
            raise TargetStale("what was seen there is elsewhere now", hint=GONE)
        return Verified(handle=self._gaze.memory.handles.update(spot.handle), evidence=spot.evidence)

    async def find(self, handle: VisualHandle) -> Spot:
        """Where it is now. Raises `TargetStale`, `TargetAmbiguous`, or `TargetBlocked` when something is over it."""
        self._gaze.view.count("handhold.visual.replays")
        self._refuse_other_tab(handle)
        anchor = await self._gaze.sights.anchor(handle.anchor, at=_middle(handle), into_view=True)
        if anchor is not None or await self._gaze.sights.is_there(handle.anchor):
            return self._kept(await self._found(handle, anchor))
        return self._kept(await self._found_on_another(handle))

    async def find_on(self, handle: VisualHandle, resolved: Resolved, *, into_view: bool = True) -> Spot:
        """On the element that explains it, which must look as it did: contents pass from one element to another."""
        self._refuse_other_tab(handle)
        now, grown = await asyncio.gather(
            self._stills.whole(resolved.handle.node, at=MIDDLE, into_view=into_view), self._grown(handle)
        )
        box, evidence = await self._on_element(handle, now, grown=grown)
        spot = Spot(
            x=box.centre[0],
            y=box.centre[1],
            bbox=box,
            handle=self._gaze.memory.handles.update(replace(handle, bbox=box)),
            evidence=replace(evidence, by=f"element+{evidence.by}"),
            on=now.node,
            element=resolved.handle.id,
        )
        await self.refuse_covered(spot, (spot.x, spot.y))
        return spot

    async def drawn_around(self, spot: Spot) -> list[Finding]:
        """Everything that is drawn on the same anchor, or in the element that explains it."""
        now = await self._stills.whole(spot.on, at=MIDDLE, into_view=False)
        return await (self._findings(now) if spot.element is not None else self._drawn_on(now))

    async def _found(self, handle: VisualHandle, anchor: Anchored | None = None) -> Spot:
        """Where it is on its anchor; `anchor`: where that is, if it has just been asked."""

        async def compared(now: Still) -> tuple[bool, bool]:
            spot = self._where_it_was(handle, now)
            return await asyncio.gather(self._is_unchanged(handle, now), self._is_met(spot, (spot.x, spot.y)))

        now, (is_unchanged, is_met) = await self._look_at(handle, compared, into_view=True, anchor=anchor)
        spot = self._where_it_was(handle, now)
        if not is_unchanged:
            spot = await self._elsewhere(handle, spot.bbox)
            is_met = await self._is_met(spot, (spot.x, spot.y))
        if not is_met:
            raise _covered()
        return spot

    async def _elsewhere(self, handle: VisualHandle, expected: Rect) -> Spot:
        """Where it is when it, or something around it, looks otherwise than it did."""
        now = await self._stills.whole(handle.anchor, at=_middle(handle), into_view=False)
        if handle.text or handle.caption:
            return await self._by_name(handle, now)
        if handle.kind == "icon":
            return await self._by_looks(handle, now)
        if handle.kind == "slider":
            return await self._by_track(handle, now, expected)
        # One plain box looks like the next.
        raise TargetStale("what stands around it has changed, and nothing else tells it from others", hint=GONE)

    async def _found_on_another(self, handle: VisualHandle) -> Spot:
        """Where it is on what has taken the place of its anchor: exactly one new picture must show it."""
        spots: list[Spot] = []
        others = await self._successors(handle)
        for other in others:
            try:
                spots.append(await self._found(other))
            except TargetStale:
                continue
        if not spots:
            raise TargetStale("the picture it was seen in is not on the page any more", hint=GONE)
        if len(spots) > 1:
            raise _ambiguous(len(spots))
        # Who looks at several may have scrolled past the one that is meant.
        return spots[0] if len(others) == 1 else await self._found(spots[0].handle)

    async def _successors(self, handle: VisualHandle) -> list[VisualHandle]:
        """The handle on elements that may have taken the place of its anchor; those of its size if there are any."""
        came = await self._gaze.sights.came_after(handle.anchor, tag=handle.tag, newest=handle.newest)
        if came is None:
            raise TargetStale("the page it was seen on has gone", hint=GONE)
        size = Rect(0, 0, *handle.size)
        same = [each for each in came if distance(Rect(0, 0, *each[1][2:]), size) <= STILL]
        if len(same or came) > MOST_SUCCESSORS:
            raise _ambiguous(len(same or came))
        return [replace(handle, anchor=node) for node, _box in (same or came)]

    async def _by_name(self, handle: VisualHandle, now: Still) -> Spot:
        """Words tell things apart that look nearly alike, so they are read again whenever a pixel differs."""
        named = [each for each in await self._drawn_on(now) if _is_named_as(each, handle)]
        alike = [each for each in named if each.kind == handle.kind] or named
        if not alike:
            raise TargetStale("its words are not there any more", hint=GONE)
        # One of several that were named alike may be the only one left, and be another one.
        if len(alike) > 1 or not handle.is_only:
            raise _ambiguous(max(2, len(alike)))
        found = alike[0]
        _refuse_cut(found, handle)
        evidence = Evidence(text=found.text, score=found.confidence, by="text" if handle.text else "caption")
        return self._spot(handle, found.box, now, evidence)

    async def _by_track(self, handle: VisualHandle, now: Still, expected: Rect) -> Spot:
        """A slider without a name looks otherwise whenever it is moved; it must be the only one, where it was."""
        sliders = [each for each in await self._drawn_on(now) if each.kind == "slider"]
        if len(sliders) > 1 or not handle.is_only:
            raise _ambiguous(max(2, len(sliders)))
        if not sliders or sliders[0].caption or sliders[0].box.likeness(expected) < HERE:
            raise TargetStale("the slider is not there any more", hint=GONE)
        return self._spot(handle, sliders[0].box, now, Evidence(score=sliders[0].confidence, by="picture"))

    async def _by_looks(self, handle: VisualHandle, now: Still) -> Spot:
        least = self._gaze.settings.visual_match
        grown = now.shot.scale / handle.scale * (now.anchor.whole.width / handle.size[0] if handle.size[0] else 1.0)
        places = await self._gaze.find(
            now.shot, handle.picture, within=now.shot.area, grown=grown, masks=now.outlook.masks
        )
        if not places or places[0][1] < least:
            raise TargetStale("nothing there looks like it any more", hint=GONE)
        best, score = places[0]
        rivals = [rival for _place, rival in places[1:] if rival > score - APART]
        if rivals:
            raise _ambiguous(len(rivals) + 1)
        box = _without_margin(best)
        named = [each for each in await self._drawn_on(now) if each.caption and each.box.likeness(box) > HERE]
        if named:
            # It had no name, and what looks like it has one: it may be another one that looks the same.
            raise _ambiguous(2)
        return self._spot(handle, box, now, Evidence(score=score, by="picture"))

    async def _grown(self, handle: VisualHandle) -> float:
        """How much wider its anchor is than when it was seen, if it is still there."""
        anchor = await self._gaze.sights.anchor(handle.anchor, at=MIDDLE, into_view=False)
        return anchor.whole.width / handle.size[0] if anchor is not None and handle.size[0] else 1.0

    async def _on_element(self, handle: VisualHandle, now: Still, *, grown: float) -> tuple[Rect, Evidence]:
        """Where on the element it is, by pixels where they tell, else by words."""
        masks = now.outlook.masks
        larger = now.shot.scale / handle.scale * grown
        places = await self._gaze.find(now.shot, handle.picture, within=now.shot.area, grown=larger, masks=masks)
        if places and places[0][1] >= self._gaze.settings.visual_match:
            best, score = places[0]
            if not handle.text or await self._gaze.digests(now.shot, [best], masks) == [handle.picture.digest]:
                return _without_margin(best), Evidence(text=handle.text, score=score, by="picture")
        said = [each for each in await self._findings(now) if handle.text and _is_named_as(each, handle)]
        if len(said) != 1:
            raise TargetStale(
                "the element that explained it looks otherwise now",
                hint=f"Call visual_scan, or use {handle.promoted} if you mean the element whatever it shows.",
            )
        _refuse_cut(said[0], handle)
        return said[0].box, Evidence(text=said[0].text, score=said[0].confidence, by="text")

    async def _look_at(
        self,
        handle: VisualHandle,
        meanwhile: Callable[[Still], Awaitable[T]],
        *,
        into_view: bool,
        anchor: Anchored | None = None,
    ) -> tuple[Still, T]:
        """The place where it was, with no more of its anchor in the picture than it takes to compare pixels."""

        def compared(anchor: Anchored) -> Rect:
            expected = handle.at.on(anchor.whole)
            if expected.share_in(anchor.seen) < HERE:
                raise does_not_show()
            return with_margin(expected).around(context_of(expected, anchor.seen))

        if anchor is None:
            anchor = await self._stills.anchor(handle.anchor, at=_middle(handle), into_view=into_view)
        return await self._stills.part(handle.anchor, anchor, at=_middle(handle), shown=compared, meanwhile=meanwhile)

    def _refuse_other_tab(self, handle: VisualHandle) -> None:
        if handle.tab != self._gaze.view.tab:
            raise TargetStale(
                f"the handle belongs to tab t{handle.tab}, and the current one is t{self._gaze.view.tab}",
                hint="Switch to its tab, or call visual_scan here.",
            )

    async def refuse_covered(self, spot: Spot, point: Point) -> None:
        """A press must come to what is seen there: what lies over it may be as clear as glass."""
        if not await self._is_met(spot, point):
            raise _covered()

    async def _is_met(self, spot: Spot, point: Point) -> bool:
        """Whether a press at a point of it comes to what it came to when it was seen."""
        node = spot.on
        (met,) = await self._gaze.sights.met_at(node.document, [point], on=node)
        is_free = met is not None and (met.is_on or met.node == spot.handle.face or met.control == node)
        return is_free and not await self._gaze.sights.is_in_the_way(node.document, point)

    async def _is_unchanged(self, handle: VisualHandle, now: Still) -> bool:
        """Whether every pixel of it, and of what it stands among, is what it was."""
        expected = handle.at.on(now.anchor.whole)
        places = [with_margin(expected), context_of(expected, now.anchor.seen)]
        picture, context = await self._gaze.digests(now.shot, places, now.outlook.masks)
        return picture == handle.picture.digest and context == handle.context

    async def _drawn_on(self, now: Still) -> list[Finding]:
        """What an anchor itself shows; pictures that lie in it have handles of their own."""
        parts = tuple(part for part in now.outlook.parts if part.node == now.node)
        return await self._findings(replace(now, outlook=replace(now.outlook, parts=parts)))

    async def _findings(self, now: Still) -> list[Finding]:
        """What is drawn there now, without what is seen too vaguely."""
        seen = await self._gaze.read(now.shot, areas_to_read(now.outlook.parts), now.outlook.masks)
        least = self._gaze.settings.visual_least_confidence
        return [each for each in findings_of(now.outlook, seen) if each.confidence >= least]

    def _where_it_was(self, handle: VisualHandle, now: Still) -> Spot:
        """Where it is if nothing has changed."""
        evidence = Evidence(text=handle.text, score=1.0, by="picture")
        return self._spot(handle, handle.at.on(now.anchor.whole), now, evidence)

    def _spot(self, handle: VisualHandle, box: Rect, now: Still, evidence: Evidence) -> Spot:
        x, y = box.centre
        seen = replace(handle, bbox=box, at=Fractions.of(box, now.anchor.whole))
        return Spot(x=x, y=y, bbox=box, handle=seen, evidence=evidence, on=now.node)

    def _kept(self, spot: Spot) -> Spot:
        """Remember where it is, now that it is settled which of several places it is."""
        return replace(spot, handle=self._gaze.memory.handles.update(spot.handle))


def _is_named_as(finding: Finding, handle: VisualHandle) -> bool:
    """Whether it has the same words; a slider has a knob, so nothing else is taken for one."""
    if (finding.kind == "slider") != (handle.kind == "slider"):
        return False
    return [_says(each) for each in finding.name] == [_says(handle.text), _says(handle.caption)]


def _refuse_cut(finding: Finding, handle: VisualHandle) -> None:
    """What ends at the edge of a picture may be the beginning of other words: "Reserve seat" of "Reserve seats"."""
    if finding.cut - handle.cut:
        raise TargetStale(
            "its words run into the edge of what shows, and may go on there", hint="Scroll or widen it, or scan again."
        )


def _middle(handle: VisualHandle) -> Point:
    return handle.at.x + handle.at.width / 2, handle.at.y + handle.at.height / 2


def _without_margin(box: Rect) -> Rect:
    return Rect(box.x + MARGIN, box.y + MARGIN, box.width - 2 * MARGIN, box.height - 2 * MARGIN)


def _says(text: str) -> Sequence[str]:
    return fold(text).split()


def _covered() -> TargetBlocked:
    return TargetBlocked(
        "something that was not there when it was seen lies over it",
        hint="Close or move what covers it, then try again.",
        details={"reason": "covered"},
    )


def _ambiguous(places: int) -> TargetAmbiguous:
    return TargetAmbiguous(
        f"{places} places look like what was seen", hint="Call visual_scan and choose one by its place."
    )
