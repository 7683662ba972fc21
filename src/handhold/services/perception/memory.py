"""What a session remembers of what it has seen: handles, scans that can be gone on with, groups that can be opened."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.handles import Handle, HandleStore
from handhold.services.perception.lore import Known
from handhold.services.perception.observation import Sighting
from handhold.services.perception.paging import keep
from handhold.services.perception.query import Query
from handhold.services.perception.ranking import Mode, Ranked
from handhold.services.perception.readings import Readings
from handhold.services.sight.memory import SightMemory
from handhold.services.targets.refs import RefBook

MOST_SCANS: Final = 32
MOST_GROUPS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRequest:
    """What a scan was asked for, in the page's words."""

    region: object = None
    roles: tuple[str, ...] = ()
    query: str = ""
    mode: Mode = "blend"
    collapse: bool = True


@dataclass(slots=True, kw_only=True)
class Scan:
    """A frozen order of elements, given out page by page."""

    number: int
    tab: int
    main_document: str
    region_name: str
    request: ScanRequest
    order: list[NodeRef]
    ranked: dict[NodeRef, Ranked]
    names: Mapping[str, int]
    """How many of them are called alike."""
    query: Query | None
    priors: Mapping[str, float]
    """What earlier runs learnt, as the ranking takes it."""
    told_apart: frozenset[NodeRef]
    """Of these the scan itself has said which facts they have alone."""
    is_complete: bool
    """False when there may be more than was counted."""
    is_loading: bool = False
    """Whether more of the page was still to come when the scan began."""
    is_extended: bool = False
    """Whether what appeared since the scan began was added at the end."""
    starts: set[int] = field(default_factory=lambda: {0})
    """Places in the order at which pages may begin: where those given out have ended."""
    known: Known | None = None
    """What earlier sessions did with these elements."""

    def is_like(self, other: Scan) -> bool:
        """Whether a token of the one means the same in the other."""
        return (self.tab, self.main_document, self.request) == (other.tab, other.main_document, other.request) and (
            self.order == other.order
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Like rows that were shown as one."""

    document: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Walked:
    """An element that a path led through, as it was then, and how: pressed, hovered, by its key, or at its edge."""

    handle: Handle
    how: Literal["press", "hover", "key", "edge"]


@dataclass(slots=True)
class PerceptionMemory:
    handles: HandleStore = field(default_factory=HandleStore)
    scans: dict[int, Scan] = field(default_factory=dict[int, Scan])
    groups: dict[str, Group] = field(default_factory=dict[str, Group])
    sighting: Sighting | None = None
    """What was last seen of the page for a record."""
    readings: Readings = field(default_factory=Readings)
    sight: SightMemory = field(default_factory=SightMemory)
    refs: RefBook = field(default_factory=RefBook)
    walked: tuple[Walked, ...] = ()
    """What the last path led through."""
    _scan_numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def next_scan(self) -> int:
        return next(self._scan_numbers)

    def keep(self, scan: Scan) -> None:
        keep(self.scans, scan, most=MOST_SCANS)

    def group_id(self, group: Group) -> str:
        """A short id of this group, the same one every time."""
        known = next((name for name, kept in self.groups.items() if kept == group), None)
        if known is not None:
            return known
        name = f"g{max((int(each[1:]) for each in self.groups), default=0) + 1}"
        self.groups[name] = group
        while len(self.groups) > MOST_GROUPS:
            del self.groups[next(iter(self.groups))]
        return name
