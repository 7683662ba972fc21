"""The history as a runner writes it: beside the event loop, and a store that fails costs a warning, never the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from handhold.errors import StoreError
from handhold.services.testing.asking import Tests
from handhold.services.testing.running.plan import Job
from handhold.services.testing.running.results import Ended
from handhold.services.testing.runs import AttemptId, RunId, StepOutcome, SuiteRunId, Verdict
from handhold.services.testing.store import TestStore

T = TypeVar("T")


class RunWriter:
    """Writes down one run. Without a store that works its ids are empty, and the run goes on."""

    def __init__(self, tests: Tests, *, warn: Callable[[str], None]) -> None:
        self._tests = tests
        self._warn = warn
        self._has_failed = False

    async def begin(self, job: Job, *, suite_run: SuiteRunId | None, commit: str | None) -> RunId:
        def work(store: TestStore) -> RunId:
            return store.begin_run(
                test_id=job.test_id,
                revision=job.revision,
                definition_hash=job.definition_hash,
                case=None if job.case is None else job.case.id,
                suite_run=suite_run,
                commit=commit,
                quarantined=job.quarantined,
            )

        return await self._written(work, "")

    async def begin_attempt(self, run: RunId) -> AttemptId:
        return await self._written(lambda store: store.begin_attempt(run), "") if run else ""

    async def add_step(self, attempt: AttemptId, step: StepOutcome) -> None:
        if attempt:
            await self._written(lambda store: store.add_step(attempt, step), None)

    async def end_attempt(self, attempt: AttemptId, ended: Ended) -> None:
        if not attempt:
            return

        def work(store: TestStore) -> None:
            for artefact in ended.artefacts:
                store.add_artefact(attempt, artefact)
            store.end_attempt(attempt, Verdict(status=ended.status, duration_ms=ended.duration_ms, result=ended.result))

        await self._written(work, None)

    async def _written(self, work: Callable[[TestStore], T], otherwise: T) -> T:
        try:
            return await self._tests.ask(work)
        except StoreError as error:
            if not self._has_failed:
                self._warn(f"the run could not be kept whole: {error.message}")
                self._has_failed = True
            return otherwise
