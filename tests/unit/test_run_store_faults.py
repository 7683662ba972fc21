"""The database of runs when it is locked, damaged, from another version, or was left in the middle of a migration."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from handhold.adapters.storage.database import Database, refuse_damaged
from handhold.adapters.storage.rows import StepOutcome, Verdict
from handhold.adapters.storage.run_book import RunBook
from handhold.adapters.storage.schema import MIGRATIONS, VERSION
from handhold.errors import StoreBusy, StoreFailed
from handhold.services.testing.runs import RunFilter, Runs

PASSED = Verdict(status="passed", duration_ms=5)
HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
held.execute("COMMIT")
"""


@contextlib.contextmanager
def held(file: Path, *, seconds: float | None = None) -> Generator[None]:
    """Another process is in the middle of writing; for so long, or for as long as we are here."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdin is not None
    assert other.stdout.readline() == "held\n"
    release = threading.Timer(seconds or 0, lambda: print(file=other.stdin, flush=True))
    if seconds is not None:
        release.start()
    yield
    release.cancel()
    other.communicate()


def step(number: int) -> StepOutcome:
    return StepOutcome(number=number, path="", kind="js", status="passed", begun_at=0, duration_ms=1)


def filled(file: Path, count: int = 40) -> None:
    runs = Runs(file)
    for _ in range(count):
        attempt = runs.begin_attempt(runs.begin_run(test_id="login", revision=1, definition_hash="x"))
        runs.add_step(attempt, step(0))
        runs.end_attempt(attempt, PASSED)
    runs.close()


@pytest.mark.rows("F45")
def test_a_short_lock_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    book = RunBook(file)
    run = book.begin_run(test_id="login", revision=1, definition_hash="x")

    with held(file, seconds=1):
        attempt = book.begin_attempt(run)
        ended = book.end_attempt(attempt, PASSED)

    assert (ended, book.kept) == (True, 0)
    book.close()


@pytest.mark.rows("F45")
def test_a_long_lock_is_told_in_time_and_nothing_of_the_run_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    book = RunBook(file, patience_ms=500)
    run = book.begin_run(test_id="login", revision=1, definition_hash="x")
    begun = time.monotonic()

    with held(file):
        attempt = book.begin_attempt(run)
        for number in range(20):
            book.add_step(attempt, step(number))
        with pytest.raises(StoreBusy) as told:
            book.end_attempt(attempt, PASSED)
        waited, kept = time.monotonic() - begun, book.kept
    book.flush()

    runs = Runs(file)
    found = runs.get_run(run)
    runs.close()
    book.close()
    assert told.value.wire_code == "MM_STORE_BUSY"
    assert waited < 10
    assert kept == 22
    assert found is not None
    assert found[0].status == "passed"
    assert [each.number for each in found[1][0].steps] == list(range(20))


@pytest.mark.rows("F46")
def test_flipped_bytes_are_refused_or_harmless_and_the_file_stays_as_it_is(tmp_path: Path) -> None:
    good = tmp_path / "good.sqlite"
    filled(good)
    content = good.read_bytes()
    dice = random.Random(46)
    offsets = [*range(0, 100, 4), *(dice.randrange(len(content)) for _ in range(75))]
    refused = 0

    for offset in offsets:
        file = tmp_path / "runs.sqlite"
        file.write_bytes(content[:offset] + bytes([content[offset] ^ 0xFF]) + content[offset + 1 :])
        before = (file.stat().st_mtime_ns, hashlib.sha256(file.read_bytes()).hexdigest())
        try:
            refuse_damaged(file)
        except StoreFailed as error:
            refused += 1
            assert str(file) in error.message
            assert "mv" in error.hint
        assert (file.stat().st_mtime_ns, hashlib.sha256(file.read_bytes()).hexdigest()) == before
        for other in tmp_path.glob("runs.sqlite-*"):
            other.unlink()

    assert len(offsets) == 100
    assert refused >= 10


@pytest.mark.rows("F46")
@pytest.mark.parametrize("cut", [100, 4096, 5000, 8192 + 100])
def test_a_truncated_file_is_refused_by_everything_that_needs_it(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "runs.sqlite"
    filled(file)
    file.write_bytes(file.read_bytes()[:cut])
    before = file.read_bytes()
    runs = Runs(file)

    with pytest.raises(StoreFailed, match=r"runs\.sqlite.* is damaged; it was left as it is"):
        runs.list_runs(RunFilter(test_id="login"), limit=1)
    with pytest.raises(StoreFailed):
        runs.begin_run(test_id="login", revision=1, definition_hash="x")

    assert file.read_bytes() == before


@pytest.mark.rows("F46")
def test_a_lost_journal_loses_what_was_in_it_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    filled(file, 3)
    runs = Runs(file)
    runs.begin_run(test_id="later", revision=1, definition_hash="x")
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(file.read_bytes())

    reopened = Runs(copy)

    assert reopened.list_runs(RunFilter(test_id="login"), limit=9).total == 3
    reopened.close()
    runs.close()


@pytest.mark.rows("F46")
@pytest.mark.parametrize(
    "statement, says",
    [
        ("INSERT INTO schema_version VALUES (99)", "is of version 99, and this Handhold reads up to"),
        ("DROP TABLE schema_version", "is no run history of Handhold"),
    ],
)
def test_a_file_of_another_version_or_kind_is_refused(tmp_path: Path, statement: str, says: str) -> None:
    file = tmp_path / "runs.sqlite"
    filled(file, 1)
    with contextlib.closing(sqlite3.connect(file)) as changing:
        changing.execute(statement)
        changing.commit()

    with pytest.raises(StoreFailed, match=says):
        Database(file)


MIGRATE = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from handhold.adapters.storage.database import Database
executed = 0
def migrate(number):
    "Killed in the middle: after so many statements."
    if os.fork():
        return os.waitstatus_to_exitcode(os.wait()[1])
    @event.listens_for(Engine, "before_cursor_execute")
    def executing(conn, cursor, statement, parameters, context, executemany):
        global executed
        if executed == number:
            os.kill(os.getpid(), signal.SIGKILL)
        executed += 1
    Database(Path(sys.argv[1]) / f"{number}.sqlite")
    os._exit(0)
number = 0
while migrate(number):
    number += 1
print(number)
"""


