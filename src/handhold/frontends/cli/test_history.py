"""What the history adds to a run of tests: attempts that failed before, and everything when the run was interrupted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from handhold.contract.testing import RunView, SavedTest
from handhold.frontends.cli.asking import Calls, Refused, asked
from handhold.frontends.cli.test_display import Display
from handhold.services.testing.reports import FailedAttempt, Outcome, SuiteOutcome, summary_of
from handhold.tools.tests.get_run import AttemptView, WholeRun

LOOKED_AT: Final = 200
"""Newest runs of a test among which those of this run are; more cases than this are told without details."""


async def after_interruption(calls: Calls, display: Display, *, milliseconds: int) -> SuiteOutcome:
    """What is known of a run that did not come to its end: what was seen of it, with what was kept of that."""
    seen = dict(display.finished)
    if display.running is not None:
        seen.setdefault(display.running, "interrupted")
    kept = await _kept(calls, {test_of(id) for id in seen})
    suite_run = next((run.suite_run for id in seen if (run := kept.get(id)) and run.suite_run), None)
    whole = None if suite_run is None else await _if_known(calls, "get_run", run_id=suite_run)
    if whole is None:
        tests = tuple(_interrupted(id, status, kept.get(id)) for id, status in seen.items())
    else:
        tests = tuple(_ended(test) for test in SuiteOutcome.model_validate(whole).tests)
    return SuiteOutcome(
        suite_run=suite_run, status="interrupted", summary=summary_of(tests), duration_ms=milliseconds, tests=tests
    )


async def with_details(calls: Calls, outcome: SuiteOutcome) -> SuiteOutcome:
    """The same with what the history knows more: details of failures, earlier attempts, reasons of quarantines."""
    tests = [await _detailed(calls, test) for test in outcome.tests]
    return outcome.model_copy(update={"tests": tuple(tests)})


def test_of(id: str) -> str:
    """The test of a case: `login` of `login[row2]`."""
    return id.partition("[")[0]


async def _kept(calls: Calls, test_ids: Iterable[str]) -> dict[str, RunView]:
    """The newest runs of these tests and of their cases, by their ids."""
    kept: dict[str, RunView] = {}
    for test_id in sorted(test_ids):
        found = await _if_known(calls, "list_runs", test_id=test_id, limit=LOOKED_AT)
        for run in map(RunView.model_validate, found or []):
            kept.setdefault(test_id if run.case is None else f"{test_id}[{run.case}]", run)
    return kept


async def _if_known(calls: Calls, tool: str, /, **arguments: Any) -> Any:
    """What a tool finds; None when it finds nothing or cannot say. A report is worth more than its details."""
    try:
        return await asked(calls, tool, **arguments)
    except Refused:
        return None


def _ended(test: Outcome) -> Outcome:
    """Nothing runs any more, whatever was written down last."""
    return test.model_copy(update={"status": "interrupted"}) if test.status == "running" else test


def _interrupted(id: str, status: str, run: RunView | None) -> Outcome:
    about = {"id": id, "test_id": test_of(id), "status": status}
    if run is None:
        return Outcome.model_validate(about)
    kept = run.model_dump(include={"flaky", "quarantined", "duration_ms", "attempts"}, by_alias=False)
    return Outcome.model_validate({**run.result, **kept, "run_id": run.id, **about})


async def _detailed(calls: Calls, test: Outcome) -> Outcome:
    more: dict[str, Any] = {}
    if test.run_id and (test.attempts > 1 or test.status != "passed"):
        run = await _if_known(calls, "get_run", run_id=test.run_id)
        more |= {} if run is None else _of_run(WholeRun.model_validate(run))
    if test.quarantined:
        saved = await _if_known(calls, "get_test", id=test.test_id or test.id)
        kept = None if saved is None else SavedTest.model_validate(saved).quarantine
        more["quarantine_reason"] = None if kept is None else kept.reason
    return Outcome.model_validate({**test.model_dump(), **more})


def _of_run(run: WholeRun) -> dict[str, Any]:
    told = {name: run.result[name] for name in ("details", "console_errors") if run.result.get(name)}
    return {**told, "failed_attempts": tuple(_earlier(run.tries))}


def _earlier(tries: Sequence[AttemptView]) -> Iterator[FailedAttempt]:
    """All attempts but the last, which is the verdict; those that were superseded are none."""
    for attempt in [each for each in tries if not each.superseded][:-1]:
        failed = next((step for step in reversed(attempt.steps) if step.error), None)
        message = failed.error["message"] if failed is not None and failed.error else ""
        step = failed.path if failed is not None else None
        yield FailedAttempt(number=attempt.number, status=attempt.status, step=step, error=message)
