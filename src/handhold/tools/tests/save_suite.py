"""Save a suite of tests."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import SavedSuite, TestId


class SaveSuiteArgs(Args):
    id: TestId
    """Small letters, digits, - and _"""
    name: Annotated[str, Field(min_length=1, max_length=300)]
    """What people call it"""
    test_ids: Annotated[list[TestId], Field(max_length=5_000, alias="test_ids")]
    """Saved tests in order"""


@tool(
    title="tests.saveSuite",
    family="tests",
    toolset="tests",
    effect=Effect.SAVES,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def save_suite(args: SaveSuiteArgs, ctx: ToolContext) -> SavedSuite:
    """Save a list of tests that run together.

    Example: {"id":"smoke","name":"Smoke","test_ids":["cart","login"]}
    Tip: saving over one replaces its tests.
    """
    return SavedSuite.of(await ctx.tests.ask(lambda store: store.save_suite(args.id, args.name, args.test_ids)))
