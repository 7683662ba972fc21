"""What looking at a tab gives, as plain data; importing this loads no browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Record = Mapping[str, object]
Point = tuple[float, float]


class NodeRef(NamedTuple):
    """An element while its document lives."""

    document: str
    key: int


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
