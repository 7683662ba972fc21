"""What a look for pictures gives, as plain data; importing this loads no browser."""

from __future__ import annotations

from dataclasses import dataclass

from handhold.adapters.browser.seen import NOWHERE, NodeRef, Rect


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """How CSS pixels become pixels of a picture."""

    ratio: float = 1.0
    """Device pixels per CSS pixel."""
    zoom: float = 1.0
    """How far a person has zoomed in with two fingers."""
    view: Rect = NOWHERE
    """What shows of the viewport then."""

    @property
    def scale(self) -> float:
        return self.ratio * self.zoom


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A picture of a part of the viewport; `area` in CSS pixels, `scale` pixels per CSS pixel."""

    png: bytes
    area: Rect
    scale: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An element that shows pixels the document does not put into words. Boxes are in the tab's viewport."""

    node: NodeRef
    tag: str
    kind: str
    """canvas, image, video, drawing, background or icon."""
    seen: Rect
    whole: Rect
    control: NodeRef | None
    """The control it is or lies in."""
    newest: int = 0
    """The latest key of its document at that look: pictures that come later have higher ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What a look at the documents of a tab found, before any picture is taken."""

    document: str
    """Of the tab itself."""
    region: str
    lens: Lens
    parts: tuple[Part, ...] = ()
    words: tuple[Rect, ...] = ()
    """Lines of text that documents show themselves."""
    masks: tuple[Rect, ...] = ()
    """What nobody may read: fields that people type into, and frames that do not answer."""
    controls: tuple[tuple[NodeRef, Rect], ...] = ()
    is_cut: bool = False
    error: str = ""
    """`not-found` or `bad-selector` when there is no such region."""
    names: tuple[str, ...] = ()
    """Of the regions there are, when the one that was asked for is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """What the pointer meets at a point. `hit` is page text, such as `canvas#c`."""

    node: NodeRef
    hit: str
    control: NodeRef | None
    tag: str
    is_weak: bool
    """It counts as a control by a listener or its looks alone."""
    is_on: bool = False
    """It is the element that was asked for, or lies in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionFound:
    """The outermost elements of a region; `error` and the `names` of the regions there are, when it has none."""

    nodes: tuple[NodeRef, ...] = ()
    error: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchored:
    """Where an element is now, in the tab's viewport; `seen` has no area while nothing of it shows."""

    seen: Rect
    whole: Rect
    lens: Lens
