"""Let the failures of a test count no more, or again."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, Result, SessionNeed, ToolContext, tool
from handhold.contract.testing import GIVEN, TestId


class QuarantineTestArgs(Args):
    test_id: Annotated[TestId, Field(alias="test_id")]
    """Saved test"""
    on: bool = True
    """false releases it"""
    reason: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    """Why"""


class QuarantinedTest(Result):
    test_id: str
    """The test."""
    quarantined: bool
    """Whether its failures do not count."""
    since: Annotated[str | None, GIVEN] = None
    """Since when."""
    reason: Annotated[str | None, GIVEN] = None
    """Why."""
    flaky: bool
    """Whether its history says so."""
    score: float
    """How often its result changed in its last 50 runs: 0 never, 1 every time."""
    runs: int
    """Runs that were looked at."""


@tool(
    title="tests.quarantine",
    family="tests",
    toolset="tests",
    effect=Effect.SAVES,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def quarantine_test(args: QuarantineTestArgs, ctx: ToolContext) -> QuarantinedTest:
    """Keep running a flaky test without letting it fail a suite.

    Example: {"test_id":"cart","reason":"flickers since the new menu"}
    Tip: on false ends it.
    """
    test = await ctx.tests.ask(lambda store: store.quarantine(args.test_id, on=args.on, reason=args.reason))
    judged = await ctx.tests.ask(lambda store: store.flakiness(args.test_id))
    kept = test.quarantine
    return QuarantinedTest(
        test_id=test.id,
        quarantined=kept is not None,
        since=None if kept is None else kept.since,
        reason=None if kept is None else kept.reason,
        flaky=judged.is_flaky,
        score=judged.score,
        runs=judged.runs,
    )
