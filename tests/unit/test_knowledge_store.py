"""The store: where its files are, that none is ever half or lost, and what can be read from it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.support.leaks import assert_no_leak
from tests.support.promises import promised
from tests.support.steps import NOW, a_session, a_step, a_store

from handhold.adapters.knowledge.folder import KnowledgeFolder, file_stamp
from handhold.adapters.knowledge.git import commit_of
from handhold.adapters.knowledge.surroundings import Surroundings, surroundings_of
from handhold.engine.egress import Scrubber
from handhold.errors import InvalidInput, KnowledgeError, StoreFailed
from handhold.services.knowledge.keeping import Keeper, Purpose
from handhold.services.knowledge.recording import FinishedStep, failure
from handhold.services.knowledge.records import (
    Node,
    SessionRecord,
    State,
    StepRecord,
    Target,
    TestIdItem,
    default_observation,
)
from handhold.services.knowledge.sessions import Filters

NONE = Filters()


@pytest.mark.rows("R188", "R189", "R191", "R205")
def test_a_step_is_a_file_named_by_its_time_and_tool_in_an_ignored_folder(tmp_path: Path) -> None:
    store = a_store(tmp_path)

    name = store.record(a_step("mm_click", session="mm-abcd-1", at=1_768_480_496.789))

    assert name == "20260115T123456.789Z-mm_click.json"
    file = tmp_path / "test-artifacts/llm-knowledge/mm-abcd-1/steps" / name
    assert json.loads(file.read_text("utf-8"))["tool"]["name"] == "mm_click"
    assert (tmp_path / "test-artifacts/.gitignore").read_text("utf-8") == "*\n"
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.rows("R190")
def test_a_picture_has_its_place_beside_the_steps_whatever_it_is_called(tmp_path: Path) -> None:
    folder = KnowledgeFolder(tmp_path)

    file = folder.screenshot_file("mm-abcd-1", 1_768_480_496.789, "../../etc/pass wd")

    assert file == folder.path / "mm-abcd-1/screenshots/20260115T123456.789Z-etc-pass-wd.png"
    assert len(folder.screenshot_file("mm-abcd-1", NOW, "x" * 500).name) < 100
    assert not folder.path.exists()


@pytest.mark.rows("R191")
def test_steps_of_one_millisecond_keep_apart_and_in_order(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    tools = ["ui_scan", "action_execute", "ui_scan", "ui_scan"]

    names = [store.record(a_step(tool, at=NOW)) for tool in tools]

    stamp = file_stamp(NOW)
    assert names == [
        f"{stamp}-{tool}" for tool in ["ui_scan.json", "action_execute-2.json", "ui_scan-3.json", "ui_scan-4.json"]
    ]
    assert [step.tool for step in store.summarize("mm-test-1").steps] == tools


def test_a_file_that_another_process_wrote_is_never_overwritten(tmp_path: Path) -> None:
    one, other = a_store(tmp_path), a_store(tmp_path)

    names = {store.record(a_step("ui_scan", at=NOW)) for store in (one, other, one, other)}

    assert len(names) == len(list(tmp_path.rglob("*.json"))) == 4
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.rows("R188")
def test_nothing_is_written_into_the_root_of_the_file_system_or_the_home_folder() -> None:
    for root in (Path("/"), Path.home()):
        with pytest.raises(StoreFailed, match="home folder"):
            a_store(root).record(a_step())


@pytest.mark.parametrize("session", ["../../etc", "a/b/c/d", "....", "mm", ".hidden", "x" * 200])
def test_a_session_id_never_leads_elsewhere(tmp_path: Path, session: str) -> None:
    with pytest.raises(InvalidInput):
        a_store(tmp_path).summarize(session)


@pytest.mark.rows("F36")
def test_a_step_that_cannot_be_written_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "test-artifacts").write_text("a file where the folder should be", "utf-8")
    store = a_store(tmp_path)

    with pytest.raises(StoreFailed, match="the step could not be recorded"):
        store.record(a_step())
    (tmp_path / "test-artifacts").unlink()
    store.record(a_step())

    assert len(store.steps()) == 1


def test_a_store_whose_folder_was_taken_away_goes_on_in_a_new_one(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step())
    subprocess.run(["rm", "-r", str(tmp_path / "test-artifacts")], check=True)

    store.record(a_step("nav_goto"))

    assert [step.tool.name for step in store.steps()] == ["nav_goto"]


@pytest.mark.parametrize("index", ["disk", "memory", "off"])
def test_steps_are_given_newest_first_by_screen_session_and_time(tmp_path: Path, index: str) -> None:
    store = a_store(tmp_path, index)
    for number, screen in enumerate(["cart", "home", "cart", "cart"]):
        session = f"mm-test-{number % 2}"
        store.record(a_step(f"tool_{number}", screen=screen, session=session, at=NOW - 100 + number))

    assert [step.tool.name for step in store.steps(screen="cart")] == ["tool_3", "tool_2", "tool_0"]
    assert [step.tool.name for step in store.steps(screen="cart", limit=1)] == ["tool_3"]
    assert [step.tool.name for step in store.steps(sessions=["mm-test-1"])] == ["tool_3", "tool_1"]
    assert [step.tool.name for step in store.steps(without="mm-test-1", limit=1)] == ["tool_2"]
    assert [step.tool.name for step in store.steps(since=NOW - 98)] == ["tool_3", "tool_2"]
    assert store.steps(screen="nowhere") == []


@pytest.mark.rows("R257")
@pytest.mark.parametrize("index", ["disk", "memory", "off"])
def test_the_latest_steps_are_told_in_a_few_words(tmp_path: Path, index: str) -> None:
    store = a_store(tmp_path, index)
    for number in range(5):
        store.record(a_step(f"tool_{number}", screen="home", at=NOW + number))

    last = store.last(2, sessions=None, filters=NONE)

    assert [(step.tool, step.screen, step.snippet) for step in last] == [
        ("tool_4", "home", "screen: home"),
        ("tool_3", "home", "screen: home"),
    ]


@pytest.mark.rows("R264", "R265")
def test_a_session_is_told_as_a_recipe_in_the_order_of_time(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step("nav_goto", screen="home", at=NOW))
    store.record(a_step("action_execute", screen="home", at=NOW + 1, error="MM_TARGET_BLOCKED"))

    made = store.summarize("mm-test-1")

    assert (made.session_id, made.step_count) == ("mm-test-1", 2)
    assert [(line.number, line.tool, line.notes) for line in made.steps] == [
        (1, "nav_goto", "on screen: home"),
        (2, "action_execute", "on screen: home; FAILED: it failed"),
    ]
    with pytest.raises(KnowledgeError):
        store.summarize("mm-other")


@pytest.mark.rows("R266")
@pytest.mark.parametrize("index", ["disk", "memory", "off"])
def test_scope_and_filters_choose_sessions_first_and_then_steps(tmp_path: Path, index: str) -> None:
    store = a_store(tmp_path, index)
    store.record_session(a_session("mm-test-1", at=NOW - 3600, flow_tags=("send",), tags=("smoke",)))
    store.record_session(a_session("mm-test-2", at=NOW - 90 * 3600, flow_tags=("swap",)))
    for number, (session, screen) in enumerate(
        [("mm-test-1", "home"), ("mm-test-1", "cart"), ("mm-test-2", "home"), ("mm-test-3", "home")]
    ):
        store.record(a_step("ui_scan", session=session, screen=screen, at=NOW - 3600 + number))

    def found(filters: Filters = NONE, scope: str = "all", current: str | None = None) -> list[str]:
        sessions = store.resolve(scope, current=current)
        matches = store.search("scan", limit=20, sessions=sessions, filters=filters).matches
        last = store.last(20, sessions=sessions, filters=filters)
        told = sorted(f"{match.session_id[-1]}{match.screen}" for match in matches)
        assert told == sorted(f"{step.session_id[-1]}{step.screen}" for step in last)
        return told

    assert found() == ["1cart", "1home", "2home", "3home"]
    assert found(scope="current", current="mm-test-2") == ["2home"]
    assert found(scope="mm-test-3") == ["3home"]
    assert found(Filters(flow_tag="send")) == ["1cart", "1home"]
    assert found(Filters(tag="smoke", screen="cart")) == ["1cart"]
    assert found(Filters(screen="home")) == ["1home", "2home", "3home"]
    assert found(Filters(since_hours=72)) == ["1cart", "1home", "3home"]
    assert found(Filters(flow_tag="send"), scope="mm-test-2") == []
    assert store.resolve("current", current=None) == ("mm-test-3",)


def test_sessions_are_listed_newest_first_with_what_they_were_for(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    for number in range(3):
        store.record_session(a_session(f"mm-test-{number}", at=NOW + number, goal=f"goal {number}"))
    store.record(a_step(session="mm-bare", at=NOW + 1.5))

    found = store.sessions(filters=NONE, limit=3)

    assert [info.name for info in found] == ["mm-test-2", "mm-bare", "mm-test-1"]
    assert found[0].record is not None and found[0].record.goal == "goal 2"
    assert found[1].created == "2027-01-15T08:00:01.500Z"


def test_a_session_record_that_comes_after_its_first_steps_counts(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step("x", screen="s"))
    assert store.search("checkout", limit=5, sessions=None, filters=NONE).matches == []

    store.record_session(a_session(flow_tags=("checkout",)))
    store.record(a_step("y", screen="s"))

    assert len(store.search("checkout", limit=5, sessions=None, filters=NONE).matches) == 2


@pytest.mark.rows("R214", "R215")
def test_the_commit_of_a_repository_is_read_without_running_anything(tmp_path: Path) -> None:
    assert commit_of(tmp_path) is None
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-C", str(tmp_path)]
    for command in (["init", "-q", "-b", "trunk"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()

    found = commit_of(tmp_path)
    subprocess.run([*git, "pack-refs", "--all"], check=True)
    packed = commit_of(tmp_path)
    subprocess.run([*git, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "side"], check=True)
    side = commit_of(tmp_path / "tree")

    assert found is not None and (found.branch, found.commit) == ("trunk", commit)
    assert packed == found
    assert side is not None and (side.branch, side.commit) == ("side", commit)


@pytest.mark.rows("R211", "R212", "R216")
async def test_records_tell_what_a_session_was_run_in(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-C", str(tmp_path)]
    (tmp_path / "package.json").write_text('{"packageManager": "yarn@4.1.0+sha224.00"}', "utf-8")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *command], check=True)
    clean = surroundings_of(tmp_path)
    (tmp_path / "package.json").write_text('{"packageManager": "yarn@4.2.0"}', "utf-8")
    keeper = Keeper(a_store(tmp_path), Purpose())

    await keeper.session_begins(asyncio.get_running_loop())
    keeper.keep(a_big_finished_step(NOW), scrub=str)

    [step_file], [session_file] = tmp_path.rglob("*-ui_scan.json"), tmp_path.rglob("session.json")
    kept = StepRecord.model_validate_json(step_file.read_text("utf-8"))
    about = SessionRecord.model_validate_json(session_file.read_text("utf-8"))
    assert (clean.is_dirty, clean.yarn) == (False, "4.1.0")
    assert kept.git is not None and about.git is not None and (kept.git.dirty, about.git.dirty) == (True, True)
    assert kept.environment is not None and kept.environment.yarn_version == "4.2.0"
    has_node = shutil.which("node") is not None
    assert re.fullmatch(r"[0-9.]+" if has_node else "None", str(kept.environment.node_version))


async def test_looking_around_takes_no_time_of_a_call_and_is_given_up_when_it_takes_long(tmp_path: Path) -> None:
    goes_on = threading.Event()

    def slowly(root: Path) -> Surroundings:
        goes_on.wait(10)
        return surroundings_of(root)

    keeper = Keeper(a_store(tmp_path), Purpose(), look_around=slowly)

    begun = time.monotonic()
    keeper.session_begins(asyncio.get_running_loop())
    keeper.keep(a_big_finished_step(NOW), scrub=str)
    took = time.monotonic() - begun
    goes_on.set()
    await keeper.close()

    assert took < promised(1)
    assert len(list(tmp_path.rglob("*-ui_scan.json"))) == 1


@pytest.mark.parametrize("package", ["", "[]", "{", '{"packageManager": 7}', '{"packageManager": "npm@10.0.0"}'])
def test_a_project_that_names_no_yarn_has_none(tmp_path: Path, package: str) -> None:
    (tmp_path / "package.json").write_text(package, "utf-8")

    around = surroundings_of(tmp_path)

    assert (around.commit, around.is_dirty, around.yarn) == (None, None, None)


WRITER = """
import sys
from pathlib import Path
from tests.support.steps import a_step, a_store, NOW
root, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = a_store(root)
for number in range(count):
    store.record(a_step("ui_scan", session=f"mm-both-{number % 3}", at=NOW + number // 10, screen=name))
    if number % 50 == 0:
        store.refresh()
"""


@pytest.mark.rows("F43")
def test_two_processes_write_one_store_and_nothing_is_lost(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)])}
    command = [sys.executable, "-c", WRITER, str(tmp_path)]

    writers = [subprocess.Popen([*command, name, "500"], env=environ) for name in ("left", "right")]
    codes = [writer.wait(timeout=60) for writer in writers]

    store = a_store(tmp_path)
    assert codes == [0, 0]
    for name in ("left", "right"):
        assert len(store.steps(screen=name, limit=1_000)) == 500
    assert not list(tmp_path.rglob("*.tmp"))


def a_big_finished_step(at: float, **given: Any) -> FinishedStep:
    ids = [TestIdItem(test_id=f"test-id-{place}", tag="button", visible=True, text="Some text") for place in range(50)]
    nodes = [Node(ref=f"e{place}", role="button", name=f"Button {place}", path=("dialog:Pay",)) for place in range(60)]
    step = FinishedStep(
        session_id="mm-test-1",
        at=at,
        tool="ui_scan",
        duration_ms=1,
        observation=default_observation(State(), ids, nodes),
        input={},
    )
    return replace(step, **given)


def test_a_step_costs_its_call_less_than_a_millisecond(tmp_path: Path) -> None:
    keeper, scrub = Keeper(a_store(tmp_path), Purpose()), Scrubber(["canary-secret"]).json_text
    costs: list[float] = []

    for number in range(200):
        begun = time.thread_time()
        keeper.keep(a_big_finished_step(NOW + number), scrub=scrub)
        costs.append(time.thread_time() - begun)

    assert statistics.median(costs) < 0.001


@pytest.mark.rows("R223")
@pytest.mark.parametrize("secret", ["canary-pin-4711", 'can"ary\\pin', "canäry-pin", "true"])
def test_a_secret_is_masked_wherever_it_stands_in_a_record(tmp_path: Path, secret: str) -> None:
    keeper = Keeper(a_store(tmp_path), Purpose(goal=f"log in with {secret}"))
    shown = [Node(ref="e1", role="button", name=f"Your pin is {secret}!")]
    step = a_big_finished_step(
        NOW,
        input={"deep": [{secret: secret.upper()}]},
        observation=default_observation(State(current_url=f"http://x/?q={quote(secret)}"), (), shown),
        error=failure("MM_X", f"no {secret}", {"text": secret}),
        target=Target(fingerprint={"v": 1, "label": secret}),
    )

    keeper.keep(step, scrub=Scrubber([secret]).json_text)

    [step_file], [session_file] = tmp_path.rglob("*-ui_scan.json"), tmp_path.rglob("session.json")
    kept = StepRecord.model_validate_json(step_file.read_text("utf-8"))
    about = SessionRecord.model_validate_json(session_file.read_text("utf-8"))
    assert kept.observation.a11y.nodes[0].name == "Your pin is [REDACTED]!"
    assert about.goal == "log in with [REDACTED]"
    if secret != "true":  # which stands in every record, where it is no text
        assert_no_leak(secret, folders=[tmp_path])
