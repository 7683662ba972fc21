"""Make sure there is a browser that runs, and a driver for it: find one, or install one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from handhold.adapters.browser.discovery import (
    FoundBrowser,
    Machine,
    candidates,
    forget_choice,
    remember_choice,
)
from handhold.adapters.browser.installation import ensure_driver, install_browser
from handhold.adapters.browser.probing import Skipped, survey
from handhold.errors import LaunchFailed
from handhold.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The browser that will be started, which ones were passed over, and whether it had to be installed."""

    browser: FoundBrowser
    skipped: tuple[Skipped, ...]
    was_installed: bool


def prepare_driver(environ: Mapping[str, str], report: Callable[[str], None]) -> None:
    """See that what drives the browser runs. Raises `LaunchFailed`."""
    ensure_driver(report, environ=environ)


def prepare_browser(
    settings: Settings,
    environ: Mapping[str, str],
    report: Callable[[str], None],
    *,
    machine: Machine | None = None,
) -> Prepared:
    """Raises `InvalidConfig` for a configured browser that is not there, `LaunchFailed` when none can be had."""
    found = survey(settings, environ, machine=machine)
    browser = found.browser
    if browser is None and settings.browser:
        reason = found.skipped[-1].reason if found.skipped else "it does not run"
        raise LaunchFailed(reason, hint="Correct `browser`, or remove it and run `handhold setup` again.")
    if browser is None:
        for skipped in found.skipped:
            report(f"Skipped {skipped.path}: {skipped.reason}")
        report("No browser that runs was found.")
        browser = install_browser(report, environ=environ, machine=machine)
    _keep(browser, settings, environ, machine)
    return Prepared(browser=browser, skipped=found.skipped, was_installed=found.browser is None)


def _keep(browser: FoundBrowser, settings: Settings, environ: Mapping[str, str], machine: Machine | None) -> None:
    """See that a start finds this one, also where one that does not run comes first."""
    first = next(candidates(settings, environ, machine=machine), None)
    if first is None or first.path == browser.path:
        forget_choice(environ)
    else:
        remember_choice(browser, environ)
