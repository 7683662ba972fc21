"""Run a job to its verdict: attempts until one counts, each written down as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from handhold.errors import Aborted
from handhold.services.testing.asking import Tests
from handhold.services.testing.running.attempt import Attempt, Surroundings
from handhold.services.testing.running.book import RunWriter
from handhold.services.testing.running.plan import Job
from handhold.services.testing.running.results import Ended, Telling
from handhold.services.testing.runs import AttemptId, RunId, Status, StepOutcome, SuiteRunId

LIVES: Final = 3
"""Attempts that may lose their browser; a test that kills it each time is an error, and no reason to go on."""
FOLDER: Final = ".handhold/artifacts/runs"

Progress = Callable[[int], Awaitable[None]]
"""How many steps have ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What came of a run."""

    job: Job
    run: RunId
    status: Status
    result: Mapping[str, Any]
    attempts: int
    flaky: bool
    duration_ms: int
    warnings: tuple[str, ...] = field(default_factory=tuple)


class Dispatcher(Protocol):
    """Whoever gets jobs done: here, one after the other; elsewhere, side by side or on other machines."""

    async def run(
        self,
        job: Job,
        *,
        suite_run: SuiteRunId | None = None,
        began: Callable[[RunId], None] | None = None,
        progress: Progress | None = None,
        unless: Callable[[], bool] | None = None,
    ) -> Finished:
        """Run it when its turn comes; `skipped` when `unless` says so then."""
        ...


class LocalDispatcher:
    """One test at a time, in this process."""

    def __init__(self, tests: Tests, around: Surroundings, *, commit: Callable[[], Awaitable[str | None]]) -> None:
        self._tests = tests
        self._around = around
        self._commit = commit
        self._turn = asyncio.Lock()

    async def run(
        self,
        job: Job,
        *,
        suite_run: SuiteRunId | None = None,
        began: Callable[[RunId], None] | None = None,
        progress: Progress | None = None,
        unless: Callable[[], bool] | None = None,
    ) -> Finished:
        warnings: list[str] = []
        async with self._turn:
            writer = RunWriter(self._tests, warn=warnings.append)
            run = await writer.begin(job, suite_run=suite_run, commit=await self._commit())
            if began is not None:
                began(run)
            if unless is not None and unless():
                return await self._skipped(job, run, writer)
            heard = progress or _nobody
            return await _Run(
                job, run, writer=writer, around=self._around, progress=heard, warnings=warnings
            ).finished()

    async def _skipped(self, job: Job, run: RunId, writer: RunWriter) -> Finished:
        ended = Ended(status="skipped", duration_ms=0, result={"status": "skipped", "steps_completed": 0})
        await writer.end_attempt(await writer.begin_attempt(run), ended)
        return _finished(job, run, [ended], [])


class _Run:
    """One run with its attempts."""

    def __init__(
        self,
        job: Job,
        run: RunId,
        *,
        writer: RunWriter,
        around: Surroundings,
        progress: Progress,
        warnings: list[str],
    ) -> None:
        self._job = job
        self._run = run
        self._writer = writer
        self._around = around
        self._progress = progress
        self._warnings = warnings

    async def finished(self) -> Finished:
        attempts: list[Ended] = []
        while True:
            attempts.append(await self._attempt(len(attempts) + 1))
            if not self._again(attempts):
                return _finished(self._job, self._run, attempts, self._warnings)

    def _again(self, attempts: list[Ended]) -> bool:
        """Failures of the test and losses of the browser are counted apart."""
        last = attempts[-1]
        if last.status in ("failed", "timedOut"):
            return sum(each.status in ("failed", "timedOut") for each in attempts) <= self._job.retries
        return last.was_lost and sum(each.was_lost for each in attempts) < LIVES

    async def _attempt(self, number: int) -> Ended:
        id = await self._writer.begin_attempt(self._run)
        attempt = Attempt(
            job=self._job,
            around=self._around,
            folder=self._around.root / FOLDER / (self._run or "unkept") / str(number),
            tell=lambda step: self._told(id, step),
            progress=self._progress,
        )
        try:
            ended = await attempt.run()
        except asyncio.CancelledError:
            telling = Telling()
            telling.break_off(Aborted("the run was cancelled"), "interrupted")
            await asyncio.shield(self._writer.end_attempt(id, telling.ended(None, 0)))
            raise
        await self._writer.end_attempt(id, ended)
        return ended

    async def _told(self, attempt: AttemptId, step: StepOutcome) -> None:
        await self._writer.add_step(attempt, step)


def _finished(job: Job, run: RunId, attempts: list[Ended], warnings: list[str]) -> Finished:
    last = attempts[-1]
    failures = sum(each.status in ("failed", "timedOut") for each in attempts[:-1])
    return Finished(
        job=job,
        run=run,
        status=last.status,
        result=last.result,
        attempts=len(attempts),
        flaky=last.status == "passed" and failures > 0,
        duration_ms=last.duration_ms,
        warnings=tuple(warnings),
    )


async def _nobody(_done: int) -> None:
    return None
