"""Find something that was seen again: where it lay on its anchor, by its looks, by its words; refuse when in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from handhold.adapters.browser.outlook import Anchored, Outlook, Shot
from handhold.adapters.browser.seen import Point, Rect
from handhold.errors import TargetAmbiguous, TargetStale
from handhold.services.perception.wording import fold
from handhold.services.sight.findings import Finding, areas_to_read, findings_of
from handhold.services.sight.gaze import MARGIN, Gaze, context_of, with_margin
from handhold.services.sight.verdicts import Evidence, Spot, Verified
from handhold.services.sight.visual_handles import Fractions, VisualHandle

HERE: Final = 0.5
"""A place this much like the expected one is the expected one."""
APART: Final = 0.08
"""The best place must look this much more alike than the next one."""
ATTEMPTS: Final = 3
MOST_SUCCESSORS: Final = 6
STILL: Final = 1.0
"""CSS pixels that an anchor may move while its picture is taken."""
GONE: Final = "Call visual_scan to see what is there now."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Now:
    """The anchor as it is now, with a picture of it."""

    anchor: Anchored
    shot: Shot
    outlook: Outlook
    expected: Rect


class Replay:
    def __init__(self, gaze: Gaze) -> None:
        self._gaze = gaze

    async def verify(self, handle: VisualHandle) -> Verified:
        """Where it was and as it looked. Raises `TargetStale`."""
        self._refuse_other_tab(handle)
        now = await self._look(handle, into_view=False)
        if await self._is_unchanged(handle, now):
            evidence = Evidence(text=handle.text, score=1.0, by="picture")
            return Verified(handle=self._renewed(handle, now.expected, now), evidence=evidence)
        spot = await (self._by_words(handle, now) if handle.text else self._by_looks(handle, now))
        if spot.bbox.likeness(now.expected) < HERE:
            raise TargetStale("what was seen there is elsewhere now", hint=GONE)
        return Verified(handle=spot.handle, evidence=spot.evidence)

    async def find(self, handle: VisualHandle) -> Spot:
        """Where it is now. Raises `TargetStale` or `TargetAmbiguous`."""
        self._gaze.view.count("handhold.visual.replays")
        self._refuse_other_tab(handle)
        if await self._gaze.sights.anchor(handle.anchor, at=_middle(handle), into_view=False) is not None:
            return await self._found(handle)
        spots: list[Spot] = []
        for other in await self._successors(handle):
            try:
                spots.append(await self._found(other))
            except TargetStale:
                continue
        if not spots:
            raise TargetStale("the picture it was seen in is not on the page any more", hint=GONE)
        if len(spots) > 1:
            raise _ambiguous(len(spots))
        self._gaze.memory.handles.update(spots[0].handle)
        return spots[0]

    async def _found(self, handle: VisualHandle) -> Spot:
        """Where it is on its anchor."""
        now = await self._look(handle, into_view=True)
        if await self._is_unchanged(handle, now):
            return self._spot(handle, now.expected, now, Evidence(text=handle.text, score=1.0, by="picture"))
        if handle.text:
            return await self._by_words(handle, now)
        return await self._by_looks(handle, now)

    async def _successors(self, handle: VisualHandle) -> list[VisualHandle]:
        """The handle on elements that may have taken the place of its anchor; those of its size first."""
        outlook = await self._gaze.sights.look("page")
        if outlook.document != handle.document:
            raise TargetStale("the page it was seen on has gone", hint=GONE)
        parts = [part for part in outlook.parts if part.tag == handle.tag]
        same = [part for part in parts if _distance(part.whole, Rect(*part.whole[:2], *handle.size)) <= STILL]
        return [replace(handle, anchor=part.node) for part in (same or parts)[:MOST_SUCCESSORS]]

    async def _by_words(self, handle: VisualHandle, now: _Now) -> Spot:
        """Words tell things apart that look nearly alike, so they are read again whenever a pixel differs."""
        said = await self._said(handle, now)
        if not said:
            raise TargetStale("its words are not there any more", hint=GONE)
        if len(said) > 1:
            raise _ambiguous(len(said))
        found = said[0]
        evidence = Evidence(text=found.text, score=found.confidence, by="text")
        return self._spot(handle, found.box, now, evidence)

    async def _by_looks(self, handle: VisualHandle, now: _Now) -> Spot:
        least = self._gaze.settings.visual_match
        grown = now.shot.scale / handle.scale * (now.anchor.whole.width / handle.size[0] if handle.size[0] else 1.0)
        places = await self._gaze.find(
            now.shot, handle.picture, within=now.anchor.seen, grown=grown, masks=now.outlook.masks
        )
        if not places or places[0][1] < least:
            raise TargetStale("nothing there looks like it any more", hint=GONE)
        best, score = places[0]
        rivals = [rival for _place, rival in places[1:] if rival > score - APART]
        if rivals:
            raise _ambiguous(len(rivals) + 1)
        box = Rect(best.x + MARGIN, best.y + MARGIN, best.width - 2 * MARGIN, best.height - 2 * MARGIN)
        return self._spot(handle, box, now, Evidence(score=score, by="picture"))

    async def _look(self, handle: VisualHandle, *, into_view: bool) -> _Now:
        """Its anchor and a picture of it, between which nothing has moved."""
        anchor = await self._anchor(handle, into_view=into_view)
        for _attempt in range(ATTEMPTS):
            outlook = await self._gaze.sights.look(handle.anchor)
            shot = await self._gaze.sights.picture(anchor.seen, anchor.lens)
            now = await self._anchor(handle, into_view=False)
            if _distance(now.whole, anchor.whole) <= STILL and _distance(now.seen, anchor.seen) <= STILL:
                return _Now(anchor=now, shot=shot, outlook=outlook, expected=handle.at.on(now.whole))
            anchor = now
        raise TargetStale("the picture it was seen in does not hold still", hint="Try again when it has stopped.")

    def _refuse_other_tab(self, handle: VisualHandle) -> None:
        if handle.tab != self._gaze.view.tab:
            raise TargetStale(
                f"the handle belongs to tab t{handle.tab}, and the current one is t{self._gaze.view.tab}",
                hint="Switch to its tab, or call visual_scan here.",
            )

    async def _anchor(self, handle: VisualHandle, *, into_view: bool) -> Anchored:
        anchor = await self._gaze.sights.anchor(handle.anchor, at=_middle(handle), into_view=into_view)
        if anchor is None:
            raise TargetStale("the picture it was seen in is not on the page any more", hint=GONE)
        if anchor.seen.area < 1 or handle.at.on(anchor.whole).share_in(anchor.seen) < HERE:
            raise TargetStale("the place where it was seen does not show", hint="Scroll it into view, or scan again.")
        return anchor

    async def _is_unchanged(self, handle: VisualHandle, now: _Now) -> bool:
        """Whether every pixel of it, and of what it stands among, is what it was."""
        places = [with_margin(now.expected), context_of(now.expected, now.anchor.seen)]
        picture, context = await self._gaze.digests(now.shot, places, now.outlook.masks)
        return picture == handle.picture.digest and context == handle.context

    async def _said(self, handle: VisualHandle, now: _Now) -> list[Finding]:
        """What is drawn on the anchor now and says the same; of the same kind where anything is."""
        parts = [part for part in now.outlook.parts if part.node == handle.anchor]
        seen = await self._gaze.read(now.shot, areas_to_read(parts), now.outlook.masks)
        found = findings_of(replace(now.outlook, parts=tuple(parts)), seen)
        least = self._gaze.settings.visual_least_confidence
        same = [each for each in found if each.confidence >= least and _says(each.text) == _says(handle.text)]
        return [each for each in same if each.kind == handle.kind] or same

    def _renewed(self, handle: VisualHandle, box: Rect, now: _Now) -> VisualHandle:
        return self._gaze.memory.handles.update(replace(handle, bbox=box, at=Fractions.of(box, now.anchor.whole)))

    def _spot(self, handle: VisualHandle, box: Rect, now: _Now, evidence: Evidence) -> Spot:
        x, y = box.centre
        return Spot(x=x, y=y, bbox=box, handle=self._renewed(handle, box, now), evidence=evidence)


def _middle(handle: VisualHandle) -> Point:
    return handle.at.x + handle.at.width / 2, handle.at.y + handle.at.height / 2


def _says(text: str) -> Sequence[str]:
    return fold(text).split()


def _ambiguous(places: int) -> TargetAmbiguous:
    return TargetAmbiguous(
        f"{places} places look like what was seen", hint="Call visual_scan and choose one by its place."
    )


def _distance(one: Rect, other: Rect) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
