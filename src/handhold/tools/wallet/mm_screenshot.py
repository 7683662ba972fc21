"""Take a picture."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, PageArgs, SessionNeed, ToolContext, tool
from handhold.contract.overview import ScreenshotTold, link_to, screenshot_told

Text = Annotated[str, Field(min_length=1, max_length=500)]


class ScreenshotArgs(PageArgs):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """Part of its file name"""
    full_page: bool = True
    """Or only what shows"""
    selector: Text | None = None
    """CSS of one element"""
    include_base64: bool = False
    """Also put it into the answer"""


@tool(
    title="wallet.screenshot",
    family="wallet",
    toolset="wallet",
    effect=Effect.SAVES,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=20,
    blocks_of=link_to,
)
async def mm_screenshot(args: ScreenshotArgs, ctx: ToolContext) -> ScreenshotTold:
    """Save a PNG of the page in the session's folder.

    Example: {"name":"after-send"}
    Tip: fields for secrets show dots in it.
    """
    picture = await ctx.pictures.take(
        args.name, full_page=args.full_page, selector=args.selector, with_base64=args.include_base64
    )
    return screenshot_told(picture)
