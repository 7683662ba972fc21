"""What osascript says on stderr, in plain words and as our errors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from handhold.errors import (
    Blocked,
    BrowserGone,
    HandholdError,
    InternalError,
    InvalidConfig,
    NoActiveSession,
    ToolFailed,
    WaitTimeout,
)

# The one tool that runs scripts.
TOOL: Final = "list_tabs"

_STDERR_KEPT: Final = 500
_NUMBER: Final = re.compile(r"\((-?\d+)\)\s*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failure:
    numbers: frozenset[int]
    words: tuple[str, ...]
    error: type[HandholdError]
    message: str
    hint: str


# Numbers are the same in every language of macOS; the words help where osascript gives none.
_FAILURES: Final = (
    _Failure(
        numbers=frozenset({-600}),
        words=("isn't running", "not running"),
        error=NoActiveSession,
        message="the application that list_tabs asks over AppleScript is not running",
        hint="Start that browser, or open a page with nav_goto and list the tabs of the session.",
    ),
    _Failure(
        numbers=frozenset({-609}),
        words=("connection is invalid",),
        error=BrowserGone,
        message="the application that list_tabs asks over AppleScript quit while it was asked",
        hint="Start that browser and call again.",
    ),
    _Failure(
        numbers=frozenset({-1743, -1744, -10004}),
        words=("not authorized", "not authorised", "not allowed to send"),
        error=Blocked,
        message="macOS does not allow this program to send Apple events to the browser",
        hint="Ask the user to allow it: System Settings > Privacy & Security > Automation, "
        "the program that started Handhold, the browser's switch. Then call again.",
    ),
    _Failure(
        numbers=frozenset({-1712}),
        words=("timed out",),
        error=WaitTimeout,
        message="the browser did not answer over AppleScript in time",
        hint="Call again when the browser responds; `applescript_timeout_ms` sets the limit.",
    ),
    _Failure(
        numbers=frozenset({-2740, -2741}),
        words=("syntax error",),
        error=InternalError,
        message="macOS could not read the AppleScript of Handhold",
        hint="This is a bug in Handhold; `tabs_source` = session lists tabs without AppleScript.",
    ),
    _Failure(
        numbers=frozenset({-1708}),
        words=("doesn't understand",),
        error=InvalidConfig,
        message="the application in `applescript_app` is not a browser of the Chromium family",
        hint="Set `applescript_app` to a Chromium-family browser, such as Google Chrome.",
    ),
    _Failure(
        numbers=frozenset({-1728, -10814, -10827, -43}),
        words=("can't get application", "unable to find application", "application can't be found"),
        error=InvalidConfig,
        message="macOS does not know the application in `applescript_app`",
        hint="Set `applescript_app` to the name or bundle identifier of an installed browser.",
    ),
)


def failure_of(stderr: str, *, exit_code: int) -> HandholdError:
    """The error to raise for a run that ended badly; what osascript said is in its details."""
    said = stderr.strip()
    details = {"exitCode": exit_code, "stderr": said[-_STDERR_KEPT:]}
    failure = _recognised(said)
    if failure is None:
        return ToolFailed(
            "the AppleScript run failed for a reason Handhold does not know",
            tool=TOOL,
            hint="`details.stderr` holds what macOS said; `tabs_source` = session lists tabs without AppleScript.",
            details=details,
        )
    return failure.error(failure.message, hint=failure.hint, details=details)


def _recognised(said: str) -> _Failure | None:
    found = _NUMBER.search(said)
    number = int(found.group(1)) if found else None
    by_number = next((failure for failure in _FAILURES if number in failure.numbers), None)
    if by_number is not None:
        return by_number
    plain = said.replace("’", "'").casefold()
    return next((failure for failure in _FAILURES if any(word in plain for word in failure.words)), None)
