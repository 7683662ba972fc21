"""Find the controls of a region and give them out page by page, without losing or repeating one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from handhold.adapters.browser.seen import DocumentView, NodeRef
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.lore import MOST_NEXT, Known, Told, recognised, told
from handhold.services.perception.memory import Group, Scan, ScanRequest
from handhold.services.perception.no_region import WHOLE, refuse_no_region
from handhold.services.perception.observation import WANTED, Sighting
from handhold.services.perception.page_words import words_for_page
from handhold.services.perception.paging import (
    Item,
    PageToken,
    asked_for,
    depth_of,
    group_of,
    item_of,
    page_of,
    parsed_token,
    size_of,
)
from handhold.services.perception.query import Query, match
from handhold.services.perception.ranking import Ranked, names_of, rank
from handhold.services.perception.view import View, candidate_of

FIRST: Final = 200
"""Candidates a document describes at once."""
MOST_ITEMS: Final = 20
LEAST_MATCH: Final = 0.2
"""A control that fits a query less than this is not what was asked for."""
MANY: Final = "Many controls: name what you look for in query, or narrow the region."
LOADING: Final = "The page is still loading: call ui_wait_for with what you expect, then scan again."
NOTHING: Final = "Nothing here fits; scan without query and roles, or look in another region."
EMPTY: Final = "No controls here: state_read tells what is written, nav_goto opens a page."


Budget = Callable[[], Awaitable[int]]
"""Bytes of an answer, known while the page is looked at."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Elements that are still there, each with its place in the order, where to go on, and the places of those gone."""

    found: list[tuple[NodeRef, Ranked, int]]
    reached: int
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanPage:
    """One page of a scan."""

    region: str
    items: list[Item]
    next_token: str | None
    remaining: int
    is_exact: bool
    hint: str | None
    depth: int = 1
    """Which page of the scan it is."""
    vanished: int = 0
    """How many were skipped since they are there no more."""
    prior: Told | None = None
    """What is known of the screen from earlier sessions, for the first page."""


