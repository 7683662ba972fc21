"""Runs, attempts and steps in the database: only the current attempt gives a verdict, nothing that ended is lost."""

from __future__ import annotations

import itertools
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from handhold.adapters.storage.database import Database
from handhold.adapters.storage.rows import Artefact, Status, StepOutcome, Verdict
from handhold.adapters.storage.schema import METADATA
from handhold.errors import InvalidInput
from handhold.services.testing.runs import RunFilter, Runs

DAY = 24 * 60 * 60
PASSED = Verdict(status="passed", duration_ms=5, result={"status": "passed", "steps_completed": 2})
FAILED = Verdict(status="failed", duration_ms=7, result={"status": "failed"})
LOST = Verdict(status="error", duration_ms=1)


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def runs(tmp_path: Path, clock: Clock) -> Generator[Runs]:
    made = Runs(tmp_path / ".handhold/runs.sqlite", clock=clock)
    yield made
    made.close()


def begun(runs: Runs, test_id: str = "login", **more: str | None) -> str:
    return runs.begin_run(test_id=test_id, revision=1, definition_hash="sha256:1", **more)  # pyright: ignore[reportArgumentType]


def run_once(runs: Runs, *verdicts: Verdict, test_id: str = "login", **more: str | None) -> str:
    run = begun(runs, test_id, **more)
    for verdict in verdicts:
        assert runs.end_attempt(runs.begin_attempt(run), verdict)
    return run


def step(number: int, status: Status = "passed") -> StepOutcome:
    return StepOutcome(
        number=number,
        path=f"steps[{number}]",
        kind="click",
        status=status,
        begun_at=5,
        duration_ms=2,
        drift=("testId 'go' was not there",),
        found_by="role",
        detail={"n": number},
    )


def statuses(runs: Runs, test_id: str = "login", **wanted: object) -> list[str]:
    page = runs.list_runs(RunFilter(test_id=test_id, **wanted), limit=50)  # pyright: ignore[reportArgumentType]
    return [run.status for run in page.runs]


@pytest.mark.rows("R391")
def test_a_run_is_found_again_with_all_that_happened(runs: Runs) -> None:
    run = begun(runs, case="eur")
    attempt = runs.begin_attempt(run)
    runs.add_step(attempt, step(0))
    runs.add_step(attempt, step(1, "failed"))
    runs.add_artefact(attempt, Artefact(kind="screenshot", path="a.png", sha256="00", size=9, step=1))

    gave_verdict = runs.end_attempt(attempt, FAILED)

    found = runs.get_run(run)
    assert gave_verdict
    assert found is not None
    stored, (tried,) = found
    assert (stored.status, stored.case, stored.duration_ms, stored.result) == ("failed", "eur", 7, FAILED.result)
    assert tried.steps == (step(0), step(1, "failed"))
    assert tried.artefacts[0].path == "a.png"
    assert runs.get_run("run-none") is None


@pytest.mark.rows("R391")
def test_only_the_current_attempt_gives_the_verdict(runs: Runs) -> None:
    run = begun(runs)
    zombie = runs.begin_attempt(run)
    current = runs.begin_attempt(run)

    late_first = runs.end_attempt(zombie, PASSED)
    open_still = runs.latest_run("login")
    accepted = runs.end_attempt(current, FAILED)
    late_again = runs.end_attempt(zombie, PASSED)
    twice = runs.end_attempt(current, PASSED)

    assert (late_first, accepted, late_again, twice) == (False, True, False, False)
    assert open_still is not None
    assert open_still.status == "running"
    found = runs.get_run(run)
    assert found is not None
    assert found[0].status == "failed"
    assert [(attempt.superseded, attempt.status) for attempt in found[1]] == [(True, "passed"), (False, "failed")]
    assert found[0].result == FAILED.result


def test_of_many_attempts_that_end_at_once_one_gives_the_verdict(runs: Runs, tmp_path: Path) -> None:
    run = begun(runs)
    attempts = [runs.begin_attempt(run) for _ in range(8)]
    others = [Runs(tmp_path / ".handhold/runs.sqlite") for _ in attempts]

    with ThreadPoolExecutor(8) as pool:
        ending = [
            pool.submit(each.end_attempt, attempt, PASSED) for each, attempt in zip(others, attempts, strict=True)
        ]
        gave = [each.result() for each in ending]

    for other in others:
        other.close()
    assert gave == [False] * 7 + [True]


def test_lost_attempts_and_retries_are_counted_apart(runs: Runs) -> None:
    lost = runs.get_run(run_once(runs, LOST, PASSED))
    retried = runs.get_run(run_once(runs, FAILED, PASSED))
    failed = runs.get_run(run_once(runs, FAILED, LOST, FAILED))

    counts = [(each[0].infra_attempts, each[0].retries, each[0].flaky) for each in (lost, retried, failed) if each]
    assert counts == [(1, 0, False), (0, 1, True), (1, 1, False)]


