"""The one-line summaries of seed 000, used in logs only."""

from __future__ import annotations

from typing import Any

import pytest

from handhold.engine.outcome import Outcome
from handhold.engine.summary import summary
from handhold.errors import ClickFailed


@pytest.mark.rows("R14")
@pytest.mark.parametrize(
    ("result", "line"),
    [
        ({"clicked": True, "target": "testId:send"}, "Clicked: testId:send"),
        ({"typed": True, "textLength": 7, "target": "e3"}, "Typed 7 chars into e3"),
        ({"found": True, "target": "e3"}, "Found: e3"),
        ({"items": [1, 2]}, "Found 2 items"),
        ({"nodes": [1, 2, 3]}, "Found 3 a11y nodes"),
        ({"state": {"currentScreen": "home"}}, "Screen: home"),
        ({"sessionId": "mm-1", "extensionId": "x", "state": {}}, "Session started: mm-1"),
        ({"steps": [], "summary": {"succeeded": 2, "total": 3}}, "Batch: 2/3 succeeded"),
        ({"url": "http://private/"}, "OK: t {url}"),
        (None, "OK: t"),
    ],
)
def test_the_shape_of_a_result_makes_the_line(result: Any, line: str) -> None:
    assert summary("t", Outcome(result=result)) == line


@pytest.mark.rows("R14")
def test_an_error_is_its_code_and_message() -> None:
    assert summary("t", Outcome(error=ClickFailed("missed"))) == "Error [MM_CLICK_FAILED]: missed"
