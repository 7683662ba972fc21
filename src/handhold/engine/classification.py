"""Errors of other people's code, told apart by what was going on, and by their words only when nothing else is known.

The adapters translate what they know at the place where it happens. What still arrives here as a foreign exception is
classified by its text, page-closed first, because a closed page makes every other message misleading.
"""

from __future__ import annotations

from typing import Final

from handhold.errors import HandholdError, NavigationFailed, PageClosed, TargetNotFound, ToolFailed, WaitTimeout

PAGE_CLOSED: Final = (
    "Target page, context or browser has been closed",
    "page has been closed",
    "context has been closed",
    "browser has been closed",
    "Target closed",
    "Session closed",
)
TARGET_NOT_FOUND: Final = ("Unknown a11yRef", "not found", "No element found", "Timeout waiting for selector")
NAVIGATION: Final = ("Navigation failed", "net::ERR")
TIMEOUT: Final = ("Timeout", "exceeded", "timed out")


def classify(text: str, *, tool: str) -> HandholdError:
    """The closest error of ours for a foreign message. The message itself is not repeated: it may hold typed text."""
    if _has_one_of(PAGE_CLOSED, text):
        return PageClosed("the page was closed while the call was running")
    if _has_one_of(TARGET_NOT_FOUND, text):
        return TargetNotFound("the element was not found")
    if _has_one_of(NAVIGATION, text):
        return NavigationFailed("the page could not be opened")
    if _has_one_of(TIMEOUT, text):
        return WaitTimeout("it did not happen in time")
    return ToolFailed("Operation failed", tool=tool)


def _has_one_of(patterns: tuple[str, ...], text: str) -> bool:
    return any(pattern in text for pattern in patterns)