@pytest.mark.rows("R384", "R385")
def test_runs_come_newest_first_by_pages_and_filters(runs: Runs, clock: Clock) -> None:
    made = [run_once(runs, verdict) for verdict in (PASSED, FAILED, PASSED, FAILED, PASSED)]
    run_once(runs, PASSED, test_id="other")
    seen: list[str] = []
    cursor = None

    while (page := runs.list_runs(RunFilter(test_id="login"), limit=2, cursor=cursor)).next_cursor:
        seen += [run.id for run in page.runs]
        cursor = page.next_cursor

    assert [*seen, page.runs[0].id] == made[::-1]
    assert (page.total, len(page.runs)) == (5, 1)
    assert statuses(runs, status="failed") == ["failed", "failed"]
    assert statuses(runs, since=round(clock.now * 1000)) == []
    assert statuses(runs, "none") == []
    assert runs.latest_run("none") is None
    with pytest.raises(InvalidInput, match="no cursor"):
        runs.list_runs(RunFilter(test_id="login"), limit=1, cursor="x'; DROP TABLE runs")


def test_pages_tell_runs_of_one_moment_apart(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs.sqlite", clock=lambda: 5.0)
    made = {run_once(runs, PASSED) for _ in range(7)}

    first = runs.list_runs(RunFilter(test_id="login"), limit=4)
    rest = runs.list_runs(RunFilter(test_id="login"), limit=4, cursor=first.next_cursor)
    runs.close()

    assert {run.id for run in (*first.runs, *rest.runs)} == made


BEGIN = """
import sys
from pathlib import Path
from handhold.adapters.storage.rows import StepOutcome
from handhold.services.testing.runs import Runs
runs = Runs(Path(sys.argv[1]))
suite = runs.begin_suite_run("all", ["login", "buy"])
run = runs.begin_run(test_id="login", revision=1, definition_hash="x", suite_run=suite)
attempt = runs.begin_attempt(run)
for number in range(3):
    runs.add_step(attempt, StepOutcome(number=number, path="", kind="js", status="passed", begun_at=0, duration_ms=1))
print(attempt, suite, flush=True)
sys.stdin.read()
"""


@pytest.mark.rows("F47")
def test_a_run_whose_process_was_killed_is_interrupted_and_keeps_its_steps(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    child = subprocess.Popen(
        [sys.executable, "-c", BEGIN, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    attempt, suite = child.stdout.readline().split()
    runs = Runs(file)
    alive = runs.latest_run("login")
    child.kill()
    child.communicate()

    ended = runs.interrupt_orphans()

    late = runs.end_attempt(attempt, PASSED)
    run = runs.latest_run("login")
    suite_run = runs.get_suite_run(suite)
    assert alive is not None
    assert run is not None
    assert (alive.status, ended, run.status, late) == ("running", 1, "interrupted", False)
    found = runs.get_run(run.id)
    assert found is not None
    assert len(found[1][0].steps) == 3
    assert suite_run is not None
    assert (suite_run[0].status, suite_run[0].planned) == ("interrupted", ("login", "buy"))
    runs.close()


def test_flips_make_the_score_and_a_retry_makes_a_test_flaky(runs: Runs) -> None:
    for verdict in (PASSED, FAILED, PASSED, PASSED, PASSED):
        run_once(runs, verdict)
    flipped = runs.flakiness("login")
    run_once(runs, FAILED, PASSED)
    retried = runs.flakiness("login")
    for _ in range(10):
        run_once(runs, PASSED)

    assert (flipped.score, flipped.runs, flipped.is_flaky) == (0.5, 5, False)
    assert retried.is_flaky
    assert not runs.flakiness("login").is_flaky


def test_passing_and_failing_at_one_commit_is_flaky_until_it_is_long_ago(runs: Runs, clock: Clock) -> None:
    run_once(runs, PASSED, commit="abc")
    run_once(runs, FAILED, commit="abc")
    now = runs.flakiness("login").is_flaky
    clock.now += 15 * DAY

    later = runs.flakiness("login").is_flaky

    assert (now, later) == (True, False)


def test_when_nearly_everything_fails_it_is_nobodys_flakiness(runs: Runs) -> None:
    run_once(runs, PASSED, commit="abc")
    suite = runs.begin_suite_run("all", [])
    for number in range(6):
        run_once(runs, FAILED, test_id="login" if number == 0 else f"t{number}", suite_run=suite, commit="abc")

    judged = runs.flakiness("login")

    assert (judged.runs, judged.is_flaky) == (1, False)


def test_the_tables_are_what_the_migrations_make(tmp_path: Path) -> None:
    Database(tmp_path / "runs.sqlite").close()
    engine = create_engine(f"sqlite:///{tmp_path / 'runs.sqlite'}")
    made = inspect(engine)

    for table in METADATA.sorted_tables:
        columns = {column["name"]: column["nullable"] for column in made.get_columns(table.name)}
        keys = made.get_pk_constraint(table.name)["constrained_columns"]
        assert columns == {column.name: bool(column.nullable) for column in table.columns}
        assert keys == [column.name for column in table.primary_key]
    engine.dispose()


def test_it_is_kept_out_of_git_and_is_in_the_journal_mode_for_many_readers(runs: Runs, tmp_path: Path) -> None:
    begun(runs)

    assert (tmp_path / ".handhold/.gitignore").read_text() == "*\n"
    assert sqlite3.connect(tmp_path / ".handhold/runs.sqlite").execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_ids_sort_by_time(runs: Runs) -> None:
    made = [begun(runs) for _ in range(5)]

    assert all(one < other for one, other in itertools.pairwise(made))
