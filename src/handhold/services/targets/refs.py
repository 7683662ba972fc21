"""Refs: `e1`, `e2`, … for the nodes an answer lists, good until the caller is given the next ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from handhold.adapters.browser.seen import NodeRef


@dataclass(slots=True, kw_only=True)
class Ref:
    """One node of a snapshot. `name` is page text."""

    id: str
    node: NodeRef
    role: str
    name: str
    is_in_row: bool = False
    """A list may give the node of one of its rows to another item."""
    handle: str | None = None
    """The element's handle, once it has one: it is found again by it when the page draws it anew."""


@dataclass(slots=True)
class RefBook:
    """The refs that were given last. They are only replaced by those of a later answer, never by a look of our own."""

    generation: int = 0
    tab: int | None = None
    given: Mapping[str, Ref] = field(default_factory=dict[str, Ref])
    offered: tuple[tuple[Ref, ...], int] | None = None
    """Of a look whose answer may still be followed by another one, and their tab."""

    def replace(self, refs: Iterable[Ref], *, tab: int) -> None:
        """The caller is given these now; a node that had a handle keeps it."""
        known = {ref.node: ref.handle for ref in self.given.values() if ref.handle is not None}
        self.given = {ref.id: ref for ref in refs}
        for ref in self.given.values():
            ref.handle = known.get(ref.node)
        self.generation += 1
        self.tab = tab

    def offer(self, refs: Iterable[Ref], *, tab: int) -> None:
        """The caller may be given these at the end of a batch; until then its steps mean those it was given before."""
        self.offered = (tuple(refs), tab)

    def accept(self) -> None:
        """The caller is given what was offered last."""
        if self.offered is not None:
            refs, tab = self.offered
            self.offered = None
            self.replace(refs, tab=tab)

    def find(self, ref_id: str) -> Ref | None:
        return self.given.get(ref_id)