class Scanner:
    def __init__(self, view: View) -> None:
        self._view = view

    async def begin(self, request: ScanRequest, *, page_size: int, budget: Budget) -> ScanPage:
        """A new scan, and its first page."""
        scan = await self.freeze(request)
        room = await budget()
        self._view.memory.keep(scan)
        self._view.count(f"handhold.ranking.mode_usage.{request.mode}")
        prior = await self._prior(scan) if self._view.suggests else None
        room -= size_of({"priorKnowledge": prior}) if prior else 0
        page = await self._first(scan, most=min(page_size, MOST_ITEMS), budget=room)
        return replace(page, prior=prior)

    async def glance(self, request: ScanRequest, *, most: int, budget: int) -> ScanPage:
        """The first page of a scan that nobody will go on with, so that it takes no other's place in the memory."""
        return await self._first(await self.freeze(request), most=most, budget=budget)

    async def go_on(self, token: str, *, page_size: int, budget: int) -> ScanPage:
        """The page a token names. Raises `PageTokenExpired` when its page has gone."""
        position = parsed_token(token, tool="ui_scan")
        scan = await asked_for(
            position,
            self._view.memory.scans,
            self._view,
            unknown="Call ui_scan without pageToken to begin a new scan.",
            gone="Call ui_scan without pageToken to scan this page.",
        )
        most = min(page_size, MOST_ITEMS)
        shown = await self._present(scan, position.position, most)
        if position.position > 0:
            shown = await self._to_the_end(scan, shown, most)
        page = await self._page(scan, shown, most=most, budget=budget)
        return replace(page, depth=depth_of(scan.starts, position.position))

    async def freeze(self, request: ScanRequest) -> Scan:
        """Look once and fix the order. Raises `RegionNotFound` with the regions there are."""
        query = Query.parse(request.query) if request.query else None
        views = await self.look(request, words_for_page(query) if query else [])
        if views[0].answer.get("kept"):
            self._view.count("handhold.scan.kept")
        told = [list(described(view)) for view in views]
        seen = [pair for pairs in told for pair in pairs]
        known = await self._known(seen)
        fitting = seen if query is None else _fitting(views, told, query)
        names = names_of(candidate for _node, candidate in fitting)
        priors = known.priors if known and self._view.ranks else {}
        ranked = _ranked(fitting, request, query, names, priors=priors)
        return Scan(
            number=self._view.memory.next_scan(),
            tab=self._view.tab,
            main_document=await self.main_document(views),
            region_name=str(cast(dict[str, Any], views[0].answer["region"])["name"]),
            request=request,
            order=_order(views, ranked, query),
            ranked=ranked,
            names=names,
            query=query,
            priors=priors,
            told_apart=frozenset(node for view in views for node in _told_apart(view)),
            is_complete=all(map(_is_complete, views)) and (query is None or _are_all_judged(views)),
            is_loading=any(view.answer.get("loading") for view in views),
            known=known,
        )

    async def look(self, request: ScanRequest, words: Sequence[str]) -> list[DocumentView]:
        """What each document answers. Raises `RegionNotFound` with the regions there are."""
        asked: dict[str, object] = {
            "roles": list(request.roles),
            "mode": request.mode,
            "collapse": request.collapse,
            "first": FIRST,
            "words": list(words),
        }
        region = request.region
        if isinstance(region, NodeRef):
            return [await self._view.eyes.scan_document(region.document, {**asked, "region": {"key": region.key}})]
        in_frames = {**asked, "region": region if region in WHOLE else "page"}
        own = {**asked, "observe": WANTED, **({"region": region} if region is not None else {})}
        views = await self._view.eyes.scan(own, in_frames=in_frames)
        if region is not None and views[0].answer.get("error") == "not-found":
            views = await self._view.eyes.scan_frames({**asked, "region": region}) or views
        refuse_no_region(views[0].answer)
        seen = cast(Mapping[str, Any], views[0].answer.get("seen", {}))
        if seen:
            self._view.memory.sighting = Sighting.from_answer(seen, document=views[0].document)
        return views

    async def main_document(self, views: Sequence[DocumentView]) -> str:
        """The tab's own document, also where the region is one of a frame."""
        return views[0].document if views[0].is_main else await self._view.eyes.main_document()

    async def _known(self, seen: Sequence[tuple[NodeRef, Candidate]]) -> Known | None:
        """What earlier sessions did with what is seen."""
        view = self._view
        if view.lore is None or view.memory.sighting is None:
            return None
        here = await view.lore.here(view.memory.sighting)
        return recognised(here, seen) if here is not None else None

    async def _prior(self, scan: Scan) -> Told | None:
        """In an answer's words, with handles of elements that are there now."""
        if scan.known is None:
            return None
        suggested, avoided = scan.known.suggested[:MOST_NEXT], scan.known.avoid[:1]
        nodes = {node: candidate for _aim, node, candidate in (*suggested, *avoided)}
        shown = await self._told_apart(scan, nodes)
        return told(
            [(aim, shown[node], candidate) for aim, node, candidate in suggested if node in shown],
            [(aim, shown[node], candidate) for aim, node, candidate in avoided if node in shown],
        )

    async def _told_apart(self, scan: Scan, nodes: Mapping[NodeRef, Candidate]) -> dict[NodeRef, str]:
        """Handles of these elements; for one that was not told apart from the others it is asked for once more."""
        rest = [node for node in nodes if node not in scan.told_apart]
        records = await self._view.eyes.describe(rest) if rest else []
        fresh = {node: candidate_of(record) for node, record in zip(rest, records, strict=True) if record is not None}
        known = {
            node: fresh.get(node, candidate) for node, candidate in nodes.items() if node not in rest or node in fresh
        }
        return {node: self._view.handle_of(candidate, node).id for node, candidate in known.items()}

    async def _first(self, scan: Scan, *, most: int, budget: int) -> ScanPage:
        first = [(node, scan.ranked[node], at) for at, node in enumerate(scan.order[:most]) if node in scan.told_apart]
        wanted = min(most, len(scan.order))
        shown = Shown(first, wanted) if len(first) == wanted else await self._present(scan, 0, most)
        return await self._page(scan, shown, most=most, budget=budget)

    async def _page(self, scan: Scan, shown: Shown, *, most: int, budget: int) -> ScanPage:
        found = shown.found
        named = await self._view.named([(node, ranked.candidate) for node, ranked, _at in found])
        kept = page_of(self._items(named, found), budget=budget, overhead=_overhead(scan, shown.gone), most=most)
        after = found[len(kept) - 1][2] + 1 if kept else shown.reached
        return replace(_scan_page(scan, kept, after), vanished=sum(at < after for at in shown.gone))

    async def _to_the_end(self, scan: Scan, shown: Shown, most: int) -> Shown:
        """With what appeared since the scan began, when the page is the last one."""
        if shown.reached < len(scan.order) or scan.is_extended:
            return shown
        await self._extend(scan)
        more = await self._present(scan, shown.reached, most - len(shown.found))
        return Shown(shown.found + more.found, more.reached, shown.gone + more.gone)

    async def _present(self, scan: Scan, position: int, most: int) -> Shown:
        """The next elements as they are now.

        Described once more, also right after a scan that did not say which facts an element has alone.
        """
        found: list[tuple[NodeRef, Ranked, int]] = []
        gone: list[int] = []
        while len(found) < most and position < len(scan.order):
            nodes = scan.order[position : position + most - len(found)]
            records = await self._view.eyes.describe(nodes)
            for at, (node, record) in enumerate(zip(nodes, records, strict=True)):
                if record is None or record.get("hid") is True:
                    gone.append(position + at)
                else:
                    found.append((node, _again(scan, node, candidate_of(record)), position + at))
            position += len(nodes)
        return Shown(found, position, tuple(gone))

    async def _extend(self, scan: Scan) -> None:
        """Add what appeared since the scan began, so that nothing is missed."""
        scan.is_extended = True
        fresh = await self.freeze(scan.request)
        known = set(scan.order)
        scan.order += [node for node in fresh.order if node not in known]
        scan.ranked |= {node: ranked for node, ranked in fresh.ranked.items() if node not in known}

    def _items(
        self, named: Sequence[tuple[NodeRef, Candidate]], shown: Sequence[tuple[NodeRef, Ranked, int]]
    ) -> list[Item]:
        items: list[Item] = []
        previous: str | None = None
        for (node, candidate), (_node, ranked, _at) in zip(named, shown, strict=True):
            handle = self._view.handle_of(candidate, node)
            listed = replace(candidate, pattern=self._group_id(candidate, node))
            items.append(item_of(replace(ranked, candidate=listed), element_id=handle.id, previous_group=previous))
            previous = group_of(listed)
        return items

    def _group_id(self, candidate: Candidate, node: NodeRef) -> str:
        """Only what stands for others can be opened."""
        if candidate.variants < 2 or not candidate.pattern:
            return ""
        return self._view.memory.group_id(Group(node.document, candidate.pattern))


