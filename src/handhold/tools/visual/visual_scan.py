"""Find what only a picture shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, PageArgs, RegionArg, Result, ToolContext, region_of, tool
from handhold.contract.tool import ENVELOPE, SEMANTIC_BUDGET
from handhold.services.perception import ChangeSet, late_size
from handhold.services.sight.scan import VisualRequest

LATE = 500
"""Bytes of changes before this call, at the most."""


class VisualScanArgs(PageArgs):
    region: RegionArg | None = None
    """Landmark, page, viewport, or {selector|nearText|handle}"""
    pattern: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Words, /regex/, or button, field, icon, slider, text"""
    page_token: Annotated[str, Field(max_length=40)] | None = None
    """nextToken"""
    ranking_mode: Literal["blend", "semantic", "structural", "visual"] = "visual"
    """What counts"""

    @model_validator(mode="after")
    def _token_stands_alone(self) -> Self:
        if self.page_token is not None and (self.region is not None or self.pattern is not None):
            raise ValueError("pageToken goes on with its own scan; leave region and pattern out")
        return self


class VisuallyScanned(Result):
    region: str
    """Where it looked; only what shows of it."""
    items: list[dict[str, Any]]
    """visualHandleId, kind, text (page text), bbox, confidence, verificationHook; promotedElementId where one element
    explains it."""
    next_token: str | None
    """Pass it as pageToken for more; null at the end."""
    estimated_remaining: int
    """Findings after these."""
    estimate: Literal["exact", "atLeast"]
    """How sure that number is."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """`since`: what happened after the previous answer. Left out when nothing did."""


@tool(title="visual.scan", family="visual", effect=Effect.READS, seconds=50)
async def visual_scan(args: VisualScanArgs, ctx: ToolContext) -> VisuallyScanned:
    """Read what only pixels show: canvas, images, icons.

    Example: {"pattern":"reserve"}
    Tip: ui_scan first; it is faster.
    """
    async with ctx.changing.late(room=LATE, looks=True) as late:
        page = await ctx.sight.scan(
            VisualRequest(pattern=args.pattern, mode=args.ranking_mode),
            region=region_of(args.region),
            page_token=args.page_token,
            budget=SEMANTIC_BUDGET - ENVELOPE - late_size(late),
        )
    ctx.measure("handhold.discovery.pagination_depth", page.depth)
    ctx.measure("handhold.discovery.estimated_remaining", page.remaining)
    return VisuallyScanned(
        region=page.region,
        items=page.items,
        next_token=page.next_token,
        estimated_remaining=page.remaining,
        estimate="exact" if page.is_exact else "atLeast",
        changes=late,
    )
