"""The knowledge store under what happens to machines: killed writers, full disks, folders that cannot be written."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path

import jsonschema
import pytest

from handhold.errors import StoreFailed
from handhold.services.knowledge.disk_index import INDEX_FILE, DiskFinder
from handhold.services.knowledge.records import step_schema
from handhold.services.knowledge.sessions import Filters
from handhold.services.knowledge.store import KnowledgeStore
from tests.support.promises import promised
from tests.support.small_disk import small_disk
from tests.support.steps import NOW, a_step, a_store, brute_force

REPOSITORY = Path(__file__).parents[2]
ENVIRON = {**os.environ, "PYTHONPATH": os.pathsep.join([str(REPOSITORY / "src"), str(REPOSITORY)])}
NONE = Filters()

# Forks a writer again and again, kills each at another moment, and tells which steps had been acknowledged by then.
KILLER = """
import os, random, signal, sys, time
from pathlib import Path
from tests.support.steps import a_step, a_store, NOW

root, times, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(5)


def write_for_ever(round_, told):
    store = a_store(root)
    step = 0
    nodes = [("button", f"Zebra{round_:03}")] * 20
    while True:
        step += 1
        at = NOW + round_ * 60 + step / 1000
        name = store.record(a_step("ui_scan", session=f"mm-round-{round_ % 7}", at=at, nodes=nodes))
        os.write(told, f"mm-round-{round_ % 7}/{name}\\n".encode())
        if step % 5 == 0:
            store.refresh()


for round_ in range(times):
    read, write = os.pipe()
    writer = os.fork()
    if writer == 0:
        os.close(read)
        write_for_ever(round_, write)
    os.close(write)
    first = os.read(read, 1)  # it has begun
    time.sleep(chance.random() * 0.012)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    with os.fdopen(read, "rb") as rest:
        sys.stdout.write((first + rest.read()).decode())
"""


def run(script: str, *arguments: str, timeout: float = 100) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, env=ENVIRON, capture_output=True, text=True, timeout=timeout, check=True)


def searched(store: KnowledgeStore, text: str) -> list[tuple[str, str]]:
    matches = store.search(text, limit=100, sessions=None, filters=NONE).matches
    return [(match.session_id, match.timestamp) for match in matches]


def times_of(root: Path, found: Sequence[tuple[int, str, str]]) -> list[tuple[str, str]]:
    folder = a_store(root).folder
    return [(session, json.loads(folder.read_step(session, name) or b"")["timestamp"]) for _p, session, name in found]


@pytest.mark.rows("F39")
def test_a_writer_killed_at_any_moment_leaves_whole_steps_and_none_that_was_told_is_lost(tmp_path: Path) -> None:
    told = run(KILLER, str(tmp_path), "220", timeout=300).stdout.split()

    schema = step_schema()
    folder = a_store(tmp_path).folder
    files = {f"{session}/{seen.name}" for session in folder.sessions() for seen in folder.files(session)}
    assert len(told) > 220
    assert set(told) <= files
    for path in files:
        session, name = path.split("/")
        jsonschema.validate(json.loads(folder.read_step(session, name) or b""), schema, cls=jsonschema.Draft7Validator)
    store = a_store(tmp_path)
    store.finder = DiskFinder(store.folder, budget=60.0)
    assert store.refresh()
    assert store.finder.count() == len(files)
    assert store.finder.asides() == []
    for question in ("zebra003", "zebra100", "zebra219"):
        right = times_of(tmp_path, brute_force(tmp_path, question)[:100])
        assert right and searched(store, question) == right


# Kills a worker at the first line of the store's own code, then another at a later one, until one gets to the end.
AT_EVERY_LINE = """
import os, signal, sys
from pathlib import Path
from tests.support.steps import a_session, a_step, a_store, NOW

root = Path(sys.argv[1])


def record(store, number):
    store.record_session(a_session("mm-killed", at=NOW))
    name = store.record(a_step("ui_scan", session="mm-killed", at=NOW + 500 + number, nodes=[("button", "Giraffe")]))
    print(name, flush=True)


def index(store, _number):
    store.refresh()


def killed_at(number, work):
    left = number

    def watch(frame, event, _argument):
        nonlocal left
        if "/adapters/knowledge/" not in frame.f_code.co_filename:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return watch

    store = a_store(root)
    sys.settrace(watch)
    work(store, number)
    os._exit(0)


def kill_until_done(work, stride):
    number = 0
    while True:
        worker = os.fork()
        if worker == 0:
            killed_at(number, work)
        _pid, status = os.waitpid(worker, 0)
        if os.WIFEXITED(status):
            return number // stride
        number += stride


kills = kill_until_done(record, 1)
store = a_store(root)
for number in range(120):  # with what is there by now, enough for the index to write its sets
    store.record(a_step("ui_scan", session="mm-before", at=NOW + number, nodes=[("button", f"Zebra{number}")]))
