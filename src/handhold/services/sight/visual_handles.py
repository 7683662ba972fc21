"""Visual handles: a short name for something that was seen in a picture, with what it takes to see it again."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from handhold.adapters.browser.seen import NodeRef, Rect
from handhold.adapters.vision.seen import Picture
from handhold.errors import InvalidInput, TargetNotFound

MOST: Final = 2_000
"""Visual handles kept in a session; each holds a small picture of a few kilobytes."""
SAME: Final = 0.7
"""Two boxes this much alike, with the same words, on the same element are one finding."""

VisualKind = Literal["text", "button", "field", "icon", "slider", "shape"]


class Fractions(NamedTuple):
    """A box as shares of another one: where it begins, and how wide and high it is."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, box: Rect, inside: Rect) -> Fractions:
        """Where a box lies in another; a box without room has it everywhere."""
        width, height = inside.width or 1.0, inside.height or 1.0
        return cls((box.x - inside.x) / width, (box.y - inside.y) / height, box.width / width, box.height / height)

    def on(self, box: Rect) -> Rect:
        """The same place on a box that may have moved or grown."""
        return Rect(
            box.x + self.x * box.width,
            box.y + self.y * box.height,
            self.width * box.width,
            self.height * box.height,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class VisualHandle:
    """One thing that was seen. `text` is page text; `at` is where it lies on its anchor."""

    id: str
    tab: int
    document: str
    """The tab's main document when it was seen."""
    kind: VisualKind
    text: str
    bbox: Rect
    """In the tab's viewport, when it was seen last."""
    anchor: NodeRef
    """The canvas, picture or box it is drawn in."""
    tag: str
    """Of the anchor: what a page that is drawn anew puts in its place has the same."""
    at: Fractions
    picture: Picture
    context: str
    """A digest of its row and of what stands above and below: things that look alike differ by their neighbours."""
    scale: float
    """Pixels of the picture per CSS pixel."""
    size: tuple[float, float]
    """Of the anchor, in CSS pixels, when it was seen."""
    confidence: float
    knob: float | None = None
    """Of a slider: where its knob was, 0 to 1."""
    promoted: str | None = None
    """The durable handle of the one element that explains it."""
    caption: str = ""
    """Of what has no words itself: those that stand by it, and on which side."""
    cut: frozenset[str] = frozenset()
    """Sides on which its words, or its caption's, came to the edge of what showed."""
    is_only: bool = True
    """Whether nothing else on its anchor had the same words, or the same caption."""
    newest: int = 0
    """The latest key of the anchor's document then: what takes the anchor's place has a higher one."""
    face: NodeRef | None = None
    """What the pointer met in the middle of it: a layer over the anchor may be what listens."""


def is_visual(handle_id: str) -> bool:
    """Whether an id is of something that was seen, and not of an element."""
    return handle_id.startswith("v")


class VisualHandleStore:
    """Ids are never reused in a session; what is seen again in the same place keeps its id."""

    def __init__(self) -> None:
        self._handles: dict[str, VisualHandle] = {}
        self._numbers = itertools.count(1)
        self.created = 0

    def create(self, seen: VisualHandle) -> VisualHandle:
        """Keep what was seen; its id is the one the same thing had, or a new one."""
        known = next((each for each in self._handles.values() if _is_same(each, seen)), None)
        if known is None:
            self.created += 1
        handle = replace(seen, id=known.id, promoted=known.promoted) if known else self._new(seen)
        self._handles.pop(handle.id, None)
        self._handles[handle.id] = handle
        while len(self._handles) > MOST:
            del self._handles[next(iter(self._handles))]
        return handle

    def _new(self, seen: VisualHandle) -> VisualHandle:
        return replace(seen, id=f"v{next(self._numbers)}")

    def get(self, handle_id: str) -> VisualHandle:
        """Raises `InvalidInput` for what is no visual handle, `TargetNotFound` for one that is not known."""
        if handle_id in self._handles:
            return self._handles[handle_id]
        if not is_visual(handle_id) or not handle_id.isalnum():
            raise InvalidInput(
                "the id is not a visual handle", hint="Visual handles look like v3; visual_scan gives them out."
            )
        raise TargetNotFound("no such visual handle in this session", hint="Call visual_scan to get visual handles.")

    def find(self, handle_id: str) -> VisualHandle | None:
        return self._handles.get(handle_id)

    def update(self, handle: VisualHandle) -> VisualHandle:
        """The same handle, seen again or promoted; one that was invalidated meanwhile stays so."""
        if handle.id in self._handles:
            self._handles[handle.id] = handle
        return handle

    def invalidate(self, handle_id: str) -> None:
        self._handles.pop(handle_id, None)


def _is_same(known: VisualHandle, seen: VisualHandle) -> bool:
    return (
        known.anchor == seen.anchor
        and known.tab == seen.tab
        and known.document == seen.document
        and known.kind == seen.kind
        and known.text == seen.text
        and known.caption == seen.caption
        and Rect(*known.at).likeness(Rect(*seen.at)) >= SAME
        and _is_told_by_name(known, seen)
    )


def _is_told_by_name(known: VisualHandle, seen: VisualHandle) -> bool:
    """Whether the names say that it is the same thing; of two that are named alike only the pixels around them can.

    An id must not pass to what has come to the same place meanwhile: somebody may still hold it for the other thing.
    """
    if (known.text or known.caption or known.kind == "slider") and known.is_only and seen.is_only:
        return True
    return (known.picture.digest, known.context) == (seen.picture.digest, seen.context)
