"""Searching: every way of looking gives what reading all files would give, or says that it did not look at all."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from bench.steps import MadeUp
from tests.support.steps import NOW, a_session, a_step, a_store, brute_force

from handhold.adapters.knowledge.folder import RACY_NS
from handhold.adapters.knowledge.index import FRESH
from handhold.services.knowledge import finding, memory_index
from handhold.services.knowledge.disk_index import INDEX_FILE, DiskFinder
from handhold.services.knowledge.memory_index import MemoryFinder
from handhold.services.knowledge.records import Target
from handhold.services.knowledge.sessions import Filters
from handhold.services.knowledge.store import KnowledgeStore
from handhold.services.knowledge.words import Question

NONE = Filters()
LIBRARY_NOW = 1_760_100_000.0
QUESTIONS = (
    *("execute", "save order", "confirm the invoice", "button", "checkout", "sen", "swap", "badefi", "pay basket"),
    *("error recovery", "web shop", "the test", "nothing-like-this", "action_set_state zozo", "user-baba-save"),
)


def found(store: KnowledgeStore, text: str, limit: int = 100) -> list[tuple[str, str]]:
    """Session and time of what a search finds, best first."""
    matches = store.search(text, limit=limit, sessions=None, filters=NONE).matches
    return [(match.session_id, match.timestamp) for match in matches]


def expected(root: Path, text: str, *, now: float, limit: int = 100) -> list[tuple[str, str]]:
    store = a_store(root, "off")
    best = brute_force(root, text, now=now)[:limit]
    read = [(session, store.folder.read_step(session, name)) for _points, session, name in best]
    return [(session, json.loads(data or b"{}")["timestamp"]) for session, data in read]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with 480 made-up steps in 12 sessions."""
    root = tmp_path_factory.mktemp("library")
    MadeUp(a_store(root).folder.path).write(480)
    return root


@pytest.fixture(scope="module")
def ways(library: Path) -> dict[str, KnowledgeStore]:
    return {index: a_store(library, index, now=LIBRARY_NOW) for index in ("disk", "memory", "off")}


@pytest.mark.rows("R260", "R261", "R262", "R263", "R270", "R280", "R284", "R287", "R293")
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_way_of_looking_finds_what_reading_all_files_finds(
    library: Path, ways: dict[str, KnowledgeStore], question: str
) -> None:
    right = expected(library, question, now=LIBRARY_NOW)

    for store in ways.values():
        assert found(store, question) == right
        assert not store.search(question, limit=5, sessions=None, filters=NONE).is_cut


@pytest.mark.rows("R267")
def test_a_question_without_words_finds_nothing(library: Path) -> None:
    assert found(a_store(library), "to the ! x") == []


@pytest.mark.rows("R259", "R286", "R438", "R439")
@pytest.mark.parametrize("question", QUESTIONS[:9])
def test_however_many_steps_match_the_best_of_all_are_found(many: tuple[Path, KnowledgeStore], question: str) -> None:
    root, store = many
    right = expected(root, question, now=LIBRARY_NOW, limit=20)

    result = store.search(question, limit=20, sessions=None, filters=NONE)

    assert not result.is_cut
    assert [(match.session_id, match.timestamp) for match in result.matches] == right


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, KnowledgeStore]:
    root = tmp_path_factory.mktemp("many")
    MadeUp(a_store(root).folder.path).write(1_200)
    store = a_store(root, now=LIBRARY_NOW)
    store.finder = DiskFinder(store.folder, budget=60.0)
    store.refresh()
    return root, store


