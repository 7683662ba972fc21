"""What people see of a run of tests: while it goes on, and at its end."""

from __future__ import annotations

import io
from typing import Any

import pytest
from tests.support.fake_runner import Terminal

from handhold.frontends.cli.test_display import (
    Display,
    Finished,
    Paint,
    Stepping,
    has_colours,
    is_live,
    read_progress,
)
from handhold.frontends.cli.test_summary import summary_text
from handhold.frontends.cli.texts import duration, table
from handhold.services.testing.reports import Outcome, SuiteOutcome, summary_of

PLAIN = Paint(is_on=False)


def told(*tests: Outcome, status: str = "passed", suite_run: str | None = "suite-1-2") -> str:
    outcome = SuiteOutcome(
        suite_run=suite_run, status=status, summary=summary_of(tests), duration_ms=61_000, tests=tests
    )
    return summary_text(outcome, paint=PLAIN)


def outcome(id: str, status: str = "passed", **more: Any) -> Outcome:
    return Outcome.model_validate({"id": id, "test_id": id, "status": status, **more})


@pytest.mark.parametrize(
    ("message", "is_one_more", "meant"),
    [
        ("passed login", True, Finished("login", "passed")),
        ("timedOut login[a b]", True, Finished("login[a b]", "timedOut")),
        ("login 3/10", False, Stepping("login", "3/10")),
        ("login 3", False, Stepping("login", "3")),
        ("login[1/2] 3/10", False, Stepping("login[1/2]", "3/10")),
        ("passed 3", False, Stepping("passed", "3")),
        ("passed 3", True, Finished("3", "passed")),
        ("starting a browser", False, None),
        ("passed", True, None),
        ("", False, None),
    ],
)
def test_progress_is_told_apart(message: str, is_one_more: bool, meant: object) -> None:
    assert read_progress(message, is_one_more=is_one_more) == meant


async def report(display: Display) -> None:
    await display.progress(0, 10, "login 1/2")
    await display.progress(1, 10, "passed login")
    await display.progress(1, 10, "cart[\x1b]0;x\x07] 1/9")
    await display.progress(2, 10, "failed cart[\x1b]0;x\x07]")
    display.close()


async def test_a_pipe_gets_one_line_a_test() -> None:
    stream = io.StringIO()

    await report(Display(stream, live=False, paint=PLAIN))

    assert stream.getvalue().splitlines() == ["[ 1/10] passed      login", "[ 2/10] failed      cart[]0;x]"]


async def test_a_terminal_has_a_line_that_is_written_anew() -> None:
    stream = Terminal()

    await report(Display(stream, live=True, paint=Paint(is_on=True)))

    pieces = stream.getvalue().split("\r\x1b[2K")
    assert pieces == [
        "",
        "\x1b[2m[ 1/10] login  step 1/2\x1b[0m",
        "[ 1/10] \x1b[32mpassed     \x1b[0m login\n",
        "\x1b[2m[ 2/10] cart[]0;x]  step 1/9\x1b[0m",
        "[ 2/10] \x1b[31mfailed     \x1b[0m cart[]0;x]\n",
        "",
    ]


async def test_a_living_line_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()

    await Display(stream, live=True, paint=PLAIN).progress(0, 3, f"{'long' * 20} 1/2")

    assert len(stream.getvalue().removeprefix("\r\x1b[2K")) == 19


@pytest.mark.parametrize(
    ("stream", "environ", "live", "coloured"),
    [
        (Terminal(), {"TERM": "xterm"}, True, True),
        (Terminal(), {"TERM": "xterm", "CI": "true"}, False, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        (Terminal(), {"TERM": "dumb"}, False, False),
        (Terminal(), {}, False, False),
        (io.StringIO(), {"TERM": "xterm"}, False, False),
    ],
)
def test_only_a_terminal_is_painted_and_rewritten(
    stream: io.StringIO, environ: dict[str, str], live: bool, coloured: bool
) -> None:
    assert (is_live(stream, environ), has_colours(stream, environ)) == (live, coloured)


def test_a_summary_of_passed_tests_is_one_line() -> None:
    assert told(outcome("a"), outcome("b")).strip() == "passed: 2 tests: 2 passed in 1 min 1 s"


def test_a_failure_is_told_with_step_error_and_evidence() -> None:
    failed = outcome(
        "cart",
        "failed",
        duration_ms=3_210,
        attempts=2,
        failed_step=4,
        failed_label="Total",
        error="expected 3\nfound \x1b[2J2",
        console_errors=["oops"],
        evidence=["runs/trace.zip"],
        run_id="run-1-2",
    )

    assert told(failed, outcome("b"), status="failed").splitlines() == [
        "",
        "failed cart (3.2 s, 2 attempts)",
        "  at steps[4] (Total)",
        "  expected 3",
        "  found [2J2",
        "  console: oops",
        "  evidence: runs/trace.zip",
        "  run: run-1-2",
        "",
        "failed: 2 tests: 1 passed, 1 failed in 1 min 1 s",
    ]


def test_drift_flaky_tests_and_quarantine_are_told() -> None:
    text = told(
        outcome("a", drift=["found by role, not by testId"]),
        outcome("b", flaky=True, attempts=2),
        outcome("c", "failed", quarantined=True, error="no"),
        outcome("d", "skipped"),
    )

    assert "drift a: found by role, not by testId" in text
    assert "flaky b: passed at attempt 2" in text
    assert "failed c (in quarantine, does not count)" in text
    assert text.splitlines()[-1] == (
        "passed: 4 tests: 2 passed, 1 failed, 1 skipped (1 flaky, 1 in quarantine) in 1 min 1 s"
    )


def test_what_was_interrupted_says_how_to_go_on() -> None:
    text = told(outcome("a"), outcome("b", "interrupted"), status="interrupted")

    assert "handhold test run --resume suite-1-2" in text
    assert "--resume" not in told(outcome("a"), status="interrupted", suite_run=None)


def test_a_summary_of_nothing_says_so() -> None:
    assert told(status="interrupted", suite_run=None).strip() == "interrupted: no test has run in 1 min 1 s"


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(None, "-"), (0, "0 ms"), (999, "999 ms"), (1_000, "1.0 s"), (125_400, "2 min 5 s")]
)
def test_durations_are_as_people_say_them(milliseconds: int | None, text: str) -> None:
    assert duration(milliseconds) == text


def test_columns_are_as_wide_as_what_is_in_them() -> None:
    assert table(("A", "B"), [("long", "x"), ("b", "y\nz")]).splitlines() == ["A     B", "long  x", "b     y z"]
