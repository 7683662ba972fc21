"""Read named facts off the page."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import (
    Args,
    Effect,
    PageArgs,
    RegexPattern,
    RegionArg,
    Result,
    ToolContext,
    region_of,
    region_seconds,
    tool,
)
from handhold.services.perception import ChangeSet, late_size
from handhold.services.state import Asked, Hint

BUDGET = 1200
"""Bytes of the result, at the most: about 300 tokens (R336)."""
LATE = 300
"""Bytes of changes before this call, at the most."""

FieldName = Annotated[str, Field(pattern=r"^[A-Za-z]\w{0,39}$")]
Words = Annotated[str, Field(min_length=1, max_length=200)]


class HintArg(Args):
    text_includes: Words | None = None
    near: Words | None = None
    selector: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    role: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    strategy: Literal["beside", "text", "number", "state", "count", "exists"] = "beside"
    pattern: RegexPattern | None = None

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if not (self.text_includes or self.near or self.selector or self.role):
            raise ValueError("give textIncludes, near, selector or role")
        return self


class CustomField(Args):
    field: FieldName
    hint: HintArg


class StateSnapshotArgs(PageArgs):
    scope: RegionArg | None = None
    """As ui_scan's region"""
    fields: Annotated[list[FieldName | CustomField], Field(min_length=1, max_length=24)]
    """Names, or {field, hint}"""

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        names = [each if isinstance(each, str) else each.field for each in self.fields]
        if len(set(names)) < len(names):
            raise ValueError("fields names one twice")
        return self


class Snapshotted(Result):
    fields: dict[str, dict[str, Any]]
    """By name: value (page text), confidence and elementId; or a null value and the reason. `more`: items left out."""
    cut: list[str]
    """Fields that did not fit; ask for fewer at once."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """`since`: what happened after the previous answer. Left out when nothing did."""


@tool(title="state.snapshot", family="state", effect=Effect.READS, seconds=lambda args: region_seconds(args.scope))
async def state_snapshot(args: StateSnapshotArgs, ctx: ToolContext) -> Snapshotted:
    """Read facts off the page, such as price, selectedColor, cta, form, errors.

    Example: {"fields":["price","cartCount",{"field":"order","hint":{"textIncludes":"Order no"}}]}
    Tip: an unknown name lists all.
    """
    asked = [_asked(each) for each in args.fields]
    async with ctx.changing.late(room=LATE, looks=True) as late:
        budget = BUDGET - late_size(late)
        snapshot = await ctx.state.snapshot(asked, scope=region_of(args.scope), budget=budget)
    return Snapshotted(fields=snapshot.fields, cut=snapshot.cut, changes=late)


def _asked(field: str | CustomField) -> Asked:
    if isinstance(field, str):
        return Asked(field=field)
    return Asked(field=field.field, hint=Hint(**field.hint.model_dump(by_alias=False)))
