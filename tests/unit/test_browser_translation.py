"""Playwright's errors become ours, without their text."""

from __future__ import annotations

import pytest
from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handhold.adapters.browser.translation import navigation_reason, translate
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


@pytest.mark.rows("R74", "R75", "R76", "R77")
@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Page.goto: Target page, context or browser has been closed", PageClosed),
        ("Target page, context or browser has been closed\nCall log:\n  - Timeout 30000ms exceeded", PageClosed),
        ("Protocol error: Target closed", PageClosed),
        ("Session closed. Most likely the page has been closed", PageClosed),
        ("BrowserContext.new_cdp_session: page: no object with guid page@1", PageClosed),
        ("Target page, context or browser has been closed\nBrowser logs:\n\n<launching> chromium", BrowserGone),
        ("Connection closed while reading from the driver", BrowserGone),
        ("Page.goto: Page crashed", PageCrashed),
        ("Protocol error (Runtime.evaluate): Target crashed", PageCrashed),
        ("Page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:1/", NavigationFailed),
        ("Navigation failed because page was closed!", PageClosed),
        ("Navigation failed because page crashed!", PageCrashed),
        ("Navigation failed for another reason", NavigationFailed),
        ('Navigation to "a" is interrupted by another navigation to "b"', NavigationFailed),
        ("Page.goto: Download is starting", NavigationFailed),
        ('Page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL "x"', InvalidInput),
        ("Unknown a11yRef e5", TargetNotFound),
        ("Timeout waiting for selector #a", TargetNotFound),
        ("No element found", TargetNotFound),
        ("Timeout 30000ms exceeded", WaitTimeout),
        ("the wait timed out", WaitTimeout),
        ("something new", InternalError),
    ],
)
def test_a_message_is_recognised(message: str, kind: type[HandholdError]) -> None:
    translated = translate(Error(message), doing="opening the page")

    assert type(translated) is kind
    assert "opening the page" in translated.message
    assert translated.hint


def test_a_timeout_is_known_by_its_class() -> None:
    translated = translate(PlaywrightTimeout("gave up"), doing="clicking")

    assert type(translated) is WaitTimeout


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("NAME_NOT_RESOLVED", "dns"),
        ("DNS_TIMED_OUT", "dns"),
        ("CONNECTION_REFUSED", "refused"),
        ("CONNECTION_RESET", "reset"),
        ("CONNECTION_CLOSED", "reset"),
        ("HTTP2_PROTOCOL_ERROR", "reset"),
        ("CONNECTION_TIMED_OUT", "timeout"),
        ("TIMED_OUT", "timeout"),
        ("CERT_AUTHORITY_INVALID", "certificate"),
        ("SSL_PROTOCOL_ERROR", "certificate"),
        ("TOO_MANY_REDIRECTS", "redirect-loop"),
        ("EMPTY_RESPONSE", "empty-response"),
        ("ABORTED", "aborted"),
        ("BLOCKED_BY_CLIENT", "blocked"),
        ("UNSAFE_PORT", "blocked"),
        ("UNSAFE_REDIRECT", "blocked"),
        ("INTERNET_DISCONNECTED", "network"),
        ("ADDRESS_UNREACHABLE", "network"),
        ("SOMETHING_NEW", "network"),
    ],
)
def test_a_network_error_has_a_reason(code: str, reason: str) -> None:
    translated = translate(Error(f"Page.goto: net::ERR_{code} at http://host.test/"), doing="opening the page")

    assert navigation_reason(code) == reason
    assert translated.details == {"reason": reason, "networkError": f"ERR_{code}"}


def test_no_typed_text_gets_into_our_error() -> None:
    secret = "correct horse battery"
    message = f'Locator.fill: Timeout 30000ms exceeded.\nCall log:\n  - fill("{secret}")'

    translated = translate(PlaywrightTimeout(message), doing="typing")

    assert secret not in f"{translated.message} {translated.hint} {translated.details}"