def described(view: DocumentView) -> Iterable[tuple[NodeRef, Candidate]]:
    """The controls the document told about, with its words for them."""
    records = cast(list[dict[str, object]], view.answer["records"])
    return [(NodeRef(view.document, cast(int, record["k"])), candidate_of(record)) for record in records]


def _fitting(
    views: Sequence[DocumentView], told: Sequence[Sequence[tuple[NodeRef, Candidate]]], query: Query
) -> list[tuple[NodeRef, Candidate]]:
    """What fits the query. Where the page found its words, others have to say by themselves that they are meant."""
    matched = [cast(int, view.answer.get("matched", 0)) for view in views]
    return [
        pair
        for most, pairs in zip(matched, told, strict=True)
        for at, pair in enumerate(pairs)
        if match(query, pair[1], is_by_itself=at >= most and any(matched)) >= LEAST_MATCH
    ]


def _told_apart(view: DocumentView) -> Iterable[NodeRef]:
    records = cast(list[dict[str, Any]], view.answer["records"])
    return (NodeRef(view.document, record["k"]) for record in records if "alone" in record["fp"])


def _ranked(
    fitting: Sequence[tuple[NodeRef, Candidate]],
    request: ScanRequest,
    query: Query | None,
    names: Mapping[str, int],
    *,
    priors: Mapping[str, float],
) -> dict[NodeRef, Ranked]:
    nodes = {id(candidate): node for node, candidate in fitting}
    candidates = [candidate for _node, candidate in fitting]
    ranked = rank(candidates, query=query, mode=request.mode, priors=priors, names=names)
    return {nodes[id(each.candidate)]: each for each in ranked}


