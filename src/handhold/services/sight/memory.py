"""What a session remembers of what it has seen in pictures; no picture of a whole page is among it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from handhold.adapters.vision.seen import Picture, Sighting
from handhold.services.perception.paging import keep
from handhold.services.sight.visual_handles import VisualHandleStore

MOST_SCANS: Final = 16
MOST_READ: Final = 24


@dataclass(slots=True, kw_only=True)
class VisualScan:
    """A frozen order of visual handles, given out page by page."""

    number: int
    tab: int
    main_document: str
    region: str
    asked: tuple[object, ...]
    order: list[str]
    is_exact: bool
    """False when a limit ended the look."""
    starts: set[int] = field(default_factory=lambda: {0})
    """Places in the order at which pages may begin: where those given out have ended."""

    def is_like(self, other: VisualScan) -> bool:
        """Whether a token of the one means the same in the other."""
        mine = (self.tab, self.main_document, self.asked, self.order)
        return mine == (other.tab, other.main_document, other.asked, other.order)


@dataclass(slots=True)
class SightMemory:
    handles: VisualHandleStore = field(default_factory=VisualHandleStore)
    scans: dict[int, VisualScan] = field(default_factory=dict[int, VisualScan])
    sightings: OrderedDict[str, Sequence[Sighting]] = field(default_factory=OrderedDict[str, Sequence[Sighting]])
    """What pictures showed, by the digest of the picture and of what was asked: the same pixels are not read twice."""
    pictures: OrderedDict[str, Sequence[Picture]] = field(default_factory=OrderedDict[str, Sequence[Picture]])
    digests: OrderedDict[str, Sequence[str]] = field(default_factory=OrderedDict[str, Sequence[str]])

    def keep(self, scan: VisualScan) -> None:
        keep(self.scans, scan, most=MOST_SCANS)


T = TypeVar("T")


def note(known: OrderedDict[str, T], name: str, value: T) -> T:
    """Remember one more, and forget the oldest."""
    known[name] = value
    while len(known) > MOST_READ:
        known.popitem(last=False)
    return value
