"""Every error Handhold raises, each with its wire code and the caller's next move.

    HandholdError
    ├── InvalidInput            MM_INVALID_INPUT             the arguments cannot be meant like this
    ├── InvalidConfig           MM_INVALID_CONFIG            a setting is wrong
    ├── UnknownTool             MM_UNKNOWN_TOOL              no tool of that name
    ├── Blocked                 MM_BLOCKED                   a policy forbids it
    ├── Aborted                 MM_ABORTED                   the caller gave up
    ├── InternalError           MM_INTERNAL_ERROR            a bug of ours
    ├── ToolFailed              MM_<NAME>_FAILED             the generic fallback of one tool
    ├── SessionError
    │   ├── NoActiveSession     MM_NO_ACTIVE_SESSION         nothing is running
    │   ├── SessionAlreadyRunning  MM_SESSION_ALREADY_RUNNING
    │   ├── SessionLimit        MM_SESSION_LIMIT             too many at once
    │   ├── LaunchFailed        MM_LAUNCH_FAILED             the browser did not start
    │   └── CapabilityNotAvailable  MM_CAPABILITY_NOT_AVAILABLE  the session has no such part
    ├── PageError
    │   ├── NavigationFailed    MM_NAVIGATION_FAILED         the page could not be reached, or is not the one asked for
    │   ├── WaitTimeout         MM_WAIT_TIMEOUT              it did not happen in time
    │   ├── NotificationTimeout MM_NOTIFICATION_TIMEOUT
    │   ├── PageClosed          MM_PAGE_CLOSED               the tab went away
    │   ├── PageCrashed         MM_PAGE_CRASHED              its renderer died
    │   ├── CrashLoop           MM_CRASH_LOOP                it dies every time
    │   ├── PageHung            MM_PAGE_HUNG                 its script never yields
    │   ├── BrowserGone         MM_BROWSER_GONE              the browser or its driver died
    │   ├── DialogOpen          MM_DIALOG_OPEN               a dialog waits for an answer
    │   ├── TabNotFound         MM_TAB_NOT_FOUND
    │   ├── RegionNotFound      MM_REGION_NOT_FOUND
    │   ├── PageTokenExpired    MM_PAGE_TOKEN_EXPIRED
    │   ├── DiscoveryFailed     MM_DISCOVERY_FAILED          what is on the page could not be listed
    │   ├── StateFailed         MM_STATE_FAILED              the state could not be read
    │   └── ScreenshotFailed    MM_SCREENSHOT_FAILED
    ├── TargetError
    │   ├── TargetNotFound      MM_TARGET_NOT_FOUND
    │   ├── TargetStale         MM_TARGET_STALE
    │   ├── TargetAmbiguous     MM_TARGET_AMBIGUOUS
    │   ├── TargetBlocked       MM_TARGET_BLOCKED            covered, disabled, read-only
    │   ├── StateRefused        MM_STATE_REFUSED             a value the element cannot have
    │   ├── ClickFailed         MM_CLICK_FAILED
    │   └── TypeFailed          MM_TYPE_FAILED
    ├── TestError
    │   ├── AssertionFailed     MM_ASSERTION_FAILED          a test expected something else
    │   └── ScriptFailed        MM_SCRIPT_FAILED             a script of a test threw
    ├── EnvironmentProblem
    │   ├── BuildFailed         MM_BUILD_FAILED
    │   ├── DependenciesMissing MM_DEPENDENCIES_MISSING
    │   ├── ExtraMissing        MM_EXTRA_MISSING             an optional part is not installed
    │   ├── PortInUse           MM_PORT_IN_USE
    │   ├── ContractNotFound    MM_CONTRACT_NOT_FOUND
    │   └── SeedFailed          MM_SEED_FAILED
    ├── StoreError
    │   ├── StoreFailed         MM_STORE_FAILED
    │   ├── StoreBusy           MM_STORE_BUSY                another process holds it
    │   └── KnowledgeError      MM_KNOWLEDGE_ERROR
    └── BatchTimeout            MM_BATCH_TIMEOUT

A message is ours and never holds page text or typed text; what the page said goes into `details`, under names
documented as page text. Messages state the fact, hints state the move.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any, ClassVar, Final

Details = Mapping[str, object]


class HandholdError(Exception):
    """An expected failure: what happened, and what the caller can do next."""

    code: ClassVar[str] = "MM_INTERNAL_ERROR"
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, *, hint: str | None = None, details: Details | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = self.default_hint if hint is None else hint
        self.details: dict[str, object] = dict(details or {})

    @property
    def wire_code(self) -> str:
        """The code as the caller reads it."""
        return self.code


class InvalidInput(HandholdError):
    code = "MM_INVALID_INPUT"
    default_hint = "Correct the arguments and call again; nothing was done."


class InvalidConfig(HandholdError):
    code = "MM_INVALID_CONFIG"
    default_hint = "Correct the setting; `handhold config show` prints where each value comes from."


class UnknownTool(HandholdError):
    code = "MM_UNKNOWN_TOOL"
    default_hint = "Call a tool from the tool list."


class Blocked(HandholdError):
    code = "MM_BLOCKED"


class Aborted(HandholdError):
    code = "MM_ABORTED"
    default_hint = "The call was cancelled; the session is free for the next one."


class InternalError(HandholdError):
    code = "MM_INTERNAL_ERROR"
    default_hint = "This is a bug in Handhold; the server's log on stderr has the traceback."


class ToolFailed(HandholdError):
    """The fallback for one tool: `MM_CLICK_FAILED` for `mm_click`, `MM_NAV_GOTO_FAILED` for `nav_goto`."""

    def __init__(self, message: str, *, tool: str, hint: str | None = None, details: Details | None = None) -> None:
        super().__init__(message, hint=hint, details=details)
        self.tool = tool

    @property
    def wire_code(self) -> str:
        return f"MM_{self.tool.removeprefix('mm_').upper()}_FAILED"


class SessionError(HandholdError):
    """The browser session is not in the state the call needs."""


class NoActiveSession(SessionError):
    code = "MM_NO_ACTIVE_SESSION"


class SessionAlreadyRunning(SessionError):
    code = "MM_SESSION_ALREADY_RUNNING"


class SessionLimit(SessionError):
    code = "MM_SESSION_LIMIT"


class LaunchFailed(SessionError):
    code = "MM_LAUNCH_FAILED"
    default_hint = "Run `handhold doctor`; it names what is missing and how to get it."


class CapabilityNotAvailable(SessionError):
    code = "MM_CAPABILITY_NOT_AVAILABLE"


class PageError(HandholdError):
    """The page, its tab or its browser got in the way."""


class NavigationFailed(PageError):
    code = "MM_NAVIGATION_FAILED"


class WaitTimeout(PageError):
    code = "MM_WAIT_TIMEOUT"


class NotificationTimeout(PageError):
    code = "MM_NOTIFICATION_TIMEOUT"


class PageClosed(PageError):
    code = "MM_PAGE_CLOSED"
    default_hint = "Call nav_goto to go on in a new tab, or list_tabs to see which tabs are open."


class PageCrashed(PageError):
    code = "MM_PAGE_CRASHED"
    default_hint = "Call nav_goto: it goes on in a new tab. Other tabs and sessions are not affected."


class CrashLoop(PageError):
    code = "MM_CRASH_LOOP"


class PageHung(PageError):
    code = "MM_PAGE_HUNG"
    default_hint = "The hung tab was closed. Call nav_goto to go on in a new one."


class BrowserGone(PageError):
    code = "MM_BROWSER_GONE"
    default_hint = "Call again: the next call starts a new browser. Pages, cookies and handles of the old one are lost."


class DialogOpen(PageError):
    code = "MM_DIALOG_OPEN"


class TabNotFound(PageError):
    code = "MM_TAB_NOT_FOUND"
    default_hint = "Call list_tabs to see which tabs are open."


class RegionNotFound(PageError):
    code = "MM_REGION_NOT_FOUND"


class PageTokenExpired(PageError):
    code = "MM_PAGE_TOKEN_EXPIRED"


class DiscoveryFailed(PageError):
    code = "MM_DISCOVERY_FAILED"


class StateFailed(PageError):
    code = "MM_STATE_FAILED"


class ScreenshotFailed(PageError):
    code = "MM_SCREENSHOT_FAILED"


class TargetError(HandholdError):
    """The element is not there, not that one, or not ready."""


class TargetNotFound(TargetError):
    code = "MM_TARGET_NOT_FOUND"


class TargetStale(TargetError):
    code = "MM_TARGET_STALE"


class TargetAmbiguous(TargetError):
    code = "MM_TARGET_AMBIGUOUS"


class TargetBlocked(TargetError):
    code = "MM_TARGET_BLOCKED"


class StateRefused(TargetError):
    code = "MM_STATE_REFUSED"


class ClickFailed(TargetError):
    code = "MM_CLICK_FAILED"


class TypeFailed(TargetError):
    code = "MM_TYPE_FAILED"


class TestError(HandholdError):
    """A step of a saved test did not come out as the test says; told in its result."""

    __test__ = False


class AssertionFailed(TestError):
    code = "MM_ASSERTION_FAILED"


class ScriptFailed(TestError):
    code = "MM_SCRIPT_FAILED"


class EnvironmentProblem(HandholdError):
    """Something outside the browser is missing or in the way."""


class BuildFailed(EnvironmentProblem):
    code = "MM_BUILD_FAILED"


class DependenciesMissing(EnvironmentProblem):
    code = "MM_DEPENDENCIES_MISSING"


class ExtraMissing(EnvironmentProblem):
    code = "MM_EXTRA_MISSING"


class PortInUse(EnvironmentProblem):
    code = "MM_PORT_IN_USE"


class ContractNotFound(EnvironmentProblem):
    code = "MM_CONTRACT_NOT_FOUND"


class SeedFailed(EnvironmentProblem):
    code = "MM_SEED_FAILED"


class StoreError(HandholdError):
    """Our own files could not be read or written."""


DISK_FULL: Final = "disk full"
"""What is said to be missing for, of a file that found no room."""


class StoreFailed(StoreError):
    code = "MM_STORE_FAILED"

    @property
    def is_disk_full(self) -> bool:
        """Whether there was no room, or no more than is this user's."""
        return isinstance(self.__cause__, OSError) and self.__cause__.errno in {errno.ENOSPC, errno.EDQUOT}


class StoreBusy(StoreError):
    code = "MM_STORE_BUSY"
    default_hint = "Call again in a moment: another process is writing."


class KnowledgeError(StoreError):
    code = "MM_KNOWLEDGE_ERROR"


class BatchTimeout(HandholdError):
    code = "MM_BATCH_TIMEOUT"


def raised(error: Mapping[str, Any]) -> HandholdError:
    """The exception that the error of an answer stands for."""
    code = str(error["code"])
    kind = _kinds().get(code)
    message, hint, details = str(error["message"]), str(error.get("hint", "")), error.get("details")
    if kind is not None:
        return kind(message, hint=hint, details=details)
    return ToolFailed(message, tool=_tool_of(code), hint=hint, details=details)


def _kinds() -> dict[str, type[HandholdError]]:
    found: dict[str, type[HandholdError]] = {}
    waiting = [HandholdError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if "code" in vars(kind) and kind is not ToolFailed and kind is not HandholdError:
            found.setdefault(kind.code, kind)
    return found


def _tool_of(code: str) -> str:
    return code.removeprefix("MM_").removesuffix("_FAILED").lower()
