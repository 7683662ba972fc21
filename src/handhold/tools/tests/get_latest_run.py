"""Show the newest run of one test."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import LatestRun, RunView, TestId, run_members


class LatestRunArgs(Args):
    test_id: Annotated[TestId, Field(alias="test_id")]
    """Saved test"""


@tool(
    title="tests.latestRun",
    family="tests",
    toolset="tests",
    effect=Effect.READS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def get_latest_run(args: LatestRunArgs, ctx: ToolContext) -> LatestRun:
    """Show the newest run of a saved test; null when it never ran.

    Example: {"test_id":"cart"}
    Tip: status running means that it still runs.
    """
    run = await ctx.tests.ask(lambda store: store.latest_run(args.test_id))
    return LatestRun(None if run is None else RunView(**run_members(run)))
