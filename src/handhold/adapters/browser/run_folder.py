"""What a driver and its browsers leave behind, on record, so that nothing outlives us unseen.

Each driver gets a temporary folder of its own and a record of it under the state folder. When a server was killed so
hard that it could not clean up, the next start finds its record without a living owner, ends whatever still runs from
that folder, and removes both. The folder is not under the state folder itself: Chromium puts a socket into it, and the
path of a socket has room for about a hundred characters.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, cast

import psutil

MARK: Final = "HANDHOLD_RUN"
"""Environment variable that names the record, in every process that was started from its folder."""

DEATH_SECONDS: Final = 2.0
_PREFIX: Final = "handhold-"
_DEAD: Final = frozenset({psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFolder:
    """A temporary folder and the record that says whose it is."""

    record: Path
    temporary: Path

    @classmethod
    def create(cls, runs: Path) -> Self:
        """A new folder that is recorded as this process's own."""
        runs.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = Path(tempfile.mkdtemp(prefix=_PREFIX))
        record = runs / f"{os.getpid()}-{secrets.token_hex(4)}.json"
        owner = {"pid": os.getpid(), "created": psutil.Process().create_time(), "temporary": str(temporary)}
        record.write_text(json.dumps(owner), "utf-8")
        return cls(record=record, temporary=temporary)

    @property
    def environment(self) -> Mapping[str, str]:
        """What a process needs in its environment to work in this folder."""
        return {"TMPDIR": str(self.temporary), MARK: str(self.record)}

    def clear(self) -> None:
        """End what still runs from the folder, and remove it. A record of what cannot be removed stays."""
        if not self.record.exists():
            return
        kill_trees(self._processes())
        shutil.rmtree(self.temporary, ignore_errors=True)
        if not self.temporary.exists():
            self.record.unlink(missing_ok=True)

    def _processes(self) -> list[psutil.Process]:
        found: list[psutil.Process] = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                is_marked = process.environ().get(MARK) == str(self.record)
                if is_marked or any(str(self.temporary) in word for word in process.cmdline()):
                    found.append(process)
        return found


def sweep(runs: Path) -> list[Path]:
    """End what dead servers left running and remove their folders. Returns the records that were worked off."""
    orphaned = [record for record in runs.glob("*.json") if not _has_owner(record)]
    for record in orphaned:
        folder = _folder_of(record)
        if folder is None:
            record.unlink(missing_ok=True)
        else:
            folder.clear()
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
    _await_death(doomed)


def _await_death(doomed: Iterable[psutil.Process]) -> None:
    """Killed processes die within milliseconds; what they wrote can be removed only then."""
    ends = time.monotonic() + DEATH_SECONDS
    while any(map(is_alive, doomed)) and time.monotonic() < ends:
        time.sleep(0.005)


def is_alive(process: psutil.Process) -> bool:
    """Whether it runs or is frozen. A zombie only waits for a parent that may never bury it."""
    try:
        return process.is_running() and process.status() not in _DEAD
    except psutil.NoSuchProcess:
        return False


def _has_owner(record: Path) -> bool:
    try:
        owner = _read(record)
        process = psutil.Process(int(owner["pid"]))
        return is_alive(process) and abs(process.create_time() - float(owner["created"])) < 1
    except (OSError, ValueError, KeyError, TypeError, psutil.NoSuchProcess):
        return False


def _folder_of(record: Path) -> RunFolder | None:
    """The folder a record names. A damaged record names none, and nothing but a folder of ours is ever removed."""
    try:
        temporary = Path(str(_read(record)["temporary"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return RunFolder(record=record, temporary=temporary) if temporary.name.startswith(_PREFIX) else None


def _read(record: Path) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(record.read_text("utf-8")))
