"""Asking what runs did: pages of them, the newest one, one in full, and what flakiness is judged by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, and_, case, func, or_, select
from sqlalchemy.engine import Connection, Row

from handhold.adapters.storage.database import Database
from handhold.adapters.storage.rows import (
    OF_THE_TEST,
    Artefact,
    RunId,
    RunPage,
    Status,
    StepOutcome,
    StoredAttempt,
    StoredRun,
    StoredSuiteRun,
    SuiteRunId,
)
from handhold.adapters.storage.schema import ARTEFACTS, ATTEMPTS, RUNS, STEPS, SUITE_RUNS
from handhold.errors import InvalidInput

MOST_STEPS: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    """Which runs of a test are meant."""

    test_id: str
    status: Status | None = None
    flaky: bool | None = None
    since: int | None = None
    """Begun at this time or later, in milliseconds since 1970."""


class History:
    """Reads the database of runs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, wanted: RunFilter, *, limit: int, cursor: str | None = None) -> RunPage:
        """Runs, newest first. Raises `InvalidInput` for a cursor that is none of ours."""
        fits = _fits(wanted)
        before = _before(cursor)
        with self._database.reading() as db:
            total = int(db.execute(select(func.count()).select_from(RUNS).where(fits)).scalar_one())
            chosen = select(RUNS).where(and_(fits, before) if before is not None else fits)
            rows = db.execute(chosen.order_by(RUNS.c.begun_at.desc(), RUNS.c.id.desc()).limit(limit + 1)).all()
        runs = tuple(map(_run, rows[:limit]))
        more = len(rows) > limit
        return RunPage(runs, total, cursor_after(runs[-1]) if more else None)

    def latest(self, test_id: str) -> StoredRun | None:
        """The run of a test that began last."""
        newest = select(RUNS).where(RUNS.c.test_id == test_id).order_by(RUNS.c.begun_at.desc(), RUNS.c.id.desc())
        with self._database.reading() as db:
            row = db.execute(newest.limit(1)).first()
        return None if row is None else _run(row)

    def run(self, run: RunId) -> tuple[StoredRun, tuple[StoredAttempt, ...]] | None:
        """A run with everything that is known of it."""
        with self._database.reading() as db:
            row = db.execute(select(RUNS).where(RUNS.c.id == run)).first()
            if row is None:
                return None
            rows = db.execute(select(ATTEMPTS).where(ATTEMPTS.c.run_id == run).order_by(ATTEMPTS.c.number)).all()
            return _run(row), tuple(_attempt(db, each) for each in rows)

    def of_suite(self, suite_run: SuiteRunId) -> tuple[StoredSuiteRun, tuple[StoredRun, ...]] | None:
        """A run of a suite, and the runs of its tests, oldest first."""
        with self._database.reading() as db:
            row = db.execute(select(SUITE_RUNS).where(SUITE_RUNS.c.id == suite_run)).first()
            if row is None:
                return None
            runs = db.execute(
                select(RUNS).where(RUNS.c.suite_run == suite_run).order_by(RUNS.c.begun_at, RUNS.c.id)
            ).all()
        return _suite_run(row), tuple(map(_run, runs))

    def recent(self, test_id: str, *, limit: int) -> list[StoredRun]:
        """Of the newest runs of a test those that came to a verdict of their own, newest first."""
        chosen = select(RUNS).where(RUNS.c.test_id == test_id)
        with self._database.reading() as db:
            rows = db.execute(chosen.order_by(RUNS.c.begun_at.desc(), RUNS.c.id.desc()).limit(limit)).all()
        # Not a condition of the question: with one, SQLite would gather and sort all runs of the test.
        return [_run(row) for row in rows if row.status in ("passed", *OF_THE_TEST)]

    def failed_shares(self, suite_runs: Sequence[SuiteRunId]) -> dict[SuiteRunId, tuple[float, int]]:
        """Of each run of a suite the share of tests that did not pass, and how many there were."""
        failed = func.sum(case((RUNS.c.status.in_((*OF_THE_TEST, "error")), 1), else_=0))
        grouped = select(RUNS.c.suite_run, failed, func.count()).where(RUNS.c.suite_run.in_(suite_runs))
        with self._database.reading() as db:
            rows = db.execute(grouped.group_by(RUNS.c.suite_run)).all()
        return {str(name): (int(bad) / int(count), int(count)) for name, bad, count in rows}


