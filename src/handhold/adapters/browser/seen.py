"""What looking at a tab gives, as plain data; importing this loads no browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

Record = Mapping[str, object]
Point = tuple[float, float]


class PointIn(NamedTuple):
    """A point of the tab's viewport, and the document that is to be met there."""

    document: str
    point: Point


class NodeRef(NamedTuple):
    """An element while its document lives."""

    document: str
    key: int


class Rect(NamedTuple):
    """A box in CSS pixels of the tab's viewport."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Rect:
        """From the page's `{x, y, w, h}`."""
        return cls(float(told["x"]), float(told["y"]), float(told["w"]), float(told["h"]))

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def area(self) -> float:
        return max(0.0, self.width) * max(0.0, self.height)

    def place(self, at: Point) -> Point:
        """The point at these shares of its width and height."""
        return self.x + self.width * at[0], self.y + self.height * at[1]

    def share_of(self, point: Point) -> Point:
        """Where a point lies in it as shares of its width and height, the nearest place for one outside."""
        across = (point[0] - self.x) / self.width if self.width else 0.0
        down = (point[1] - self.y) / self.height if self.height else 0.0
        return min(1.0, max(0.0, across)), min(1.0, max(0.0, down))

    def holds(self, point: Point) -> bool:
        return self.x <= point[0] < self.x + self.width and self.y <= point[1] < self.y + self.height

    def within(self, other: Rect) -> Rect:
        """The part of it that lies in the other one; without area when none does."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))

    def around(self, other: Rect) -> Rect:
        """The smallest box around both."""
        left, top = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Rect(left, top, right - left, bottom - top)

    def share_in(self, other: Rect) -> float:
        """How much of it lies in the other one, 0 to 1."""
        return self.within(other).area / self.area if self.area else 0.0

    def likeness(self, other: Rect) -> float:
        """1 for the same box, 0 for boxes that do not meet."""
        both = self.within(other).area
        return both / (self.area + other.area - both) if both else 0.0


NOWHERE: Final = Rect(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentView:
    """What one document answered. `offset` is where its viewport begins in the tab's."""

    document: str
    is_main: bool
    answer: dict[str, object]
    offset: Point = (0.0, 0.0)


class Message(NamedTuple):
    """A text that appeared; the lower its kind, the more it matters (page/src/watching/kinds.js). It is page text."""

    kind: int
    text: str


class Appearance(NamedTuple):
    """A control that came, and how many like it, itself included."""

    record: Record
    like: int


class Alteration(NamedTuple):
    """A control that is different now, in words of ours and of the page."""

    record: Record
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChanges:
    """What one document tells of a stretch of time."""

    document: str
    is_main: bool
    url: str
    is_new: bool = False
    """It came after the stretch had begun."""
    report: int | None = None
    """By this number the document is told that the caller has heard of it."""
    messages: tuple[Message, ...] = ()
    unsaid: int = 0
    appeared: tuple[Appearance, ...] = ()
    appeared_in_all: int = 0
    vanished: int = 0
    changed: tuple[Alteration, ...] = ()
    changed_in_all: int = 0
    focus: Record | None = None
    acted: Record | None = None
    """What was acted on, as it is now, where something changed around it."""
    seen: Record | None = None
    """What a record keeps of the page, where that was asked for."""
    hosts: int = 0
    """Custom elements that came and may hide a closed shadow root."""
