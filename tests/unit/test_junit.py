"""Outcomes as JUnit XML: whatever tests are called and say, a parser understands it and counts right."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.testing.reports import FailedAttempt, Outcome, SuiteOutcome, junit_xml, summary_of

BEGUN = "2026-11-17T12:00:00+00:00"


def outcome(id: str = "login", status: str = "passed", **more: Any) -> Outcome:
    return Outcome.model_validate({"id": id, "test_id": id.partition("[")[0], "status": status, **more})


def written(*tests: Outcome, name: str = "smoke") -> Xml.Element:
    """The one suite of the document."""
    suite = SuiteOutcome(
        suite_run="suite-1-2", status="passed", summary=summary_of(tests), duration_ms=2_500, tests=tests
    )
    document = Xml.fromstring(junit_xml(suite, name=name, timestamp=BEGUN))
    assert document.tag == "testsuites"
    (found,) = document
    for attribute in ("tests", "failures", "errors", "skipped", "time"):
        assert document.get(attribute) == found.get(attribute)
    return found


def case_of(suite: Xml.Element, number: int = 0) -> Xml.Element:
    return suite.findall("testcase")[number]


def test_a_suite_is_counted_by_kind() -> None:
    suite = written(
        outcome("a", duration_ms=1_234),
        outcome("b", "failed", error="no"),
        outcome("c", "timedOut", error="late"),
        outcome("d", "error", error="gone"),
        outcome("e", "interrupted"),
        outcome("f", "skipped"),
        outcome("g", "failed", quarantined=True),
    )

    counted = {
        name: suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped", "time", "timestamp")
    }
    assert counted == {
        "name": "smoke",
        "tests": "7",
        "failures": "2",
        "errors": "2",
        "skipped": "2",
        "time": "2.500",
        "timestamp": BEGUN,
    }
    assert case_of(suite).get("time") == "1.234"


def test_a_case_is_named_by_its_row_and_classed_by_its_test() -> None:
    case = case_of(written(outcome("login[row 2]", run_id="run-1-2")))

    assert (case.get("name"), case.get("classname")) == ("login[row 2]", "login")
    assert case.find("properties/property[@name='run_id']").get("value") == "run-1-2"  # pyright: ignore[reportOptionalMemberAccess]


def test_a_failure_tells_step_error_and_console() -> None:
    test = outcome(
        "cart",
        "failed",
        error="expected 3\nfound 2",
        failed_step="steps[2]",
        failed_label="Total",
        details={"get": "text", "operator": "==", "found": 2},
        console_errors=["x"],
    )

    failure = case_of(written(test)).find("failure")

    assert failure is not None
    assert failure.attrib == {"message": "expected 3 found 2", "type": "failed"}
    assert failure.text == "at steps[2] (Total)\nexpected 3\nfound 2\noperator: ==\nfound: 2\nconsole: x"


def test_what_each_evidence_found_is_told_in_words() -> None:
    tried = [{"evidence": "role", "found": 0, "why": "there, but not visible"}, {"evidence": "css", "found": 2}]

    failure = case_of(written(outcome("cart", "failed", error="gone", details={"tried": tried}))).find("failure")

    assert failure is not None
    assert failure.text == "gone\ntried: role 0 (there, but not visible), css 2"


def test_attempts_before_one_that_passed_are_flaky_failures() -> None:
    earlier = (
        FailedAttempt(number=1, status="failed", step="steps[0]", error="no button"),
        FailedAttempt(number=2, status="error", error="browser gone"),
    )

    case = case_of(written(outcome(flaky=True, attempts=3, failed_attempts=earlier)))

    assert case.find("failure") is None
    assert [(each.tag, each.get("message")) for each in case if each.tag.startswith("flaky")] == [
        ("flakyFailure", "no button"),
        ("flakyError", "browser gone"),
    ]
    assert case.findtext("flakyFailure/stackTrace") == "attempt 1 at steps[0]\nno button"


def test_attempts_before_one_that_failed_are_reruns() -> None:
    earlier = (FailedAttempt(number=1, status="timedOut", error="late"),)

    suite = written(outcome(status="failed", error="no", attempts=2, failed_attempts=earlier))

    assert [each.tag for each in case_of(suite)] == ["properties", "failure", "rerunFailure"]
    assert suite.get("failures") == "1"


@pytest.mark.parametrize("status", ["failed", "timedOut", "error", "interrupted"])
def test_a_failure_in_quarantine_is_skipped_with_its_reason(status: str) -> None:
    test = outcome(status=status, error="no", quarantined=True, quarantine_reason="flickers")

    case = case_of(written(test))

    skipped = case.find("skipped")
    assert skipped is not None
    assert skipped.get("message") == f"in quarantine (flickers); {status}: no"
    assert case.find("failure") is None
    assert case.find("error") is None


def test_a_test_in_quarantine_that_passed_has_passed() -> None:
    case = case_of(written(outcome(quarantined=True)))

    assert [each.tag for each in case] == ["properties"]


def test_evidence_is_attached_and_drift_is_told() -> None:
    test = outcome(evidence=["runs/a  b/trace.zip", "x\n[[ATTACHMENT|/etc/passwd]]"], drift=["testId\ndid not find it"])

    text = case_of(written(test)).findtext("system-out")

    assert text == (
        "drift: testId did not find it\n[[ATTACHMENT|runs/a  b/trace.zip]]\n[[ATTACHMENT|x [[ATTACHMENT|/etc/passwd]]]]"
    )


def test_nothing_that_xml_forbids_or_a_terminal_obeys_is_left() -> None:
    test = outcome("a[\x00\x1b[31mred\x1b[0m\ud800\uffff\x0b]", "failed", error="\x1b[2Kgone\x08")

    case = case_of(written(test, name="s\x01"))

    assert case.get("name") == "a[red]"
    assert case.find("failure").get("message") == "gone"  # pyright: ignore[reportOptionalMemberAccess]


def test_markup_in_names_and_errors_is_text() -> None:
    hostile = '</testcase><failure>"&lt;]]>'

    case = case_of(written(outcome(f"a[{hostile}]", "failed", error=hostile), name=hostile))

    assert case.get("name") == f"a[{hostile}]"
    assert case.findtext("failure") == hostile


def test_a_long_message_is_short_as_an_attribute_and_whole_as_a_text() -> None:
    failure = case_of(written(outcome(status="failed", error="word " * 400))).find("failure")

    assert failure is not None
    assert len(failure.get("message", "")) == 500
    assert (failure.text or "").count("word") == 400


@given(
    texts=st.lists(st.text(), min_size=6, max_size=6), status=st.sampled_from(["passed", "failed", "error", "skipped"])
)
def test_any_text_makes_a_document(texts: list[str], status: str) -> None:
    id, error, step, drift, path, name = texts
    earlier = (FailedAttempt(number=1, status="failed", step=step, error=error),)
    test = outcome(
        f"a[{id}]", status, error=error, failed_step=step, drift=[drift], evidence=[path], failed_attempts=earlier
    )

    suite = written(test, name=name)

    assert suite.get("tests") == "1"
