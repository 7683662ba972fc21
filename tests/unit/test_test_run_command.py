"""`handhold test run`: what it asks a runner, what it makes of the answer, and how it ends when it is interrupted."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
import pytest_asyncio
from tests.support.fake_runner import CommandLine, FakeRunner, Play, Progress

from handhold.app import App
from handhold.errors import BrowserGone, InvalidInput, StoreFailed
from handhold.services.testing.runs import Status, StepOutcome, Verdict
from handhold.services.testing.store import TestStore
from handhold.settings import Settings

DEFINITION: dict[str, Any] = {"url": "http://127.0.0.1/", "steps": [{"assert": "true"}]}
Run = Callable[[Play], CommandLine]


@pytest.fixture
def store(tmp_path: Path) -> TestStore:
    """The store as the runner has it."""
    store = TestStore(tmp_path)
    for id in ("cart", "login"):
        store.save(id, id, DEFINITION)
    return store


@pytest_asyncio.fixture
async def run(environ: Mapping[str, str], tmp_path: Path, store: TestStore) -> AsyncGenerator[Run]:
    """A command line whose runner does what it is given."""
    app = App(Settings.model_validate({"root": tmp_path}), environ=environ)
    yield lambda play: CommandLine(FakeRunner(app.engine, play))
    await app.close()


def one(id: str, status: str = "passed", **more: Any) -> dict[str, Any]:
    return {"id": id, "test_id": id.partition("[")[0], "status": status, "duration_ms": 5, "attempts": 1, **more}


def suite(*tests: dict[str, Any], status: str = "passed") -> dict[str, Any]:
    statuses = [test["status"] for test in tests]
    summary = {"total": len(tests), **{each: statuses.count(each) for each in statuses}}
    return {
        "suite_run": "suite-1-2",
        "status": status,
        "summary": summary,
        "duration_ms": 10,
        "tests": list(tests),
        "something": "that a later runner adds",
    }


def answering(result: dict[str, Any]) -> Play:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        return dict(result)

    return play


def asked_of(line: CommandLine) -> list[Mapping[str, Any]]:
    assert isinstance(line.calls, FakeRunner)
    return line.calls.asked


ENDINGS: list[tuple[str, list[dict[str, Any]], int]] = [
    ("passed", [one("a"), one("b", "skipped")], 0),
    ("passed", [one("a", flaky=True, attempts=2)], 0),
    ("passed", [one("a", "failed", quarantined=True)], 0),
    ("passed", [one("a", "error", quarantined=True)], 0),
    ("failed", [one("a", "failed")], 1),
    ("failed", [one("a", "timedOut")], 1),
    ("error", [one("a", "error")], 3),
    ("error", [one("a", "error"), one("b", "failed")], 1),
    ("interrupted", [one("a", "failed"), one("b", "interrupted")], 130),
    ("running", [], 3),
]


@pytest.mark.parametrize(("status", "tests", "expected"), ENDINGS)
async def test_the_exit_code_says_what_came_of_it(
    run: Run, status: str, tests: list[dict[str, Any]], expected: int
) -> None:
    assert await run(answering(suite(*tests, status=status)))("run", "cart") == expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (InvalidInput("no test 'x' is saved", hint="See.", details={"unknown": ["x", "y"]}), 2),
        (BrowserGone("the browser has gone"), 3),
        (StoreFailed("the disk is full"), 3),
    ],
)
async def test_an_error_of_the_runner_is_told(run: Run, error: Exception, expected: int) -> None:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        raise error

    line = run(play)
    code = await line("run", "x", "--json", "--var", "pin=secret-value")

    assert code == expected
    assert str(error) in line.err.getvalue()
    assert ("\n  x\n  y\n" in line.err.getvalue()) is (expected == 2)
    assert json.loads(line.out.getvalue())["error"]["message"] == str(error)
    assert "secret-value" not in line.err.getvalue()


async def test_a_hint_names_commands_where_it_named_tools(run: Run) -> None:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        raise InvalidInput("no suite 'x' is saved", hint="list_suites shows which there are.")

    line = run(play)
    await line("run", "--suite", "x")

    assert line.err.getvalue().splitlines()[-1] == "`handhold test list --suites` shows which there are."


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["login", "cart", "login"], {"test_ids": ["login", "cart"]}),
        (["--suite", "smoke"], {"suite_id": "smoke"}),
        (["--tag", "smoke", "--stop-on-failure"], {"tag": "smoke", "stop_on_failure": True}),
        (["--all"], {"test_ids": ["cart", "login"]}),
        (["--resume", "suite-1-2"], {"resume": "suite-1-2"}),
        (
            ["cart", "--var", "user=ada=b", "--var", "empty=", "--retries", "0", "--evidence", "all"],
            {"test_ids": ["cart"], "vars": {"user": "ada=b", "empty": ""}, "retries": 0, "evidence": "all"},
        ),
        (
            ["cart", "--base-url", "http://127.0.0.1:1", "--port", "9222"],
            {"test_ids": ["cart"], "base_url": "http://127.0.0.1:1", "port": 9222},
        ),
    ],
)
async def test_the_runner_is_asked_for_what_was_named(run: Run, words: list[str], asked: Mapping[str, Any]) -> None:
    line = run(answering(suite(one("cart"))))

    assert await line("run", *words) == 0
    assert asked_of(line) == [asked]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "found nothing"),
        (["cart", "--all"], "found ID and --all"),
        (["--suite", "a", "--tag", "b"], "found --suite and --tag"),
        (["cart", "--var", "secret-value"], "--var is NAME=VALUE"),
        (["cart", "--var", "=secret-value"], "--var is NAME=VALUE"),
        (["--file", "nowhere.json"], "cannot read 'nowhere.json'"),
        (["--file", "pyproject.toml", "--stop-on-failure"], "for several tests"),
        (["cart", "--junit", "/proc/none/report.xml"], "cannot write"),
    ],
)
async def test_wrong_usage_is_told_before_anything_runs(run: Run, words: list[str], problem: str) -> None:
    line = run(answering(suite()))

    with pytest.raises(InvalidInput) as refused:
        await line("run", *words)

    assert problem in refused.value.message
    assert "secret-value" not in refused.value.message
    assert asked_of(line) == []


async def test_all_of_nothing_is_wrong_usage(run: Run, store: TestStore) -> None:
    for id in ("cart", "login"):
        store.delete(id)

    with pytest.raises(InvalidInput, match="no test is saved"):
        await run(answering(suite()))("run", "--all")


@pytest.mark.parametrize(
    ("text", "definition"),
    [
        (json.dumps(DEFINITION), DEFINITION),
        ("url: http://127.0.0.1/\nsteps:\n  - assert: 'true'\n", DEFINITION),
        (json.dumps({"id": "x", "name": "X", "def": DEFINITION}), DEFINITION),
    ],
)
async def test_a_definition_in_a_file_runs_without_being_saved(
    run: Run, tmp_path: Path, text: str, definition: Mapping[str, Any]
) -> None:
    file = tmp_path / "new.yaml"
    file.write_text(text, "utf-8")
    failed = {"status": "failed", "failed_step": 0, "error": "no", "duration_ms": 7, "meta": {"run": {"id": "run-1-2"}}}
    line = run(answering(failed))

    code = await line("run", "--file", str(file), "--json")

    told = json.loads(line.out.getvalue())
    assert code == 1
    assert asked_of(line) == [{"test": definition}]
    assert (told["status"], told["summary"]["failed"], told["duration_ms"]) == ("failed", 1, 7)
    assert (told["tests"][0]["id"], told["tests"][0]["run_id"]) == ("new", "run-1-2")


async def test_each_row_of_data_in_a_file_has_its_own_result(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.json"
    file.write_text(json.dumps(DEFINITION), "utf-8")
    cases = [{"case": "a", "status": "error", "duration_ms": 3}, {"case": "b", "status": "failed", "duration_ms": 4}]

    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        await progress(1, 2, "test[a] 1/1")
        return {"status": "error", "duration_ms": 7, "cases": cases, "meta": {"run": {"id": "run-1-2"}}}

    line = run(play)
    code = await line("run", "--file", str(file), "--json")

    told = json.loads(line.out.getvalue())
    assert code == 1
    assert [(test["id"], test["status"]) for test in told["tests"]] == [("new[a]", "error"), ("new[b]", "failed")]


async def test_lines_come_as_tests_end_and_the_summary_last(run: Run) -> None:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        await progress(0, 2, "login 1/2")
        await progress(1, 2, "passed login")
        await progress(2, 2, "failed cart")
        return suite(one("login"), one("cart", "failed", error="no"), status="failed")

    line = run(play)

    assert await line("run", "login", "cart") == 1
    assert line.out.getvalue().splitlines() == [
        "[1/2] passed      login",
        "[2/2] failed      cart",
        "",
        "failed cart (5 ms)",
        "  no",
        "",
        "failed: 2 tests: 1 passed, 1 failed in 10 ms",
    ]


async def test_json_is_alone_on_standard_output(run: Run) -> None:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        await progress(1, 1, "passed cart")
        return suite(one("cart"))

    line = run(play)
    await line("run", "cart", "--json")

    assert json.loads(line.out.getvalue())["tests"][0]["status"] == "passed"
    assert line.err.getvalue().splitlines()[0] == "[1/1] passed      cart"


def record_run(store: TestStore, id: str, *statuses: Status, suite_run: str | None = None) -> str:
    run = store.begin_run(test_id=id, revision=1, definition_hash="x", suite_run=suite_run)
    for status in statuses:
        attempt = store.begin_attempt(run)
        error = None if status == "passed" else "it did not come"
        step = StepOutcome(
            number=0, path="steps[0]", kind="click", status=status, begun_at=1, duration_ms=2, error=error
        )
        store.add_step(attempt, step)
        result = {"status": status, "error": error, "details": {"get": "text", "expected": "3", "found": [2]}}
        store.end_attempt(attempt, Verdict(status=status, duration_ms=4, result=result))
    return run


async def test_a_report_has_earlier_attempts_and_reasons(run: Run, store: TestStore, tmp_path: Path) -> None:
    flaky = record_run(store, "login", "failed", "passed")
    store.quarantine("cart", on=True, reason="flickers")
    report = tmp_path / "new/folder/report.xml"
    tests = (
        one("login", flaky=True, attempts=2, run_id=flaky),
        one("cart", "failed", quarantined=True, error="no"),
        one("gone", "failed", attempts=2, run_id="run-1-2", error="no"),
    )

    code = await run(answering(suite(*tests, status="failed")))("run", "--tag", "smoke", "--junit", str(report))

    document = Xml.parse(report).getroot()
    assert code == 1
    assert document.findtext(".//flakyFailure/stackTrace") == "attempt 1 at steps[0]\nit did not come"
    assert [each.get("message") for each in document.iter("skipped")] == ["in quarantine (flickers); failed: no"]
    assert [each.get("name") for each in document.iter("testsuite")] == ["smoke"]
    assert document.get("failures") == "1"


async def test_a_failure_is_told_with_what_was_expected_and_what_was_found(run: Run, store: TestStore) -> None:
    failed = one("cart", "failed", error="it did not come", run_id=record_run(store, "cart", "failed"))
    line = run(answering(suite(failed, status="failed")))

    await line("run", "cart")
    await line("history", "cart")

    assert "  it did not come\n  expected: 3\n  found: [2]\n" in line.out.getvalue()
    assert "it did not come (expected: 3, found: [2])" in line.out.getvalue()


async def test_an_old_report_is_not_left_where_a_run_failed(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text("<testsuites/>", "utf-8")

    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        raise BrowserGone("the browser has gone")

    assert await run(play)("run", "cart", "--junit", str(report)) == 3
    assert not report.exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_an_interruption_keeps_and_tells_what_is_finished(
    run: Run, store: TestStore, tmp_path: Path, how: signal.Signals
) -> None:
    cleaned = asyncio.Event()
    ids = [store.begin_suite_run(None, ["login", "cart", "third"])]

    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        record_run(store, "login", "failed", suite_run=ids[0])
        await progress(1, 3, "failed login")
        await progress(1, 3, "cart 1/2")
        os.kill(os.getpid(), how)
        try:
            await asyncio.Event().wait()
        finally:
            record_run(store, "cart", "interrupted", suite_run=ids[0])
            cleaned.set()
        raise AssertionError("never reached")

    line = run(play)
    report = tmp_path / "report.xml"
    code = await line("run", "--all", "--json", "--junit", str(report))

    told = json.loads(line.out.getvalue())
    assert code == 130
    assert cleaned.is_set()
    assert (told["status"], told["suite_run"]) == ("interrupted", ids[0])
    assert [(test["id"], test["status"], test.get("error")) for test in told["tests"]] == [
        ("login", "failed", "it did not come"),
        ("cart", "interrupted", "it did not come"),
        ("third", "interrupted", None),
    ]
    assert f"handhold test run --resume {ids[0]}" in line.err.getvalue()
    assert Xml.parse(report).getroot().get("tests") == "3"


async def test_an_interrupted_file_is_told_although_nothing_is_kept_of_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "New Test.json"
    file.write_text(json.dumps(DEFINITION), "utf-8")

    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        await progress(0, 1, "New Test 1/2")
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.Event().wait()
        raise AssertionError("never reached")

    line = run(play)

    assert await line("run", "--file", str(file)) == 130
    assert "interrupted New Test" in line.out.getvalue()


async def test_an_interruption_before_anything_ran_has_nothing_to_resume(run: Run) -> None:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.Event().wait()
        raise AssertionError("never reached")

    line = run(play)

    assert await line("run", "cart") == 130
    assert line.out.getvalue().strip().startswith("interrupted: no test has run in ")


async def test_signals_are_as_before_after_a_run(run: Run) -> None:
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]

    await run(answering(suite(one("cart"))))("run", "cart")

    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before


async def test_an_interrupt_that_the_shell_has_turned_off_ends_nothing(run: Run) -> None:
    async def play(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        os.kill(os.getpid(), signal.SIGINT)
        return suite(one("cart"))

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        code = await run(play)("run", "cart")
    finally:
        signal.signal(signal.SIGINT, before)

    assert code == 0
