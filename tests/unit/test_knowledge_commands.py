"""`handhold knowledge` and `handhold log` as people use them: nothing is silent, and every name leads on."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from tests.support.small_disk import read_only
from tests.support.steps import NOW, a_session, a_step, a_store

from handhold.errors import HandholdError
from handhold.frontends.cli.commands import run_command
from handhold.frontends.cli.parser import build_parser

Handhold = Callable[..., tuple[int, str, str]]


@pytest.fixture
def handhold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Handhold:
    """Exit code, and what was said on both streams."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = run_command(build_parser().parse_args([*arguments, "--root", str(tmp_path)]))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Two steps; the folder of the session's steps."""
    store = a_store(tmp_path)
    store.record_session(a_session("mm-test-1", at=NOW, goal="buy tea", flow_tags=("checkout",)))
    store.record(a_step("nav_goto", at=NOW, screen="home", input={"url": "http://shop.example/tea"}))
    store.record(a_step("action_execute", at=NOW + 1.5, screen="home", nodes=[("button", "Teapot")]))
    store.close()
    return store.folder.steps_folder("mm-test-1")


@pytest.mark.parametrize("action", [("last",), ("sessions",), ("search", "tea"), ("recipe",), ("export",)])
def test_an_empty_store_says_so_and_where_it_is(handhold: Handhold, tmp_path: Path, action: tuple[str, ...]) -> None:
    code, out, err = handhold("knowledge", *action)

    assert (code, out) == (1, "")
    assert err == f"nothing is recorded yet in {tmp_path}/test-artifacts/llm-knowledge\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("action", "said"),
    [
        (("search", "samovar"), "no step answers this\n"),
        (("last", "--flow-tag", "signup"), "no step is of that kind\n"),
        (("sessions", "--tag", "none"), "no session is of that kind\n"),
    ],
)
def test_what_finds_nothing_says_so(handhold: Handhold, action: tuple[str, ...], said: str) -> None:
    assert handhold("knowledge", *action) == (1, "", said)


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("session", ["mm-nobody", "../../etc"])
@pytest.mark.parametrize(
    "action",
    [("search", "tea", "--session"), ("last", "--session"), ("recipe",), ("export",)],
    ids=lambda each: each[0],
)
def test_a_session_that_is_not_there_is_named_with_the_way_to_find_one(
    handhold: Handhold, action: tuple[str, ...], session: str
) -> None:
    with pytest.raises(HandholdError) as refused:
        handhold("knowledge", *action, session)

    assert refused.value.message == f"there is no session {session!r}"
    assert "handhold knowledge sessions" in (refused.value.hint or "")


def test_a_step_is_shown_by_what_the_other_commands_call_it(handhold: Handhold, recorded: Path) -> None:
    (recorded / "20260115T123456.789Z-ui_scan.json").write_text("{half", "utf-8")
    time, session = handhold("knowledge", "last", "--limit", "1")[1].split()[:2]
    number = handhold("knowledge", "recipe")[1].splitlines()[-1].split(".")[0].strip()
    file = sorted(recorded.iterdir())[-1].name

    for name in (time, f"{session}/{time}", f"{session}/{number}", file, f"{session}/{file}"):
        code, out, _err = handhold("knowledge", "show", name)
        assert (code, json.loads(out)["tool"]["name"]) == (0, "action_execute"), name
    for name in ("nothing", f"{session}/0", f"{session}/9", "2020-01-01T00:00:00.000Z"):
        with pytest.raises(HandholdError, match="there is no such step"):
            handhold("knowledge", "show", name)
    with pytest.raises(HandholdError, match="there is no session"):
        handhold("knowledge", "show", f"{session}/../session.json")


def test_a_recipe_counts_what_can_be_read_and_tells_where_to_go(handhold: Handhold, recorded: Path) -> None:
    (recorded / "20260115T123456.789Z-ui_scan.json").write_text("{half", "utf-8")

    lines = handhold("knowledge", "recipe")[1].splitlines()

    assert lines == [
        "mm-test-1: 2 steps",
        "   1. nav_goto  url: http://shop.example/tea; on screen: home",
        "   2. action_execute  on screen: home",
    ]


@pytest.mark.usefixtures("recorded")
def test_sessions_are_told_to_programs_too(handhold: Handhold) -> None:
    told = json.loads(handhold("knowledge", "sessions", "--json")[1])

    assert (told["sessionId"], told["goal"], told["flowTags"]) == ("mm-test-1", "buy tea", ["checkout"])


@pytest.mark.usefixtures("recorded")
def test_a_prune_that_has_nothing_to_do_says_so(handhold: Handhold) -> None:
    assert handhold("knowledge", "prune") == (0, "nothing to remove or to set aside\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("knowledge", "last", "--limit", "many"), "must be a whole number, not 'many'"),
        (("knowledge", "last", "--limit", "0"), "must be at least 1"),
        (("log", "-n", "-4"), "must be at least 0"),
    ],
)
def test_a_count_that_is_none_is_refused_in_plain_words(
    handhold: Handhold, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    with pytest.raises(SystemExit):
        handhold(*arguments)

    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("recorded")
def test_a_log_without_calls_says_so_and_none_asked_for_are_none(handhold: Handhold, tmp_path: Path) -> None:
    assert handhold("log") == (0, "", f"no call is recorded yet in {tmp_path}/test-artifacts/llm-knowledge\n")
    a_store(tmp_path).journal.note({"at": "2026-11-17T06:07:51.265Z", "tool": "nav_goto", "outcome": "ok"})

    assert handhold("log", "-n", "0") == (0, "", "")
    assert "nav_goto" in handhold("log", "-n", "1")[1]


@pytest.fixture
def locked(recorded: Path, tmp_path: Path) -> Generator[Path]:
    """The store with a bad file in it, on a disk that may only be read."""
    (recorded / "20260115T123456.789Z-ui_scan.json").write_text("{half", "utf-8")
    with read_only(tmp_path):
        yield recorded


@pytest.mark.rows("F38")
@pytest.mark.usefixtures("locked")
def test_a_store_that_may_only_be_read_is_told_of_and_nothing_claims_to_be_done(handhold: Handhold) -> None:
    assert handhold("knowledge", "search", "teapot")[0] == 0
    assert handhold("knowledge", "last")[0] == 0
    with pytest.raises(HandholdError, match="could not be set aside: Read-only file system"):
        handhold("knowledge", "prune")
    with pytest.raises(HandholdError, match="the index could not be written"):
        handhold("knowledge", "reindex")
