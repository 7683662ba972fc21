"""From something seen to an element: captured, filled in from the document, verified, and made durable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from handhold.adapters.browser.outlook import Met
from handhold.adapters.browser.seen import NodeRef, Point, PointIn, Rect
from handhold.errors import TargetError
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.page_text import clean
from handhold.services.perception.resolve import Resolved, Resolver
from handhold.services.perception.view import candidate_of
from handhold.services.perception.wording import words
from handhold.services.sight.gaze import Gaze
from handhold.services.sight.hooks import VerificationHooks
from handhold.services.sight.replay import MIDDLE, Replay
from handhold.services.sight.verdicts import Evidence, Kept, Promoted, Refused, Spot, Verified
from handhold.services.sight.visual_handles import VisualHandle

__all__ = ["Evidence", "Kept", "Promoted", "Promotion", "Refused", "Spot", "Verified"]

PROBES: Final = ((0.5, 0.5), (0.25, 0.5), (0.75, 0.5), (0.5, 0.25), (0.5, 0.75))
"""Where on a finding the pointer is tried: one control must get all of them."""
PAINTED_BY_SCRIPT: Final = frozenset({"canvas", "video"})
"""One element that is many things: what a press in it means, only its script knows."""
LOOKS: Final = 24
"""How often something that moves is looked at until two looks are close enough together."""
DRIFT: Final = 0.25
"""Share of its size that something may move between two looks, and so until it is pressed."""
HIT: Final = 40
NOBODY: Final = "no element there takes a press"
SEVERAL: Final = "several elements share the place"
MANY_IN_ONE: Final = "the element shows several things, and only the place tells them apart"


class Promotion:
    def __init__(self, gaze: Gaze) -> None:
        self._gaze = gaze
        self._replay = Replay(gaze)
        self._hooks = VerificationHooks(element=self._by_element, text=self._replay.verify, picture=self._replay.verify)

    async def promote_visual_handle(self, handle: VisualHandle) -> Promoted | Kept | Refused:
        """Tie it to the one element that explains it, or say why not."""
        settings = self._gaze.settings
        seen = Evidence(text=handle.text, score=handle.confidence)
        if handle.confidence < settings.visual_least_confidence:
            return Refused(reason="it was seen too vaguely", evidence=seen)
        if handle.confidence < settings.visual_promote_confidence:
            return Kept(reason="it was not seen surely enough to be tied to an element", evidence=seen)
        (verdict,) = await self._backfilled([handle], {handle.anchor: 1}, await self._met([handle]))
        if isinstance(verdict, Promoted):
            self._gaze.memory.handles.update(replace(handle, promoted=verdict.element_id))
        return verdict

    async def promote_all(self, handles: Sequence[VisualHandle]) -> list[VisualHandle]:
        """The handles of one look; those that are sure enough are tied to elements where exactly one explains each."""
        sure = [each for each in handles if each.confidence >= self._gaze.settings.visual_promote_confidence]
        company: dict[NodeRef, int] = {}
        for each in handles:
            company[each.anchor] = company.get(each.anchor, 0) + 1
        met = await self._met(handles)
        verdicts = dict(zip((each.id for each in sure), await self._backfilled(sure, company, met), strict=True))
        told: list[VisualHandle] = []
        for handle in handles:
            verdict = verdicts.get(handle.id)
            promoted = verdict.element_id if isinstance(verdict, Promoted) else None
            centre = met[handle.id][0]
            face = centre.node if centre is not None else None
            told.append(self._gaze.memory.handles.update(replace(handle, promoted=promoted, face=face)))
        return told

    async def promote_point(self, point: Point) -> Promoted | Kept:
        """The durable handle of the control at a point of the tab's viewport, if exactly one is there."""
        return await self.promote_spot(await self.spot_at(point))

    async def spot_at(self, point: Point) -> PointIn:
        """A point of the tab's viewport in the document that shows there."""
        return PointIn(await self._gaze.sights.document_at(point), point)

    async def promote_spot(self, spot: PointIn) -> Promoted | Kept:
        """The same, where the document is known."""
        self._gaze.view.count("handhold.visual.promotion_attempts")
        (met,) = await self._gaze.sights.met_at(spot.document, [spot.point])
        if met is None or met.control is None or met.tag in PAINTED_BY_SCRIPT:
            hit = clean(met.hit, limit=HIT) if met else ""
            return Kept(reason=NOBODY, evidence=Evidence(hit=hit))
        return (await self._minted([(met.control, met, "")]))[0]

    async def is_in_view(self, point: Point) -> bool:
        """Whether a point of the tab shows, so that the pointer can be there."""
        return (await self._gaze.sights.window()).holds(point)

    async def ahead_of(self, node: NodeRef, *, at: Point) -> Point | None:
        """Where something that drifts will be in a moment; none when it is too quick, or something covers it."""
        before: Rect | None = None
        for _attempt in range(LOOKS):
            now = await self._gaze.sights.anchor(node, at=at, into_view=False)
            if now is None or now.seen.area < 1:
                return None
            if before is not None:
                step = (now.whole.x - before.x, now.whole.y - before.y)
                x, y = now.whole.place(at)
                point = (x + step[0], y + step[1])
                is_slow = max(map(abs, step)) <= DRIFT * min(now.whole.width, now.whole.height)
                (met,) = await self._gaze.sights.met_at(node.document, [point], on=node) if is_slow else (None,)
                if met is not None and met.is_on and not await self._gaze.sights.is_in_the_way(node.document, point):
                    return point
            before = now.whole
        return None

    async def verify_handle(self, handle: VisualHandle) -> Verified:
        """Whether it is where it was and looks as it did. Raises `TargetStale` when it does not.

        Its hook decides: an element vouches for what it explains; else pixels are compared, and words are read only
        when the pixels differ.
        """
        return await self._hooks.of(handle)(handle)

    async def fallback_to_visual_replay(self, handle: VisualHandle) -> Spot:
        """Where it is now, after scrolling, resizing or redrawing; its anchor is scrolled into view if need be.

        Raises `TargetStale` when it is gone and `TargetAmbiguous` when several places look like it.
        """
        if handle.promoted is None:
            return await self._replay.find(handle)
        try:
            resolved = await self._resolved(handle.promoted)
        except TargetError:
            # Its element cannot be told from others any more; its looks may.
            return await self._replay.find(handle)
        if await self._gaze.sights.anchor(resolved.handle.node, at=MIDDLE, into_view=False) is None:
            # An area of a picture has no box of its own.
            return await self._replay.find(handle)
        return await self._replay.find_on(handle, resolved)

    def invalidate_handle(self, handle_id: str) -> None:
        """Forget it; its id is never given to anything else."""
        self._gaze.memory.handles.invalidate(handle_id)

    async def _by_element(self, handle: VisualHandle) -> Verified:
        resolved = await self._resolved(handle.promoted or "")
        spot = await self._replay.find_on(handle, resolved, into_view=False)
        return Verified(handle=spot.handle, evidence=spot.evidence)

    async def _resolved(self, element_id: str) -> Resolved:
        after = self._gaze.settings.refind_after_navigation
        return await Resolver(self._gaze.view, after_navigation=after).resolve(element_id)

    async def _backfilled(
        self, handles: Sequence[VisualHandle], company: dict[NodeRef, int], met: Mapping[str, Sequence[Met | None]]
    ) -> list[Promoted | Kept]:
        """For each the one control that gets a press anywhere on it; `company`: how many things an element shows."""
        if not handles:
            return []
        for _handle in handles:
            self._gaze.view.count("handhold.visual.promotion_attempts")
        judged = [_judged(each, met[each.id], company) for each in handles]
        controls = [(verdict, one, each.text) for each, (verdict, one) in zip(handles, judged, strict=True) if one]
        minted = iter(
            await self._minted([(one.control, one, text) for _v, one, text in controls if one.control is not None])
        )
        return [next(minted) if one is not None else verdict for verdict, one in judged]

    async def _met(self, handles: Sequence[VisualHandle]) -> dict[str, list[Met | None]]:
        found: dict[str, list[Met | None]] = {}
        documents = dict.fromkeys(each.anchor.document for each in handles)
        for document in documents:
            own = [each for each in handles if each.anchor.document == document]
            points = [each.bbox.place(at) for each in own for at in PROBES]
            met = await self._gaze.sights.met_at(document, points)
            for at, each in enumerate(own):
                found[each.id] = met[at * len(PROBES) : (at + 1) * len(PROBES)]
            if self._gaze.view.eyes.frame_url(document) is not None:
                for each in own:
                    if await self._gaze.sights.is_in_the_way(document, each.bbox.centre):
                        found[each.id] = [None]
        return found

    async def _minted(self, found: Sequence[tuple[NodeRef, Met, str]]) -> list[Promoted | Kept]:
        """Durable handles of the normal store, once the elements have been described."""
        if not found:
            return []
        view = self._gaze.view
        records = await view.eyes.describe([node for node, _met, _text in found])
        described = [
            (node, candidate_of(record)) for (node, _m, _t), record in zip(found, records, strict=True) if record
        ]
        named = dict(await view.named(list(dict(described).items())))
        verdicts: list[Promoted | Kept] = []
        for node, met, text in found:
            hit = clean(met.hit, limit=HIT)
            candidate = named.get(node)
            if candidate is None:
                verdicts.append(Kept(reason=NOBODY, evidence=Evidence(hit=hit, text=text)))
                continue
            view.count("handhold.visual.promotion_success")
            evidence = Evidence(hit=hit, text=text, score=1.0, by=_by(text, candidate))
            verdicts.append(Promoted(element_id=view.handle_of(candidate, node).id, evidence=evidence))
        return verdicts


def _judged(
    handle: VisualHandle, met: Sequence[Met | None], company: dict[NodeRef, int]
) -> tuple[Promoted | Kept, Met | None]:
    """What was met when one control gets every press, else why it stays visual."""
    evidence = Evidence(text=handle.text, score=handle.confidence)
    found = [each for each in met if each is not None]
    controls = {each.control for each in found}
    if not found or None in controls:
        return Kept(reason=NOBODY, evidence=evidence), None
    if len(found) < len(met) or len(controls) > 1:
        return Kept(reason=SEVERAL, evidence=evidence), None
    one = found[0]
    evidence = replace(evidence, hit=clean(one.hit, limit=HIT))
    if one.tag in PAINTED_BY_SCRIPT or (one.is_weak and company[handle.anchor] > 1 and one.control == handle.anchor):
        return Kept(reason=MANY_IN_ONE, evidence=evidence), None
    return Kept(reason="", evidence=evidence), one


def _by(text: str, candidate: Candidate) -> str:
    shared = set(words(text)) & set(words(candidate.label))
    return "geometry+text" if shared else "geometry"
