"""Delete one saved suite."""

from __future__ import annotations

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import Deletion, TestId


class DeleteSuiteArgs(Args):
    id: TestId
    """Of the suite"""


@tool(
    title="tests.deleteSuite",
    family="tests",
    toolset="tests",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def delete_suite(args: DeleteSuiteArgs, ctx: ToolContext) -> Deletion:
    """Delete a saved suite; its tests stay.

    Example: {"id":"smoke"}
    Tip: one that is not there is no error.
    """
    gone = await ctx.tests.ask(lambda store: store.delete_suite(args.id))
    return Deletion(deleted=gone, message=f"Suite {args.id!r} deleted" if gone else f"No suite {args.id!r} was saved")
