"""How fast the history of saved tests answers what the tools ask, with many runs in it."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bench.table import Row, Table, target
from sqlalchemy import insert

from handhold.adapters.storage.database import Database
from handhold.adapters.storage.rows import StepOutcome, Verdict
from handhold.adapters.storage.run_book import new_id
from handhold.adapters.storage.schema import ATTEMPTS, RUNS, STEPS
from handhold.services.testing.runs import RunFilter, Runs

TESTS: Final = 200
BUSY_TEST: Final = "t0"
"""One test has a tenth of all runs."""
ASKED: Final = 100
CHUNK: Final = 5_000
BEGUN: Final = 1_700_000_000_000
APART: Final = 60_000
LIMIT_MS: Final = 20.0


def measure(folder: Path, runs: int) -> Iterator[Table]:
    file = folder / "history" / "runs.sqlite"
    ids = _fill(file, runs)
    history = Runs(file, clock=lambda: (BEGUN + runs * APART) / 1000)
    questions = _questions(history, ids)
    rows: list[Row] = []
    worst = 0.0
    for name, ask in questions.items():
        wall, cpu = zip(*(_timed(ask) for _ in range(ASKED)), strict=True)
        worst = max(worst, _p95(cpu))
        rows.append(
            Row(what=f"{name}, p50", ours=statistics.median(wall), against=f"{statistics.median(cpu):.1f} of CPU")
        )
        rows.append(Row(what=f"{name}, p95", ours=_p95(wall), against=f"{_p95(cpu):.1f} of CPU"))
    written = statistics.median(_timed(_write(history))[0] for _ in range(50))
    rows.append(Row(what="one run with five steps written, p50", ours=written))
    history.close()
    size = file.stat().st_size / 1024 / 1024
    notes = [target("slowest p95, ms of CPU", LIMIT_MS, worst), f"{size:,.0f} MB on disk"]
    yield Table(title=f"history: {runs:,} runs of {TESTS} tests", rows=rows, notes=notes)


def _questions(history: Runs, ids: list[str]) -> dict[str, Callable[[], object]]:
    dice = random.Random(1)

    def some() -> str:
        return f"t{dice.randrange(TESTS)}"

    def second_page() -> object:
        first = history.list_runs(RunFilter(test_id=BUSY_TEST), limit=20)
        return history.list_runs(RunFilter(test_id=BUSY_TEST), limit=20, cursor=first.next_cursor)

    return {
        "list_runs": lambda: history.list_runs(RunFilter(test_id=some()), limit=20),
        "list_runs of the busiest": lambda: history.list_runs(RunFilter(test_id=BUSY_TEST), limit=20),
        "list_runs, failed of the busiest": lambda: history.list_runs(
            RunFilter(test_id=BUSY_TEST, status="failed"), limit=20
        ),
        "list_runs, flaky of the busiest": lambda: history.list_runs(
            RunFilter(test_id=BUSY_TEST, flaky=True), limit=20
        ),
        "list_runs, two pages of the busiest": second_page,
        "get_latest_run": lambda: history.latest_run(some()),
        "get_run": lambda: history.get_run(dice.choice(ids)),
        "flake score": lambda: history.flakiness(some()),
    }


def _timed(ask: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of work."""
    wall, cpu = time.perf_counter(), time.process_time()
    ask()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


def _p95(taken: Sequence[float]) -> float:
    return sorted(taken)[int(len(taken) * 0.95)]


def _write(history: Runs) -> Callable[[], object]:
    def write() -> None:
        attempt = history.begin_attempt(history.begin_run(test_id="new", revision=1, definition_hash="x"))
        for number in range(5):
            step = StepOutcome(number=number, path="", kind="js", status="passed", begun_at=0, duration_ms=1)
            history.add_step(attempt, step)
        history.end_attempt(attempt, Verdict(status="passed", duration_ms=1))

    return write


def _fill(file: Path, count: int) -> list[str]:
    """Made-up runs, each with one attempt and five steps, written in large pieces."""
    dice = random.Random(0)
    database = Database(file)
    ids: list[str] = []
    for start in range(0, count, CHUNK):
        runs = [_run(number, dice) for number in range(start, min(start + CHUNK, count))]
        ids += [run["id"] for run in runs]
        with database.writing() as db:
            db.execute(insert(RUNS), runs)
            db.execute(insert(ATTEMPTS), [_attempt(run) for run in runs])
            db.execute(insert(STEPS), [step for run in runs for step in _steps(run)])
    database.close()
    return ids


def _run(number: int, dice: random.Random) -> dict[str, Any]:
    at = BEGUN + number * APART
    status = dice.choices(("passed", "failed", "error", "timedOut"), (88, 9, 2, 1))[0]
    result = {
        "status": status,
        "steps_completed": 5,
        "duration_ms": 900,
        "error": "text " * 40 if status == "failed" else "",
    }
    return {
        "id": new_id("run", at),
        "test_id": BUSY_TEST if number % 10 == 0 else f"t{dice.randrange(TESTS)}",
        "case_id": None,
        "suite_run": f"suite-{number // TESTS}",
        "revision": 1,
        "definition_hash": "sha256:" + "0" * 64,
        "app_commit": None,
        "status": status,
        "flaky": dice.random() < 0.02,
        "quarantined": False,
        "begun_at": at,
        "ended_at": at + 900,
        "duration_ms": 900,
        "current_attempt": f"try-{number:x}-0",
        "attempts": 1,
        "retries": 0,
        "infra_attempts": 0,
        "owner": "bench:0:0",
        "result": json.dumps(result),
    }


def _attempt(run: dict[str, Any]) -> dict[str, Any]:
    kept = {name: run[name] for name in ("status", "begun_at", "ended_at", "duration_ms", "result")}
    own = {"id": run["current_attempt"], "run_id": run["id"], "number": 1, "superseded": False, "worker": "bench"}
    return {**kept, **own, "heartbeat_at": run["begun_at"]}


def _steps(run: dict[str, Any]) -> list[dict[str, Any]]:
    shared = {
        "attempt_id": run["current_attempt"],
        "kind": "click",
        "label": None,
        "status": "passed",
        "duration_ms": 9,
    }
    rest = {"error_code": None, "error": None, "found_by": "testId", "drift": "[]", "detail": "{}"}
    return [{**shared, **rest, "number": n, "path": f"steps[{n}]", "begun_at": run["begun_at"]} for n in range(5)]
