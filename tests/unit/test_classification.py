"""Foreign errors told apart by their words, page-closed first."""

from __future__ import annotations

import pytest

from handhold.engine.classification import classify
from handhold.errors import ToolFailed


@pytest.mark.rows("R73", "R74", "R75", "R76", "R77", "R94", "R97", "R431", "R32")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Unknown a11yRef: e9", "MM_TARGET_NOT_FOUND"),
        ("element not found", "MM_TARGET_NOT_FOUND"),
        ("No element found", "MM_TARGET_NOT_FOUND"),
        ("Timeout waiting for selector .x", "MM_TARGET_NOT_FOUND"),
        ("Timeout 15000ms exceeded", "MM_WAIT_TIMEOUT"),
        ("it timed out", "MM_WAIT_TIMEOUT"),
        ("net::ERR_CONNECTION_REFUSED", "MM_NAVIGATION_FAILED"),
        ("Navigation failed because", "MM_NAVIGATION_FAILED"),
        ("Timeout: Target page, context or browser has been closed", "MM_PAGE_CLOSED"),
        ("Session closed. not found", "MM_PAGE_CLOSED"),
    ],
)
def test_words_lead_to_codes(text: str, code: str) -> None:
    assert classify(text, tool="mm_click").wire_code == code


@pytest.mark.rows("R77", "R95", "R96", "R100", "R71")
@pytest.mark.parametrize(
    ("tool", "code"),
    [("mm_click", "MM_CLICK_FAILED"), ("mm_type", "MM_TYPE_FAILED"), ("nav_goto", "MM_NAV_GOTO_FAILED")],
)
def test_anything_else_is_the_tools_own_failure_without_a_doubled_prefix(tool: str, code: str) -> None:
    error = classify("weird", tool=tool)

    assert isinstance(error, ToolFailed)
    assert error.wire_code == code
    assert error.message == "Operation failed"
