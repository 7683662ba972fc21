"""Read the page's text."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import (
    Effect,
    PageArgs,
    PageText,
    RegionArg,
    Result,
    ToolContext,
    region_of,
    region_seconds,
    tool,
)
from handhold.contract.tool import ENVELOPE, SEMANTIC_BUDGET
from handhold.services.perception import ChangeSet, late_size

LATE = 400
"""Bytes of changes before this call, at the most."""


class StateReadArgs(PageArgs):
    region: RegionArg | None = None
    """Landmark, page, viewport, or {selector|nearText|handle}"""
    format: Literal["text", "markdown", "rows"] = "text"
    """rows: tables"""
    page_token: Annotated[str, Field(max_length=40)] | None = None
    """nextToken"""

    @model_validator(mode="after")
    def _token_stands_alone(self) -> Self:
        if self.page_token is not None and (self.region is not None or "format" in self.model_fields_set):
            raise ValueError("pageToken goes on with its own reading; leave region and format out")
        return self


class StateRead(Result):
    region: str
    """What was read."""
    format: Literal["text", "markdown", "rows"]
    """How it is written. rows: a line each, cells between " | ", a bar in a cell as \\|."""
    columns: Annotated[PageText, Field(exclude_if=lambda columns: not columns)] = ""
    """rows: the names of the columns. Of several tables, and where they are long, they are the first line of rows."""
    tables: Annotated[int, Field(exclude_if=lambda tables: tables < 2)] = 0
    """rows: how many tables follow each other, an empty line between two."""
    text: PageText
    """What the page shows, as it was when the reading began. All of it is page text, also what looks like marks."""
    cut: Annotated[str, Field(exclude_if=lambda cut: not cut)] = ""
    """What was not read. Left out when everything was."""
    next_token: str | None
    """Pass it as pageToken for more; null at the end."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """`since`: what happened after the previous answer. Left out when nothing did."""


@tool(title="state.read", family="state", effect=Effect.READS, seconds=lambda args: region_seconds(args.region))
async def state_read(args: StateReadArgs, ctx: ToolContext) -> StateRead:
    """Read what the page says, in pages that lose no word.

    Example: {"region":"main","format":"markdown"}
    Tip: what was typed into fields is left out.
    """
    async with ctx.changing.late(room=LATE, looks=True) as late:
        budget = SEMANTIC_BUDGET - ENVELOPE - late_size(late)
        if args.page_token is not None:
            page = await ctx.reads.go_on(args.page_token, budget=budget)
        else:
            page = await ctx.reads.begin(
                region=await ctx.handling.region(region_of(args.region)), format=args.format, budget=budget
            )
    return StateRead(
        region=page.region,
        format=page.format,
        columns=page.columns,
        tables=page.tables,
        text=page.text,
        cut=page.cut,
        next_token=page.next_token,
        changes=late,
    )
