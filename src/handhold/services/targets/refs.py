"""Refs: `e1`, `e2`, … for the nodes an answer lists, good until the caller is given the next ones.

Within a batch the number of a ref also says which look it is from: the caller's own refs keep their meaning until it is
answered, and a later step can still mean a node that an earlier one has listed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from handhold.adapters.browser.seen import NodeRef

PER_LOOK: Final = 1000
"""More than a look lists; a ref above it is of a look within a batch."""
MOST_LOOKS: Final = 9999
MOST_OFFERS: Final = 101
"""Of fifty steps, each with what it lists and a look after it, and the look at the end."""


def ref_of(look: int, number: int) -> str:
    """The ref of a node of this look; 0 for what the caller is given at once."""
    return f"e{look * PER_LOOK + number}"


def plain(ref_id: str) -> str:
    """As the caller is told it."""
    return f"e{int(ref_id[1:]) % PER_LOOK}" if look_of(ref_id) else ref_id


def look_of(ref_id: str) -> int:
    return int(ref_id[1:]) // PER_LOOK if ref_id[1:].isdecimal() else 0


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
    tab: int = 0


@dataclass(slots=True)
class RefBook:
    """The refs that were given last. They are only replaced by those of a later answer, never by a look of our own."""

    generation: int = 0
    tab: int | None = None
    given: Mapping[str, Ref] = field(default_factory=dict[str, Ref])
    offered: dict[int, Mapping[str, Ref]] = field(default_factory=dict[int, Mapping[str, Ref]])
    """Of looks within a batch, whose caller is not answered yet."""

    def replace(self, refs: Iterable[Ref], *, tab: int) -> None:
        """The caller is given these now; a node that had a handle keeps it."""
        self.given = self._known(refs, tab=tab)
        self.generation += 1
        self.tab = tab

    def offer(self, refs: Iterable[Ref], *, tab: int) -> int:
        """The caller may be given these at the end of a batch; until then its steps mean those it was given before.

        Returns the number of the look, by which a later step can mean them.
        """
        look = secrets.randbelow(MOST_LOOKS) + 1  # by chance, so that those of another session mean nothing here
        self.offered.pop(look, None)
        self.offered[look] = self._known(refs, tab=tab)
        for oldest in list(self.offered)[:-MOST_OFFERS]:
            del self.offered[oldest]
        return look

    def accept(self, looks: Sequence[int]) -> None:
        """The caller is given what these looks saw, in this order; the last one counts."""
        mine = [self.offered.pop(look) for look in looks if look in self.offered]
        if mine and (last := list(mine[-1].values())):
            self.replace(last, tab=last[0].tab)

    def find(self, ref_id: str) -> Ref | None:
        look = look_of(ref_id)
        return self.offered.get(look, {}).get(plain(ref_id)) if look else self.given.get(ref_id)

    def _known(self, refs: Iterable[Ref], *, tab: int) -> Mapping[str, Ref]:
        handles = {ref.node: ref.handle for ref in self.given.values() if ref.handle is not None}
        found = {ref.id: ref for ref in refs}
        for ref in found.values():
            ref.handle, ref.tab = ref.handle or handles.get(ref.node), tab
        return found