def test_a_piece_of_more_words_than_are_looked_for_is_said_to_be_cut(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    for number in range(10):
        nodes = [("button", f"item{number}x{place}") for place in range(50)]
        store.record(a_step("ui_scan", nodes=nodes, at=NOW + number))
    store.refresh()
    for number in range(FRESH):
        store.record(a_step("ui_scan", at=NOW + 100 + number))

    assert store.search("item", limit=5, sessions=None, filters=NONE).is_cut
    assert not store.search("item3x17", limit=5, sessions=None, filters=NONE).is_cut


def test_whatever_comes_and_goes_in_whatever_order_the_index_knows_what_the_files_say(tmp_path: Path) -> None:
    store, chance = a_store(tmp_path, now=NOW), random.Random(11)
    words = [f"{one}{other}" for one in ("tea", "coffee", "milk", "jam") for other in ("pot", "cup", "spoon")]
    for round_ in range(8):
        for _ in range(60):
            session = f"mm-test-{chance.randrange(6)}"
            nodes = [("button", " ".join(chance.sample(words, 3))) for _ in range(3)]
            at = NOW - chance.choice([chance.random() * 9e5, chance.random() * 100])
            store.record(a_step(chance.choice(["ui_scan", "mm_click"]), session=session, nodes=nodes, at=round(at, 3)))
        if round_ % 3 == 0:
            shutil.rmtree(store.folder.path / f"mm-test-{round_ % 6}", ignore_errors=True)
        if round_ % 2:
            store.record_session(a_session(f"mm-test-{round_ % 6}", at=NOW - round_ * 20_000, goal="a cup of tea"))
            store.record(a_step(session=f"mm-test-{round_ % 6}", at=NOW - round_))
        files = sorted(store.folder.path.glob("*/steps/*.json"))
        for file in chance.sample(files, 5):
            file.unlink()

        for question in ("tea", "teapot milkcup", "spoon", "click jamspoon coffee", "cup"):
            assert found(store, question) == expected(tmp_path, question, now=NOW)


def test_a_damaged_set_of_the_index_is_noticed_and_gives_no_wrong_answer(many: tuple[Path, KnowledgeStore]) -> None:
    root, _store = many
    store = a_store(root, now=LIBRARY_NOW)
    store.finder = DiskFinder(store.folder, budget=60.0)
    store.refresh()
    with sqlite3.connect(store.folder.path / INDEX_FILE) as database:
        database.execute("UPDATE posting SET bits = CAST(substr(bits, 1, 5) || x'00ff' AS BLOB)")
    database.close()

    assert found(store, "save order", limit=20) == expected(root, "save order", now=LIBRARY_NOW, limit=20)


def test_an_old_step_with_every_word_is_found_among_many_newer_ones_with_one(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step("ui_pick", nodes=[("button", "Purple elephant")], at=NOW - 9_000))
    for number in range(700):
        store.record(a_step("ui_scan", nodes=[("button", "Purple")], at=NOW - 8_000 + number))

    result = store.search("purple elephant", limit=1, sessions=None, filters=NONE)

    assert not result.is_cut
    assert result.matches[0].tool == "ui_pick"


def test_what_another_process_wrote_a_moment_ago_is_found(tmp_path: Path) -> None:
    one, other = a_store(tmp_path), a_store(tmp_path)
    assert found(one, "teapot") == []

    for number in range(5):
        other.record(a_step("ui_scan", nodes=[("button", f"Teapot {number}")]))
        assert len(found(one, "teapot")) == number + 1
        assert len(found(other, "teapot")) == number + 1


def test_steps_of_a_session_that_was_removed_are_found_no_more(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    for session in ("mm-test-1", "mm-test-2"):
        store.record(a_step(session=session, nodes=[("button", "Teapot")]))
    assert len(found(store, "teapot")) == 2

    shutil.rmtree(store.folder.path / "mm-test-1")

    assert [session for session, _at in found(store, "teapot")] == ["mm-test-2"]
    assert [session for session, _at in found(a_store(tmp_path), "teapot")] == ["mm-test-2"]


def test_a_file_that_was_changed_is_indexed_anew(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    name = store.record(a_step(nodes=[("button", "Teapot")]))
    assert found(store, "teapot")

    text = a_step(nodes=[("button", "Coffee pot")]).to_json()
    changed = store.folder.step_file("mm-test-1", name)
    changed.with_suffix(".new").write_text(text, "utf-8")
    changed.with_suffix(".new").replace(changed)

    assert found(store, "teapot") == []
    assert len(found(store, "coffee")) == 1


def deleted(file: Path) -> None:
    for each in file.parent.glob("index.sqlite*"):
        each.unlink()


def garbage(file: Path) -> None:
    file.write_bytes(b"this is no database" * 1_000)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def bytes_flipped(file: Path) -> None:
    data, chance = bytearray(file.read_bytes()), random.Random(7)
    for _ in range(500):
        data[chance.randrange(100, len(data))] ^= 0xFF
    file.write_bytes(data)


def of_another_version(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 99")
        database.execute("DELETE FROM step")
    database.close()


def of_somebody_else(file: Path) -> None:
    deleted(file)
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE step (something TEXT)")
    database.close()


@pytest.mark.parametrize("running", [False, True], ids=["at the start", "while open"])
@pytest.mark.parametrize("spoil", [deleted, garbage, cut_short, bytes_flipped, of_another_version, of_somebody_else])
def test_a_bad_index_costs_no_answer(tmp_path: Path, spoil: Callable[[Path], None], running: bool) -> None:
    MadeUp(a_store(tmp_path).folder.path).write(120)
    store = a_store(tmp_path, now=1_760_100_000.0)
    right = found(store, "save order")
    for session in store.folder.sessions():  # nothing is looked at again because it is young
        os.utime(store.folder.steps_folder(session), (1, 1))
    assert found(store, "save order") == right
    if not running:
        store.close()

    spoil(store.folder.path / INDEX_FILE)
    if not running:
        store = a_store(tmp_path, now=1_760_100_000.0)

    assert found(store, "save order") == right
    assert found(store, "button") == expected(tmp_path, "button", now=1_760_100_000.0)


@pytest.mark.rows("F44")
def test_an_index_that_another_process_is_writing_for_long_costs_no_answer(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.record(a_step(nodes=[("button", "Teapot")]))
    assert found(store, "teapot")
    holder = sqlite3.connect(store.folder.path / INDEX_FILE, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    store.record(a_step("nav_goto", nodes=[("button", "Teapot")]))
    result = found(store, "teapot")

    holder.execute("ROLLBACK")
    holder.close()
    assert len(result) == 2


@pytest.mark.rows("R439", "R294")
def test_an_index_that_takes_long_to_make_answers_with_what_there_is_and_says_so(tmp_path: Path) -> None:
    MadeUp(a_store(tmp_path).folder.path).write(2_000)
    store = a_store(tmp_path)
    store.finder = DiskFinder(store.folder, budget=0.0)

    first = store.search("button", limit=5, sessions=None, filters=NONE)
    rounds = [store.refresh() for _ in range(60)]

    assert first.is_cut and first.matches
    assert rounds[-1] and not rounds[0]
    assert store.finder.count() == 2_000


@pytest.mark.rows("R294", "R439", "R469")
def test_a_search_of_two_thousand_steps_takes_less_than_a_tenth_of_a_second(tmp_path: Path) -> None:
    MadeUp(a_store(tmp_path).folder.path).write(2_000)
    store = a_store(tmp_path)
    store.finder = DiskFinder(store.folder, budget=60.0)
    store.refresh()
    costs: list[float] = []

    for question in QUESTIONS:
        begun = time.thread_time()
        found(store, question)
        costs.append(time.thread_time() - begun)

    assert max(costs) < 0.1


def test_looking_leaves_no_folder_behind(tmp_path: Path) -> None:
    assert found(a_store(tmp_path), "teapot") == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.rows("R438")
def test_what_is_indexed_is_not_read_again(tmp_path: Path) -> None:
    MadeUp(a_store(tmp_path).folder.path).write(120)
    store = a_store(tmp_path)
    finder = cast(DiskFinder, store.finder)
    found(store, "button")
    assert finder.read_files == 120

    found(store, "save order")
    store.record(a_step(session="mm-new-one"))
    found(store, "button")

    assert finder.read_files == 121
    again = a_store(tmp_path)
    found(again, "button")
    assert cast(DiskFinder, again.finder).read_files <= 1


# The index in memory, as the original design has it.


@pytest.mark.rows("R280", "R282", "R283", "R437")
def test_the_index_in_memory_is_made_once_per_session_of_all_searched_words(tmp_path: Path) -> None:
    store = a_store(tmp_path, "memory")
    name = store.record(
        a_step(
            "mm_click", screen="home", target=Target(test_id="sendButton"), ids=["tx-list"], nodes=[("link", "Swap")]
        )
    )
    finder = cast(MemoryFinder, store.finder)

    index = finder.index_of("mm-test-1")

    words = {"mm", "click", "home", "sendbutton", "send", "button", "tx", "list", "link", "swap"}
    assert set(index.token_to_files) == words
    assert index.all_files == (name,)
    assert index.token_to_files["swap"] == (name,)
    assert finder.index_of("mm-nobody").all_files == ()


@pytest.mark.rows("R280", "R281", "R438")
def test_the_index_in_memory_is_good_for_five_minutes_or_until_the_session_goes_on(tmp_path: Path) -> None:
    clock = [0.0]
    store = a_store(tmp_path, "memory")
    finder = store.finder = MemoryFinder(store.folder, store.catalogue, clock=lambda: clock[0])
    store.record(a_step(nodes=[("button", "Teapot")]))
    old = time.time_ns() - 10 * RACY_NS
    os.utime(store.folder.steps_folder("mm-test-1"), ns=(old, old))

    for _ in range(3):
        assert len(found(store, "teapot")) == 1
    assert finder.builds == 1
    clock[0] = memory_index.GOOD_FOR_SECONDS + 1
    found(store, "teapot")
    assert finder.builds == 2
    store.record(a_step(nodes=[("button", "Teapot")]))
    assert len(found(store, "teapot")) == 2


@pytest.mark.rows("R284", "R285")
def test_candidates_come_with_most_words_first_and_all_files_when_no_word_is_known(tmp_path: Path) -> None:
    store = a_store(tmp_path, "memory")
    one = store.record(a_step("x", screen="s", nodes=[("button", "Teapot")]))
    two = store.record(a_step("x", screen="s", nodes=[("button", "Green teapot")]))
    index = cast(MemoryFinder, store.finder).index_of("mm-test-1")

    assert index.candidates(Question.of("green teapot").tokens) == [two, one]
    assert index.candidates(("nothing",)) == [two, one]
    assert found(store, "nothing") == []


@pytest.mark.rows("R288", "R289", "R290", "R291", "R439")
@pytest.mark.parametrize("index", ["memory", "off"])
def test_without_an_index_on_disk_the_newest_are_looked_at_and_the_limits_are_told(tmp_path: Path, index: str) -> None:
    assert (finding.MOST_SESSIONS, finding.MOST_STEPS_OF_ONE, finding.MOST_STEPS) == (20, 500, 2_000)
    store = a_store(tmp_path, index)
    for number in range(22):
        session = f"mm-test-{number:02}"
        store.record_session(a_session(session, at=NOW - 1_000 + number))
        store.record(a_step("ui_scan", session=session, screen=f"screen-{number}"))

    result = store.search("scan", limit=100, sessions=None, filters=NONE)

    assert result.is_cut
    assert {match.session_id for match in result.matches} == {f"mm-test-{number:02}" for number in range(2, 22)}


@pytest.mark.rows("R289", "R291")
@pytest.mark.parametrize("index", ["memory", "off"])
def test_of_a_long_session_the_newest_steps_are_looked_at(tmp_path: Path, index: str) -> None:
    store = a_store(tmp_path, index)
    store.record(a_step("ui_scan", nodes=[("button", "Oldest")], at=NOW - 5_000))
    for number in range(500):
        store.record(a_step("ui_scan", nodes=[("button", "Other")], at=NOW - 4_000 + number))

    assert found(store, "oldest") == []
    assert store.search("oldest", limit=5, sessions=None, filters=NONE).is_cut
    assert len(found(store, "other")) == 100


@pytest.mark.parametrize("index", ["memory", "off"])
def test_a_session_that_is_what_was_asked_for_comes_before_newer_ones(tmp_path: Path, index: str) -> None:
    store = a_store(tmp_path, index)
    store.record_session(a_session("mm-checkout", at=NOW - 90_000, flow_tags=("checkout",)))
    store.record(a_step("ui_scan", session="mm-checkout"))
    for number in range(25):
        store.record_session(a_session(f"mm-test-{number}", at=NOW + number))
        store.record(a_step("ui_scan", session=f"mm-test-{number}"))

    matches = store.search("checkout", limit=5, sessions=None, filters=NONE).matches

    assert [match.session_id for match in matches] == ["mm-checkout"]
