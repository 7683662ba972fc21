"""Follow labels."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, PageArgs, PageText, RegionArg, Result, ToolContext, region_of, tool
from handhold.services.perception import Changes


class FollowArgs(PageArgs):
    steps: Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(min_length=1, max_length=10)]
    """Labels, in order"""
    scope: RegionArg | None = None
    """Where the first is; as region in ui_scan"""


class Followed(Result):
    target: PageText
    """Role and name of the last step's element."""
    element_id: str | None
    """Its handle; null when the page it led to does not have it."""
    followed: int
    """How many steps were followed; fewer than asked for only while a dialog waits."""
    url: PageText
    """Where the tab is now."""
    title: PageText
    """Title of the page."""
    changes: Changes
    """What came of it. "none" if nothing."""


@tool(title="nav.followPath", family="nav", effect=Effect.ACTS, seconds=30)
async def nav_follow_path(args: FollowArgs, ctx: ToolContext) -> Followed:
    """Follow labels through menus, sidebars, tabs, trees, wizards and pages.

    Example: {"steps":["File","Export","PDF"]}
    Tip: if one is missing the error says at which step, and what is there.
    """
    done = await ctx.interaction.follow(args.steps, region_of(args.scope))
    return Followed(
        target=done.target,
        element_id=done.element_id,
        followed=done.followed,
        url=done.url,
        title=done.title,
        changes=done.changes,
    )
