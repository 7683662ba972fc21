"""Find what can only be seen in a region, most useful first, and give it out page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from handhold.adapters.browser.outlook import Outlook, Part, Shot
from handhold.adapters.browser.seen import NodeRef, Rect
from handhold.services.perception.candidates import Box, Candidate
from handhold.services.perception.paging import (
    Item,
    PageToken,
    asked_for,
    depth_of,
    page_of,
    parsed_token,
    shorten,
    size_of,
)
from handhold.services.perception.ranking import Mode, rank
from handhold.services.sight.findings import Finding, Seen, areas_to_read, findings_of
from handhold.services.sight.gaze import Gaze, context_of, with_margin
from handhold.services.sight.hooks import hook_of
from handhold.services.sight.memory import VisualScan
from handhold.services.sight.pattern import VisualPattern, pattern_of
from handhold.services.sight.promotion import Promotion
from handhold.services.sight.regions import no_region
from handhold.services.sight.visual_handles import Fractions, VisualHandle

MOST_ITEMS: Final = 20
MOST_FINDINGS: Final = 200
TEXT: Final = 80
ATTEMPTS: Final = 3
STILL: Final = 1.0
"""CSS pixels that something may move while its picture is taken."""
ROLES: Final[Mapping[str, str]] = {"button": "button", "field": "textbox", "icon": "img", "slider": "slider"}


@dataclass(frozen=True, slots=True, kw_only=True)
class VisualRequest:
    region: object = None
    pattern: str | None = None
    mode: Mode = "visual"


@dataclass(frozen=True, slots=True, kw_only=True)
class VisualPage:
    """One page of a scan."""

    region: str
    items: list[Item]
    next_token: str | None
    remaining: int
    is_exact: bool
    depth: int
    """Which page of the scan it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one moment showed."""

    outlook: Outlook
    shot: Shot | None
    findings: list[Finding]


class VisualScanner:
    def __init__(self, gaze: Gaze, promotion: Promotion) -> None:
        self._gaze = gaze
        self._promotion = promotion

    async def begin(self, request: VisualRequest, *, budget: int) -> VisualPage:
        """A new scan, and its first page."""
        pattern = pattern_of(request.pattern)
        look = await self._look(request.region)
        least = self._gaze.settings.visual_least_confidence
        sure = [each for each in look.findings if each.confidence >= least][:MOST_FINDINGS]
        ranked = _ranked(sure, pattern, request.mode)
        handles = await self._handles(look, ranked)
        view = self._gaze.view
        scan = VisualScan(
            number=view.memory.next_scan(),
            tab=view.tab,
            main_document=look.outlook.document,
            region=look.outlook.region,
            asked=(repr(request.region), request.pattern, request.mode),
            order=[handle.id for handle in handles],
            is_exact=not look.outlook.is_cut and len(sure) < MOST_FINDINGS,
        )
        self._gaze.memory.keep(scan)
        view.count(f"handhold.ranking.mode_usage.{request.mode}")
        view.count("handhold.visual.scans")
        return self._page(scan, 0, budget=budget)

    async def go_on(self, token: str, *, budget: int) -> VisualPage:
        """The page a token names, as it was seen. Raises `PageTokenExpired` when its page has gone."""
        position = parsed_token(token, tool="visual_scan")
        anew = "Call visual_scan without pageToken to look anew."
        scan = await asked_for(position, self._gaze.memory.scans, self._gaze.view, unknown=anew, gone=anew)
        return self._page(scan, position.position, budget=budget)

    async def _look(self, region: object) -> Look:
        look = await self._moment(region)
        if look.outlook.error == "bad-selector":
            raise no_region(look.outlook.error, look.outlook.names)
        if look.outlook.error:
            return await self._around_words(region, look.outlook)
        return look

    async def _around_words(self, region: object, refused: Outlook) -> Look:
        """The words may be drawn, too: then what is drawn with them is the region."""
        words = cast(Mapping[str, str], region).get("nearText") if isinstance(region, Mapping) else None
        if words is not None:
            look = await self._moment("viewport")
            pattern = pattern_of(words)
            fitting = [each for each in look.findings if pattern.fits(_candidate(0, each))]
            parts = {each.part for each in fitting}
            if parts:
                near = [each for each in look.findings if each.part in parts]
                return replace(look, outlook=replace(look.outlook, region="nearText"), findings=near)
        raise no_region(refused.error, refused.names)

    async def _moment(self, region: object) -> Look:
        """A look at documents and picture in which nothing has moved between the two."""
        outlook = await self._gaze.sights.look(region)
        shot: Shot | None = None
        moving: set[NodeRef] = set()
        for _attempt in range(ATTEMPTS):
            if outlook.error or not outlook.parts:
                return Look(outlook=outlook, shot=None, findings=[])
            before = outlook
            shot = await self._gaze.sights.picture(_around(before.parts), before.lens)
            outlook = await self._gaze.sights.look(region)
            moving = _moved(before, outlook)
            # A field may be in two places while the picture is taken; neither is read.
            outlook = replace(outlook, masks=tuple(dict.fromkeys((*before.masks, *outlook.masks))))
            if not moving:
                break
        # What never holds still cannot be pointed at; the rest can.
        kept = tuple(part for part in outlook.parts if part.node not in moving)
        outlook = replace(outlook, parts=kept, is_cut=outlook.is_cut or bool(moving))
        if shot is None or not kept:
            return Look(outlook=outlook, shot=None, findings=[])
        seen = await self._gaze.read(shot, areas_to_read(kept), outlook.masks)
        return Look(outlook=outlook, shot=shot, findings=findings_of(outlook, _once(seen)))

    async def _handles(self, look: Look, ranked: Sequence[Finding]) -> list[VisualHandle]:
        """Kept with a small picture each, and tied to the element that explains it where exactly one does."""
        if look.shot is None or not ranked:
            return []
        masks = look.outlook.masks
        pictures = await self._gaze.cut(look.shot, [with_margin(each.box) for each in ranked], masks)
        contexts = [context_of(each.box, each.part.seen) for each in ranked]
        company = Counter((each.part.node, each.namesake) for each in look.findings)
        digests = await self._gaze.digests(look.shot, contexts, masks)
        store, created = self._gaze.memory.handles, self._gaze.memory.handles.created
        handles = [
            store.create(
                VisualHandle(
                    id="",
                    tab=self._gaze.view.tab,
                    document=look.outlook.document,
                    kind=each.kind,
                    text=each.text,
                    bbox=each.box,
                    anchor=each.part.node,
                    tag=each.part.tag,
                    at=Fractions.of(each.box, each.part.whole),
                    picture=picture,
                    context=context,
                    scale=look.shot.scale,
                    size=(each.part.whole.width, each.part.whole.height),
                    confidence=round(each.confidence, 2),
                    knob=each.knob,
                    caption=each.caption,
                    cut=each.cut,
                    newest=each.part.newest,
                    is_only=company[each.part.node, each.namesake] == 1,
                )
            )
            for each, picture, context in zip(ranked, pictures, digests, strict=True)
        ]
        for _new in range(store.created - created):
            self._gaze.view.count("handhold.visual.handles_created")
        return await self._promotion.promote_all(handles)

    def _page(self, scan: VisualScan, position: int, *, budget: int) -> VisualPage:
        known = self._gaze.memory.handles
        items = [_item(handle) for each in scan.order[position:] if (handle := known.find(each)) is not None]
        kept = page_of(items, budget=budget, overhead=_overhead(scan), most=MOST_ITEMS)
        after = position + len(kept)
        remaining = max(0, len(scan.order) - after)
        scan.starts.add(after)
        return VisualPage(
            region=scan.region,
            items=kept,
            next_token=PageToken(scan=scan.number, position=after).encode() if remaining and kept else None,
            remaining=remaining,
            is_exact=scan.is_exact,
            depth=depth_of(scan.starts, position),
        )


def _ranked(findings: Sequence[Finding], pattern: VisualPattern, mode: Mode) -> list[Finding]:
    candidates = [_candidate(at, each) for at, each in enumerate(findings)]
    fitting = [each for each in candidates if pattern.fits(each)]
    ranked = rank(fitting, query=pattern.query, mode=mode, priors={})
    if pattern.query is None:
        ranked.sort(key=lambda each: -each.relevance)
    return [findings[each.candidate.key] for each in ranked]


def _candidate(at: int, finding: Finding) -> Candidate:
    """What was seen, in the words of the ranking engine: how sure we are of it stands for what a page estimates."""
    x, y, width, height = finding.box
    return Candidate(
        key=at,
        frame=0,
        tag=finding.part.tag,
        role=ROLES.get(finding.kind, ""),
        kind=finding.kind,
        name=finding.text,
        text=finding.text,
        box=Box(x=round(x), y=round(y), width=round(width), height=round(height)),
        evidence=("canvas",) if finding.kind in ROLES else (),
        page_relevance=finding.confidence,
    )


def _item(handle: VisualHandle) -> Item:
    x, y, width, height = handle.bbox
    item: Item = {"visualHandleId": handle.id, "kind": handle.kind}
    if handle.text:
        item["text"] = shorten(handle.text, limit=TEXT)
    item["bbox"] = {"x": round(x), "y": round(y), "width": round(width), "height": round(height)}
    item["confidence"] = round(handle.confidence, 2)
    item["verificationHook"] = hook_of(handle)
    item["promotedElementId"] = handle.promoted
    return item


def _around(parts: Sequence[Part]) -> Rect:
    whole = parts[0].seen
    for part in parts[1:]:
        whole = whole.around(part.seen)
    return whole


def _moved(before: Outlook, after: Outlook) -> set[NodeRef]:
    """What is elsewhere by now, or gone, or new."""
    then, now = {part.node: part.seen for part in before.parts}, {part.node: part.seen for part in after.parts}
    elsewhere = {node for node, box in then.items() if node in now and _distance(box, now[node]) > STILL}
    return elsewhere | (then.keys() ^ now.keys())


def _distance(one: Rect, other: Rect) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _once(seen: Sequence[Seen]) -> list[Seen]:
    """Areas that overlap show the same thing twice."""
    kept: list[Seen] = []
    for each in seen:
        if not any(each.kind == other.kind and each.box.likeness(other.box) > 0.6 for other in kept):
            kept.append(each)
    return kept


def _overhead(scan: VisualScan) -> int:
    rest = {"nextToken": "p999999999.zzzz", "estimatedRemaining": 999_999, "estimate": "atLeast"}
    return size_of({"region": scan.region, "items": [], **rest})
