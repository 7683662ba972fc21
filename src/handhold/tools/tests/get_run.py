"""Show one run in full."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, RootModel

from handhold.contract import Args, Effect, Observe, Result, SessionNeed, ToolContext, tool
from handhold.contract.running import SuiteRun, stored_suite_view
from handhold.contract.testing import GIVEN, PLAIN, RunView, moment, run_members
from handhold.services.testing.runs import Artefact, StepOutcome, StoredAttempt
from handhold.services.testing.store import TestStore

SUITE: Final = "suite-"
MOST_STEPS: Final = 200
"""Of an attempt that are shown: the last ones, where a failure is."""


class GetRunArgs(Args):
    run_id: Annotated[str, Field(pattern=r"^[a-z]+-[0-9a-f]+-[0-9a-f]+$", max_length=60, alias="run_id")]
    """As run_test, run_suite and list_runs give it"""


class StepView(Result):
    number: int
    """Counts the steps as they ran, from 0."""
    path: str
    """Place in the definition."""
    do: str
    """Kind of step."""
    label: Annotated[str | None, GIVEN] = None
    """What people call it."""
    status: str
    """What came of it."""
    duration_ms: int
    """How long it took."""
    error: Annotated[dict[str, str] | None, GIVEN] = None
    """{code, message} when it failed."""
    found_by: Annotated[str | None, GIVEN] = None
    """Evidence that found the element."""
    drift: Annotated[list[str] | None, GIVEN] = None
    """Evidence that did not, although it came first."""
    detail: Annotated[dict[str, Any] | None, GIVEN] = None
    """More about it."""


class FileView(Result):
    kind: str
    """What it is."""
    path: str
    """Where it is, below the root."""
    bytes: int
    """Its size."""
    step: Annotated[int | None, GIVEN] = None
    """Number of the step it belongs to."""


class AttemptView(Result):
    number: int
    """From 1."""
    status: str
    """What came of it."""
    superseded: Annotated[bool | None, GIVEN] = None
    """True when another had taken its place, so that it is no verdict."""
    timestamp: str
    """When it began."""
    duration_ms: int | None
    """How long it took."""
    steps: list[StepView]
    """Steps that have ended."""
    omitted_steps: Annotated[int | None, GIVEN] = None
    """Earlier steps that are left out here."""
    evidence: list[FileView]
    """Files that were kept."""


class WholeRun(RunView):
    tries: list[AttemptView]
    """Every attempt, first to last."""


class FoundRun(RootModel[WholeRun | SuiteRun | None]):
    model_config = PLAIN

    root: WholeRun | SuiteRun | None
    """The run of a test or of a suite, or null when there is none of that id."""


@tool(
    title="tests.run",
    family="tests",
    toolset="tests",
    effect=Effect.READS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
)
async def get_run(args: GetRunArgs, ctx: ToolContext) -> FoundRun:
    """Show a run with its attempts, steps and evidence; null when there is none.

    Example: {"run_id":"run-018bcfe5687-5f3a9c01"}
    Tip: ask again while status is running.
    """
    if args.run_id.startswith(SUITE):
        return FoundRun(await ctx.tests.ask(lambda store: _suite(store, args.run_id)))
    found = await ctx.tests.ask(lambda store: store.get_run(args.run_id))
    if found is None:
        return FoundRun(None)
    run, attempts = found
    return FoundRun(WholeRun(**run_members(run), tries=[_attempt(each) for each in attempts]))


def _suite(store: TestStore, id: str) -> SuiteRun | None:
    found = store.get_suite_run(id)
    if found is None:
        return None
    suite, runs = found
    return stored_suite_view(id, suite.suite_id, suite.status, suite.planned, runs)


def _attempt(attempt: StoredAttempt) -> AttemptView:
    omitted = max(len(attempt.steps) - MOST_STEPS, 0)
    return AttemptView(
        number=attempt.number,
        status=attempt.status,
        superseded=attempt.superseded or None,
        timestamp=moment(attempt.begun_at),
        duration_ms=attempt.duration_ms,
        steps=[_step(step) for step in attempt.steps[omitted:]],
        omitted_steps=omitted or None,
        evidence=[_file(each) for each in attempt.artefacts],
    )


def _step(step: StepOutcome) -> StepView:
    failed = step.error is not None or step.error_code is not None
    return StepView(
        number=step.number,
        path=step.path,
        do=step.kind,
        label=step.label,
        status=step.status,
        duration_ms=step.duration_ms,
        error={"code": step.error_code or "", "message": step.error or ""} if failed else None,
        found_by=step.found_by,
        drift=list(step.drift) or None,
        detail=dict(step.detail) or None,
    )


def _file(artefact: Artefact) -> FileView:
    return FileView(kind=artefact.kind, path=artefact.path, bytes=artefact.size, step=artefact.step)
