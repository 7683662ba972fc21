"""Handles: a short name for one element, kept for as long as anybody may ask for it."""

from __future__ import annotations

import itertools
from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import InvalidInput, TargetNotFound
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.identity import called
from handhold.services.perception.paging import base36
from handhold.services.perception.recycled import is_moved_on, shows_the_same
from handhold.services.perception.shown import Shown
from handhold.services.perception.standing import is_only_one
from handhold.services.perception.whereabouts import Routes

MOST: Final = 20_000
"""Handles kept in a session; a scan gives out twenty at a time, so this is a day's work."""
MOST_FOUND: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle:
    """One element: the node it was last seen as, and what it takes to find it again. `label` is page text."""

    id: str
    tab: int
    node: NodeRef
    route: Routes
    role: str
    label: str
    fingerprint: Fingerprint


class HandleStore:
    """Ids are never reused in a session, and one element has one id for as long as it lives."""

    def __init__(self) -> None:
        self.found: deque[Handle] = deque(maxlen=MOST_FOUND)
        """Handles as they were when their elements were found again, the latest last."""
        self._handles: dict[str, Handle] = {}
        self._by_node: dict[NodeRef, str] = {}
        self._shown = Shown()
        self._numbers = itertools.count(1)
        self.created = 0

    def create_from_element(self, candidate: Candidate, node: NodeRef, *, tab: int, route: Routes) -> Handle:
        """The handle of an element: the one it has, refreshed with what is known now, or a new one.

        A node that a list has given to another item gets a new handle, because the old one still means the old item.
        """
        known = self._by_node.get(node)
        if known is not None and not self.means_the_same(self._handles[known], candidate.fingerprint):
            known = None
        if known is None:
            self.created += 1
        handle = Handle(
            id=known or f"h{base36(next(self._numbers))}",
            tab=tab,
            node=node,
            route=route,
            role=candidate.role or candidate.kind or candidate.tag,
            label=candidate.label,
            fingerprint=candidate.fingerprint,
        )
        self._keep(handle)
        return handle

    def get(self, handle_id: str) -> Handle:
        """Raises `InvalidInput` for what is no handle id, `TargetNotFound` for one that was never given out."""
        if handle_id in self._handles:
            return self._handles[handle_id]
        if not handle_id.startswith("h") or not handle_id.isalnum():
            raise InvalidInput(
                "the id is not a handle of an element", hint="Handles look like h3; ui_scan and ui_pick give them out."
            )
        raise TargetNotFound("no such handle in this session", hint="Call ui_scan or ui_pick to get handles.")

    def find(self, handle_id: str) -> Handle | None:
        """The handle of that id, if there is one."""
        return self._handles.get(handle_id)

    def means_the_same(self, handle: Handle, now: Fingerprint) -> bool:
        """Whether its node, which shows this now, has not been given to something else."""
        if not shows_the_same(handle.fingerprint, now):
            return False
        others = (self._handles[each] for each in self._shown.like(now, document=handle.node.document))
        there = (each.fingerprint for each in others if each.node != handle.node)
        return not is_moved_on(handle.fingerprint, now, there)

    def node_of(self, handle_id: str) -> NodeRef | None:
        """The node it was last seen as; none for an id that was never given out."""
        handle = self._handles.get(handle_id)
        return None if handle is None else handle.node

    def refresh(self, handle: Handle, candidate: Candidate, node: NodeRef, *, route: Routes) -> Handle:
        """The same handle, seen again: maybe as another node, maybe with other words on it.

        A node that was given a handle meanwhile stays known by that one, so that equal questions are answered alike.
        """
        self._forget_node(handle)
        renewed = replace(
            handle,
            node=node,
            route=route,
            label=candidate.label,
            fingerprint=candidate.fingerprint,
        )
        meanwhile = self._by_node.get(node)
        self._keep(renewed)
        if meanwhile is not None and self.means_the_same(self._handles[meanwhile], candidate.fingerprint):
            self._by_node[node] = meanwhile
        return renewed

    def hold_on(self, candidate: Candidate, node: NodeRef, *, route: Routes) -> None:
        """Keep the handle of what was acted on just now although its surroundings are others.

        A list may have given its node to the next item meanwhile; not so where it alone was, and is, called what it is.
        """
        known = self._by_node.get(node)
        if known is None:
            return
        before, now = self._handles[known].fingerprint, candidate.fingerprint
        is_alone = is_only_one(before) and is_only_one(now)
        if is_alone and called(before) == called(now):
            self.refresh(self._handles[known], candidate, node, route=route)

    def delete(self, handle_id: str) -> None:
        handle = self._handles.pop(handle_id, None)
        if handle is not None:
            self._forget_node(handle)
            self._shown.drop(handle_id)

    def _forget_node(self, handle: Handle) -> None:
        # The node may be known by a younger handle already.
        if self._by_node.get(handle.node) == handle.id:
            del self._by_node[handle.node]

    def _keep(self, handle: Handle) -> None:
        self._handles[handle.id] = handle
        self._shown.put(handle.id, handle.fingerprint, document=handle.node.document)
        self._by_node[handle.node] = handle.id
        while len(self._handles) > MOST:
            self.delete(next(iter(self._handles)))
