"""Tell where the app is."""

from __future__ import annotations

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.apps import ExtensionState, TabsTold, state_told, tabs_told


class GetStateArgs(PageArgs):
    pass


class StateTold(Result):
    state: ExtensionState
    """Where the app is."""
    tabs: TabsTold
    """Its tabs by role."""


@tool(
    title="wallet.getState",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    observe=Observe.NONE,
    budget=None,
)
async def mm_get_state(args: GetStateArgs, ctx: ToolContext) -> StateTold:
    """Tell screen, account, network, balance and tabs.

    Example: {}
    Tip: null fields are not shown on this screen.
    """
    state = await ctx.apps.state()
    return StateTold(state=state_told(state), tabs=tabs_told(ctx.apps.tabs()))
