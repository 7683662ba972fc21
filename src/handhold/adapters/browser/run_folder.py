"""One folder per server process for everything a browser leaves behind, so that nothing outlives us unseen.

Driver and browser get it as their temporary folder. When a server was killed so hard that it could not clean up, the
next start finds its folder without a living owner, ends whatever still runs from it, and removes it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import cast

import psutil

from handhold.errors import LaunchFailed

_OWNER = "owner.json"
_LONGEST = 45
"""Chromium puts a socket below this folder, and the path of a socket may have 103 characters at most (macOS)."""


def runs_folder(state: Path) -> Path:
    """Where the run folders of this user are: with our state, or in the temporary folder when that path is too long."""
    runs = state / "runs"
    if len(str(runs)) <= _LONGEST:
        return runs
    return Path("/tmp") / f"handhold-{os.getuid()}-{hashlib.sha256(str(runs).encode()).hexdigest()[:8]}"


def create_run_folder(runs: Path) -> Path:
    """A new folder that names this process as its owner."""
    runs.mkdir(parents=True, exist_ok=True, mode=0o700)
    _refuse_foreign(runs)
    folder = runs / f"{os.getpid()}-{secrets.token_hex(2)}"
    folder.mkdir(mode=0o700)
    owner = {"pid": os.getpid(), "created": psutil.Process().create_time()}
    (folder / _OWNER).write_text(json.dumps(owner), "utf-8")
    return folder


def _refuse_foreign(runs: Path) -> None:
    """In a folder that anybody can write to, somebody else may have been there first."""
    found = runs.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise LaunchFailed(
            f"{str(runs)!r} is not a folder of yours alone", hint=f"Remove it, or make it yours: chmod 700 {runs}"
        )


def remove_run_folder(folder: Path) -> None:
    """Remove it; a browser that is just ending may still write, so what is left goes at the next sweep."""
    shutil.rmtree(folder, ignore_errors=True)


def sweep(runs: Path) -> list[Path]:
    """End what dead servers left running and remove their folders. Returns the folders that were removed."""
    if not runs.is_dir():
        return []
    orphaned = [folder for folder in runs.iterdir() if folder.is_dir() and not _has_owner(folder)]
    if orphaned:
        kill_trees(_processes_using(orphaned))
    for folder in orphaned:
        remove_run_folder(folder)
    return orphaned


def kill_trees(roots: Iterable[psutil.Process]) -> None:
    """Kill these processes and all their descendants, frozen ones too."""
    doomed: set[psutil.Process] = set()
    for root in roots:
        with contextlib.suppress(psutil.Error):
            doomed.add(root)
            doomed.update(root.children(recursive=True))
    for process in doomed:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(list(doomed), timeout=2)


def _has_owner(folder: Path) -> bool:
    try:
        owner = cast(dict[str, float], json.loads((folder / _OWNER).read_text("utf-8")))
        return abs(psutil.Process(int(owner["pid"])).create_time() - owner["created"]) < 1
    except (OSError, ValueError, KeyError, psutil.NoSuchProcess):
        return False


def _processes_using(folders: list[Path]) -> list[psutil.Process]:
    names = [str(folder) for folder in folders]
    found: list[psutil.Process] = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            traces = [*process.cmdline(), process.environ().get("TMPDIR", "")]
            if any(name in trace for trace in traces for name in names):
                found.append(process)
    return found
