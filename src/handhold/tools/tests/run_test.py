"""Run a test."""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from pydantic import ConfigDict, Field, RootModel, model_validator

from handhold.contract import Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.running import RunArgs
from handhold.contract.testing import TestId
from handhold.services.testing.running.desk import TestRun

RANK: Final = ("error", "timedOut", "failed", "interrupted", "skipped", "passed")
"""What several rows of data came to: the worst of them."""


class RunTestArgs(RunArgs):
    test: Annotated[Annotated[dict[str, Any], Field(description="A test definition")] | str | None, Field()] = None
    """Definition, not saved"""
    test_id: Annotated[TestId | None, Field(alias="test_id")] = None
    """Saved test; its run is kept. No data-testid"""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.test is None) == (self.test_id is None):
            raise ValueError("give exactly one of test and test_id")
        return self


class TestResult(RootModel[dict[str, Any]]):
    __test__ = False
    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    root: dict[str, Any]
    """status (passed, failed, error, timedOut, skipped, interrupted, running), steps_completed, duration_ms, drift;
    of a failure failed_step, failed_path, failed_label, step_definition, error, code, details, console_errors, page and
    evidence; with rows of data `cases`, one result each."""


def _without_definition(arguments: dict[str, Any]) -> dict[str, Any]:
    """A definition may be long, and what it types, or is given to type, is nobody's business."""
    return {name: value for name, value in arguments.items() if name not in ("test", "vars")}


@tool(
    title="tests.runTest",
    family="tests",
    toolset="tests",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,  # a test has a session of its own and never disturbs the page the caller is on
    observe=Observe.NONE,
    budget=None,
    recorded=False,
    sanitize=_without_definition,
)
async def run_test(args: RunTestArgs, ctx: ToolContext) -> TestResult:
    """Run a saved test, or one given here, in a fresh browser context; no model is needed.

    Example: {"test_id":"add"}
    Tip: a failed test is an answer, not an error; get_run has its steps.
    """
    desk = ctx.tests.desk
    wanted = desk.saved(args.test_id, args.options) if args.test_id else desk.inline(args.test, args.options)
    jobs = await wanted
    run = await desk.run_test(jobs, heard=ctx.progress, patience=ctx.tests.patience)
    ctx.note("run", {"id": run.runs[0] if run.runs else None, **({"all": run.runs} if len(jobs) > 1 else {})})
    for finished in run.finished:
        for warning in finished.warnings:
            ctx.warn(warning)
    return TestResult(_result(run, len(jobs)))


def _result(run: TestRun, jobs: int) -> dict[str, Any]:
    told = [
        {**({"case": each.job.case.id} if each.job.case else {}), **each.result, **_tries(each.attempts, each.flaky)}
        for each in run.finished
    ]
    if not run.is_done:
        return {"status": "running", "next": "get_run with meta.run.id tells when it is done", "cases": told}
    if jobs == 1:
        return told[0]
    statuses = {str(each["status"]) for each in told}
    return {
        "status": next(status for status in RANK if status in statuses),
        "steps_completed": sum(int(each["steps_completed"]) for each in told),
        "duration_ms": sum(int(each["duration_ms"]) for each in told),
        "cases": told,
    }


def _tries(attempts: int, flaky: bool) -> dict[str, Any]:
    return {"attempts": attempts, "flaky": flaky} if attempts > 1 else {}
