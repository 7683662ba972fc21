"""Run several tests."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.running import RunArgs, SuiteRun, suite_view
from handhold.contract.testing import TestId


class RunSuiteArgs(RunArgs):
    suite_id: Annotated[TestId | None, Field(alias="suite_id")] = None
    """Saved suite"""
    tag: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    """Or all tests with it"""
    test_ids: Annotated[list[TestId] | None, Field(alias="test_ids", min_length=1, max_length=1_000)] = None
    """Or these"""
    resume: Annotated[str, Field(pattern=r"^suite-[0-9a-f]+-[0-9a-f]+$", max_length=60)] | None = None
    """Or the rest of an interrupted one"""
    stop_on_failure: Annotated[bool, Field(alias="stop_on_failure")] = False
    """Skip the rest then"""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(each is not None for each in (self.suite_id, self.tag, self.test_ids, self.resume)) != 1:
            raise ValueError("give exactly one of suite_id, tag, test_ids and resume")
        return self


def _without_vars(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name != "vars"}


@tool(
    title="tests.runSuite",
    family="tests",
    toolset="tests",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    recorded=False,
    sanitize=_without_vars,
)
async def run_suite(args: RunSuiteArgs, ctx: ToolContext) -> SuiteRun:
    """Run the tests of a suite, of a tag, or named ones.

    Example: {"suite_id":"smoke","stop_on_failure":true}
    Tip: what was interrupted goes on with resume.
    """
    from handhold.services.testing.running.desk import Chosen

    chosen = Chosen(suite_id=args.suite_id, tag=args.tag, test_ids=args.test_ids, resume=args.resume)
    suite, is_done = await ctx.tests.desk.run_suite(
        chosen,
        args.options,
        stop_on_failure=args.stop_on_failure,
        heard=ctx.progress,
        patience=ctx.tests.patience,
    )
    for warning in dict.fromkeys(warning for each in suite.finished for warning in each.warnings):
        ctx.warn(warning)
    return suite_view(suite, is_done=is_done)