store.close()
print("kills", kills, kill_until_done(index, 61))
"""


@pytest.mark.rows("F39")
def test_a_writer_killed_at_every_line_of_its_work_leaves_the_old_or_the_new_and_a_right_index(tmp_path: Path) -> None:
    *told, _kills, writing, indexing = run(AT_EVERY_LINE, str(tmp_path), timeout=300).stdout.split()

    assert (int(writing) > 40, int(indexing) > 40) == (True, True)
    store, schema = a_store(tmp_path), step_schema()
    files = {seen.name for seen in store.folder.files("mm-killed")}
    assert told and set(told) <= files
    for name in files:
        data = json.loads(store.folder.read_step("mm-killed", name) or b"")
        jsonschema.validate(data, schema, cls=jsonschema.Draft7Validator)
    assert json.loads(store.folder.read_session("mm-killed") or b"")["sessionId"] == "mm-killed"
    for question in ("giraffe", "zebra77", "scan"):
        assert searched(store, question) == times_of(tmp_path, brute_force(tmp_path, question)[:100])
    assert isinstance(store.finder, DiskFinder) and not store.finder.is_in_memory
    assert store.finder.count() == len(files) + 120


@pytest.mark.rows("F44")
def test_an_index_locked_by_a_process_that_was_killed_is_free_at_once(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step(nodes=[("button", "Teapot")]))
    store.refresh()
    hold = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None); d.execute('BEGIN IMMEDIATE')"
    wait = "; print('held', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", hold + wait, str(store.folder.path / INDEX_FILE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        holder.send_signal(signal.SIGKILL)
        holder.wait(timeout=10)

    begun = time.monotonic()
    store.record(a_step(nodes=[("button", "Teapot")]))
    found = searched(store, "teapot")

    assert len(found) == 2
    assert time.monotonic() - begun < promised(2)
    assert isinstance(store.finder, DiskFinder) and not store.finder.is_in_memory


# The largest file this process may write grows between its steps: as a disk on which space comes free.
NO_SPACE = """
import json, resource, sys
from pathlib import Path
from handhold.errors import StoreFailed
from tests.support.steps import a_step, a_store, NOW

store = a_store(Path(sys.argv[1]))
told = [store.record(a_step("before", at=NOW))]
for limit in (0, 1, 100, 1_000_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        told.append(store.record(a_step("while", at=NOW + limit, nodes=[("button", "Teapot")] * 20)))
    except StoreFailed as error:
        told.append(error.message)
print(json.dumps(told))
"""


@pytest.mark.rows("F36")
def test_a_step_that_does_not_fit_on_the_disk_leaves_nothing_and_the_next_one_works(tmp_path: Path) -> None:
    told = json.loads(run(NO_SPACE, str(tmp_path)).stdout)

    assert [text.endswith(".json") for text in told] == [True, False, False, False, True]
    assert told[1] == "the step could not be recorded: file too large"
    store = a_store(tmp_path)
    assert [step.tool.name for step in store.steps()] == ["while", "before"]
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.fixture
def disk(tmp_path: Path) -> Generator[Path]:
    with small_disk(tmp_path / "disk", size=1024 * 1024) as disk:
        yield disk


@pytest.mark.rows("F36")
def test_a_full_disk_loses_no_old_step_and_searches_go_on(disk: Path) -> None:
    store = a_store(disk)
    written, refused = 0, 0
    for number in range(2_000):
        try:
            store.record(a_step(at=NOW + number, nodes=[("button", "Teapot")] * 20))
            written += 1
        except StoreFailed as error:
            assert "no space left" in error.message
            refused += 1
            if refused == 3:
                break

    assert refused == 3
    assert len(searched(store, "teapot")) == 100
    assert len(store.steps(limit=2_000)) == written
    assert not list(disk.rglob("*.tmp"))
    store.close()
    for file in store.folder.path.glob("index.sqlite*"):
        file.unlink()
    shutil.rmtree(store.folder.path / "mm-test-1")
    assert a_store(disk).record(a_step(session="mm-test-2"))


READ_ONLY = """
import json, os, sys
from pathlib import Path
from handhold.errors import StoreFailed
from handhold.services.knowledge.sessions import Filters
from tests.support.steps import a_step, a_store

if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
store = a_store(Path(sys.argv[1]))
found = store.search("teapot", limit=5, sessions=None, filters=Filters()).matches
last = store.last(5, sessions=None, filters=Filters())
try:
    refused = store.record(a_step())
except StoreFailed as error:
    refused = error.message
print(json.dumps([len(found), len(last), len(store.steps()), refused]))
"""


@pytest.mark.rows("F38")
@pytest.mark.parametrize("has_index", [True, False])
def test_a_store_that_may_only_be_read_is_read_and_says_that_it_cannot_be_written(has_index: bool) -> None:
    root = Path("/tmp") / f"handhold-read-only-{os.getpid()}-{has_index}"
    store = a_store(root)
    store.record(a_step(nodes=[("button", "Teapot")]))
    if has_index:
        store.refresh()
    store.close()
    for place in (root, *root.rglob("*")):
        place.chmod(0o555 if place.is_dir() else 0o444)

    try:
        told = json.loads(run(READ_ONLY, str(root)).stdout)
    finally:
        for place in (root, *root.rglob("*")):
            place.chmod(0o755)
        shutil.rmtree(root)

    assert told == [1, 1, 1, "the step could not be recorded: permission denied"]


@pytest.mark.rows("F40")
def test_with_fsync_a_step_is_on_the_disk_before_its_name_is(tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    script = (
        "import sys; from pathlib import Path; from tests.support.steps import a_step; "
        "from handhold.services.knowledge.store import KnowledgeStore; "
        "store = KnowledgeStore(Path(sys.argv[1]), fsync=True); store.record(a_step())"
    )
    command = ["strace", "-f", "-e", "trace=fsync,link,linkat,rename,unlink", sys.executable, "-c", script]

    done = subprocess.run([*command, str(tmp_path)], env=ENVIRON, capture_output=True, text=True, check=True)

    calls = [
        line.split("(")[0].split()[-1] for line in done.stderr.splitlines() if "(" in line and "exited" not in line
    ]
    assert [call for call in calls if call in {"fsync", "link", "linkat"}][-3:] in (
        ["fsync", "link", "fsync"],
        ["fsync", "linkat", "fsync"],
    )
