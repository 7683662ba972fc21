"""The error tree: every code of the table, one class each, drawn at the top of the module."""

from __future__ import annotations

import inspect

import pytest

from handhold import errors

CODES = [
    "MM_BUILD_FAILED",
    "MM_DEPENDENCIES_MISSING",
    "MM_SESSION_ALREADY_RUNNING",
    "MM_NO_ACTIVE_SESSION",
    "MM_LAUNCH_FAILED",
    "MM_INVALID_CONFIG",
    "MM_INVALID_INPUT",
    "MM_PORT_IN_USE",
    "MM_NAVIGATION_FAILED",
    "MM_NOTIFICATION_TIMEOUT",
    "MM_TARGET_NOT_FOUND",
    "MM_CLICK_FAILED",
    "MM_CAPABILITY_NOT_AVAILABLE",
    "MM_DISCOVERY_FAILED",
    "MM_STATE_FAILED",
    "MM_TYPE_FAILED",
    "MM_WAIT_TIMEOUT",
    "MM_UNKNOWN_TOOL",
    "MM_INTERNAL_ERROR",
    "MM_TARGET_STALE",
    "MM_TARGET_AMBIGUOUS",
    "MM_TARGET_BLOCKED",
    "MM_STATE_REFUSED",
    "MM_REGION_NOT_FOUND",
    "MM_PAGE_TOKEN_EXPIRED",
    "MM_PAGE_CLOSED",
    "MM_PAGE_CRASHED",
    "MM_PAGE_HUNG",
    "MM_BROWSER_GONE",
    "MM_DIALOG_OPEN",
    "MM_TAB_NOT_FOUND",
    "MM_SCREENSHOT_FAILED",
    "MM_CONTRACT_NOT_FOUND",
    "MM_SEED_FAILED",
    "MM_KNOWLEDGE_ERROR",
    "MM_STORE_FAILED",
    "MM_EXTRA_MISSING",
    "MM_SESSION_LIMIT",
    "MM_BLOCKED",
    "MM_BATCH_TIMEOUT",
    "MM_ASSERTION_FAILED",
    "MM_SCRIPT_FAILED",
    "MM_ABORTED",
    "MM_CRASH_LOOP",
    "MM_STORE_BUSY",
]


def leaves(error: type[errors.HandholdError]) -> list[type[errors.HandholdError]]:
    children = error.__subclasses__()
    return [leaf for child in children for leaf in leaves(child)] if children else [error]


ALL = [error for error in leaves(errors.HandholdError) if error is not errors.ToolFailed]


@pytest.mark.rows(
    *("R84", "R85", "R86", "R87", "R88", "R89", "R90", "R91", "R92", "R93", "R94", "R95", "R96", "R97", "R98", "R99")
)
def test_every_code_has_exactly_one_class() -> None:
    assert sorted(error.code for error in ALL) == sorted(CODES)


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.code)
def test_the_tree_at_the_top_shows_it(error: type[errors.HandholdError]) -> None:
    drawn = inspect.getdoc(errors) or ""

    assert f"{error.__name__} " in drawn
    assert error.code in drawn


@pytest.mark.rows("R101")
def test_an_error_carries_code_message_hint_and_details() -> None:
    error = errors.PageClosed("the tab went away", details={"tab": 1})

    assert (error.wire_code, error.message, error.details) == ("MM_PAGE_CLOSED", "the tab went away", {"tab": 1})
    assert error.hint
