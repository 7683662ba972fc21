"""From a handle to the element it means, or a clear word why there is none. Never to another element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import TargetAmbiguous, TargetStale
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.fingerprint import Match, find
from handhold.services.perception.handles import Handle
from handhold.services.perception.identity import called
from handhold.services.perception.page_text import clean
from handhold.services.perception.standing import is_told_from_twins, stands_as_before
from handhold.services.perception.view import View, candidate_of
from handhold.services.perception.whereabouts import Route, Routes, are_same

MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The element behind a handle, and why we believe it is the one."""

    handle: Handle
    candidate: Candidate
    match: Literal["node", "fingerprint"]
    score: float
    evidence: tuple[str, ...] = ()


class Resolver:
    def __init__(self, view: View, *, after_navigation: bool) -> None:
        self._view = view
        self._after_navigation = after_navigation

    async def resolve(self, handle_id: str) -> Resolved:
        """Node first, then fingerprint. Raises `TargetStale` or `TargetAmbiguous`."""
        handle = self._view.memory.handles.get(handle_id)
        self._view.count("handhold.handles.used")
        if handle.tab != self._view.tab:
            raise self._of_another_tab(handle.tab)
        (record,) = await self._view.eyes.describe([handle.node])
        own = None if record is None else candidate_of(record)
        if own is not None and self._means_the_same(handle, own.fingerprint):
            return self._renewed(handle, Match(candidate=own, score=1.0, evidence=()), handle.node, match="node")
        return await self._by_fingerprint(handle, own)

    def _of_another_tab(self, tab: int) -> TargetStale:
        here = f"the current one is t{self._view.tab}"
        if tab in self._view.open_tabs:
            return TargetStale(
                f"the handle belongs to tab t{tab}, and {here}",
                hint="Switch to its tab, or call ui_scan to get handles of this one.",
            )
        return TargetStale(
            f"the handle belongs to tab t{tab}, which has been closed; {here}",
            hint="Call ui_scan to get handles of this one, or tabs_switch to go on in another one that is open.",
        )

    def _means_the_same(self, handle: Handle, now: Fingerprint) -> bool:
        """Whether the node has not been given to something else; on another page only what stayed as it was."""
        is_on_route = are_same(self._view.route_of(handle.node.document), handle.route)
        return (is_on_route or stands_as_before(handle.fingerprint, now)) and (
            self._view.memory.handles.means_the_same(handle, now)
        )

    async def _by_fingerprint(self, handle: Handle, own: Candidate | None) -> Resolved:
        """`own`: what its node shows now, which is not the same any more."""
        if not self._after_navigation and not await self._view.eyes.is_current(handle.node.document):
            raise _left()
        located = await self._view.eyes.locate(handle.fingerprint.to_json())
        documents = {node.document for node, _record in located}
        same = {document for document in documents if are_same(self._view.route_of(document), handle.route)}
        here = [(node, record) for node, record in located if node.document in same]
        if not here and not self._is_on(handle.route):
            raise _left() if own is None else self._gone(handle, own, [])
        # A node that has been given to another item is not looked at again: what it shows was judged already.
        candidates = [candidate_of(record) for node, record in here if node != handle.node]
        nodes = [node for node, _record in here if node != handle.node]
        found = find(handle.fingerprint, candidates)
        others = list(zip(nodes, candidates, strict=True))
        node_of = {id(candidate): node for node, candidate in others}
        doubt = (
            [] if own is None or called(own.fingerprint) != called(handle.fingerprint) else [(handle.node, own, 1.0)]
        )
        if isinstance(found, Match) and (not doubt or is_told_from_twins(handle.fingerprint)):
            return self._renewed(handle, found, node_of[id(found.candidate)], match="fingerprint")
        if found is not None:
            matches = [found] if isinstance(found, Match) else found.matches
            rivals = [(node_of[id(each.candidate)], each.candidate, each.score) for each in matches]
            raise ambiguous(self._view, "the element was changed or replaced, and several look alike", doubt + rivals)
        raise self._gone(handle, own, others)

    def _gone(self, handle: Handle, own: Candidate | None, others: Sequence[tuple[NodeRef, Candidate]]) -> TargetStale:
        """That it is not there; with handles of what its node shows now, or of what is called the same."""
        if own is not None:
            there = _rival(self._view, handle.node, own, 1.0)
            return TargetStale(
                "what stands there now may be of something else",
                hint=f"If details.candidates[0] is what you mean, use {there['elementId']}; else call ui_scan.",
                details={"candidates": [there]},
            )
        alike = [pair for pair in others if _is_namesake(handle, pair[1])][:MOST_NAMED]
        if not alike:
            return TargetStale(
                "the element is not on the page any more", hint="Call ui_scan or ui_pick to see what is there now."
            )
        return TargetStale(
            "the element is not on the page any more, or cannot be told from another one",
            hint="If one of details.candidates is what you mean, use its elementId; else call ui_scan.",
            details={"candidates": [_rival(self._view, node, candidate, 0.5) for node, candidate in alike]},
        )

    def _is_on(self, then: Routes) -> bool:
        """Whether the tab is still on the page the handle was made on, whatever its frames show."""
        return then[0].is_same(Route.of(self._view.url))

    def _renewed(
        self, handle: Handle, found: Match, node: NodeRef, *, match: Literal["node", "fingerprint"]
    ) -> Resolved:
        now = self._view.route_of(node.document)
        renewed = self._view.memory.handles.refresh(handle, found.candidate, node, route=now)
        self._view.memory.handles.found.append(renewed)
        return Resolved(
            handle=renewed,
            candidate=found.candidate,
            match=match,
            score=round(found.score, 2),
            evidence=found.evidence,
        )


def _is_namesake(handle: Handle, candidate: Candidate) -> bool:
    """Whether it is a control that can be seen and is called the same."""
    name = called(handle.fingerprint)
    return bool(name and candidate.evidence) and not candidate.is_hidden and called(candidate.fingerprint) == name


def _left() -> TargetStale:
    return TargetStale(
        "the page the handle belongs to has gone", hint="Call ui_scan or ui_pick to get handles of this page."
    )


def ambiguous(view: View, message: str, rivals: Sequence[tuple[NodeRef, Candidate, float]]) -> TargetAmbiguous:
    """The error that lets the caller choose: each candidate with a handle of its own."""
    return TargetAmbiguous(
        message,
        hint="Choose one of details.candidates by its elementId.",
        details={
            "candidates": [_rival(view, node, candidate, score) for node, candidate, score in rivals[:MOST_NAMED]]
        },
    )


def _rival(view: View, node: NodeRef, candidate: Candidate, score: float) -> dict[str, object]:
    """One that may be meant. What its row says tells it from the others of a list, and a heading does not."""
    facts = candidate.fingerprint
    return {
        "elementId": view.handle_of(candidate, node).id,
        "role": candidate.role or candidate.tag,
        "label": clean(candidate.told, limit=60),
        "relevance": round(score, 2),
        "nearText": clean(facts.row or candidate.group or facts.near, limit=60),
    }
