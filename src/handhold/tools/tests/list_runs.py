"""List the runs of one test."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from pydantic import Field

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import RunList, RunView, TestId, fitting, page_note, run_members
from handhold.services.testing.runs import RunFilter, cursor_after


class ListRunsArgs(Args):
    test_id: Annotated[TestId, Field(alias="test_id")]
    """Saved test"""
    status: Literal["running", "passed", "failed", "error", "timedOut", "skipped", "interrupted"] | None = None
    """Only these"""
    flaky: bool | None = None
    """Only"""
    since_hours: Annotated[int, Field(ge=1, le=8_760)] | None = None
    """Begun"""
    limit: Annotated[int, Field(ge=1, le=200)] = 20
    """How many"""
    cursor: Annotated[str, Field(max_length=100)] | None = None
    """nextCursor of the page before"""


@tool(
    title="tests.runs",
    family="tests",
    toolset="tests",
    effect=Effect.READS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def list_runs(args: ListRunsArgs, ctx: ToolContext) -> RunList:
    """List runs of a test, newest first.

    Example: {"test_id":"cart","status":"failed"}
    Tip: get_run has steps.
    """
    since = None if args.since_hours is None else round((time.time() - args.since_hours * 3600) * 1000)
    wanted = RunFilter(test_id=args.test_id, status=args.status, flaky=args.flaky, since=since)
    page = await ctx.tests.ask(lambda store: store.list_runs(wanted, limit=args.limit, cursor=args.cursor))
    views = [RunView(**run_members(run)) for run in page.runs]
    shown = fitting(views)
    cursor = page.next_cursor if shown == len(views) else cursor_after(page.runs[shown - 1])
    ctx.note("page", page_note(total=page.total, next_cursor=cursor))
    return RunList(views[:shown])
