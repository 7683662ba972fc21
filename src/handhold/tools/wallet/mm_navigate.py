"""Go to a screen of the app, or to a URL."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, ToolContext, tool


class NavigateArgs(PageArgs):
    screen: Literal["home", "settings", "notification", "url"]
    """Where to"""
    url: Annotated[str, Field(min_length=1)] | None = None
    """With screen url"""

    @model_validator(mode="after")
    def _url_goes_with_its_screen(self) -> Self:
        if self.screen == "url" and self.url is None:
            raise ValueError("screen url needs the url")
        if self.screen != "url" and self.url is not None:
            raise ValueError("a url is only for screen url")
        return self


class Navigated(Result):
    navigated: Literal[True] = True
    """The page is open."""
    current_url: PageText
    """Its address."""


@tool(
    title="wallet.navigate",
    family="wallet",
    toolset="wallet",
    effect=Effect.MOVES,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=35.0,
)
async def mm_navigate(args: NavigateArgs, ctx: ToolContext) -> Navigated:
    """Go to a screen of the extension, or to a URL in a tab of its own.

    Example: {"screen":"settings"}
    Tip: a dapp is screen url.
    """
    if args.screen == "url":
        return Navigated(current_url=await ctx.app_moves.to_url(args.url or ""))
    return Navigated(current_url=await ctx.app_moves.to_screen(args.screen))
