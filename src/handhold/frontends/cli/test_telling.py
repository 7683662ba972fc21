"""Saved tests, suites and runs as tables and texts for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from handhold.contract.testing import RunView, SavedSuite, SavedTest
from handhold.frontends.cli.texts import duration, moment, one_line, plain, table
from handhold.services.testing.reports.results import facts_of, place_of
from handhold.tools.tests.get_run import AttemptView, StepView, WholeRun

PARTS: Final = ("setup", "steps", "teardown")
NESTED: Final = ("steps", "then", "else")
PLACES: Final = ("testId", "role", "label", "placeholder", "text", "css", "xpath")
"""Evidence that can be told in a word or two."""
SUBJECTS: Final = ("url", "tool", "get", "flow", "keys", "name", "js")
"""Members that say what a step without an element is about. What is typed is none of them."""


def tests_table(tests: Sequence[SavedTest], latest: Mapping[str, RunView]) -> str:
    """One line a test, with what came of its newest run."""
    rows = [
        (
            test.id,
            str(test.revision),
            _last(latest.get(test.id)),
            ",".join(test.tags) or "-",
            test.name + (" (in quarantine)" if test.quarantine else ""),
        )
        for test in tests
    ]
    return table(("ID", "REVISION", "LAST RUN (UTC)", "TAGS", "NAME"), rows)


def suites_table(suites: Sequence[SavedSuite]) -> str:
    rows = [(suite.id, str(len(suite.test_ids)), suite.name, " ".join(suite.test_ids)) for suite in suites]
    return table(("ID", "TESTS", "NAME", "IDS"), rows)


def runs_table(runs: Sequence[RunView]) -> str:
    rows = [
        (
            moment(run.timestamp),
            run.status + (" (flaky)" if run.flaky else "") + (" (in quarantine)" if run.quarantined else ""),
            duration(run.duration_ms),
            str(run.attempts),
            run.id,
            run.suite_run or "-",
            " ".join(filter(None, [run.case and f"[{run.case}]", _why(run.result)])),
        )
        for run in runs
    ]
    return table(("BEGUN (UTC)", "STATUS", "TIME", "TRIES", "RUN", "IN", "WHY"), rows)


def test_text(test: SavedTest) -> str:
    """A saved test as a list of its steps."""
    url = test.definition.get("url")
    about = [
        f"{test.id}: {test.name}",
        test.description,
        f"revision {test.revision}, saved {moment(test.updated_at)} UTC, {test.hash}",
        f"tags: {', '.join(test.tags)}" if test.tags else None,
        f"begins at {url}" if url else None,
    ]
    if kept := test.quarantine:
        about.append(f"in quarantine since {moment(kept.since)} UTC: {kept.reason or 'no reason given'}")
    lines = [one_line(line, longest=500) for line in about if line]
    for part in PARTS:
        if steps := test.definition.get(part):
            lines += ["", part, *_steps(steps, indent="  ")]
    return "\n".join(lines)


def run_text(run: WholeRun) -> str:
    """A run with its attempts, steps and files."""
    case = f"[{run.case}]" if run.case else ""
    begun = f"begun {moment(run.timestamp)} UTC, {duration(run.duration_ms)}"
    lines = [
        f"{run.id}: {run.status}{', flaky' if run.flaky else ''}{', in quarantine' if run.quarantined else ''}",
        f"test {run.test_id or '(not saved)'}{case}, {begun}",
        *([f"in {run.suite_run}"] if run.suite_run else []),
        *([_why(run.result)] if _why(run.result) else []),
    ]
    for attempt in run.tries:
        lines += ["", *_attempt(attempt)]
    return plain("\n".join(lines))


def _attempt(attempt: AttemptView) -> Iterator[str]:
    superseded = ", superseded by another" if attempt.superseded else ""
    yield f"attempt {attempt.number}: {attempt.status}{superseded}, {duration(attempt.duration_ms)}"
    if attempt.omitted_steps:
        yield f"  ({attempt.omitted_steps} earlier steps)"
    for step in attempt.steps:
        yield from _step_outcome(step)
    yield from (f"  evidence: {file.path}" for file in attempt.evidence)


def _step_outcome(step: StepView) -> Iterator[str]:
    label = f" ({one_line(step.label)})" if step.label else ""
    yield f"  {step.status:11} {step.path} {step.do}{label}, {duration(step.duration_ms)}"
    if step.error:
        yield f"    {one_line(step.error['message'], longest=500)}"
    yield from (f"    drift: {one_line(each)}" for each in step.drift or ())


def _last(run: RunView | None) -> str:
    return f"{run.status} {moment(run.timestamp)}" if run is not None else "never"


def _why(result: Mapping[str, Any]) -> str:
    """Where a run failed and why; nothing for one that passed."""
    told = (place_of(result.get("failed_path"), result.get("failed_step")), result.get("error"))
    facts = facts_of(result.get("details") or {})
    return one_line(": ".join(str(each) for each in told if each) + (f" ({', '.join(facts)})" if facts else ""))


def _steps(steps: Sequence[Mapping[str, Any]], *, indent: str) -> Iterator[str]:
    for number, step in enumerate(steps):
        told = (step.get("do"), _subject(step), _element(step), _expected(step), _label(step))
        yield f"{indent}{number:2}. " + one_line(" ".join(each for each in told if each))
        for name in NESTED:
            if inner := step.get(name):
                yield f"{indent}    {name}"
                yield from _steps(inner, indent=f"{indent}    ")


def _subject(step: Mapping[str, Any]) -> str:
    told = (str(step.get(member, "")) for member in SUBJECTS)
    return next((text for text in told if text not in ("", "js")), "")


def _element(step: Mapping[str, Any]) -> str:
    """The first evidence of a step's element that people can read."""
    target = cast("Mapping[str, Any]", step.get("target", {}))
    for each in cast("Sequence[Mapping[str, Any]]", target.get("by", ())):
        for place in PLACES:
            if place in each:
                name = f" {each['name']!r}" if each.get("name") else ""
                return f"{place} {each[place]!r}{name}" if place != "role" else f"{each[place]}{name}"
    return ""


def _expected(step: Mapping[str, Any]) -> str:
    if step.get("do") != "assert" or "expected" not in step:
        return ""
    return f"{step.get('operator', '==')} {step['expected']!r}"


def _label(step: Mapping[str, Any]) -> str:
    return f"({step['label']})" if step.get("label") else ""
