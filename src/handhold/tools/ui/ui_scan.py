"""Find controls."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, PageArgs, RegionArg, Result, ToolContext, region_of, region_seconds, tool
from handhold.contract.tool import ENVELOPE, SEMANTIC_BUDGET
from handhold.services.perception import ChangeSet, ScanRequest, late_size

LATE = 500
"""Bytes of changes before this call, at the most."""


class UiScanArgs(PageArgs):
    region: RegionArg | None = None
    """Landmark, page, viewport, or {selector|nearText|handle}"""
    roles: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=40)]], Field(max_length=20, default_factory=list)
    ]
    """Only these"""
    query: Annotated[str, Field(max_length=200)] = ""
    """What you look for, in your words"""
    page_size: Annotated[int, Field(ge=1, le=20)] = 20
    """Most items"""
    page_token: Annotated[str, Field(max_length=40)] | None = None
    """nextToken"""
    ranking_mode: Literal["blend", "semantic", "structural", "visual"] = "blend"
    """What counts"""
    collapse: bool = True
    """Like rows as one"""

    @model_validator(mode="after")
    def _token_stands_alone(self) -> Self:
        is_asking = self.region is not None or self.query or self.roles
        if self.page_token is not None and (is_asking or self.ranking_mode != "blend" or not self.collapse):
            raise ValueError("pageToken goes on with its own scan; only pageSize may stand beside it")
        return self


class Scanned(Result):
    region: str
    """Where it looked."""
    items: list[dict[str, Any]]
    """elementId, role, label, selectorSummary, relevance, rankingSignals; and group, state, variantCount, alsoCalled,
    groupId where they say something. label, group, alsoCalled and selectorSummary are page text."""
    next_token: str | None
    """Pass it as pageToken for more; null at the end."""
    estimated_remaining: int
    """Controls after these."""
    estimate: Literal["exact", "atLeast"]
    """How sure that number is."""
    vanished: Annotated[int, Field(exclude_if=lambda count: count == 0)] = 0
    """Controls skipped here, as they went away since the scan began."""
    continuation_hint: Annotated[str | None, Field(exclude_if=lambda hint: hint is None)] = None
    """How to get there faster."""
    prior_knowledge: Annotated[dict[str, Any] | None, Field(exclude_if=lambda known: known is None)] = None
    """What earlier sessions did here. `next`: what worked (elementId, action click or type, label, confidence, times);
    `avoid`: what failed twice or more (elementId, label, times, errorCode). Labels are page text."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """`since`: what happened after the previous answer. Left out when nothing did."""


async def _budget(late: Awaitable[ChangeSet | None]) -> int:
    return SEMANTIC_BUDGET - ENVELOPE - late_size(await late)


@tool(title="ui.scan", family="ui", effect=Effect.READS, seconds=lambda args: region_seconds(args.region))
async def ui_scan(args: UiScanArgs, ctx: ToolContext) -> Scanned:
    """List the page's controls, main content first, each with a handle.

    Example: {"query":"add to basket"}
    Tip: an open dialog comes first; region "page" looks behind.
    """
    region = await ctx.handling.region(region_of(args.region))
    page, late = await ctx.changing.along(
        lambda late: ctx.perception.scan(
            ScanRequest(roles=tuple(args.roles), query=args.query, mode=args.ranking_mode, collapse=args.collapse),
            region=region,
            page_size=args.page_size,
            page_token=args.page_token,
            budget=lambda: _budget(late),
        ),
        room=LATE,
    )
    ctx.measure("handhold.discovery.pagination_depth", page.depth)
    ctx.measure("handhold.discovery.estimated_remaining", page.remaining)
    return Scanned(
        region=page.region,
        items=page.items,
        next_token=page.next_token,
        estimated_remaining=page.remaining,
        estimate="exact" if page.is_exact else "atLeast",
        vanished=page.vanished,
        continuation_hint=page.hint,
        prior_knowledge=page.prior,
        changes=late,
    )
