"""`handhold test list | show | history | quarantine | record`, against the real store; no browser is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.fake_runner import CommandLine

from handhold.app import App
from handhold.errors import InvalidInput
from handhold.frontends.cli.parser import build_parser
from handhold.frontends.cli.test_run import Streams
from handhold.frontends.cli.tests import record
from handhold.services.testing.runs import Artefact, StepOutcome, Verdict
from handhold.services.testing.store import TestStore
from handhold.settings import Settings

STEPS: list[dict[str, Any]] = [
    {"click": {"testId": "go"}},
    {"label": "Name", "fill": {"label": "Name", "value": "typed-text"}},
    {"if": {"get": "visible", "css": "#x"}, "then": [{"press": "Enter"}]},
    {"assert": {"get": "text", "role": "status", "equals": "Done"}},
]
PASSED = Verdict(status="passed", duration_ms=1_500, result={"status": "passed", "steps_completed": 2})
FAILED = Verdict(
    status="failed",
    duration_ms=70,
    result={"status": "failed", "failed_step": 1, "failed_path": "steps[1]", "error": "found \x1b[2Jnothing"},
)


@pytest.fixture
def store(tmp_path: Path) -> TestStore:
    """The store as a runner in another process has it."""
    return TestStore(tmp_path)


@pytest_asyncio.fixture
async def line(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[CommandLine]:
    app = App(Settings.model_validate({"root": tmp_path}), environ=environ)
    yield CommandLine(app.engine)
    await app.close()


def save(store: TestStore, id: str = "cart", **more: Any) -> None:
    store.save(id, f"Test of {id}", {"url": "http://127.0.0.1/", "steps": STEPS}, **more)


def run_once(store: TestStore, *verdicts: Verdict, suite_run: str | None = None, case: str | None = None) -> str:
    run = store.begin_run(test_id="cart", revision=1, definition_hash="sha256:1", suite_run=suite_run, case=case)
    for verdict in verdicts:
        attempt = store.begin_attempt(run)
        outcome = "passed" if verdict is PASSED else "failed"
        error = None if verdict is PASSED else "it did not come"
        step = StepOutcome(
            number=0,
            path="steps[0]",
            kind="click",
            status=outcome,
            begun_at=1,
            duration_ms=2,
            drift=("testId",),
            error=error,
        )
        store.add_step(attempt, step)
        store.add_artefact(attempt, Artefact(kind="trace", path=".handhold/trace.zip", size=3, sha256="0" * 64))
        store.end_attempt(attempt, verdict)
    return run


async def test_tests_are_listed_with_their_last_run(line: CommandLine, store: TestStore) -> None:
    save(store, tags=["smoke"])
    save(store, "empty")
    run_once(store, FAILED)
    store.quarantine("cart", on=True)

    code = await line("list")

    heading, cart, empty = line.out.getvalue().splitlines()
    assert code == 0
    assert heading.split("  ")[0] == "ID"
    assert cart.split()[:3] == ["cart", "1", "failed"]
    assert cart.endswith("smoke  Test of cart (in quarantine)")
    assert empty.split() == ["empty", "1", "never", "-", "Test", "of", "empty"]


async def test_every_page_of_a_long_list_is_there(line: CommandLine, store: TestStore) -> None:
    for number in range(120):
        save(store, f"t{number:03}")

    await line("list", "--json")

    assert len(json.loads(line.out.getvalue())) == 120


async def test_a_list_is_narrowed_by_tag_and_tells_files_it_could_not_read(
    line: CommandLine, store: TestStore, tmp_path: Path
) -> None:
    save(store, tags=["smoke"])
    save(store, "other")
    (tmp_path / "handhold/tests/broken.json").write_text("{", "utf-8")

    code = await line("list", "--tag", "smoke", "--json")

    assert code == 0
    assert [test["id"] for test in json.loads(line.out.getvalue())] == ["cart"]
    assert "broken.json was skipped" in line.err.getvalue()


async def test_suites_are_listed(line: CommandLine, store: TestStore) -> None:
    save(store)
    store.save_suite("smoke", "Smoke", ["cart"])

    await line("list", "--suites")

    assert line.out.getvalue().splitlines()[1].split() == ["smoke", "1", "Smoke", "cart"]


async def test_nothing_saved_is_no_error(line: CommandLine) -> None:
    assert await line("list") == 0
    assert await line("list", "--suites") == 0
    assert (line.out.getvalue(), line.err.getvalue()) == ("", "no test is saved\nno suite is saved\n")


async def test_a_test_is_shown_as_its_steps_without_typed_text(line: CommandLine, store: TestStore) -> None:
    save(store, description="Adds one")

    await line("show", "cart")

    text = line.out.getvalue()
    assert text.startswith("cart: Test of cart\nAdds one\nrevision 1, saved 20")
    assert text.split("\nsteps\n")[1].splitlines() == [
        "   0. click testId 'go'",
        "   1. fill label 'Name' (Name)",
        "   2. if",
        "      then",
        "       0. press Enter",
        "   3. assert text status == 'Done'",
    ]


async def test_a_test_is_shown_as_json(line: CommandLine, store: TestStore) -> None:
    save(store)

    await line("show", "cart", "--json")

    assert json.loads(line.out.getvalue())["def"]["steps"][0]["do"] == "click"


async def test_a_run_is_shown_with_attempts_steps_and_evidence(line: CommandLine, store: TestStore) -> None:
    save(store)
    run = run_once(store, FAILED, PASSED, suite_run=store.begin_suite_run(None, ["cart"]), case="row 1")

    code = await line("show", run)

    text = line.out.getvalue()
    assert code == 0
    assert text.startswith(f"{run}: passed, flaky\ntest cart[row 1], begun 20")
    assert "in suite-" in text
    assert (
        "attempt 1: failed, 70 ms\n  failed      steps[0] click, 2 ms\n    it did not come\n    drift: testId" in text
    )
    assert "attempt 2: passed, 1.5 s" in text
    assert text.count("  evidence: .handhold/trace.zip") == 2


async def test_a_run_of_a_suite_is_shown_as_its_summary(line: CommandLine, store: TestStore) -> None:
    save(store)
    suite_run = store.begin_suite_run(None, ["cart", "never"])
    run_once(store, PASSED, suite_run=suite_run)
    store.end_suite_run(suite_run, "interrupted")

    await line("show", suite_run)

    assert line.out.getvalue().splitlines()[0] == "interrupted never (0 ms)"
    assert line.out.getvalue().splitlines()[-1] == "interrupted: 2 tests: 1 passed, 1 interrupted in 1.5 s"


@pytest.mark.parametrize("id", ["nope", "run-1-2", "suite-1-2"])
async def test_what_is_not_there_is_not_shown(line: CommandLine, id: str) -> None:
    with pytest.raises(InvalidInput, match="no test"):
        await line("show", id)


async def test_an_id_that_would_leave_the_folder_is_wrong_usage(line: CommandLine) -> None:
    assert await line("show", "../../etc/passwd") == 2
    assert "id: " in line.err.getvalue()


async def test_history_tells_when_what_and_why(line: CommandLine, store: TestStore) -> None:
    save(store)
    run_once(store, PASSED)
    run = run_once(store, FAILED, case="row")

    code = await line("history", "cart")

    _heading, newest, oldest = line.out.getvalue().splitlines()
    assert code == 0
    assert newest.endswith(f"failed  70 ms  1      {run}  -   [row] steps[1]: found [2Jnothing")
    assert "passed  1.5 s" in oldest
    assert line.err.getvalue() == "2 runs\n"


async def test_history_is_narrowed(line: CommandLine, store: TestStore) -> None:
    save(store)
    flaky = run_once(store, FAILED, PASSED)
    failed = [run_once(store, FAILED) for _ in range(3)]

    await line("history", "cart", "--flaky", "--json")
    await line("history", "cart", "--status", "failed", "--limit", "2")

    assert line.err.getvalue() == "3 runs, the newest 2 of them shown\n"
    as_json, _, as_table = line.out.getvalue().partition("]\n")
    assert [run["id"] for run in json.loads(as_json + "]")] == [flaky]
    assert failed[0] not in as_table
    assert failed[2] in as_table


async def test_more_runs_than_a_page_holds_are_told(line: CommandLine, store: TestStore) -> None:
    save(store)
    for _ in range(205):
        run_once(store, PASSED)

    await line("history", "cart", "--limit", "204", "--json")

    assert len({run["id"] for run in json.loads(line.out.getvalue())}) == 204


async def test_a_test_that_never_ran_has_an_empty_history(line: CommandLine, store: TestStore) -> None:
    save(store)

    assert await line("history", "cart") == 0
    assert line.err.getvalue() == "0 runs\n"


async def test_a_deleted_test_keeps_its_history_and_an_unknown_one_has_none(
    line: CommandLine, store: TestStore
) -> None:
    save(store)
    run_once(store, PASSED)
    store.delete("cart")

    assert await line("history", "cart") == 0
    assert await line("history", "cart", "--status", "failed") == 0
    with pytest.raises(InvalidInput):
        await line("history", "other")


async def test_a_test_is_put_into_quarantine_and_released(line: CommandLine, store: TestStore) -> None:
    save(store)
    run_once(store, FAILED, PASSED)

    await line("quarantine", "cart", "--reason", "flickers")
    kept = store.get("cart")
    await line("quarantine", "cart", "--off")
    released = store.get("cart")

    first, judged, last, _judged = line.out.getvalue().splitlines()
    assert first.startswith("cart is in quarantine since 20")
    assert first.endswith("UTC: flickers")
    assert judged == "flaky: of its last 1 runs 0% ended unlike the one before"
    assert last == "cart is not in quarantine"
    assert kept is not None
    assert kept.quarantine is not None
    assert released is not None
    assert released.quarantine is None


async def test_an_unknown_test_cannot_be_put_into_quarantine(line: CommandLine) -> None:
    assert await line("quarantine", "nope", "--json") == 2
    assert json.loads(line.out.getvalue())["error"]["code"] == "MM_INVALID_INPUT"
    assert line.err.getvalue().startswith("handhold: no test 'nope' is saved")


async def test_a_store_that_cannot_be_read_is_no_fault_of_the_caller(
    line: CommandLine, store: TestStore, tmp_path: Path
) -> None:
    save(store)
    (tmp_path / "handhold/tests/cart.json").write_text("{", "utf-8")

    assert await line("show", "cart") == 3
    assert "holds no test" in line.err.getvalue()


@pytest.mark.parametrize("ok", [True, False])
async def test_recording_is_asked_of_a_running_server(line: CommandLine, ok: bool) -> None:
    heard: list[tuple[str, str, dict[str, Any]]] = []

    async def remote(url: str, tool: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        heard.append((url, tool, arguments))
        error = {"code": "MM_INVALID_INPUT", "message": "nothing is recorded", "hint": "Start first."}
        result = {"result": {"id": "cart"}} if ok else {"error": error}
        return json.dumps({"ok": ok, **result, "meta": {"warnings": ["weak"] if ok else []}}), ok

    words = [
        "test",
        "record",
        "--connect",
        "http://x/mcp",
        "stop",
        "cart",
        "--name",
        "Cart",
        "--tag",
        "smoke",
        "--no-assertions",
    ]
    code = await record(
        build_parser().parse_args(words), Streams(out=line.out, err=line.err, environ={}), call_remote=remote
    )

    assert heard == [
        (
            "http://x/mcp",
            "record_test",
            {"action": "stop", "id": "cart", "name": "Cart", "tags": ["smoke"], "assertions": "none"},
        ),
    ]
    assert code == (0 if ok else 2)
    assert line.err.getvalue() == ("handhold: weak\n" if ok else "handhold: nothing is recorded\nStart first.\n")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["run", "--retries", "many"],
        ["run", "--retries", "11"],
        ["run", "--port", "0"],
        ["run", "--evidence", "some"],
        ["list", "--tag", "x", "--suites"],
        ["history"],
        ["history", "cart", "--status", "green"],
        ["record", "start"],
        ["record", "--connect", "http://x", "begin"],
    ],
)
def test_wrong_words_are_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["test", *words])

    assert ended.value.code == 2
    assert "usage: handhold test" in capsys.readouterr().err


def test_the_program_says_it_in_its_exit_code(store: TestStore, tmp_path: Path) -> None:
    save(store)

    def handhold(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "handhold", "test", *words, "--root", str(tmp_path), "--toolsets", "core"]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))

    listed, missing = handhold("list"), handhold("show", "nope")
    nobody = handhold("record", "status", "--connect", "http://127.0.0.1:9/mcp")

    assert (listed.returncode, listed.stderr) == (0, "")
    assert "cart" in listed.stdout
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "handhold: no test 'nope' is saved" in missing.stderr
    assert (nobody.returncode, nobody.stdout) == (3, "")
    assert "no Handhold server answers" in nobody.stderr