def _order(views: Sequence[DocumentView], ranked: Mapping[NodeRef, Ranked], query: Query | None) -> list[NodeRef]:
    """What was ranked, as it was, and all the others that are wanted."""
    if query is None:
        return list(dict.fromkeys((*ranked, *whole_order(views))))
    return [*ranked, *(node for view in views for node in _also_matching(view, ranked))]


def _also_matching(view: DocumentView, ranked: Mapping[NodeRef, Ranked]) -> Iterable[NodeRef]:
    """Those beyond the described ones, where even the least of these fits."""
    records = cast(list[dict[str, object]], view.answer["records"])
    if not records or NodeRef(view.document, cast(int, records[-1]["k"])) not in ranked:
        return ()
    return (NodeRef(view.document, key) for key in unpack_keys(str(view.answer.get("also", ""))))


def whole_order(views: Iterable[DocumentView]) -> list[NodeRef]:
    """Every control that was found, in the order people read."""
    return [NodeRef(view.document, key) for view in views for key in unpack_keys(str(view.answer["order"]))]


def unpack_keys(packed: str) -> Iterable[int]:
    """`3,5-9` as 3, 5, 6, 7, 8, 9."""
    for part in filter(None, packed.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _is_complete(view: DocumentView) -> bool:
    """Whether no control was left out."""
    return view.answer.get("truncated") in {None, "bytes"} and not view.answer.get("unseenFrames")


def _are_all_judged(views: Sequence[DocumentView]) -> bool:
    """Whether every control was compared with the query: by its words, or, where nothing holds them, by all it is."""
    return any(view.answer.get("matched") for view in views) or all(
        cast(int, view.answer["total"]) <= len(cast(list[object], view.answer["records"])) for view in views
    )


def _again(scan: Scan, node: NodeRef, fresh: Candidate) -> Ranked:
    """What the scan thought of it, with what it is like now."""
    known = scan.ranked.get(node)
    if known is None:
        return rank([fresh], query=scan.query, mode=scan.request.mode, priors=scan.priors, names=scan.names)[0]
    # Which rows it stands for was said by the look that collapsed them, and not by one at a part of the page.
    group = known.candidate
    return replace(known, candidate=replace(fresh, variants=group.variants, also=group.also, pattern=group.pattern))


def _overhead(scan: Scan, gone: Sequence[int]) -> int:
    """Bytes of an answer without items, at the most."""
    rest = {"nextToken": "p999999999.zzzz", "estimatedRemaining": 999_999, "estimate": "atLeast"}
    rest |= {"vanished": len(gone)} if gone else {}
    return size_of({"region": scan.region_name, "items": [], **rest, "continuationHint": MANY})


def _scan_page(scan: Scan, items: list[Item], after: int) -> ScanPage:
    remaining = len(scan.order) - after
    more = remaining > 0 or (not scan.is_extended and after > 0 and len(scan.order) > len(items))
    token = PageToken(scan=scan.number, position=after).encode() if more else None
    scan.starts.add(after)
    return ScanPage(
        region=scan.region_name,
        items=items,
        next_token=token,
        remaining=remaining,
        is_exact=scan.is_complete,
        hint=_hint(scan, items, remaining),
    )


def _hint(scan: Scan, items: list[Item], remaining: int) -> str | None:
    if not scan.order and scan.is_loading:
        return LOADING
    if not items and (scan.request.query or scan.request.roles):
        return NOTHING
    if not scan.order and not scan.is_extended:
        return EMPTY
    if remaining > 3 * MOST_ITEMS:
        return MANY
    return None
