"""From something seen to an element: captured, filled in from the document, verified, and made durable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from handhold.adapters.browser.seen import Point
from handhold.services.sight.visual_handles import Rect, VisualHandle


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why we believe it. `hit` and `text` hold page text."""

    hit: str = ""
    """What the pointer meets there, such as `canvas#c`."""
    text: str = ""
    score: float = 0.0
    by: str = ""
    """What was compared: `picture`, `text`, `geometry`, or several with `+` between."""

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


class Promotion:
    async def promote_visual_handle(self, handle: VisualHandle) -> Promoted | Kept | Refused:
        """Tie it to the one element that explains it, or say why not."""
        raise NotImplementedError

    async def promote_point(self, point: Point) -> Promoted | Kept:
        """The durable handle of the control at a point of the tab's viewport, if exactly one is there."""
        raise NotImplementedError

    async def verify_handle(self, handle: VisualHandle) -> Verified:
        """Whether it is where it was and looks as it did. Raises `TargetStale` when it does not.

        Compares pixels; words are read only when the pixels differ.
        """
        raise NotImplementedError

    async def fallback_to_visual_replay(self, handle: VisualHandle) -> Spot:
        """Where it is now, after scrolling, resizing or redrawing; its anchor is scrolled into view if need be.

        Raises `TargetStale` when it is gone and `TargetAmbiguous` when several places look like it.
        """
        raise NotImplementedError

    def invalidate_handle(self, handle_id: str) -> None:
        """Forget it; its id is never given to anything else."""
        raise NotImplementedError
