"""Act at a place."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field, model_validator

from handhold.contract import AnyHandleId, Args, Effect, PageArgs, Result, ToolContext, region_of, tool
from handhold.contract.regions import Landmark, RegionAnchor
from handhold.services.perception import Changes
from handhold.services.sight.pointing import Gesture, Move, Within

Share = Annotated[float, Field(ge=0, le=1)]
Pixels = Annotated[float, Field(ge=-20_000, le=20_000)]


class Spot(Args):
    x: Pixels
    y: Pixels

    def pair(self) -> tuple[float, float]:
        return self.x, self.y


class SpotOnHandle(Args):
    x: Share
    y: Share

    def pair(self) -> tuple[float, float]:
        return self.x, self.y


class PointerArgs(PageArgs):
    target: Spot | AnyHandleId | Landmark | RegionAnchor
    """{x,y} of the viewport, handle h3, v3, or region: landmark, {selector|nearText}"""
    intent: Gesture = "press"
    """Gesture"""
    at: SpotOnHandle | None = None
    """Where on handle or region, 0 to 1"""
    to: Spot | None = None
    """drag: end"""
    by: Spot | None = None
    """drag, scroll: how far"""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.at is not None and isinstance(self.target, Spot):
            raise ValueError("at is for a handle or a region")
        if self.to is not None and self.intent != "drag":
            raise ValueError("to is for a drag")
        if self.by is not None and self.intent not in {"drag", "scroll"}:
            raise ValueError("by is for a drag or a scroll")
        if self.intent == "drag" and (self.to is None) == (self.by is None):
            raise ValueError("a drag needs to or by")
        return self


def _place_of(target: Spot | str | RegionAnchor) -> tuple[float, float] | str | Within:
    if isinstance(target, Spot):
        return target.pair()
    if isinstance(target, str):
        return Within(target) if target in get_args(Landmark) else target
    return target.handle or Within(region_of(target))


class PointedAt(Result):
    status: Literal["pressed", "hovered", "dragged", "scrolled"]
    """What was done."""
    promoted_handle_id: str | None
    """elementId of what is there, for the next time; null where only the picture tells."""
    verification_evidence: dict[str, Any]
    """hit: what the pointer met, text: what was read there (page text both), score, by: what was compared."""
    changes: Changes
    """What came of it. "none" if nothing."""


@tool(title="pointer.action", family="pointer", effect=Effect.ACTS, seconds=50)
async def pointer_action(args: PointerArgs, ctx: ToolContext) -> PointedAt:
    """Point at a place: the last resort when handles of ui_scan fail.

    Example: {"target":"v2"}
    Tip: promotedHandleId works in action_execute.
    """
    at, to, by = (each.pair() if each is not None else None for each in (args.at, args.to, args.by))
    done = await ctx.pointing.act(_place_of(args.target), Move(gesture=args.intent, at=at, to=to, by=by))
    return PointedAt(
        status=done.status,
        promoted_handle_id=done.promoted,
        verification_evidence=dict(done.evidence.told()),
        changes=done.changes,
    )
