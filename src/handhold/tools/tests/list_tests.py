"""List the saved tests."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import SavedTest, TestId, TestList, fitting, page_note


class ListTestsArgs(Args):
    tag: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    """Only of this tag"""
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    """How many"""
    cursor: TestId | None = None
    """nextCursor of the page before"""


@tool(
    title="tests.list",
    family="tests",
    toolset="tests",
    effect=Effect.READS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def list_tests(args: ListTestsArgs, ctx: ToolContext) -> TestList:
    """List saved tests by id.

    Example: {"tag":"smoke"}
    Tip: meta.page has total and nextCursor.
    """
    tests, skipped = await ctx.tests.ask(lambda store: store.list(args.tag))
    for each in skipped[:5]:
        ctx.warn(f"{each.file.name} was skipped: {each.reason[:200]}")
    rest = [test for test in tests if args.cursor is None or test.id > args.cursor]
    views = [SavedTest.of(test) for test in rest[: args.limit]]
    shown = views[: fitting(views)]
    ctx.note("page", page_note(total=len(tests), next_cursor=shown[-1].id if len(shown) < len(rest) else None))
    return TestList(shown)
