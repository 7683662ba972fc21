"""Whether there is a browser to start, and whether it and what drives it really start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from handhold.adapters.browser.discovery import FoundBrowser, find_browser
from handhold.adapters.browser.installation import DRIVER_BY_HAND
from handhold.adapters.browser.probing import VERSION_TIMEOUT, probe_driver, probe_page, probe_version, reason_of
from handhold.errors import InvalidConfig, LaunchFailed
from handhold.services.health.findings import Finding, Subject, fine, note, problem

NO_EXTENSIONS: Final = "cannot load unpacked extensions"
HOW_TO_GET_EXTENSIONS: Final = (
    "Only the wallet tools need them: install Chromium or Chrome for Testing (`python -m playwright install chromium`) "
    "and set HANDHOLD_BROWSER to it."
)


def check_driver(subject: Subject) -> Iterator[Finding]:
    try:
        yield fine(f"Playwright's driver runs (Node {probe_driver(subject.environ)})")
    except LaunchFailed as failure:
        yield problem(reason_of(failure), fix=f"Run `handhold setup`; where it may not use apt-get: {DRIVER_BY_HAND}")


def check_browser(subject: Subject) -> Iterator[Finding]:
    settings = subject.loaded.settings
    if endpoint := settings.cdp_url or settings.ws_url:
        yield fine(f"uses the browser at {endpoint}; none is started here")
        return
    try:
        browser = find_browser(settings, subject.environ)
    except InvalidConfig as error:
        yield problem(error.message, fix=error.hint)
        return
    if browser is None:
        yield problem("no browser found", fix="Run `handhold setup`; it installs one.")
        return
    yield from _running(browser)


def _running(browser: FoundBrowser) -> Iterator[Finding]:
    try:
        version = probe_version(browser.path, VERSION_TIMEOUT)
    except LaunchFailed as failure:
        yield problem(reason_of(failure), fix="Run `handhold setup`; it looks for one that runs, or installs one.")
        return
    yield fine(f"{browser.kind} {version} at {browser.path} ({browser.source})")
    try:
        probe_page(browser.path)
    except LaunchFailed as failure:
        yield problem(reason_of(failure), fix=_remedy(str(failure.details.get("stderr", ""))))
        return
    yield fine("starts headless and shows a page")
    yield fine("can load unpacked extensions") if browser.extensions else note(NO_EXTENSIONS, fix=HOW_TO_GET_EXTENSIONS)


def _remedy(last_words: str) -> str:
    if "sandbox" in last_words.lower():
        return (
            "The kernel forbids the sandbox. On Ubuntu run "
            "`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`, or install Google Chrome's own package."
        )
    return (
        "Run `handhold setup`; if it stays, `python -m playwright install --with-deps chromium` brings what is missing."
    )
