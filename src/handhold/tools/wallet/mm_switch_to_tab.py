"""Work in another tab of the session, by role or URL."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.apps import TabTold


class SwitchToTabArgs(PageArgs):
    role: Literal["extension", "notification", "dapp", "other"] | None = None
    """Role of the tab"""
    url: Annotated[str, Field(min_length=1)] | None = None
    """Beginning of its URL"""

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.role is None) == (self.url is None):
            raise ValueError("give exactly one of role and url")
        return self


class SwitchedToTab(Result):
    switched: Literal[True] = True
    """It is worked in now."""
    active_tab: TabTold
    """The tab."""


@tool(
    title="wallet.switchToTab",
    family="wallet",
    toolset="wallet",
    effect=Effect.MOVES,
    session=SessionNeed.RUNNING,
    budget=None,
)
async def mm_switch_to_tab(args: SwitchToTabArgs, ctx: ToolContext) -> SwitchedToTab:
    """Go on in the newest tab of a role, or whose URL begins so.

    Example: {"role":"dapp"}
    Tip: mm_get_state lists the tabs.
    """
    tab = await ctx.app_moves.switch(role=args.role, url=args.url)
    return SwitchedToTab(active_tab=TabTold(role=tab.role, url=tab.url))
