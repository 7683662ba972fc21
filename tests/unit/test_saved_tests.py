"""Saved tests and suites as files: revisions, atomic writes, files that cannot be understood, ids that try to leave."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from handhold.errors import InvalidConfig, InvalidInput, StoreFailed
from handhold.services.testing.store import TestStore

GOOD: dict[str, Any] = {"url": "http://x", "steps": [{"click": {"testId": "go"}}, {"assert": "1"}]}
OTHER: dict[str, Any] = {"url": "http://y", "steps": [{"click": {"testId": "go"}}, {"assert": "1"}]}


class Clock:
    now = 1_700_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> TestStore:
    return TestStore(tmp_path, clock=Clock())


@pytest.mark.rows("R380", "R381", "R391")
def test_a_saved_test_is_a_file_that_can_be_reviewed(store: TestStore, tmp_path: Path) -> None:
    saved = store.save("login", "Log in", GOOD, description="As a customer", tags=["smoke", "smoke"])

    text = (tmp_path / "handhold/tests/login.json").read_text()
    told = json.loads(text)
    assert store.get("login") == saved
    assert told["def"]["steps"][0] == {"do": "click", "target": {"by": [{"testId": "go"}]}}
    assert list(told) == [
        "schemaVersion",
        "id",
        "name",
        "description",
        "tags",
        "revision",
        "createdAt",
        "updatedAt",
        "def",
    ]
    assert (saved.revision, saved.tags, saved.created_at) == (1, ("smoke",), saved.updated_at)
    assert text.endswith("}\n")


@pytest.mark.rows("R380")
def test_saving_over_it_is_a_revision_that_keeps_its_beginning(store: TestStore) -> None:
    first = store.save("login", "Log in", GOOD, description="d", tags=["smoke"])
    same = store.save("login", "Log in", json.dumps(GOOD))
    second = store.save("login", "Log in", OTHER, tags=[])

    assert same == first
    assert (second.revision, second.created_at, second.description, second.tags) == (2, first.created_at, "d", ())
    assert second.updated_at > first.updated_at
    assert second.hash != first.hash


def test_another_name_is_saved_and_is_no_revision(store: TestStore) -> None:
    first = store.save("login", "Log in", GOOD)
    renamed = store.save("login", "Sign in", GOOD)

    assert (renamed.name, renamed.revision) == ("Sign in", 1)
    assert renamed.updated_at > first.updated_at
    assert store.get("login") == renamed


@pytest.mark.rows("R462")
def test_a_bad_definition_changes_nothing(store: TestStore, tmp_path: Path) -> None:
    store.save("login", "Log in", GOOD)
    before = (tmp_path / "handhold/tests/login.json").read_bytes()

    with pytest.raises(InvalidInput, match=r"steps\[0\]: unknown kind of step"):
        store.save("login", "Log in", {"steps": [{"clik": 1}]})
    with pytest.raises(InvalidInput, match="at most 1,000,000 are allowed"):
        store.save("large", "Large", "x" * 10_000_000)

    assert (tmp_path / "handhold/tests/login.json").read_bytes() == before
    assert [file.name for file in (tmp_path / "handhold/tests").iterdir()] == ["login.json"]


BAD_IDS = [
    "",
    "../login",
    "a/b",
    "a\\b",
    "..",
    ".hidden",
    "A",
    "a b",
    "-a",
    "a" * 101,
    "a\0",
    "/etc/passwd",
    "a.json",
    "ä",
    "a\n",
]


@pytest.mark.rows("R462")
@pytest.mark.parametrize("id", BAD_IDS, ids=repr)
def test_an_id_that_is_none_touches_nothing(store: TestStore, tmp_path: Path, id: str) -> None:
    asks: list[Callable[[], object]] = [
        lambda: store.save(id, "x", GOOD),
        lambda: store.get(id),
        lambda: store.delete(id),
        lambda: store.save_suite(id, "x", []),
        lambda: store.delete_suite(id),
        lambda: store.quarantine(id, on=True),
    ]

    for ask in asks:
        with pytest.raises(InvalidInput, match="no id of a test or suite"):
            ask()

    assert list(tmp_path.iterdir()) == []


@pytest.mark.rows("R382")
def test_tests_are_listed_by_tag_and_files_that_are_none_are_told(store: TestStore, tmp_path: Path) -> None:
    store.save("b", "B", {**GOOD, "tags": ["smoke"]})
    store.save("a", "A", GOOD, tags=["slow"])
    folder = tmp_path / "handhold/tests"
    (folder / "cut.json").write_text('{"id": "cut", "na')
    (folder / "conflict.json").write_text("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n")
    (folder / "binary.json").write_bytes(b"\xff\xfe\x00")
    (folder / "bad.json").write_text(json.dumps({"steps": [{"clik": 1}]}))
    (folder / "Not-an-id.json").write_text("{}")
    (folder / ".login.1-1.tmp").write_text("{")

    tests, skipped = store.list()

    assert [test.id for test in tests] == ["a", "b"]
    assert [test.id for test in store.list(tag="smoke")[0]] == ["b"]
    assert [each.file.name for each in skipped] == ["bad.json", "binary.json", "conflict.json", "cut.json"]
    assert "steps[0]: unknown kind of step" in skipped[0].reason
    with pytest.raises(StoreFailed, match=r"cut\.json' holds no test: .*not JSON at line 1"):
        store.get("cut")


def test_a_test_may_be_written_by_hand_in_yaml_or_as_a_bare_definition(store: TestStore, tmp_path: Path) -> None:
    folder = tmp_path / "handhold/tests"
    folder.mkdir(parents=True)
    (folder / "hand.yaml").write_text(
        "name: By hand\nid: hand\ncreatedAt: x\nupdatedAt: x\ndef:\n  steps: [{click: '#a'}]\n"
    )
    (folder / "bare.json").write_text(json.dumps(GOOD))

    hand, bare = store.get("hand"), store.get("bare")

    assert hand is not None
    assert bare is not None
    assert (hand.name, bare.name, bare.revision) == ("By hand", "bare", 1)
    with pytest.raises(InvalidInput, match="'hand' is written by hand"):
        store.save("hand", "Hand", GOOD)
    assert store.delete("hand").deleted
    assert not (folder / "hand.yaml").exists()


def test_a_file_changed_by_hand_has_the_hash_of_what_it_says(store: TestStore, tmp_path: Path) -> None:
    saved = store.save("login", "Log in", GOOD)
    file = tmp_path / "handhold/tests/login.json"
    file.write_text(file.read_text().replace("http://x", "http://y"))

    changed = store.get("login")

    assert changed is not None
    assert changed.hash == store.check(OTHER).hash != saved.hash


@pytest.mark.rows("R383", "R386", "R387", "R388")
def test_a_deleted_test_leaves_its_suites_and_its_runs_stay(store: TestStore) -> None:
    store.save("login", "Log in", GOOD)
    store.save("buy", "Buy", {"steps": [{"run_test": "login"}]})
    store.save_suite("all", "All", ["login", "buy", "login"])
    store.begin_run(test_id="login", revision=1, definition_hash="x")

    gone, again = store.delete("login"), store.delete("login")

    suites, _skipped = store.list_suites()
    assert (gone.deleted, gone.suites, gone.used_by) == (True, ("all",), ("buy",))
    assert not again.deleted
    assert [(suite.id, suite.test_ids) for suite in suites] == [("all", ("buy",))]
    assert store.get("login") is None
    assert store.latest_run("login") is not None
    store.close()


@pytest.mark.rows("R386", "R387", "R388")
def test_a_suite_is_saved_over_listed_and_deleted(store: TestStore, tmp_path: Path) -> None:
    for id in ("a", "b"):
        store.save(id, id, GOOD)
    first = store.save_suite("all", "All", ["a"])

    second = store.save_suite("all", "Everything", ["b", "a", "b"])

    (tmp_path / "handhold/suites/broken.json").write_text("{")
    suites, skipped = store.list_suites()
    assert suites == [second] == [store.get_suite("all")]
    assert (second.created_at, second.test_ids) == (first.created_at, ("b", "a"))
    assert [each.file.name for each in skipped] == ["broken.json"]
    assert (store.delete_suite("all"), store.delete_suite("all")) == (True, False)
    assert store.get_suite("all") is None
    with pytest.raises(InvalidInput, match="no test 'c' is saved"):
        store.save_suite("all", "All", ["a", "c"])


def test_a_quarantined_test_stays_so_when_it_is_saved_over(store: TestStore) -> None:
    store.save("login", "Log in", GOOD)
    quarantined = store.quarantine("login", on=True, reason="flickers")
    saved = store.save("login", "Log in", OTHER)

    released = store.quarantine("login", on=False)

    assert quarantined.revision == 1
    assert saved.quarantine is not None
    assert (saved.quarantine.reason, saved.quarantine == quarantined.quarantine) == ("flickers", True)
    assert released.quarantine is None
    with pytest.raises(InvalidInput, match="no test 'none' is saved"):
        store.quarantine("none", on=True)


def test_flows_are_followed_when_a_test_is_saved(store: TestStore) -> None:
    store.save("a", "A", {"steps": [{"eval": "1", "as": "x"}]})
    store.save("b", "B", {"steps": [{"run_test": "a"}, {"goto": "/${vars.x}"}]})

    with pytest.raises(InvalidInput, match="circle, found a → b → a"):
        store.save("a", "A", {"steps": [{"run_test": "b"}]})
    early = store.save("c", "C", {"steps": [{"run_test": "none"}, {"goto": "/${vars.y}"}]})

    assert [finding.rule for finding in early.findings] == ["unknown-flow"]


def test_the_value_of_a_secret_is_never_saved(tmp_path: Path) -> None:
    store = TestStore(tmp_path, scrub=lambda text: text.replace("hunter2", "•••"))

    with pytest.raises(InvalidInput, match="holds the value of a secret"):
        store.save("login", "Log in", {"steps": [{"fill": {"testId": "pw", "value": "hunter2"}}]})

    assert list(tmp_path.iterdir()) == []


def test_nothing_is_saved_into_the_home_folder_or_through_a_link_that_leaves(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    root.mkdir()
    (root / "handhold").symlink_to(outside)

    with pytest.raises(StoreFailed, match="leads out of"):
        TestStore(root).save("a", "A", GOOD)
    with pytest.raises(InvalidConfig, match="nothing is saved below"):
        TestStore(Path.home()).save("a", "A", GOOD)

    assert list(outside.iterdir()) == []


def test_saves_of_one_moment_leave_a_whole_file(tmp_path: Path) -> None:
    stores = [TestStore(tmp_path) for _ in range(4)]

    def save(number: int) -> None:
        stores[number % 4].save("login", f"Log in {number}", GOOD if number % 2 else OTHER)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(save, range(40)))

    saved = stores[0].get("login")
    assert saved is not None
    assert saved.name.startswith("Log in")
    assert [file.name for file in (tmp_path / "handhold/tests").iterdir()] == ["login.json"]
