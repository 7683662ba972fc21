"""Tell everything about the screen at once."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from handhold.contract import Effect, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.apps import ExtensionState, TabTold, state_told, tabs_told
from handhold.contract.overview import (
    NodesTold,
    ScreenshotTold,
    TestIdsTold,
    link_to,
    names_note,
    nodes_told,
    screenshot_told,
    test_ids_told,
)


class DescribeScreenArgs(PageArgs):
    include_screenshot: bool = False
    """Also take a picture"""
    screenshot_name: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Part of its file name"""
    include_screenshot_base64: bool = False
    """Also put it into the answer"""


class ScreenTold(Result):
    state: ExtensionState
    """Where the app is."""
    active_tab: Annotated[TabTold | None, Field(exclude_if=lambda tab: tab is None)] = None
    """The tab that is worked in."""
    test_ids: TestIdsTold
    """Visible test ids."""
    a11y: Annotated[NodesTold, Field(alias="a11y")]
    """What can be used, with refs."""
    screenshot: ScreenshotTold | None
    """The picture, null unless it was asked for."""
    prior_knowledge: Annotated[dict[str, Any] | None, Field(exclude_if=lambda known: known is None)] = None
    """What earlier sessions did on this screen: similarSteps, suggestedNextActions, avoid. Names are page text."""


@tool(
    title="wallet.describeScreen",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=20,
    blocks_of=lambda told: link_to(told.screenshot),
)
async def mm_describe_screen(args: DescribeScreenArgs, ctx: ToolContext) -> ScreenTold:
    """Tell state, test ids, refs and what worked here before, in one look.

    Example: {}
    Tip: call it after every navigation; then batch by testId.
    """
    listing = await ctx.overview.look()
    state = await ctx.apps.state(seen=listing.seen)
    if (note := names_note(listing)) is not None:
        ctx.warn(note)
    picture = None
    if args.include_screenshot:
        picture = await ctx.pictures.take(
            args.screenshot_name or state.current_screen, with_base64=args.include_screenshot_base64
        )
    known = await ctx.prior_knowledge(listing.seen, state.current_screen)
    return ScreenTold(
        state=state_told(state),
        active_tab=tabs_told(ctx.apps.tabs()).active,
        test_ids=TestIdsTold(**test_ids_told(listing)),
        a11y=NodesTold(**nodes_told(listing)),
        screenshot=screenshot_told(picture) if picture is not None else None,
        prior_knowledge=known.model_dump(mode="json", by_alias=True, exclude_none=True) if known is not None else None,
    )
