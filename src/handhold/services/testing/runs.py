"""The runs of saved tests as the runner writes them and as tools ask for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from handhold.adapters.storage.history import History, RunFilter, cursor_after
from handhold.adapters.storage.rows import (
    Artefact,
    AttemptId,
    RunId,
    RunPage,
    Status,
    StepOutcome,
    StoredAttempt,
    StoredRun,
    StoredSuiteRun,
    SuiteRunId,
    Verdict,
)
from handhold.adapters.storage.run_book import RunBook
from handhold.services.testing import flakiness as judging
from handhold.services.testing.flakiness import Flakiness

__all__ = [
    "Artefact",
    "AttemptId",
    "RunFilter",
    "RunId",
    "RunPage",
    "Runs",
    "Status",
    "StepOutcome",
    "StoredAttempt",
    "StoredRun",
    "StoredSuiteRun",
    "SuiteRunId",
    "Verdict",
    "cursor_after",
]


class Runs:
    """Written as they happen; opened by the first who asks."""

    def __init__(self, file: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._book = RunBook(file, clock=clock)

    @cached_property
    def _history(self) -> History:
        return History(self._book.database)

    def close(self) -> None:
        self._book.close()
        vars(self).pop("_history", None)

    def begin_run(
        self,
        *,
        test_id: str | None,
        revision: int | None,
        definition_hash: str,
        case: str | None = None,
        suite_run: SuiteRunId | None = None,
        commit: str | None = None,
        quarantined: bool = False,
    ) -> RunId:
        """Begin a run of a saved test, of one of its cases, or of a definition that is not saved."""
        return self._book.begin_run(
            test_id=test_id,
            revision=revision,
            definition_hash=definition_hash,
            case=case,
            suite_run=suite_run,
            commit=commit,
            quarantined=quarantined,
        )

    def begin_attempt(self, run: RunId) -> AttemptId:
        """Begin an attempt, which becomes the current one."""
        return self._book.begin_attempt(run)

    def add_step(self, attempt: AttemptId, step: StepOutcome) -> None:
        """Write down a step as it ends, so that a runner that is killed loses none that has ended."""
        self._book.add_step(attempt, step)

    def add_artefact(self, attempt: AttemptId, artefact: Artefact) -> None:
        self._book.add_artefact(attempt, artefact)

    def end_attempt(self, attempt: AttemptId, verdict: Verdict) -> bool:
        """End an attempt. False: it was superseded, and what it says is kept but is not the verdict."""
        return self._book.end_attempt(attempt, verdict)

    def begin_suite_run(self, suite_id: str | None, planned: Sequence[str]) -> SuiteRunId:
        return self._book.begin_suite_run(suite_id, planned)

    def end_suite_run(self, suite_run: SuiteRunId, status: Status) -> None:
        self._book.end_suite_run(suite_run, status)

    def interrupt_orphans(self) -> int:
        """End the runs whose process is gone as `interrupted`; done by itself when the history is opened."""
        return self._book.interrupt_orphans()

    def flush(self) -> None:
        """Write what another process kept us from writing. Raises `StoreBusy` while it still does."""
        self._book.flush()

    def list_runs(self, wanted: RunFilter, *, limit: int, cursor: str | None = None) -> RunPage:
        return self._history.page(wanted, limit=limit, cursor=cursor)

    def latest_run(self, test_id: str) -> StoredRun | None:
        return self._history.latest(test_id)

    def get_run(self, run: RunId) -> tuple[StoredRun, tuple[StoredAttempt, ...]] | None:
        return self._history.run(run)

    def get_suite_run(self, suite_run: SuiteRunId) -> tuple[StoredSuiteRun, tuple[StoredRun, ...]] | None:
        return self._history.of_suite(suite_run)

    def flakiness(self, test_id: str) -> Flakiness:
        """How steady a test has been lately."""
        # Some of them do not count, and then older ones are looked at in their place.
        recent = self._history.recent(test_id, limit=2 * judging.RUNS)
        suites = sorted({run.suite_run for run in recent if run.suite_run is not None and run.status != "passed"})
        shares = self._history.failed_shares(suites) if suites else {}
        return judging.flakiness(recent, shares, now=round(self._clock() * 1000))
