"""References between the steps of a batch: what they bring, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.errors import InvalidInput
from handhold.services.batch.references import ROOM, resolve

SCAN: dict[str, Any] = {
    "tool": "ui_scan",
    "ok": True,
    "result": {"items": [{"elementId": "h1"}, {"elementId": "h2", "relevance": 0.5}], "nextToken": None, "exact": True},
}
FAILED: dict[str, Any] = {"tool": "ui_pick", "ok": False, "error": {"code": "MM_TARGET_NOT_FOUND", "message": "no"}}


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        ("${steps[0].result.items[1].elementId}", "h2"),
        ("${steps[0].result.items[1].relevance}", 0.5),
        ("${steps[0].result.exact}", True),
        ("${steps[0].result.nextToken}", None),
        ("${steps[0].result.items[0]}", {"elementId": "h1"}),
        ("${steps[1].error.code}", "MM_TARGET_NOT_FOUND"),
    ],
)
def test_a_reference_that_is_a_whole_value_keeps_its_type(reference: str, value: object) -> None:
    resolved = resolve({"deep": [{"in": reference}]}, [SCAN, FAILED])

    assert resolved == {"deep": [{"in": value}]}


def test_inside_a_text_it_becomes_text() -> None:
    text = "see ${steps[0].result.items[0].elementId}, ${steps[0].result.items[1].relevance} and ${steps[0].ok}"

    assert resolve({"text": text}, [SCAN]) == {"text": "see h1, 0.5 and true"}


@pytest.mark.parametrize("text", ["${vars.x}", "$5", "${steps", "${steps[0].result", "${env.HOME}", "${steps of one}"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert resolve({"text": text}, [SCAN]) == {"text": text}


def test_a_second_dollar_means_the_text_itself() -> None:
    assert resolve({"text": "$${steps[0].ok} $${steps[9].x}"}, [SCAN]) == {"text": "${steps[0].ok} ${steps[9].x}"}


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("${steps[2].result.url}", "has not run"),
        ("${steps[1].result.elementId}", "failed and has no result"),
        ("${steps[0].result.items[7].elementId}", "there is no [7]"),
        ("${steps[0].result.missing}", "there is no missing"),
        ("${steps[0].result.items.elementId}", "there is no elementId"),
        ("${steps[0]result}", "is not written like"),
        ("${steps[-1].result}", "is not written like"),
        ("${steps[].result}", "is not written like"),
        ("text ${steps[0].result.items[0]}", "whole value"),
        ("text ${steps[0].result.nextToken}", "whole value"),
    ],
)
def test_one_that_leads_nowhere_is_refused_by_name(reference: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        resolve({"handle": reference}, [SCAN, FAILED])

    assert refused.value.message.startswith("Invalid input: ${steps[")
    assert reason in refused.value.message
    assert refused.value.details["reference"] == reference.removeprefix("text ")


def test_a_text_cannot_be_blown_up_by_naming_a_long_result_many_times() -> None:
    long = {**SCAN, "result": {"text": "x" * 2000}}

    with pytest.raises(InvalidInput, match="too long"):
        resolve({"text": "${steps[0].result.text}" * (ROOM // 2000 + 1)}, [long])


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_arguments_without_references_are_not_touched(value: Any) -> None:
    assert resolve({"value": value}, []) == {"value": value}
