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
from handhold.services.perception.identity import with_alone
from handhold.services.perception.page_text import clean
from handhold.services.perception.view import View, candidate_of

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
        # A list that recycles its nodes shows another thing in the same node; then the fingerprint does not fit.
        if find(handle.fingerprint, [candidate]) is None and _shows_another(handle, candidate):
            return None
        renewed = self._view.memory.handles.refresh(handle, candidate, handle.node, route=self._view.route)
        return Resolved(handle=renewed, candidate=candidate, match="node", score=1.0)

    async def _by_fingerprint(self, handle: Handle) -> Resolved:
        if handle.route != self._view.route or (
            not self._after_navigation and not self._view.eyes.knows(handle.node.document)
        ):
            raise TargetStale(
                "the page the handle belongs to has gone", hint="Call ui_scan or ui_pick to get handles of this page."
            )
        located = await self._view.eyes.locate(handle.fingerprint.to_json())
        candidates = with_alone([candidate_of(record) for _node, record in located])
        found = find(handle.fingerprint, candidates)
        nodes = {id(candidate): node for (node, _record), candidate in zip(located, candidates, strict=True)}
        if isinstance(found, Match):
            node = nodes[id(found.candidate)]
            renewed = self._view.memory.handles.refresh(handle, found.candidate, node, route=self._view.route)
            return Resolved(
                handle=renewed,
                candidate=found.candidate,
                match="fingerprint",
                score=round(found.score, 2),
                evidence=found.evidence,
            )
        if isinstance(found, Ambiguous):
            rivals = [(nodes[id(each.candidate)], each.candidate, each.score) for each in found.matches]
            raise ambiguous(self._view, "the element was replaced and several look alike", rivals)
        raise TargetStale(
            "the element is not on the page any more", hint="Call ui_scan or ui_pick to see what is there now."
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


def _shows_another(handle: Handle, candidate: Candidate) -> bool:
    """Whether a node has been given another meaning: other words, and no mark that stayed."""
    before, now = handle.fingerprint, candidate.fingerprint
    kept = any(mark and mark == other for mark, other in ((before.test_id, now.test_id), (before.id, now.id)))
    return not kept and before.label != now.label
