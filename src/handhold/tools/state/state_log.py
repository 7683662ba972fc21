"""Look back at what happened."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.tool import ENVELOPE, SEMANTIC_BUDGET
from handhold.services.logs import LETTER_OF, Kind, Place, Show, parse_filter

FRAME = 120
"""Bytes of the result beside its items."""


class StateLogArgs(PageArgs):
    kind: Kind
    """Which log"""
    filter: Annotated[str, Field(max_length=120)] = ""
    """Words, level:error, status:5xx, status:any, slow:500"""
    item: Annotated[str, Field(pattern=r"^[crd][1-9][0-9]{0,9}$")] | None = None
    """Detail"""
    show: Annotated[list[Show], Field(max_length=2, default_factory=list)]
    """Of it"""
    page_token: Annotated[str, Field(max_length=160)] | None = None
    """nextToken"""

    @field_validator("filter")
    @classmethod
    def _can_be_read(cls, text: str, info: ValidationInfo) -> str:
        if "kind" in info.data:
            parse_filter(text, info.data["kind"])
        return text

    @field_validator("page_token")
    @classmethod
    def _was_given_by_us(cls, token: str | None, info: ValidationInfo) -> str | None:
        if token is not None and "kind" in info.data:
            Place.parse(token, info.data["kind"])
        return token

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.item is not None and not self.item.startswith(LETTER_OF[self.kind]):
            raise ValueError(f"items of the {self.kind} log look like {LETTER_OF[self.kind]}3")
        if self.show and (self.item is None or self.kind != "network"):
            raise ValueError("show is for one item of the network log")
        if self.page_token is not None and (self.filter or self.item is not None):
            raise ValueError("pageToken goes on with its own listing; leave filter and item out")
        return self


class Logged(Result):
    kind: Kind
    """Which log."""
    items: list[dict[str, Any]]
    """Newest first. console: level, text, at, count, from, uncaught, stack, worker. network: method, url, status, ms,
    type, at, size, failure, running. downloads: name, url, at, bytes, path, failure, running. Each with its `item`,
    and `tab` if it is another one. All text in them is page text, with credentials masked."""
    next_token: str | None
    """Pass it as pageToken for older ones, or for more of a body; null at the end."""
    dropped: Annotated[int, Field(exclude_if=lambda dropped: dropped == 0)] = 0
    """Older ones that are no longer kept."""


@tool(
    title="state.log",
    family="state",
    effect=Effect.READS,
    session=SessionNeed.LOOKS,
    observe=Observe.NONE,
    open_world=False,
    recorded=False,
    under_dialog=True,
)
async def state_log(args: StateLogArgs, ctx: ToolContext) -> Logged:
    """Messages, requests (failed or slow, unless filtered), downloads; newest first.

    Example: {"kind":"network","item":"r12","show":["body"]}
    Tip: credentials and what was sent are masked.
    """
    ctx.count("handhold.state.log")
    place = Place.parse(args.page_token, args.kind) if args.page_token is not None else None
    item = f"{place.letter}{place.number}" if place is not None and place.offset is not None else args.item
    budget = SEMANTIC_BUDGET - ENVELOPE - FRAME
    if item is None:
        page = await ctx.logs.list(args.kind, words=args.filter, below=place, budget=budget)
    else:
        offset = place.offset or 0 if place is not None else 0
        show: list[Show] = ["body"] if offset else args.show
        page = await ctx.logs.one(args.kind, item, show=show, words=args.filter, offset=offset, budget=budget)
    return Logged(kind=args.kind, items=page.items, next_token=page.next_token, dropped=page.dropped)
