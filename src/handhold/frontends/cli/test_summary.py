"""What came of a run of tests, for people: failures first, then what else is worth knowing, then the count."""

from __future__ import annotations

from collections.abc import Iterator

from handhold.frontends.cli.test_display import Paint
from handhold.frontends.cli.texts import duration, one_line, plain
from handhold.services.testing.reports.results import Outcome, SuiteOutcome, Summary, facts_of

COUNTED = (
    ("passed", "passed"),
    ("failed", "failed"),
    ("timedOut", "timed out"),
    ("error", "in error"),
    ("interrupted", "interrupted"),
    ("skipped", "skipped"),
)


def summary_text(outcome: SuiteOutcome, *, paint: Paint) -> str:
    """Several lines, the last of which says it all."""
    lines: list[str] = []
    for test in outcome.tests:
        if test.status not in {"passed", "skipped"}:
            lines += ["", *_failure(test, paint)]
    lines += _notes(outcome)
    if outcome.status == "interrupted" and outcome.suite_run:
        lines += ["", f"The rest can be run with: handhold test run --resume {outcome.suite_run}"]
    told = counts(outcome.summary) if outcome.summary.total else "no test has run"
    return "\n".join([*lines, "", f"{paint.status(outcome.status)}: {told} in {duration(outcome.duration_ms)}"])


def counts(summary: Summary) -> str:
    """`12 tests: 10 passed, 1 failed, 1 skipped (1 flaky)`."""
    numbers = summary.model_dump()
    each = [f"{numbers[status]} {word}" for status, word in COUNTED if numbers[status]]
    among = [f"{numbers[name]} {word}" for name, word in (("flaky", "flaky"), ("quarantined", "in quarantine"))]
    more = [text for text in among if not text.startswith("0 ")]
    tests = "test" if summary.total == 1 else "tests"
    return f"{summary.total} {tests}: {', '.join(each) or 'none'}" + (f" ({', '.join(more)})" if more else "")


def _failure(test: Outcome, paint: Paint) -> Iterator[str]:
    about = [duration(test.duration_ms)] if test.duration_ms is not None else []
    about += [f"{test.attempts} attempts"] if test.attempts > 1 else []
    about += ["in quarantine, does not count"] if test.quarantined else []
    yield f"{paint.status(test.status)} {one_line(test.id)}" + (f" ({', '.join(about)})" if about else "")
    if test.place:
        label = f" ({one_line(test.failed_label)})" if test.failed_label else ""
        yield f"  at {one_line(test.place)}{label}"
    if test.error:
        yield from (f"  {line}" for line in plain(test.error).splitlines())
    yield from (f"  {one_line(fact, longest=300)}" for fact in facts_of(test.details))
    yield from (f"  console: {one_line(each)}" for each in test.console_errors)
    yield from (f"  evidence: {one_line(path, longest=1_000)}" for path in test.evidence)
    if test.run_id:
        yield f"  run: {one_line(test.run_id)}"


def _notes(outcome: SuiteOutcome) -> Iterator[str]:
    drifted = [(test.id, each) for test in outcome.tests for each in test.drift]
    if drifted:
        yield ""
        yield from (f"drift {one_line(id)}: {one_line(each, longest=500)}" for id, each in drifted)
    if flaky := [test for test in outcome.tests if test.flaky]:
        yield ""
        yield from (f"flaky {one_line(test.id)}: passed at attempt {test.attempts}" for test in flaky)
