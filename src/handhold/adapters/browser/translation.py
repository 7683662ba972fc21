"""Turn what Playwright raises into what Handhold raises.

A Playwright message can hold typed text and page text (`fill("the secret")`, a locator, a call log), so none of it is
copied into ours; the original stays behind as the cause, for the operator's log.
"""

from __future__ import annotations

import re

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handhold.errors import (
    BrowserGone,
    HandholdError,
    InternalError,
    InvalidInput,
    NavigationFailed,
    PageClosed,
    PageCrashed,
    TargetNotFound,
    WaitTimeout,
)

# In this order: a message about a closed page holds the browser's log only when the browser itself has ended.
_ENDINGS: tuple[tuple[type[HandholdError], str, tuple[str, ...]], ...] = (
    (
        BrowserGone,
        "the browser ended while {}",
        ("Browser logs:", "Connection closed", "connection closed", "Browser closed", "browser has disconnected"),
    ),
    (
        PageClosed,
        "the page was closed while {}",
        ("has been closed", "Target closed", "Session closed", "page was closed", "no object with guid"),
    ),
    (PageCrashed, "the page crashed while {}", ("Page crashed", "page crashed", "Target crashed")),
)
_WRONG_ADDRESS = "invalid URL"
_INTERRUPTED = ("interrupted by another navigation", "Download is starting", "Navigation failed", "frame was detached")
_NOT_FOUND = ("Unknown a11yRef", "not found", "No element found", "Timeout waiting for selector")
_TIMEOUT = ("Timeout", "exceeded", "timed out")

_NET_ERROR = re.compile(r"net::ERR_([A-Z0-9_]+)")
# First match wins; what no row knows is "network".
_REASONS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("dns", re.compile(r"NAME_|DNS_|ICANN_NAME_COLLISION")),
    ("certificate", re.compile(r"CERT_|SSL_|BAD_SSL|TLS_")),
    ("redirect-loop", re.compile(r"TOO_MANY_REDIRECTS")),
    ("empty-response", re.compile(r"EMPTY_RESPONSE")),
    ("refused", re.compile(r"CONNECTION_REFUSED|ADDRESS_INVALID|SOCKS_CONNECTION_HOST_UNREACHABLE")),
    ("reset", re.compile(r"CONNECTION_(RESET|CLOSED|ABORTED)|HTTP2_|QUIC_|INCOMPLETE|CONTENT_LENGTH_MISMATCH")),
    ("timeout", re.compile(r"TIMED_OUT")),
    ("aborted", re.compile(r"ABORTED")),
    ("blocked", re.compile(r"BLOCKED|UNSAFE_|DISALLOWED|ACCESS_DENIED|NETWORK_ACCESS|TUNNEL_CONNECTION_FAILED")),
)
_HINTS = {
    "dns": "Check the spelling of the host name, and that it exists.",
    "certificate": "The server's certificate is not trusted; check the host name, or open another address.",
    "redirect-loop": "The server redirects in a circle; open another address, or sign in first.",
    "refused": "Check that the server is running and that the port is right.",
    "timeout": "The server does not answer; try again, or check the address.",
    "aborted": "The address did not lead to a page: it started a download, or another navigation took over.",
    "blocked": "The browser or a policy does not allow this address; open another one.",
}


def translate(error: Error, *, doing: str) -> HandholdError:
    """Our error for one of Playwright's; `doing` says in our words what was going on, as in "opening the page"."""
    text = error.message
    for kind, message, signs in _ENDINGS:
        if _says(text, signs):
            return kind(message.format(doing))
    if code := _NET_ERROR.search(text):
        return _navigation_failed(code[1], doing=doing)
    if _says(text, _INTERRUPTED):
        return _navigation_failed("ABORTED", doing=doing)
    return _mistaken(error, doing=doing)


def _mistaken(error: Error, *, doing: str) -> HandholdError:
    text = error.message
    if _WRONG_ADDRESS in text:
        return InvalidInput(
            f"{doing} needs a complete address", hint="Give the whole address, as in https://host/path."
        )
    if _says(text, _NOT_FOUND):
        return TargetNotFound(
            f"the element was not found while {doing}", hint="Look at the page again for its elements."
        )
    if isinstance(error, PlaywrightTimeout) or _says(text, _TIMEOUT):
        return WaitTimeout(f"{doing} took too long", hint="Try again with a longer timeout, or look at the page first.")
    return InternalError(f"operation failed while {doing}")


def navigation_reason(code: str) -> str:
    """Our word for a network error of Chromium, given without its `net::ERR_`."""
    return next((reason for reason, pattern in _REASONS if pattern.search(code)), "network")


def _navigation_failed(code: str, *, doing: str) -> NavigationFailed:
    reason = navigation_reason(code)
    hint = _HINTS.get(reason, "Check the address and the network, then try again.")
    details = {"reason": reason, "networkError": f"ERR_{code}"}
    return NavigationFailed(f"navigation failed while {doing}: {reason}", hint=hint, details=details)


def _says(text: str, patterns: tuple[str, ...]) -> bool:
    return any(pattern in text for pattern in patterns)
