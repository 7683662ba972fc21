"""List the saved suites."""

from __future__ import annotations

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import SavedSuite, SuiteList


class ListSuitesArgs(Args):
    """Takes no arguments."""


@tool(
    title="tests.suites",
    family="tests",
    toolset="tests",
    effect=Effect.READS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def list_suites(args: ListSuitesArgs, ctx: ToolContext) -> SuiteList:
    """List saved suites with the ids of their tests.

    Example: {}
    Tip: run_suite runs one.
    """
    suites, skipped = await ctx.tests.ask(lambda store: store.list_suites())
    for each in skipped[:5]:
        ctx.warn(f"{each.file.name} was skipped: {each.reason[:200]}")
    return SuiteList([SavedSuite.of(suite) for suite in suites])
