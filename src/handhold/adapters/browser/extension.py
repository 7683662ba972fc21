"""A browser of its own for one unpacked extension, in a profile that goes with the session."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from handhold.adapters.browser.discovery import FoundBrowser, candidates, find_browser
from handhold.adapters.browser.host import BrowserHost, OpenBrowser
from handhold.adapters.browser.options import context_options, launch_arguments
from handhold.errors import LaunchFailed
from handhold.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtensionPlan:
    """How to start it."""

    extension: Path
    folder: Path
    """Where its profiles go; removed with the session."""
    headless: bool
    environment: Mapping[str, str]
    """What it needs beside ours: its temporary folder, the mark a sweep knows it by, its display."""


class ExtensionHost:
    """Opens the browser of one launched session; anew, in a fresh profile, when it died."""

    def __init__(
        self, host: BrowserHost, plan: ExtensionPlan, settings: Settings, *, environ: Mapping[str, str] = os.environ
    ) -> None:
        self._host = host
        self._plan = plan
        self._settings = settings
        self._environ = environ
        self._profiles = count(1)

    async def open(self) -> OpenBrowser:
        """Raises `LaunchFailed`."""
        return await self._host.open_own(self._plan.folder / f"profile-{next(self._profiles)}", self._options())

    def abandon(self, opened: OpenBrowser, *, frozen: bool) -> None:
        self._host.abandon(opened, frozen=frozen)

    def _options(self) -> dict[str, Any]:
        plan = self._plan
        wishes = context_options(self._settings)
        wishes.pop("storage_state", None)  # a profile of its own begins empty
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        return {
            **wishes,
            **self._host.launch_options(_able(self._settings, self._environ), headless=plan.headless),
            "args": [
                *launch_arguments(is_root=is_root),
                f"--disable-extensions-except={plan.extension}",
                f"--load-extension={plan.extension}",
            ],
            "env": {**self._environ, **plan.environment},
        }


def _able(settings: Settings, environ: Mapping[str, str]) -> FoundBrowser:
    """A browser that loads unpacked extensions, the one that is started anyway if it does."""
    found = find_browser(settings, environ)
    if found is not None and found.extensions:
        return found
    able = next((each for each in candidates(settings, environ) if each.extensions), None)
    if able is None:
        raise LaunchFailed(
            "no browser that loads unpacked extensions was found; Chrome and Edge do not",
            hint="Install Chromium or run `playwright install chromium`, and name it in the setting `browser`.",
        )
    return able