def cursor_after(run: StoredRun) -> str:
    """Where a list goes on that ends with this run."""
    return f"{run.begun_at}.{run.id}"


def _fits(wanted: RunFilter) -> Any:
    tests = [RUNS.c.test_id == wanted.test_id]
    if wanted.status is not None:
        tests.append(RUNS.c.status == wanted.status)
    if wanted.flaky is not None:
        tests.append(RUNS.c.flaky == wanted.flaky)
    if wanted.since is not None:
        tests.append(RUNS.c.begun_at >= wanted.since)
    return and_(*tests)


def _before(cursor: str | None) -> Any:
    if cursor is None:
        return None
    at, _, id = cursor.partition(".")
    if not at.isdecimal() or not id or len(cursor) > 100:
        raise InvalidInput("this is no cursor of a list of runs", hint="Give nextCursor of the page before, or none.")
    # The first comparison lets the index jump to the place, the second one tells runs of one millisecond apart.
    return and_(RUNS.c.begun_at <= int(at), or_(RUNS.c.begun_at < int(at), RUNS.c.id < id))


def _run(row: Row[Any]) -> StoredRun:
    return StoredRun(
        id=row.id,
        test_id=row.test_id,
        case=row.case_id,
        suite_run=row.suite_run,
        revision=row.revision,
        definition_hash=row.definition_hash,
        commit=row.app_commit,
        status=row.status,
        flaky=bool(row.flaky),
        quarantined=bool(row.quarantined),
        begun_at=row.begun_at,
        ended_at=row.ended_at,
        duration_ms=row.duration_ms,
        attempts=row.attempts,
        retries=row.retries,
        infra_attempts=row.infra_attempts,
        result=json.loads(row.result),
    )


def _attempt(db: Connection, row: Row[Any]) -> StoredAttempt:
    steps: Select[Any] = select(STEPS).where(STEPS.c.attempt_id == row.id).order_by(STEPS.c.number).limit(MOST_STEPS)
    files = select(ARTEFACTS).where(ARTEFACTS.c.attempt_id == row.id).order_by(ARTEFACTS.c.path)
    return StoredAttempt(
        id=row.id,
        number=row.number,
        status=row.status,
        superseded=bool(row.superseded),
        begun_at=row.begun_at,
        ended_at=row.ended_at,
        duration_ms=row.duration_ms,
        result=json.loads(row.result),
        steps=tuple(map(_step, db.execute(steps).all())),
        artefacts=tuple(map(_artefact, db.execute(files).all())),
    )


def _step(row: Row[Any]) -> StepOutcome:
    return StepOutcome(
        number=row.number,
        path=row.path,
        kind=row.kind,
        status=row.status,
        begun_at=row.begun_at,
        duration_ms=row.duration_ms,
        label=row.label,
        error_code=row.error_code,
        error=row.error,
        found_by=row.found_by,
        drift=tuple(json.loads(row.drift)),
        detail=json.loads(row.detail),
    )


def _artefact(row: Row[Any]) -> Artefact:
    return Artefact(kind=row.kind, path=row.path, sha256=row.sha256, size=row.size, step=row.step)


def _suite_run(row: Row[Any]) -> StoredSuiteRun:
    return StoredSuiteRun(
        id=row.id,
        suite_id=row.suite_id,
        planned=tuple(json.loads(row.planned)),
        status=row.status,
        begun_at=row.begun_at,
        ended_at=row.ended_at,
    )
