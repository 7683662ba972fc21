"""The Playwright driver: one node process between us and every browser, watched and ended by us."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator
from pathlib import Path

import psutil
from playwright.async_api import Playwright, async_playwright

from handhold.adapters.browser.bounded import bounded
from handhold.adapters.browser.run_folder import create_run_folder, kill_trees, remove_run_folder

STOP_SECONDS = 1.0


class Driver:
    """A running driver. `playwright` is valid while `is_alive`."""

    def __init__(self, playwright: Playwright, process: psutil.Process, folder: Path) -> None:
        self.playwright = playwright
        self.process = process
        self.folder = folder

    @classmethod
    async def start(cls, runs: Path) -> Driver:
        folder = create_run_folder(runs)
        before = set(psutil.Process().children())
        with _temporary_files_in(folder):
            playwright = await async_playwright().start()
        started = [child for child in psutil.Process().children() if child not in before]
        return cls(playwright, started[-1], folder)

    @property
    def is_alive(self) -> bool:
        try:
            return self.process.status() not in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
        except psutil.NoSuchProcess:
            return False

    async def stop(self) -> None:
        """End it politely, then for certain. Leaves no process and no temporary file."""
        if self.is_alive:
            await bounded(self.playwright.stop(), STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the driver and everything it started, at once."""
        kill_trees([self.process])
        remove_run_folder(self.folder)


@contextlib.contextmanager
def _temporary_files_in(folder: Path) -> Generator[None]:
    """The driver copies our environment when it starts, and offers no other way to choose its temporary folder."""
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before
