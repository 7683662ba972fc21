"""The processes a server has started, found by the folder they work in, dead ones left out."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from handhold.adapters.browser.run_folder import MARK

POLL_SECONDS = 0.02


def alive_in(state: Path) -> list[psutil.Process]:
    """Every living process that a server with this state folder has started for a browser, with its descendants."""
    found: set[psutil.Process] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get(MARK, "").startswith(str(state)):
                found.update((process, *process.children(recursive=True)))
    return [process for process in found if is_alive(process)]


def is_alive(process: psutil.Process) -> bool:
    """Whether it runs or is frozen; a zombie only waits to be buried."""
    try:
        return process.is_running() and process.status() not in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
    except psutil.NoSuchProcess:
        return False


def folders_in(state: Path) -> list[Path]:
    """The temporary folders that servers with this state folder have on record, and still exist."""
    records = [json.loads(record.read_text()) for record in (state / "runs").glob("*.json")]
    return [folder for record in records if (folder := Path(record["temporary"])).exists()]


def driver_in(state: Path) -> psutil.Process:
    """The one Playwright driver."""
    (driver,) = [process for process in alive_in(state) if "node" in Path(_program(process)).name]
    return driver


def browser_in(state: Path) -> psutil.Process:
    """The main process of the one browser."""
    (browser,) = [process for process in alive_in(state) if _kind(process) == "browser"]
    return browser


def heaviest_renderer_in(state: Path) -> psutil.Process:
    """The renderer of the page that holds the most memory; the browser's own pages have renderers, too."""
    renderers = [process for process in alive_in(state) if _kind(process) == "renderer"]
    renderers = [process for process in renderers if "--top-chrome-webui" not in process.cmdline()]
    return max(renderers, key=lambda renderer: renderer.memory_info().rss)


def ended(processes: list[psutil.Process], *, within: float) -> bool:
    """Whether all of them are gone in time."""
    return holds(lambda: not any(map(is_alive, processes)), within=within)


def holds(condition: Callable[[], bool], *, within: float) -> bool:
    """Whether the condition comes to hold in time; for what no event tells us about."""
    ends = time.monotonic() + within
    while not condition():
        if time.monotonic() > ends:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _program(process: psutil.Process) -> str:
    """What it was started as; node renames itself, and a process that has just ended has no line any more."""
    with contextlib.suppress(psutil.Error, IndexError):
        return process.cmdline()[0]
    return ""


def _kind(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.Error):
        words = process.cmdline()
        kinds = [word.removeprefix("--type=") for word in words if word.startswith("--type=")]
        if kinds:
            return kinds[0]
        if any(word.startswith("--user-data-dir=") for word in words) and not _is_wrapper(process):
            return "browser"
    return ""


def _is_wrapper(process: psutil.Process) -> bool:
    """Distributions start Chromium through a shell script that may stay as its parent."""
    return Path(process.exe()).name in {"sh", "bash", "dash"}
