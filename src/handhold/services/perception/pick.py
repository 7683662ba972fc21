"""One element, exactly: by its handle, by its place in a group, or by a hint that only one element fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import TargetNotFound, TargetStale
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.identity import called
from handhold.services.perception.memory import Scan, ScanRequest
from handhold.services.perception.ranking import Ranked
from handhold.services.perception.resolve import MOST_NAMED, Resolved, Resolver, ambiguous
from handhold.services.perception.scan import Scanner
from handhold.services.perception.selectors import Selector, selectors_of
from handhold.services.perception.view import View, candidate_of
from handhold.services.perception.wording import fold

CLEARLY_AHEAD: Final = 0.15
"""How much better than the second the best candidate must fit a hint to be taken without asking."""
GOOD_ENOUGH: Final = 0.45
MOST_SELECTORS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """An element with everything that is needed to speak of it. Label and selectors hold page text."""

    resolved: Resolved
    candidate: Candidate
    selectors: tuple[Selector, ...]
    box: tuple[int, int, int, int]
    frame: str


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
            raise TargetStale(
                "the page the group belongs to has changed", hint="Call ui_scan again and use its groupId."
            )
        records = [record for record in cast(list[Mapping[str, Any] | None], answer["records"]) if record]
        members = [(NodeRef(group.document, int(record["k"])), _of_row(record)) for record in records]
        if not members:
            raise TargetNotFound(
                "no row of the group fits the choice",
                hint="Give a row number from 1 to details.rows, or words that stand in one row.",
                details={"rows": answer["rows"]},
            )
        if len(members) > 1:
            rivals = [(node, candidate, 0.5) for node, candidate in members]
            raise ambiguous(self._view, f"{answer['total']} rows of the group fit the choice", rivals)
        return await self._fresh(*members[0])

    async def by_hint(self, text: str, *, roles: tuple[str, ...], region: object) -> Picked:
        """The one element that clearly fits. Raises `TargetAmbiguous` with the best ones, or `TargetNotFound`."""
        scan = await Scanner(self._view).freeze(ScanRequest(region=region, roles=roles, query=text, collapse=False))
        best = list(scan.ranked.items())
        if not best or best[0][1].relevance < GOOD_ENOUGH:
            await self._nothing(scan, best)
        rivals = [each for each in best[1:] if best[0][1].relevance - each[1].relevance < CLEARLY_AHEAD]
        if _is_called(best[0][1], text):
            # What is called exactly so is meant, and not what is only called something with it.
            rivals = [each for each in rivals if _is_called(each[1], text)]
        if rivals:
            shown = await self._described(scan, [best[0], *rivals])
            raise ambiguous(self._view, "several elements fit the hint about equally well", shown)
        described = await self._described(scan, best[:1])
        if not described:
            raise TargetStale("the element went away while it was looked at", hint="Ask again.")
        ((node, candidate, _relevance),) = described
        return await self._fresh(node, candidate)

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

    async def _fresh(self, node: NodeRef, candidate: Candidate) -> Picked:
        handle = self._view.handle_of(candidate, node)
        return await self._picked(Resolved(handle=handle, candidate=candidate, match="node", score=1.0))

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
        asked = [
            {"kind": each.kind, "value": each.value, "role": candidate.role, "name": candidate.name} for each in wanted
        ]
        unique, path = await self._view.eyes.unique(node, asked)
        kept = [each for each, is_unique in zip(wanted, unique, strict=True) if is_unique]
        css = [each for each in kept if each.kind == "css"][:1] or ([Selector("css", path)] if path else [])
        return tuple([each for each in kept if each.kind != "css"] + css)[:MOST_SELECTORS]


def _is_called(ranked: Ranked, text: str) -> bool:
    return called(ranked.candidate.fingerprint) == " ".join(fold(text).split())


def _of_row(record: Mapping[str, Any]) -> Candidate:
    """A member of like rows; its row tells it from the others."""
    return replace(candidate_of(record), group=str(record.get("rowText", "")))
