"""From a handle to the element it means, or a clear word why there is none. Never to another element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import TargetAmbiguous, TargetStale
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.fingerprint import Ambiguous, Match, find
from handhold.services.perception.handles import Handle
from handhold.services.perception.page_text import clean
from handhold.services.perception.recycled import shows_the_same
from handhold.services.perception.view import View, candidate_of, route

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
            raise TargetStale(
                f"the handle belongs to tab t{handle.tab}, and the current one is t{self._view.tab}",
                hint="Switch to its tab, or call ui_scan to get handles of this one.",
            )
        return await self._by_node(handle) or await self._by_fingerprint(handle)

    async def _by_node(self, handle: Handle) -> Resolved | None:
        """The very node, if it is still in the page and still shows the same thing."""
        (record,) = await self._view.eyes.describe([handle.node])
        if record is None:
            return None
        candidate = candidate_of(record)
        if not shows_the_same(handle.fingerprint, candidate.fingerprint):
            return None
        return self._renewed(handle, Match(candidate=candidate, score=1.0, evidence=()), handle.node, match="node")

    async def _by_fingerprint(self, handle: Handle) -> Resolved:
        if not self._after_navigation and not await self._view.eyes.is_current(handle.node.document):
            raise _left()
        located = await self._view.eyes.locate(handle.fingerprint.to_json())
        here = [(node, record) for node, record in located if self._view.route_of(node.document) == handle.route]
        if not here and not self._is_on(handle.route):
            raise _left()
        # A node that has been given to another item is not looked at again: what it shows was judged by `_by_node`.
        candidates = [candidate_of(record) for node, record in here if node != handle.node]
        nodes = [node for node, _record in here if node != handle.node]
        found = find(handle.fingerprint, candidates)
        node_of = {id(candidate): node for node, candidate in zip(nodes, candidates, strict=True)}
        if isinstance(found, Match):
            return self._renewed(handle, found, node_of[id(found.candidate)], match="fingerprint")
        if isinstance(found, Ambiguous):
            rivals = [(node_of[id(each.candidate)], each.candidate, each.score) for each in found.matches]
            raise ambiguous(self._view, "the element was replaced and several look alike", rivals)
        raise TargetStale(
            "the element is not on the page any more", hint="Call ui_scan or ui_pick to see what is there now."
        )

    def _is_on(self, route_then: str) -> bool:
        """Whether the tab is still on the page the handle was made on, whatever its frames show."""
        return route_then.partition(" ")[0] == route(self._view.url)

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
            "candidates": [
                {
                    "elementId": view.handle_of(candidate, node).id,
                    "role": candidate.role or candidate.tag,
                    "label": clean(candidate.label, limit=60),
                    "relevance": round(score, 2),
                    "nearText": clean(candidate.group or candidate.fingerprint.near, limit=60),
                }
                for node, candidate, score in rivals[:MOST_NAMED]
            ]
        },
    )
