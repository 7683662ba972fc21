"""One element, exactly: by its handle, by its place in a group, or by a hint that only one element fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn, cast

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import TargetNotFound, TargetStale
from handhold.services.perception.candidates import LABELLED, Candidate
from handhold.services.perception.identity import called
from handhold.services.perception.memory import Group, Scan, ScanRequest
from handhold.services.perception.query import Query, is_a_guess, is_named, is_offered, is_shown, says_some
from handhold.services.perception.ranking import Ranked
from handhold.services.perception.resolve import MOST_NAMED, Resolved, Resolver, ambiguous
from handhold.services.perception.rivals import are_neighbours, without_holders, without_neighbours
from handhold.services.perception.saying import Wish, certainty
from handhold.services.perception.scan import Scanner, whole_order
from handhold.services.perception.selectors import Selector, asked_role, selectors_of
from handhold.services.perception.view import View, candidate_of
from handhold.services.perception.vocabulary import ALIKE
from handhold.services.perception.wording import fold

CLEARLY_AHEAD: Final = 0.15
"""How much better than the second the best candidate must fit a hint to be taken without asking."""
BY_PLACE: Final = 0.8
"""How sure one is that is the only one of its kind where it was said to be."""
BY_OFFER: Final = 0.6
"""How sure one is of a closed list that offers what the hint says."""
MOST_SELECTORS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """An element with everything that is needed to speak of it. Label and selectors hold page text."""

    resolved: Resolved
    candidate: Candidate
    selectors: tuple[Selector, ...]
    box: tuple[int, int, int, int]
    frame: str
    row: str = ""
    """The text of the row that was chosen from a group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a hint says that it is. `is_all`: it says no more than that."""

    region: object = None
    near: str | None = None
    is_all: bool = False


class Picker:
    def __init__(self, view: View, resolver: Resolver) -> None:
        self._view = view
        self._resolver = resolver

    async def by_handle(self, handle_id: str) -> Picked:
        return await self._picked(await self._resolver.resolve(handle_id))

    async def by_choice(self, group_id: str, choice: int | str) -> Picked:
        """A member of like rows: by row number, from 1, or by words of its row."""
        group = self._view.memory.groups.get(group_id)
        if group is None:
            raise TargetNotFound("no such group in this session", hint="groupId stands beside variantCount in ui_scan.")
        wanted: dict[str, object] = {"pattern": group.pattern}
        wanted |= {"from": choice - 1, "count": 1} if isinstance(choice, int) else {"text": choice, "count": 6}
        answer = await self._view.eyes.variants(group.document, wanted)
        if answer is None or answer.get("error"):
            raise _regrouped()
        records = [record for record in cast(list[Mapping[str, Any] | None], answer["records"]) if record]
        members = [(NodeRef(group.document, int(record["k"])), _of_row(record)) for record in records]
        if not members:
            if answer["records"] or not await self._has_rows(group):
                raise _regrouped()
            raise TargetNotFound(
                "no row of the group fits the choice",
                hint="Give a row number from 1 to details.rows, or words that stand in one row.",
                details={"rows": answer["rows"]},
            )
        if len(members) > 1:
            rivals = [(node, candidate, 0.5) for node, candidate in members]
            raise ambiguous(self._view, f"{answer['total']} rows of the group fit the choice", rivals)
        picked = await self._fresh(*members[0], score=1.0)
        return replace(picked, row=members[0][1].group)

    async def _has_rows(self, group: Group) -> bool:
        """Whether the first of its rows is still there: a page that renders anew replaces them all."""
        answer = await self._view.eyes.variants(group.document, {"pattern": group.pattern, "count": 1})
        return answer is not None and any(cast(list[object], answer["records"]))

    async def by_hint(self, text: str, *, roles: tuple[str, ...], place: Place) -> Picked:
        """The one element that clearly fits. Raises `TargetAmbiguous` with the best ones, or `TargetNotFound`."""
        scan, best = await self._fitting(text, roles, place)
        if place.is_all and place.near is not None:
            return await self._only(scan, best, place.near)
        meant = _meant(best, text)
        if roles and ALIKE.issuperset(roles) and not any(_is_called(each[1], text) for each in best):
            alike, others = await self._called_alike(text, place)
            if others and meant:
                await self._ask(alike, [*others, *(each for each, _sureness in meant)])
            scan, meant = (alike, [(each, BY_PLACE) for each in others]) if others else (scan, meant)
        if place.is_all and not meant and len(best) == 1:
            meant = [(best[0], BY_PLACE)]
        if not meant:
            await self._nothing(scan, best)
        first, sureness = meant[0]
        asked = Wish.parse(text).words
        close = [
            each
            for each, _sureness in meant
            if first[1].relevance - each[1].relevance < CLEARLY_AHEAD or are_neighbours(first, each, asked)
        ]
        if len(close) > 1:
            await self._ask(scan, close)
        described = await self._described(scan, close)
        if not described:
            raise _went_away()
        ((node, candidate, _relevance),) = described
        return await self._fresh(node, candidate, score=sureness)

    async def _fitting(
        self, text: str, roles: tuple[str, ...], place: Place
    ) -> tuple[Scan, list[tuple[NodeRef, Ranked]]]:
        """What fits at all, the best first; where only a place is said, all of the kind that is there."""
        scanner = Scanner(self._view)
        region = place.region if place.near is None else {"nearText": place.near}
        query = "" if place.is_all and place.near is not None else text
        scan = await scanner.freeze(ScanRequest(region=region, roles=roles, query=query, collapse=False))
        best = list(scan.ranked.items())
        if place.near is not None and place.region is not None:
            inside = set(whole_order(await scanner.look(ScanRequest(region=place.region, collapse=False), [])))
            best = [each for each in best if each[0] in inside]
        return scan, best

    async def _called_alike(self, text: str, place: Place) -> tuple[Scan, list[tuple[NodeRef, Ranked]]]:
        """What is called just so and looks the same: nobody sees whether what looks like a button is a link."""
        scan, best = await self._fitting(text, tuple(sorted(ALIKE)), place)
        return scan, [each for each in best if _is_called(each[1], text)]

    async def _only(self, scan: Scan, there: Sequence[tuple[NodeRef, Ranked]], near: str) -> Picked:
        """The only one of its kind near a text, or the only one that says the text itself."""
        chosen = there if len(there) == 1 else [each for each in there if _says_itself(each[1].candidate, near)]
        if not there:
            raise TargetNotFound(
                "no control of that role is near the text",
                hint="Leave role out, or ui_scan with the region {nearText} to see what is there.",
            )
        if len(chosen) != 1:
            await self._ask(scan, chosen or there)
        ((node, candidate, _relevance),) = await self._described(scan, chosen) or [(None, None, 0.0)]
        if node is None or candidate is None:
            raise _went_away()
        return await self._fresh(node, candidate, score=BY_PLACE)

    async def _ask(self, scan: Scan, close: Sequence[tuple[NodeRef, Ranked]]) -> NoReturn:
        raise ambiguous(
            self._view, "several elements fit the hint about equally well", await self._described(scan, close)
        )

    async def _described(
        self, scan: Scan, best: Sequence[tuple[NodeRef, Ranked]]
    ) -> list[tuple[NodeRef, Candidate, float]]:
        """The first of these as they are now, with all it takes to find them again."""
        some = best[:MOST_NAMED]
        if all(node in scan.told_apart for node, _ranked in some):
            return [(node, ranked.candidate, ranked.relevance) for node, ranked in some]
        records = await self._view.eyes.describe([node for node, _ranked in some])
        return [
            (node, candidate_of(record), ranked.relevance)
            for (node, ranked), record in zip(some, records, strict=True)
            if record is not None
        ]

    async def _nothing(self, scan: Scan, best: Sequence[tuple[NodeRef, Ranked]]) -> None:
        if not best:
            raise TargetNotFound(
                "nothing on the page fits the hint",
                hint="Use other words, another region, or ui_scan to see what is there.",
            )
        raise ambiguous(self._view, "nothing fits the hint well", await self._described(scan, best))

    async def _fresh(self, node: NodeRef, candidate: Candidate, *, score: float) -> Picked:
        handle = self._view.handle_of(candidate, node)
        return await self._picked(Resolved(handle=handle, candidate=candidate, match="node", score=score))

    async def _picked(self, resolved: Resolved) -> Picked:
        node = resolved.handle.node
        ((_node, candidate),) = await self._view.named([(node, resolved.candidate)])
        offset = await self._view.eyes.offset(node.document)
        box = candidate.box
        return Picked(
            resolved=resolved,
            candidate=candidate,
            selectors=await self._unique(node, candidate),
            box=(round(box.x + offset[0]), round(box.y + offset[1]), box.width, box.height),
            frame="main" if not candidate.fingerprint.frame else ".".join(map(str, candidate.fingerprint.frame)),
        )

    async def _unique(self, node: NodeRef, candidate: Candidate) -> tuple[Selector, ...]:
        """Selectors that find this element and no other on the page as it is."""
        wanted = selectors_of(candidate)
        role, name = asked_role(candidate), candidate.name
        asked = [{"kind": each.kind, "value": each.value, "role": role, "name": name} for each in wanted]
        unique, path = await self._view.eyes.unique(node, asked)
        kept = [each for each, is_unique in zip(wanted, unique, strict=True) if is_unique]
        css = [Selector("css", path)] if path else [each for each in kept if each.kind == "css"][:1]
        return tuple([each for each in kept if each.kind != "css"] + css)[:MOST_SELECTORS]


def _meant(best: Sequence[tuple[NodeRef, Ranked]], text: str) -> list[tuple[tuple[NodeRef, Ranked], float]]:
    """Those that say all of the hint, in their order, and how surely each does."""
    # What is called exactly so is meant, and not what is only called something with it.
    exact = [(each, 1.0) for each in best if _is_called(each[1], text)]
    if exact:
        return exact
    query, wish = Query.parse(text), Wish.parse(text)
    judged = [(each, certainty(wish, each[1].candidate)) for each in best]
    said = [(each, sure) for each, sure in judged if sure > 0 and not is_a_guess(query, each[1].candidate)]
    said = without_neighbours(without_holders(said, wish.words), wish.words, there=best)
    named = [(each, sure) for each, sure in said if is_named(query, each[1].candidate)]
    if named or any(says_some(query, each[1].candidate) for each, _sure in said):
        return named or said
    shown = [(each, sure) for each, sure in said if is_shown(query, each[1].candidate)]
    return shown or said or [(each, BY_OFFER) for each in best if _is_to_choose(wish, each[1].candidate)]


def _is_to_choose(wish: Wish, candidate: Candidate) -> bool:
    return any(is_offered(query, candidate) for query in (wish.query, wish.thing) if query is not None)


def _says_itself(candidate: Candidate, text: str) -> bool:
    """Whether it shows the text, or a label of its own does; a cell beside it is another's."""
    own = (candidate.name, candidate.fingerprint.text)
    return " ".join(fold(text).split()) in {" ".join(fold(each).split()) for each in own if each}


def _went_away() -> TargetStale:
    return TargetStale("the element went away while it was looked at", hint="Ask again.")


def _is_called(ranked: Ranked, text: str) -> bool:
    candidate, asked = ranked.candidate, " ".join(fold(text).split())
    # The label before a field names it as well as the example that is shown in it.
    labels = candidate.text if candidate.text_by == LABELLED else ""
    return asked in {called(candidate.fingerprint), " ".join(fold(labels).split())} - {""}


def _regrouped() -> TargetStale:
    return TargetStale("the page the group belongs to has changed", hint="Call ui_scan again and use its groupId.")


def _of_row(record: Mapping[str, Any]) -> Candidate:
    """A member of like rows; its row tells it from the others."""
    return replace(candidate_of(record), group=str(record.get("rowText", "")))
