"""Runs of tests as the tools that start them take and tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from handhold.contract.models import Args, Result
from handhold.contract.testing import GIVEN
from handhold.services.testing.runs import StoredRun

if TYPE_CHECKING:
    from handhold.services.testing.running.plan import RunOptions
    from handhold.services.testing.running.runner import Finished
    from handhold.services.testing.running.suites import SuiteProgress


class RunArgs(Args):
    vars: Annotated[dict[str, Any], Field(max_length=100, description="Values of variables")] | None = None
    """Values of variables"""
    evidence: Literal["none", "failure", "all"] | None = None
    """What is kept"""
    retries: Annotated[int, Field(ge=0, le=10)] | None = None
    """After failures"""
    base_url: Annotated[Annotated[str, Field(min_length=1, max_length=2_000)] | None, Field(alias="base_url")] = None
    """Where relative URLs lead"""
    port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    """Debugging port of a running Chrome"""

    @property
    def options(self) -> RunOptions:
        from handhold.services.testing.running.plan import RunOptions

        return RunOptions(
            vars=self.vars or {},
            evidence=self.evidence,
            retries=self.retries,
            base_url=self.base_url,
            port=self.port,
        )


class SuiteSummary(Result):
    total: int
    """Tests, each row of data counted."""
    passed: int
    """Of these, by what came of them."""
    failed: int
    error: int
    """Lost to the infrastructure."""
    timed_out: int
    skipped: int
    """Not begun, because an earlier one failed."""
    interrupted: int
    """Not ended."""
    flaky: int
    """Passed after a failure."""
    quarantined: int
    """Failures that do not count."""


class SuiteTest(Result):
    id: str
    """Test, and row of data: login[row2]."""
    test_id: Annotated[str | None, Field(alias="test_id")]
    """The saved test."""
    run_id: Annotated[str, Field(alias="run_id")]
    """For get_run; empty when it has not begun."""
    status: str
    """What came of it."""
    flaky: bool
    """Whether it passed after a failure."""
    quarantined: bool
    """Whether its failure does not count."""
    duration_ms: Annotated[int, Field(alias="duration_ms")]
    """How long it took."""
    attempts: int
    """How often it was tried."""
    drift: Annotated[list[str] | None, GIVEN] = None
    """Where other evidence than the first found the element."""
    failed_step: Annotated[str | None, Field(alias="failed_step", exclude_if=lambda value: value is None)] = None
    """Place in the definition."""
    failed_label: Annotated[str | None, Field(alias="failed_label", exclude_if=lambda value: value is None)] = None
    """What people call that step."""
    error: Annotated[str | None, GIVEN] = None
    """What went wrong."""
    evidence: Annotated[list[str] | None, GIVEN] = None
    """Files that were kept."""


class SuiteRun(Result):
    suite_run: Annotated[str, Field(alias="suite_run")]
    """Its id, for get_run and resume."""
    suite_id: Annotated[str | None, Field(alias="suite_id", exclude_if=lambda value: value is None)] = None
    """The saved suite."""
    status: str
    """running, passed, failed, error or interrupted; failures in quarantine do not count."""
    summary: SuiteSummary
    """How many came out how."""
    duration_ms: Annotated[int, Field(alias="duration_ms")]
    """Of all tests together."""
    tests: list[SuiteTest]
    """Each test."""


def suite_view(suite: SuiteProgress, *, is_done: bool) -> SuiteRun:
    """A run of a suite as far as it is."""
    tests = [stored_view(run) for run in suite.wish.earlier] + [_finished_view(each) for each in suite.finished]
    names = {each.id for each in tests}
    waiting = "interrupted" if is_done else "running"
    tests += [_unbegun(job.id, job.test_id, waiting) for job in suite.wish.jobs if job.id not in names]
    return SuiteRun(
        suite_run=suite.id,
        suite_id=suite.wish.suite_id,
        status=suite.status if is_done else "running",
        summary=_summary(tests),
        duration_ms=sum(each.duration_ms for each in tests),
        tests=tests,
    )


def stored_suite_view(
    id: str, suite_id: str | None, status: str, planned: tuple[str, ...], runs: tuple[StoredRun, ...]
) -> SuiteRun:
    """The same of what is stored; what was planned and never began is told as the suite stands."""
    tests = [stored_view(run) for run in runs]
    names = {each.id for each in tests}
    waiting = "running" if status == "running" else "interrupted"
    tests += [_unbegun(name, name.partition("[")[0], waiting) for name in planned if name not in names]
    return SuiteRun(
        suite_run=id,
        suite_id=suite_id,
        status=status,
        summary=_summary(tests),
        duration_ms=sum(each.duration_ms for each in tests),
        tests=tests,
    )


def _finished_view(finished: Finished) -> SuiteTest:
    return SuiteTest(
        id=finished.job.id,
        test_id=finished.job.test_id,
        run_id=finished.run,
        status=finished.status,
        flaky=finished.flaky,
        quarantined=finished.job.quarantined,
        duration_ms=finished.duration_ms,
        attempts=finished.attempts,
        **_of_result(finished.result),
    )


def stored_view(run: StoredRun) -> SuiteTest:
    return SuiteTest(
        id=f"{run.test_id}[{run.case}]" if run.case is not None else str(run.test_id),
        test_id=run.test_id,
        run_id=run.id,
        status=run.status,
        flaky=run.flaky,
        quarantined=run.quarantined,
        duration_ms=run.duration_ms or 0,
        attempts=run.attempts,
        **_of_result(run.result),
    )


def _of_result(result: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "drift": result.get("drift"),
        "failed_step": result.get("failed_path"),
        "failed_label": result.get("failed_label"),
        "error": result.get("error"),
        "evidence": result.get("evidence"),
    }


def _unbegun(id: str, test_id: str | None, status: str) -> SuiteTest:
    return SuiteTest(
        id=id, test_id=test_id, run_id="", status=status, flaky=False, quarantined=False, duration_ms=0, attempts=0
    )


def _summary(tests: list[SuiteTest]) -> SuiteSummary:
    counted = Counter(each.status for each in tests)
    return SuiteSummary(
        total=len(tests),
        passed=counted["passed"],
        failed=counted["failed"],
        error=counted["error"],
        timed_out=counted["timedOut"],
        skipped=counted["skipped"],
        interrupted=counted["interrupted"],
        flaky=sum(each.flaky for each in tests),
        quarantined=sum(each.quarantined and each.status in ("failed", "timedOut") for each in tests),
    )
