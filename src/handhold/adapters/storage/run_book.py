"""Writing down what runs do. Only the current attempt gives a verdict; what cannot be written now is kept."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection

from handhold.adapters.storage.database import PATIENCE_MS, Database
from handhold.adapters.storage.processes import is_gone, this_process
from handhold.adapters.storage.rows import (
    OF_THE_INFRASTRUCTURE,
    OF_THE_TEST,
    Artefact,
    AttemptId,
    RunId,
    Status,
    StepOutcome,
    SuiteRunId,
    Verdict,
)
from handhold.adapters.storage.schema import ARTEFACTS, ATTEMPTS, RUNS, STEPS, SUITE_RUNS
from handhold.errors import InternalError, StoreBusy

T = TypeVar("T")
Work = Callable[[Connection], T]
IMPATIENT_MS: Final = 20
"""How long a write waits while others are kept already: a test must not stand still at each of its steps."""


class RunBook:
    """The runs in one database. Opened by the first who asks; any thread may."""

    def __init__(
        self, file: Path, *, clock: Callable[[], float] = time.time, patience_ms: int = PATIENCE_MS, owner: str = ""
    ) -> None:
        self.file = file
        self._clock = clock
        self._patience_ms = patience_ms
        self._owner = owner
        self._database: Database | None = None
        self._lock = threading.RLock()
        self._kept: deque[Work[object]] = deque()

    @property
    def database(self) -> Database:
        """Opened now if it was not. Runs of processes that are gone are ended first."""
        with self._lock:
            if self._database is None:
                self._owner = self._owner or this_process()
                self._database = Database(self.file, patience_ms=self._patience_ms)
                self.interrupt_orphans()
            return self._database

    @property
    def kept(self) -> int:
        """Changes that wait for the database."""
        return len(self._kept)

    def close(self) -> None:
        """Write what is kept, as far as it can be, and let go of the file."""
        with self._lock:
            if self._database is not None:
                try:
                    self.flush()
                finally:
                    self._database.close()
                    self._database = None

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
        now = self._now()
        run = new_id("run", now)
        row: dict[str, Any] = {
            "id": run,
            "test_id": test_id,
            "case_id": case,
            "suite_run": suite_run,
            "revision": revision,
            "definition_hash": definition_hash,
            "app_commit": commit,
            "status": "running",
            "flaky": False,
            "quarantined": quarantined,
            "begun_at": now,
            "attempts": 0,
            "retries": 0,
            "infra_attempts": 0,
            "result": "{}",
        }
        self._later(lambda db: db.execute(insert(RUNS).values(**row, owner=self._owner)))
        return run

    def begin_attempt(self, run: RunId) -> AttemptId:
        """Make a new attempt the current one. One that has not ended is superseded by it."""
        now = self._now()
        attempt = new_id("try", now)
        self._later(lambda db: self._begin_attempt(db, run, attempt, now))
        return attempt

    def add_step(self, attempt: AttemptId, step: StepOutcome) -> None:
        """Write down a step as it ends."""
        row: dict[str, Any] = {
            "attempt_id": attempt,
            "number": step.number,
            "path": step.path,
            "kind": step.kind,
            "label": step.label,
            "status": step.status,
            "begun_at": step.begun_at,
            "duration_ms": step.duration_ms,
            "error_code": step.error_code,
            "error": step.error,
            "found_by": step.found_by,
            "drift": _json(list(step.drift)),
            "detail": _json(step.detail),
        }
        now = self._now()

        def work(db: Connection) -> None:
            db.execute(insert(STEPS).values(**row))
            db.execute(update(ATTEMPTS).where(ATTEMPTS.c.id == attempt).values(heartbeat_at=now))

        self._later(work)

    def add_artefact(self, attempt: AttemptId, artefact: Artefact) -> None:
        row: dict[str, Any] = {
            "attempt_id": attempt,
            "path": artefact.path,
            "kind": artefact.kind,
            "sha256": artefact.sha256,
            "size": artefact.size,
            "step": artefact.step,
        }
        self._later(lambda db: db.execute(insert(ARTEFACTS).values(**row)))

    def end_attempt(self, attempt: AttemptId, verdict: Verdict) -> bool:
        """End an attempt; whether it gave the run its verdict. False: another had taken its place.

        Raises `StoreBusy` when that cannot be told now; what was said is kept and written with the next change.
        """
        now = self._now()

        def work(db: Connection) -> bool:
            return _end_attempt(db, attempt, verdict, now)

        with self._lock:
            try:
                self.flush()
                return self._write(work)
            except StoreBusy:
                self._kept.append(work)
                raise

    def begin_suite_run(self, suite_id: str | None, planned: Sequence[str]) -> SuiteRunId:
        now = self._now()
        suite_run = new_id("suite", now)
        row = {
            "id": suite_run,
            "suite_id": suite_id,
            "planned": _json(list(planned)),
            "status": "running",
            "begun_at": now,
        }
        self._later(lambda db: db.execute(insert(SUITE_RUNS).values(**row, owner=self._owner)))
        return suite_run

    def end_suite_run(self, suite_run: SuiteRunId, status: Status) -> None:
        now = self._now()
        own = (SUITE_RUNS.c.id == suite_run) & (SUITE_RUNS.c.status == "running")
        self._later(lambda db: db.execute(update(SUITE_RUNS).where(own).values(status=status, ended_at=now)))

    def interrupt_orphans(self) -> int:
        """End the runs of processes that are gone; how many there were."""
        now = self._now()
        with self.database.reading() as db:
            open_runs = db.execute(select(RUNS.c.id, RUNS.c.owner).where(RUNS.c.status == "running")).all()
            suites = db.execute(
                select(SUITE_RUNS.c.id, SUITE_RUNS.c.owner).where(SUITE_RUNS.c.status == "running")
            ).all()
        owners = {str(row.owner) for row in (*open_runs, *suites)} - {self._owner}
        gone = {owner for owner in owners if is_gone(owner)}
        orphans = [str(row.id) for row in open_runs if row.owner in gone]
        ended = [str(row.id) for row in suites if row.owner in gone]
        if orphans or ended:
            with self._lock, self.database.writing() as db:
                _interrupt(db, orphans, ended, now)
        return len(orphans)

    def flush(self) -> None:
        """Write what is kept. Raises `StoreBusy` while that is not possible."""
        with self._lock:
            while self._kept:
                try:
                    with self.database.writing(patience_ms=IMPATIENT_MS) as db:
                        self._kept[0](db)
                except InternalError:  # it contradicts what is there, and would for ever
                    self._kept.popleft()
                    raise
                self._kept.popleft()

    def _begin_attempt(self, db: Connection, run: RunId, attempt: AttemptId, now: int) -> None:
        number = int(
            db.execute(select(func.count()).select_from(ATTEMPTS).where(ATTEMPTS.c.run_id == run)).scalar_one()
        )
        unended = (ATTEMPTS.c.run_id == run) & (ATTEMPTS.c.status == "running")
        db.execute(update(ATTEMPTS).where(unended).values(status="interrupted", superseded=True, ended_at=now))
        row = {"id": attempt, "run_id": run, "number": number + 1, "status": "running", "superseded": False}
        row |= {"begun_at": now, "heartbeat_at": now, "worker": self._owner, "result": "{}"}
        db.execute(insert(ATTEMPTS).values(**row))
        current = {"current_attempt": attempt, "status": "running", "ended_at": None, "owner": self._owner}
        db.execute(update(RUNS).where(RUNS.c.id == run).values(**current, **_counted(db, run), attempts=number + 1))

    def _later(self, work: Work[object]) -> None:
        """Write it now if that is possible, else with what comes next, in order."""
        with self._lock:
            try:
                self.flush()
                self._write(work)
            except StoreBusy:
                self._kept.append(work)

    def _write(self, work: Work[T]) -> T:
        with self.database.writing() as db:
            return work(db)

    def _now(self) -> int:
        return round(self._clock() * 1000)


def new_id(kind: str, milliseconds: int) -> str:
    """An id that sorts by time and that nobody else makes."""
    return f"{kind}-{milliseconds:011x}-{secrets.token_hex(4)}"


def _end_attempt(db: Connection, attempt: AttemptId, verdict: Verdict, now: int) -> bool:
    row = db.execute(select(ATTEMPTS.c.run_id, ATTEMPTS.c.status).where(ATTEMPTS.c.id == attempt)).first()
    if row is None or row.status not in ("running", "interrupted"):
        return False  # it has said already what came of it
    run = str(row.run_id)
    told = {
        "status": verdict.status,
        "ended_at": now,
        "duration_ms": verdict.duration_ms,
        "result": _json(verdict.result),
    }
    mine = (RUNS.c.id == run) & (RUNS.c.current_attempt == attempt) & (RUNS.c.status == "running")
    # The condition and the change are one statement: of two attempts that end at once, one finds it changed.
    is_verdict = db.execute(update(RUNS).where(mine).values(**told)).rowcount == 1
    ended = update(ATTEMPTS).where(ATTEMPTS.c.id == attempt)
    db.execute(ended.values(**told) if is_verdict else ended.values(**told, superseded=True))
    db.execute(update(RUNS).where(RUNS.c.id == run).values(**_counted(db, run)))
    if is_verdict:
        counts = db.execute(select(RUNS.c.retries).where(RUNS.c.id == run)).scalar_one()
        flaky = verdict.status == "passed" and int(counts) > 0
        db.execute(update(RUNS).where(RUNS.c.id == run).values(flaky=flaky))
    return is_verdict


def _counted(db: Connection, run: RunId) -> dict[str, int]:
    """Attempts that others followed: lost to the infrastructure, and failed by the test. Kept apart."""
    ended = select(ATTEMPTS.c.status, ATTEMPTS.c.superseded, ATTEMPTS.c.number).where(ATTEMPTS.c.run_id == run)
    rows = db.execute(ended).all()
    infra = sum(row.superseded or row.status in OF_THE_INFRASTRUCTURE for row in rows)
    last = max((int(row.number) for row in rows), default=0)
    retried = sum(not row.superseded and row.status in OF_THE_TEST and int(row.number) < last for row in rows)
    return {"infra_attempts": infra, "retries": retried}


def _interrupt(db: Connection, runs: Sequence[RunId], suites: Sequence[SuiteRunId], now: int) -> None:
    ended = {"status": "interrupted", "ended_at": now}
    for run in runs:
        unended = (ATTEMPTS.c.run_id == run) & (ATTEMPTS.c.status == "running")
        db.execute(update(ATTEMPTS).where(unended).values(**ended))
        # Without a current attempt nobody can give a verdict any more, should the process come back to life.
        still = (RUNS.c.id == run) & (RUNS.c.status == "running")
        db.execute(update(RUNS).where(still).values(**ended, current_attempt=None, **_counted(db, run)))
    for suite in suites:
        still = (SUITE_RUNS.c.id == suite) & (SUITE_RUNS.c.status == "running")
        db.execute(update(SUITE_RUNS).where(still).values(**ended))


def _json(value: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(value if isinstance(value, list) else dict(value), ensure_ascii=False, separators=(",", ":"))
