"""The Playwright driver: one node process between us and every browser, watched and ended by us."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Final

import psutil
from playwright.async_api import Playwright, async_playwright

from handhold.adapters.browser.run_folder import RunFolder, is_alive, kill_trees

DRIVER_OPTIONS: Final = {"PW_TEST_SCREENSHOT_NO_FONTS_READY": "1"}
"""A picture shows the page as it is: one font that never comes must not hold it back."""


class Driver:
    """A running driver. `playwright` is valid while `is_alive`."""

    def __init__(self, playwright: Playwright, process: psutil.Process, folder: RunFolder) -> None:
        self.playwright = playwright
        self.process = process
        self.folder = folder

    @classmethod
    async def start(cls, runs: Path) -> Driver:
        """Raises what Playwright raises; then, and when it is cancelled, nothing is left of the attempt."""
        with contextlib.ExitStack() as undo:
            folder = RunFolder.create(runs)
            undo.callback(folder.clear)
            before = set(psutil.Process().children())
            with _in_environment({**folder.environment, **DRIVER_OPTIONS}):
                playwright = await async_playwright().start()
            started = [child for child in psutil.Process().children() if child not in before]
            undo.pop_all()
            return cls(playwright, started[-1], folder)

    @property
    def is_alive(self) -> bool:
        return is_alive(self.process)

    def kill(self) -> None:
        """End the driver and everything it started, at once. Leaves no process and no temporary file."""
        kill_trees([self.process])
        self.folder.clear()


@contextlib.contextmanager
def _in_environment(values: Mapping[str, str]) -> Generator[None]:
    """The driver copies our environment when it starts, and offers no other way to choose its temporary folder."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
