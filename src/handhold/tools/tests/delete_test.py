"""Delete one saved test."""

from __future__ import annotations

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import Deletion, TestId


class DeleteTestArgs(Args):
    id: TestId
    """Of the test"""


@tool(
    title="tests.delete",
    family="tests",
    toolset="tests",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def delete_test(args: DeleteTestArgs, ctx: ToolContext) -> Deletion:
    """Delete a saved test and its entries in suites; its runs stay.

    Example: {"id":"cart"}
    Tip: one that is not there is no error.
    """
    gone = await ctx.tests.ask(lambda store: store.delete(args.id))
    if gone.used_by:
        ctx.warn(f"used as a flow by {', '.join(gone.used_by[:10])}, which cannot run without it")
    if not gone.deleted:
        return Deletion(deleted=False, message=f"No test {args.id!r} was saved")
    suites = f" and taken out of {', '.join(gone.suites[:10])}" if gone.suites else ""
    return Deletion(deleted=True, message=f"Test {args.id!r} deleted{suites}")
