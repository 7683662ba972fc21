"""Looking after the store: bad files, retention, the command line, the doctor, the journal."""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import threading
import time
from pathlib import Path

import pytest
from tests.support.steps import NOW, a_session, a_step, a_store

from handhold.adapters.knowledge import journal
from handhold.adapters.knowledge.folder import LARGEST, KnowledgeFolder
from handhold.adapters.knowledge.journal import CallJournal
from handhold.frontends.cli.commands import run_command
from handhold.frontends.cli.knowledge import run_log
from handhold.frontends.cli.parser import build_parser
from handhold.services.health import Level, Subject, examine
from handhold.services.health.checks import SECTIONS
from handhold.services.knowledge.care import (
    MEGABYTE,
    Retention,
    SessionSize,
    outdated,
    set_aside,
    tidy,
    unreadable,
)
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.finding import Where
from handhold.services.knowledge.keeping import Keeper, Purpose
from handhold.services.knowledge.sessions import Filters
from handhold.services.knowledge.words import Question
from handhold.settings import Loaded, Settings

NONE = Filters()
GOOD = a_step(nodes=[("button", "Teapot")]).to_json()
DEEP = '{"a":' * 50_000 + "1" + "}" * 50_000
BAD = {
    "empty": ("", "empty"),
    "blank": ("  \n", "empty"),
    "half": (GOOD[: len(GOOD) // 2], "not JSON, or cut off"),
    "garbage": ("\x00\x01\x02", "not JSON, or cut off"),
    "array": ("[]", "not a step record"),
    "number": ("7", "not a step record"),
    "null": ("null", "not a step record"),
    "conflict": (f"<<<<<<< ours\n{GOOD}\n=======\n{GOOD}\n>>>>>>> theirs\n", "merge conflict"),
    "newer": (GOOD.replace('"schemaVersion":1', '"schemaVersion":2'), "newer Handhold"),
    "no-session": (GOOD.replace('"sessionId"', '"sessionID"'), "not a step record: sessionId"),
    "wrong-type": (GOOD.replace('"ok":true', '"ok":{}'), "not a step record: outcome.ok"),
    "no-observation": ('{"schemaVersion":1}', "not a step record"),
    "bare-state": (GOOD.replace('"a11y":', '"a11":'), "not a step record: observation.a11y"),
    "deep": (DEEP, "not JSON, or cut off"),
    "huge": (GOOD[:-1] + f',"x":"{"y" * LARGEST}"}}', "larger than"),
    "foreign": ('{"name": "somebody else"}', "not a step record"),
    "text": ('"a step"', "not a step record"),
    "true": ("true", "not a step record"),
    "html": ("<!doctype html><title>404</title>", "not JSON, or cut off"),
    "two in one": (f"{GOOD}{GOOD}", "not JSON, or cut off"),
    "words after it": (f"{GOOD}and so on", "not JSON, or cut off"),
    "a comma too many": (GOOD[:-1] + ",}", "not JSON, or cut off"),
    "in quotes of Python": (GOOD.replace('"', "'"), "not JSON, or cut off"),
    "half a character": (GOOD[:-1] + ',"x":"\\ud83d"}', "not JSON, or cut off"),
    "version zero": (GOOD.replace('"schemaVersion":1', '"schemaVersion":0'), "not a step record: schemaVersion"),
    "version in words": (GOOD.replace('"schemaVersion":1', '"schemaVersion":"one"'), "not a step record"),
    "much newer": (GOOD.replace('"schemaVersion":1', '"schemaVersion":99'), "newer Handhold"),
    "no time": (GOOD.replace('"timestamp"', '"timestmap"'), "not a step record: timestamp"),
    "no tool": (GOOD.replace('"tool"', '"tol"'), "not a step record: tool"),
    "conflict with a base": (
        f"<<<<<<< ours\n{GOOD}\n||||||| base\n{{}}\n=======\n{GOOD}\n>>>>>>> theirs\n",
        "merge conflict",
    ),
}


def spoiled(root: Path) -> Path:
    """A store with one good step and every kind of bad file beside it."""
    store = a_store(root)
    store.record(a_step(nodes=[("button", "Teapot")], at=NOW))
    folder = store.folder.steps_folder("mm-test-1")
    for number, (text, _why) in enumerate(BAD.values()):
        (folder / f"20260115T123456.{number:03}Z-ui_scan.json").write_text(text, "utf-8")
    (folder / "notes.txt").write_text("not ours", "utf-8")
    (folder / os.fsdecode(b"\xff\xfe no text.json")).write_text("{}", "utf-8")
    (folder / "20260115T123456.789Z-folder.json").mkdir()
    os.mkfifo(folder / "20260115T123456.789Z-pipe.json")
    (folder / "20260115T123457.789Z-link.json").symlink_to("/etc/nothing")
    return folder


@pytest.mark.rows("R292", "F41", "F42")
@pytest.mark.parametrize("index", ["disk", "memory", "off"])
def test_files_that_are_no_steps_are_left_out_and_hide_no_other(tmp_path: Path, index: str) -> None:
    folder = spoiled(tmp_path)
    before = sorted(file.name for file in folder.iterdir())
    store = a_store(tmp_path, index)

    matches = store.search("teapot", limit=50, sessions=None, filters=NONE).matches

    assert [match.tool for match in matches] == ["ui_scan"]
    assert len(store.last(50, sessions=None, filters=NONE)) == 1
    assert len(store.summarize("mm-test-1").steps) == 1
    assert len(store.steps()) == 1
    assert sorted(file.name for file in folder.iterdir()) == before


class Exhausted(KnowledgeFolder):
    """The folder in a process that has no file descriptor left."""

    is_exhausted = True

    def read_step(self, session: str, name: str) -> bytes | None:
        return None if self.is_exhausted else super().read_step(session, name)


def test_a_step_that_could_not_be_opened_once_is_found_afterwards(tmp_path: Path) -> None:
    a_store(tmp_path).record(a_step(nodes=[("button", "Teapot")], at=NOW))
    folder = Exhausted(tmp_path)
    finder = DiskFinder(folder)

    finder.refresh()
    folder.is_exhausted = False
    finder.refresh()

    found = finder.matching(Question.of("teapot"), Where(), now=NOW, most=5)
    assert len(found.steps) == 1
    assert list(finder.asides()) == []


@pytest.mark.rows("R292", "F41", "F42")
def test_each_bad_file_is_named_with_its_reason_and_read_once(tmp_path: Path) -> None:
    spoiled(tmp_path)
    finder = DiskFinder(a_store(tmp_path).folder)
    finder.refresh()
    reads = finder.read_files
    finder.refresh()

    reasons = {file: reason for _session, file, reason in finder.asides()}
    assert finder.read_files == reads
    for number, (_text, why) in enumerate(BAD.values()):
        assert why in reasons[f"20260115T123456.{number:03}Z-ui_scan.json"]
    assert reasons["notes.txt"] == "not named as a step is"


@pytest.mark.rows("F41")
def test_what_is_set_aside_is_moved_with_a_note_and_nothing_is_lost(tmp_path: Path) -> None:
    spoiled(tmp_path)
    folder = a_store(tmp_path).folder
    found = list(unreadable(folder))

    for file in found:
        set_aside(folder, file)

    moved = list((folder.path / "set-aside/mm-test-1").iterdir())
    assert len(moved) == len(found) == len(BAD) + 2  # and the note, and the pipe, which reads as empty
    assert "merge conflict" in (folder.path / "set-aside/notes.txt").read_text("utf-8")
    assert not list(unreadable(folder))
    assert folder.sessions() == ["mm-test-1"]


def size(name: str, *, days: float, megabytes: float) -> SessionSize:
    return SessionSize(name=name, steps=1, bytes=int(megabytes * MEGABYTE), used_at=NOW - days * 86_400)


def test_retention_takes_the_oldest_and_never_what_may_still_run() -> None:
    sessions = [size(f"mm-{days}", days=days, megabytes=40) for days in (0.5, 2, 30, 200)]

    def taken(**keep: int) -> list[str]:
        return [each.session.name for each in outdated(sessions, now=NOW, **keep)]

    assert taken(keep_days=0, keep_mb=0) == []
    assert taken(keep_days=90, keep_mb=0) == ["mm-200"]
    assert taken(keep_days=0, keep_mb=90) == ["mm-30", "mm-200"]
    assert taken(keep_days=1, keep_mb=1) == ["mm-2", "mm-30", "mm-200"]


def aged(root: Path, session: str, *, days: float) -> None:
    store = a_store(root)
    store.record(a_step(session=session))
    at = time.time() - days * 86_400
    for file in (store.folder.path / session).rglob("*"):
        os.utime(file, (at, at))


async def test_old_sessions_go_by_themselves_once_a_day_when_a_session_begins(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    for session, days in (("mm-old-1", 200), ("mm-young", 3)):
        aged(tmp_path, session, days=days)

    keeper = Keeper(a_store(tmp_path), Purpose(), retention=Retention(days=90))
    await keeper.session_begins(loop)
    assert keeper.store.folder.sessions() == ["mm-young"]
    aged(tmp_path, "mm-old-2", days=200)
    await keeper.session_begins(loop)
    await keeper.close()
    assert sorted(keeper.store.folder.sessions()) == ["mm-old-2", "mm-young"]

    tomorrow = tidy(a_store(tmp_path).folder, Retention(days=90), now=time.time() + 25 * 3600)
    assert [each.session.name for each in tomorrow] == ["mm-old-2"]


def test_without_limits_or_a_store_nothing_is_tidied(tmp_path: Path) -> None:
    folder = a_store(tmp_path).folder

    assert tidy(folder, Retention(days=1)) == []
    assert list(tmp_path.iterdir()) == []
    aged(tmp_path, "mm-old-1", days=900)
    assert tidy(folder, Retention()) == []
    assert folder.sessions() == ["mm-old-1"]


def handhold(root: Path, *arguments: str) -> int:
    options = build_parser().parse_args([*arguments, "--root", str(root)])
    return run_command(options)


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    store = a_store(tmp_path)
    store.record_session(a_session("mm-test-1", at=time.time(), goal="buy tea", flow_tags=("checkout",)))
    at = time.time()
    store.record(a_step("nav_goto", at=at, screen="home"))
    store.record(a_step("action_execute", at=at + 1, screen="home", nodes=[("button", "Teapot")], error="MM_X"))
    return tmp_path


def test_the_command_line_searches_and_tells(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert handhold(recorded, "knowledge", "search", "teapot") == 0
    assert "action_execute" in capsys.readouterr().out
    assert handhold(recorded, "knowledge", "search", "nothing", "of", "it") == 1
    assert handhold(recorded, "knowledge", "last", "--limit", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["tool"] == "action_execute"
    assert handhold(recorded, "knowledge", "sessions", "--flow-tag", "checkout") == 0
    assert "buy tea  checkout" in capsys.readouterr().out
    assert handhold(recorded, "knowledge", "recipe") == 0
    assert "   2. action_execute  on screen: home; FAILED: it failed" in capsys.readouterr().out
    name = next(recorded.rglob("*nav_goto.json")).name
    assert handhold(recorded, "knowledge", "show", f"mm-test-1/{name}") == 0
    assert json.loads(capsys.readouterr().out)["tool"]["name"] == "nav_goto"
    assert handhold(recorded, "knowledge", "show", name) == 0


def test_the_command_line_exports_every_record(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded / "steps.ndjson"

    assert handhold(recorded, "knowledge", "export", "--output", str(file)) == 0
    assert handhold(recorded, "knowledge", "export", "mm-test-1") == 0

    lines = file.read_text("utf-8").splitlines()
    assert [json.loads(line)["tool"]["name"] for line in lines] == ["nav_goto", "action_execute"]
    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.rows("F41")
def test_the_command_line_indexes_anew_and_cleans_up(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = recorded / "test-artifacts/llm-knowledge/mm-test-1/steps"
    (steps / "20260115T123456.001Z-ui_scan.json").write_text("", "utf-8")
    left = steps / ".20260115T123456.001Z-ui_scan.77.tmp"
    left.write_text("half", "utf-8")
    old = a_store(recorded)
    old.record(a_step(session="mm-old-1", at=NOW))
    for file in (left, *(old.folder.path / "mm-old-1").rglob("*")):
        os.utime(file, (1_000_000_000, 1_000_000_000))

    assert handhold(recorded, "knowledge", "reindex") == 0
    told = capsys.readouterr().out
    assert "indexed 3 steps" in told
    assert "not a step: mm-test-1/20260115T123456.001Z-ui_scan.json: empty" in told
    assert handhold(recorded, "knowledge", "prune", "--dry-run") == 0
    assert "would remove mm-old-1" in capsys.readouterr().out
    assert left.exists()
    assert handhold(recorded, "knowledge", "prune") == 0
    assert not left.exists()
    assert not (old.folder.path / "mm-old-1").exists()
    assert (old.folder.path / "set-aside/mm-test-1/20260115T123456.001Z-ui_scan.json").exists()


@pytest.mark.rows("F41", "F42")
def test_the_doctor_tells_how_much_is_recorded_and_names_bad_files(recorded: Path) -> None:
    steps = recorded / "test-artifacts/llm-knowledge/mm-test-1/steps"
    (steps / "20260115T123456.001Z-ui_scan.json").write_text("<<<<<<< ours\n", "utf-8")
    settings = Settings(root=recorded)
    section = next(section for section in SECTIONS if section.title == "Knowledge")

    [examined] = examine(Subject(loaded=Loaded(settings=settings, origins={}), environ={}), [section])

    facts = {finding.fact: finding for finding in examined.findings}
    assert any(fact.startswith("2 steps of 1 session, ") for fact in facts)
    [bad] = [finding for finding in examined.findings if finding.level is Level.NOTE]
    assert "20260115T123456.001Z-ui_scan.json is not a step and is not read: has merge conflict" in bad.fact
    assert "handhold knowledge prune" in bad.fix


def test_the_doctor_is_content_where_nothing_is_recorded(tmp_path: Path) -> None:
    section = next(section for section in SECTIONS if section.title == "Knowledge")
    loaded = Loaded(settings=Settings(root=tmp_path), origins={})

    [examined] = examine(Subject(loaded=loaded, environ={}), [section])

    assert [finding.level for finding in examined.findings] == [Level.OK]
    assert list(tmp_path.iterdir()) == []


LINE = {"at": "2026-11-17T06:07:51.265Z", "tool": "nav_goto", "target": "http://x/\x1b[2J", "outcome": "ok"}


def test_the_log_shows_one_line_for_each_call(recorded: Path) -> None:
    calls = CallJournal(a_store(recorded).folder.path)
    for number in range(30):
        calls.note({**LINE, "ms": number, "bytes": 234})
    with calls.file.open("a") as stream:
        stream.write("half a li")
    out = io.StringIO()

    run_log(Settings(root=recorded), argparse.Namespace(n=3, follow=False), out=out)

    lines = out.getvalue().splitlines()
    assert len(lines) == 3
    assert (
        lines[-1] == "06:07:51.265  nav_goto              ok                            29 ms     234 B  http://x/[2J"
    )


def test_the_log_goes_on_with_calls_as_they_are_made(recorded: Path) -> None:
    calls = CallJournal(a_store(recorded).folder.path)
    calls.note({**LINE, "tool": "before"})
    following = calls.follow(calls.tail(0)[1])
    writer = threading.Timer(0.3, lambda: [calls.note({**LINE, "tool": f"later_{n}"}) for n in range(2)])
    writer.start()

    seen = [next(following)["tool"], next(following)["tool"]]

    writer.join()
    assert seen == ["later_0", "later_1"]


def test_a_log_that_grows_large_is_begun_anew(recorded: Path) -> None:
    calls = CallJournal(a_store(recorded).folder.path)
    calls.file.write_bytes(b"x" * journal.LARGEST)

    calls.note(LINE)
    calls.note({**LINE, "tool": "new"})

    assert [line["tool"] for line in calls.tail(10)[0]] == ["new"]
    assert calls.file.with_suffix(".old.ndjson").exists()


def test_nobody_s_call_depends_on_the_log(tmp_path: Path) -> None:
    CallJournal(tmp_path / "not there").note(LINE)

    assert CallJournal(tmp_path / "not there").tail(3) == ([], 0)


def test_a_line_that_is_written_while_the_log_is_opened_is_shown_once(recorded: Path) -> None:
    calls = CallJournal(a_store(recorded).folder.path)
    calls.note({**LINE, "tool": "first"})
    with calls.file.open("a") as stream:
        stream.write('{"tool": "sec')
        stream.flush()
        lines, end = calls.tail(20)
        stream.write('ond"}\n')

    following = calls.follow(end)

    assert [line["tool"] for line in lines] == ["first"]
    assert next(following)["tool"] == "second"
