"""Settings in Playwright's words."""

from __future__ import annotations

from typing import Any

from handhold.adapters.browser.features import features_left_out
from handhold.settings import Settings

# A browser under test talks to nobody but the page's own servers.
QUIET_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
)
# Else V8 compiles what was hot in earlier documents as soon as it runs in a new one. Where no core is free for that the
# page and our script wait: after some work the first look at a page of 100 rows takes 36 ms instead of 26.
UNHURRIED_COMPILER = "--js-flags=--no-profile-guided-optimization"


def launch_arguments(*, is_root: bool) -> list[str]:
    """Chromium refuses its sandbox to root, so root runs without; everybody else keeps it."""
    return [*QUIET_ARGUMENTS, UNHURRIED_COMPILER, *features_left_out(), *(("--no-sandbox",) if is_root else ())]


def context_options(settings: Settings) -> dict[str, Any]:
    """Only what was set: Playwright takes an empty value for a wish."""
    width, height = settings.viewport_size
    wishes = {
        "viewport": {"width": width, "height": height},
        "device_scale_factor": settings.device_scale,
        "locale": settings.locale,
        "timezone_id": settings.timezone,
        "color_scheme": settings.color_scheme,
        "user_agent": settings.user_agent,
        "extra_http_headers": settings.extra_headers,
        "ignore_https_errors": settings.ignore_https_errors,
        "storage_state": settings.storage_state,
        "accept_downloads": True,
    }
    return {name: value for name, value in wishes.items() if value}
