"""List what can be used on the page, with refs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handhold.contract import Effect, PageArgs, SessionNeed, ToolContext, tool
from handhold.contract.overview import NodesTold, names_note, nodes_told

ExtraRole = Literal["menu", "listbox", "option", "tab", "tabpanel", "list", "listitem"]


class SnapshotArgs(PageArgs):
    root_selector: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    """CSS of the part to look at"""
    extra_roles: Annotated[list[ExtraRole], Field(default_factory=list, max_length=7)]
    """Roles beside the twelve"""


@tool(
    title="wallet.accessibilitySnapshot",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    budget=None,
)
async def mm_accessibility_snapshot(args: SnapshotArgs, ctx: ToolContext) -> NodesTold:
    """List buttons, links, fields, dialogs, alerts and headings, each with a ref.

    Example: {}
    Tip: refs (e1, e2…) are good until the next ones are given.
    """
    listing = await ctx.overview.nodes(root=args.root_selector, extra_roles=args.extra_roles)
    if (note := names_note(listing)) is not None:
        ctx.warn(note)
    return NodesTold(**nodes_told(listing))
