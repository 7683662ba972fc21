"""Show one saved test."""

from __future__ import annotations

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import Saved, SavedTest, TestId


class GetTestArgs(Args):
    id: TestId
    """Of the test"""


@tool(
    title="tests.get",
    family="tests",
    toolset="tests",
    effect=Effect.READS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def get_test(args: GetTestArgs, ctx: ToolContext) -> Saved:
    """Show a saved test with its definition; null when there is none.

    Example: {"id":"cart"}
    Tip: change the definition and give it to save_test.
    """
    found = await ctx.tests.ask(lambda store: store.get(args.id))
    return Saved(None if found is None else SavedTest.of(found))