@pytest.mark.rows("F48")
def test_a_migration_that_was_killed_anywhere_is_completed_by_the_next_start(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", MIGRATE, str(tmp_path)], capture_output=True, text=True, check=True)
    killed = int(done.stdout)

    for number in range(killed):
        file = tmp_path / f"{number}.sqlite"
        runs = Runs(file)
        runs.begin_run(test_id="login", revision=1, definition_hash="x")
        assert runs.list_runs(RunFilter(test_id="login"), limit=1).total == 1
        runs.close()
        with contextlib.closing(sqlite3.connect(file)) as looking:
            assert looking.execute("SELECT version FROM schema_version").fetchall() == [(VERSION,)]

    assert killed > sum(map(len, MIGRATIONS))


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / ".handhold").write_text("a file")
    runs = Runs(tmp_path / ".handhold/runs.sqlite")

    with pytest.raises(StoreFailed, match="cannot use the run history"):
        runs.begin_run(test_id="login", revision=1, definition_hash="x")


def test_many_processes_write_at_once(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    Database(file).close()
    imports = "import sys; from pathlib import Path; from tests.unit.test_run_store_faults import filled"
    code = f"{imports}; filled(Path(sys.argv[1]), 10)"
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    writers = [subprocess.Popen([sys.executable, "-c", code, str(file)], env=environ) for _ in range(3)]

    assert [writer.wait(60) for writer in writers] == [0] * 3
    runs = Runs(file)
    assert runs.list_runs(RunFilter(test_id="login", status="passed"), limit=1).total == 30
    runs.close()
