"""What promotion, verification and replay answer, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from handhold.adapters.browser.seen import NodeRef, Rect
from handhold.services.sight.visual_handles import VisualHandle


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why we believe it. `hit` and `text` hold page text."""

    hit: str = ""
    """What the pointer meets there, such as `canvas#c`."""
    text: str = ""
    score: float = 0.0
    by: str = ""
    """What was compared: `picture`, `text`, `caption`, `geometry`, `element`, or several with `+` between."""

    def told(self) -> Mapping[str, object]:
        """As answers say it, without what is empty."""
        told = {"hit": self.hit, "text": self.text, "score": round(self.score, 2), "by": self.by}
        return {key: value for key, value in told.items() if value != ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Promoted:
    """Exactly one element explains it."""

    element_id: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """It stays visual: it can be pressed, and is verified each time by what it looked like."""

    reason: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Too doubtful to act on."""

    reason: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    handle: VisualHandle
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where something seen is now, in CSS pixels of the tab's viewport."""

    x: float
    y: float
    bbox: Rect
    handle: VisualHandle
    evidence: Evidence
    on: NodeRef
    """The element or picture that shows it."""
    element: str | None = None
    """The element that explains it still, and still looks so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """Something that only a picture shows, found again; `anchor` is the handle of what it is drawn in."""

    spot: Spot
    anchor: str | None
    frame: str
