"""Run several tests together: what is planned, what is finished, and what is left when it stops half-way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from handhold.errors import InvalidInput
from handhold.services.testing.asking import Tests
from handhold.services.testing.running.plan import Job
from handhold.services.testing.running.runner import Dispatcher, Finished
from handhold.services.testing.runs import Status, StoredRun, StoredSuiteRun, SuiteRunId

Heard = Callable[[int, int, str], Awaitable[None]]
"""Tests done, tests in all, a few words."""
BAD: Final = ("failed", "timedOut")
COUNTED: Final[tuple[Status, ...]] = ("passed", "failed", "error", "timedOut", "skipped", "interrupted")


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteWish:
    """Which tests; `suite_id` names the suite they are of."""

    jobs: Sequence[Job]
    suite_id: str | None = None
    stop_on_failure: bool = False
    earlier: Sequence[StoredRun] = ()
    """Runs of an interrupted run of the suite that is resumed here."""


@dataclass(slots=True, kw_only=True)
class SuiteProgress:
    """A run of a suite, under way or done."""

    id: SuiteRunId
    wish: SuiteWish
    finished: list[Finished] = field(default_factory=list[Finished])

    @property
    def status(self) -> Status:
        """Failures of tests in quarantine do not count."""
        counting = [each.status for each in self.finished if not each.job.quarantined]
        counting += [each.status for each in self.wish.earlier if not each.quarantined]
        for verdict, bad in (("error", ("error",)), ("failed", BAD), ("interrupted", ("interrupted",))):
            if any(status in bad for status in counting):
                return "failed" if verdict == "failed" else "error" if verdict == "error" else "interrupted"
        return "passed"


class SuiteRunner:
    def __init__(self, tests: Tests, dispatcher: Dispatcher) -> None:
        self._tests = tests
        self._dispatcher = dispatcher

    async def begin(self, wish: SuiteWish) -> SuiteProgress:
        """Write down what is planned, so that the rest is known if this ends half-way."""
        planned = [job.id for job in wish.jobs]
        id = await self._tests.ask(lambda store: store.begin_suite_run(wish.suite_id, planned))
        return SuiteProgress(id=id, wish=wish)

    async def run(self, suite: SuiteProgress, *, heard: Heard) -> SuiteProgress:
        """Run every job; the dispatcher decides how many at once."""
        status: Status = "interrupted"
        try:
            async with asyncio.TaskGroup() as group:
                for job in suite.wish.jobs:
                    group.create_task(self._one(job, suite, heard))
            status = suite.status
        finally:
            await asyncio.shield(self._ended(suite, status))
        return suite

    async def _one(self, job: Job, suite: SuiteProgress, heard: Heard) -> None:
        total = len(suite.wish.jobs)

        def is_over() -> bool:
            bad = [each for each in suite.finished if each.status in (*BAD, "error") and not each.job.quarantined]
            return suite.wish.stop_on_failure and bool(bad)

        async def progress(steps: int) -> None:
            await heard(len(suite.finished), total, f"{job.id} {steps}")

        finished = await self._dispatcher.run(job, suite_run=suite.id, progress=progress, unless=is_over)
        suite.finished.append(finished)
        await heard(len(suite.finished), total, f"{finished.status} {job.id}")

    async def _ended(self, suite: SuiteProgress, status: Status) -> None:
        await self._tests.ask(lambda store: store.end_suite_run(suite.id, status))


@dataclass(frozen=True, slots=True)
class Left:
    """What an interrupted run of a suite has done, and what it has not."""

    suite: StoredSuiteRun
    done: tuple[StoredRun, ...]
    planned: tuple[str, ...]


async def left_of(tests: Tests, suite_run: SuiteRunId) -> Left:
    """Raises `InvalidInput` when there is nothing to resume."""
    found = await tests.ask(lambda store: store.get_suite_run(suite_run))
    if found is None:
        raise InvalidInput("there is no run of a suite with that id", hint="run_suite gave it as suite_run.")
    suite, runs = found
    done = tuple(run for run in runs if run.status not in ("interrupted", "running"))
    names = {name_of(run) for run in done}
    planned = tuple(name for name in suite.planned if name not in names)
    if suite.status == "running" or not planned:
        why = "it still runs" if suite.status == "running" else "all of its tests have ended"
        raise InvalidInput(f"there is nothing to resume: {why}", hint="Start it anew with suite_id, tag or test_ids.")
    return Left(suite, done, planned)


def name_of(run: StoredRun) -> str:
    """A run as results name it: `login[row2]`."""
    return f"{run.test_id}[{run.case}]" if run.case is not None else run.test_id or "test"
