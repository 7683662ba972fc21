"""Close a tab of the session, by role or URL."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, ToolContext, tool
from handhold.contract.apps import TabTold, tabs_told


class CloseTabArgs(PageArgs):
    role: Literal["notification", "dapp", "other"] | None = None
    """Role of the tab"""
    url: Annotated[str, Field(min_length=1)] | None = None
    """Beginning of its URL"""

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.role is None) == (self.url is None):
            raise ValueError("give exactly one of role and url")
        return self


class ClosedTab(Result):
    closed: Literal[True] = True
    """It is gone."""
    closed_url: PageText
    """What it showed."""
    active_tab: TabTold | None
    """The tab that is worked in now."""


@tool(
    title="wallet.closeTab",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    budget=None,
)
async def mm_close_tab(args: CloseTabArgs, ctx: ToolContext) -> ClosedTab:
    """Close the newest tab of a role, or whose URL begins so.

    Example: {"role":"notification"}
    Tip: the extension's own tab ends with mm_cleanup.
    """
    tab = await ctx.app_moves.close(role=args.role, url=args.url)
    return ClosedTab(closed_url=tab.url, active_tab=tabs_told(ctx.apps.tabs()).active)
