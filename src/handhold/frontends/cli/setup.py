"""`handhold setup`: find or install the browser, and say what was done."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from handhold.errors import HandholdError
from handhold.services.health import Prepared, prepare_browser, prepare_driver
from handhold.settings import Settings


def run_setup(settings: Settings, environ: Mapping[str, str] = os.environ) -> int:
    """Exit code 0 when there is a browser that runs, 1 when there is none."""
    endpoint = settings.cdp_url or settings.ws_url
    try:
        prepare_driver(environ, _say)
        prepared = None if endpoint else prepare_browser(settings, environ, _say)
    except HandholdError as error:
        print(f"handhold setup: {error.message}", file=sys.stderr)
        if last_words := str(error.details.get("stderr", "")):
            print("\n".join(f"  {line}" for line in last_words.splitlines()), file=sys.stderr)
        print(error.hint, file=sys.stderr)
        return 1
    if prepared:
        _describe(prepared)
    else:
        print(f"Browser: the one at {endpoint}, as configured. Nothing to install.")
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


def _describe(prepared: Prepared) -> None:
    browser = prepared.browser
    if not prepared.was_installed:
        for skipped in prepared.skipped:
            print(f"Skipped {skipped.path}: {skipped.reason}")
    done = "installed now" if prepared.was_installed else browser.source
    print(f"Browser: {browser.kind} {browser.version} at {browser.path} ({done})")
    if browser.extensions:
        print("Unpacked extensions: yes")
    else:
        print("Unpacked extensions: no; for the wallet tools set HANDHOLD_BROWSER to Chromium or Chrome for Testing")
