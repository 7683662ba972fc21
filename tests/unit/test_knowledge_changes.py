"""What others write is found at once, also when the folder's clock has not gone on, and without asking every file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.steps import a_session, a_step, a_store
from tests.unit.knowledge_steps import DONE, FORM, Story, target

from handhold.adapters.knowledge.folder import RACY_NS, FileSeen, KnowledgeFolder
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.experience import RECENT_SESSIONS, Experience
from handhold.services.knowledge.memory_index import GOOD_FOR_SECONDS, MemoryFinder
from handhold.services.knowledge.sessions import Filters
from handhold.services.knowledge.store import KnowledgeStore

SESSION = "mm-test-1"
WAYS = pytest.mark.parametrize("index", ["disk", "memory", "off"])


class AskedFolder(KnowledgeFolder):
    """A folder that counts how often every file of a session was asked, and how many were read."""

    asked = 0
    read = 0

    def read_step(self, session: str, name: str) -> bytes | None:
        self.read += 1
        return super().read_step(session, name)

    def files(self, session: str) -> list[FileSeen]:
        self.asked += 1
        return super().files(session)


def count(store: KnowledgeStore, text: str = "teapot") -> int:
    return len(store.search(text, limit=100, sessions=None, filters=Filters()).matches)


def at_the_same_time(folder: Path, change: Callable[[], object]) -> None:
    """Change a folder as a file system does whose clock has not gone on meanwhile."""
    before = folder.stat().st_mtime_ns
    change()
    os.utime(folder, ns=(before, before))


def let_rest(folder: Path) -> None:
    old = time.time_ns() - 10 * RACY_NS
    os.utime(folder, ns=(old, old))


@WAYS
def test_what_another_writes_at_the_same_time_of_the_folder_is_found(tmp_path: Path, index: str) -> None:
    store, other = a_store(tmp_path, index), a_store(tmp_path)
    steps = store.folder.steps_folder(SESSION)
    other.record(a_step(nodes=[("button", "Teapot")]))
    assert count(store) == 1

    for number in range(2, 6):
        at_the_same_time(steps, lambda: other.record(a_step(nodes=[("button", "Teapot")])))
        assert count(store) == number


@WAYS
def test_sessions_that_come_and_go_at_the_same_time_of_the_store_are_seen(tmp_path: Path, index: str) -> None:
    store, other = a_store(tmp_path, index), a_store(tmp_path)
    other.record(a_step(nodes=[("button", "Teapot")]))
    assert count(store) == 1

    at_the_same_time(store.folder.path, lambda: other.record(a_step(session="mm-other", nodes=[("button", "Teapot")])))
    assert count(store) == 2
    at_the_same_time(store.folder.path, lambda: shutil.rmtree(store.folder.path / "mm-other"))
    assert count(store) == 1


def test_a_session_that_takes_the_place_of_a_file_is_found_when_the_store_rests(tmp_path: Path) -> None:
    store, other = a_store(tmp_path), a_store(tmp_path)
    other.record(a_step(nodes=[("button", "Teapot")]))
    (store.folder.path / "mm-other").touch()
    assert count(store) == 1

    (store.folder.path / "mm-other").unlink()
    other.record(a_step(session="mm-other", nodes=[("button", "Teapot")]))
    let_rest(store.folder.path)

    assert count(store) == 2


@WAYS
def test_what_another_removes_or_puts_in_its_place_at_the_same_time_is_seen(tmp_path: Path, index: str) -> None:
    store, other = a_store(tmp_path, index), a_store(tmp_path)
    steps = store.folder.steps_folder(SESSION)
    first, second = (steps / other.record(a_step(nodes=[("button", "Teapot")])) for _ in range(2))
    assert count(store) == 2

    at_the_same_time(steps, first.unlink)
    assert count(store) == 1

    changed = steps / ".changed.tmp"
    changed.write_text(second.read_text("utf-8").replace("Teapot", "Kettle"), "utf-8")
    at_the_same_time(steps, lambda: changed.replace(second))
    assert (count(store), count(store, "kettle")) == (0, 1)


def test_prior_knowledge_sees_what_another_writes_at_the_same_time_of_the_folder(tmp_path: Path) -> None:
    folder = KnowledgeFolder(tmp_path)
    story = Story("mm-other", time.time() - 60).saw(FORM).did("action_execute", target("Save", test_id="save"), DONE)
    texts = [(at, step.tool.name, step.to_json()) for at, step in enumerate(story.steps)]

    def write(at: int, tool: str, text: str) -> None:
        folder.write_step("mm-other", seconds=time.time() - 60 + at, tool=tool, text=text)

    write(*texts[0])
    experience = Experience(folder)
    experience.refresh()
    assert not experience.past(without="").deeds

    for each in texts[1:]:
        at_the_same_time(folder.steps_folder("mm-other"), lambda each=each: write(*each))
    experience.refresh()

    assert [deed.tool for deed in experience.past(without="").deeds] == ["action_execute"]


def test_prior_knowledge_sees_the_first_step_of_a_session_among_many_that_are_older(tmp_path: Path) -> None:
    folder = KnowledgeFolder(tmp_path)
    for number in range(RECENT_SESSIONS + 6):
        folder.steps_folder(f"mm-old-{number:03}").mkdir(parents=True)
    folder.write_session("mm-new", a_session("mm-new").to_json())
    experience = Experience(folder)
    experience.refresh()
    story = Story("mm-new", time.time() - 60).saw(FORM).did("action_execute", target("Save", test_id="save"), DONE)

    for at, step in enumerate(story.steps):
        folder.write_step("mm-new", seconds=time.time() + at, tool=step.tool.name, text=step.to_json())
    experience.refresh()

    assert set(experience.past(without="").sessions) == {"mm-new"}


def test_a_session_that_is_being_written_is_compared_by_names_and_every_file_asked_when_it_rests(
    tmp_path: Path,
) -> None:
    store = a_store(tmp_path)
    folder = AskedFolder(tmp_path)
    store.finder = DiskFinder(folder)
    for _ in range(20):
        store.record(a_step(nodes=[("button", "Teapot")]))
        store.refresh()
    assert count(store) == 20
    assert folder.asked == 1

    let_rest(folder.steps_folder(SESSION))
    assert [count(store) for _ in range(3)] == [20, 20, 20]
    assert folder.asked == 2


def test_the_index_in_memory_reads_only_what_is_new_until_its_time_is_over(tmp_path: Path) -> None:
    store, folder, clock = a_store(tmp_path, "memory"), AskedFolder(tmp_path), [0.0]
    finder = MemoryFinder(folder, store.catalogue, clock=lambda: clock[0])
    for number in range(1, 11):
        store.record(a_step(nodes=[("button", "Teapot")]))
        assert len(finder.index_of(SESSION).all_files) == number
    assert folder.read == 10

    clock[0] = GOOD_FOR_SECONDS
    assert len(finder.index_of(SESSION).token_to_files["teapot"]) == 10
    assert folder.read == 20


def test_what_is_edited_in_place_is_seen_when_the_session_rests(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    steps = store.folder.steps_folder(SESSION)
    file = steps / store.record(a_step(nodes=[("button", "Teapot")]))
    assert count(store) == 1

    file.write_text(file.read_text("utf-8").replace("Teapot", "Samovar"), "utf-8")
    let_rest(steps)

    assert (count(store), count(store, "samovar")) == (0, 1)


def test_what_another_process_indexes_while_a_folder_is_listed_stays_indexed(tmp_path: Path) -> None:
    other = a_store(tmp_path)
    other.record(a_step(nodes=[("button", "Teapot")]))
    other.refresh()

    class SlowFolder(KnowledgeFolder):
        def files(self, session: str) -> list[FileSeen]:
            listed = super().files(session)
            other.record(a_step(nodes=[("button", "Teapot")]))
            other.refresh()
            return listed

    store = a_store(tmp_path)
    store.finder = DiskFinder(SlowFolder(tmp_path))
    store.refresh()

    assert count(other) == 2


def test_a_purpose_that_is_told_late_is_found_by_while_the_session_is_written(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step())
    assert count(store, "aquarium") == 0

    store.record_session(a_session(goal="fill the aquarium"))
    store.record(a_step())

    assert count(store, "aquarium") == 2


WRITER = """
import sys
from pathlib import Path
from tests.support.steps import a_step, a_store, NOW
store = a_store(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    at = NOW + number // 3 / 1000
    print(store.record(a_step("ui_scan", session="mm-other", at=at, nodes=[("button", "Teapot")])), flush=True)
    if number % 7 == 0:
        store.refresh()
"""


@WAYS
@pytest.mark.rows("F43")
def test_no_step_that_another_process_has_told_of_is_missed_however_fast_it_writes(tmp_path: Path, index: str) -> None:
    repository = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(repository / "src"), str(repository)])}
    store = a_store(tmp_path, index)
    missed: list[str] = []

    command = [sys.executable, "-c", WRITER, str(tmp_path), "300"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for told, line in enumerate(writer.stdout, start=1):
            if len(store.last(400, sessions=None, filters=Filters())) < told:
                missed.append(line)

    assert writer.returncode == 0
    assert missed == []
    assert count(store) == 100
    assert store.finder.refresh() and len(store.steps(limit=400)) == 300
