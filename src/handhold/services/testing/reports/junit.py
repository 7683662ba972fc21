"""Outcomes as JUnit XML, in the dialect that CI servers agree on (testmo's conventions, Surefire's reruns)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as Xml

from handhold.services.testing.reports.results import FailedAttempt, Outcome, SuiteOutcome, facts_of

PRODUCT: Final = "handhold"
LONGEST_MESSAGE: Final = 500
"""Characters of an attribute; the whole text is in the element."""
COLOURS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FORBIDDEN: Final = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may hold, not even escaped."""


def junit_xml(outcome: SuiteOutcome, *, name: str, timestamp: str) -> str:
    """The document. `name` is of the suite, `timestamp` is when it began, in ISO 8601."""
    cases = [_case(test) for test in outcome.tests]
    totals = _totals(cases, milliseconds=outcome.duration_ms)
    begun = {"timestamp": _allowed(timestamp)}
    document = Xml.Element("testsuites", {"name": PRODUCT, **totals, **begun})
    suite = Xml.SubElement(document, "testsuite", {"name": _allowed(name), **totals, **begun})
    _properties(suite, {"suite_run": outcome.suite_run or "", "status": outcome.status})
    suite.extend(cases)
    Xml.indent(document)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(document, encoding="unicode") + "\n"


def _case(test: Outcome) -> Xml.Element:
    case = Xml.Element(
        "testcase",
        {"name": _allowed(test.id), "classname": _allowed(test.test_id or test.id), "time": _seconds(test.duration_ms)},
    )
    about = {
        "run_id": test.run_id or "",
        "attempts": str(test.attempts) if test.attempts > 1 else "",
        "flaky": "true" if test.flaky else "",
        "quarantined": (test.quarantine_reason or "true") if test.quarantined else "",
    }
    _properties(case, about)
    _verdict(case, test)
    for attempt in test.failed_attempts:
        _attempt(case, attempt, passed=test.status == "passed")
    if written := _written(test):
        Xml.SubElement(case, "system-out").text = written
    return case


def _verdict(case: Xml.Element, test: Outcome) -> None:
    """Nothing for a test that passed. One in quarantine fails nobody's build, so its failure is a reason to skip."""
    message = _allowed(test.error or test.status)
    if test.status == "passed":
        return
    if test.quarantined or test.status == "skipped":
        reason = _quarantine(test, message) if test.quarantined else (test.error or "skipped")
        Xml.SubElement(case, "skipped", {"message": _short(reason)})
        return
    kind = "failure" if test.has_failed else "error"
    element = Xml.SubElement(case, kind, {"message": _short(message), "type": _allowed(test.status)})
    element.text = _details(test, message)


def _quarantine(test: Outcome, message: str) -> str:
    why = f" ({test.quarantine_reason})" if test.quarantine_reason else ""
    return f"in quarantine{why}; {test.status}: {message}"


def _details(test: Outcome, message: str) -> str:
    step = test.place and f"at {test.place}" + (f" ({test.failed_label})" if test.failed_label else "")
    lines = [step, message, *facts_of(test.details), *(f"console: {each}" for each in test.console_errors)]
    return _allowed("\n".join(line for line in lines if line))


def _attempt(case: Xml.Element, attempt: FailedAttempt, *, passed: bool) -> None:
    """`flakyFailure` where a later attempt passed, `rerunFailure` where none did."""
    cause = "Failure" if attempt.status in {"failed", "timedOut"} else "Error"
    element = Xml.SubElement(
        case,
        f"{'flaky' if passed else 'rerun'}{cause}",
        {"message": _short(attempt.error or attempt.status), "type": _allowed(attempt.status)},
    )
    where = f"attempt {attempt.number}" + (f" at {attempt.step}" if attempt.step else "")
    Xml.SubElement(element, "stackTrace").text = _allowed(f"{where}\n{attempt.error}".strip())


def _written(test: Outcome) -> str:
    """Drift, and files in the spelling that CI servers attach."""
    drift = [f"drift: {_line(each)}" for each in test.drift]
    return "\n".join([*drift, *(f"[[ATTACHMENT|{_one_line(path)}]]" for path in test.evidence)])


def _properties(element: Xml.Element, named: dict[str, str]) -> None:
    told = {name: value for name, value in named.items() if value}
    if told:
        properties = Xml.SubElement(element, "properties")
        for name, value in told.items():
            Xml.SubElement(properties, "property", {"name": name, "value": _allowed(value)})


def _totals(cases: Sequence[Xml.Element], *, milliseconds: int) -> dict[str, str]:
    counts = {
        plural: str(sum(case.find(kind) is not None for case in cases))
        for plural, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
    }
    return {"tests": str(len(cases)), **counts, "time": _seconds(milliseconds)}


def _seconds(milliseconds: int | None) -> str:
    return f"{(milliseconds or 0) / 1000:.3f}"


def _short(text: str) -> str:
    line = _line(text)
    return line if len(line) <= LONGEST_MESSAGE else f"{line[: LONGEST_MESSAGE - 1]}…"


def _one_line(path: str) -> str:
    """A path as it is, as long as it is one; a line more would be another attachment."""
    return " ".join(_allowed(path).splitlines())


def _line(text: str) -> str:
    return " ".join(_allowed(text).split())


def _allowed(text: str) -> str:
    return FORBIDDEN.sub("", COLOURS.sub("", text))
