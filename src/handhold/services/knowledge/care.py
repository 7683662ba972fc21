"""Looking after the store: how much there is, what may go, and what does not belong there."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from handhold.adapters.knowledge.folder import ASIDE, STEPS, KnowledgeFolder
from handhold.errors import StoreFailed
from handhold.services.knowledge.reading import NoRecord, read_record

MEGABYTE: Final = 1_000_000
LIVE_SECONDS: Final = 24 * 3600.0
"""A session with a step so recent may still be running; it is never removed."""
LEFT_BEHIND_SECONDS: Final = 3600.0
"""A temporary file so old belongs to nobody who is still writing it."""
NOTES: Final = "notes.txt"
TIDIED: Final = ".tidied"
TIDY_EVERY_SECONDS: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """What is kept of old sessions. 0 is no limit."""

    days: int = 0
    megabytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSize:
    name: str
    steps: int
    bytes: int
    used_at: float
    """When its last file was written, in seconds."""


@dataclass(frozen=True, slots=True)
class Removed:
    session: SessionSize
    reason: str


@dataclass(frozen=True, slots=True)
class SetAside:
    session: str
    file: str
    reason: str


def sizes(folder: KnowledgeFolder) -> list[SessionSize]:
    """Every session and what it takes, the one used last first."""
    found = [_size(folder, name) for name in folder.sessions()]
    return sorted(found, key=lambda each: each.used_at, reverse=True)


def outdated(sessions: list[SessionSize], *, keep_days: int, keep_mb: int, now: float) -> list[Removed]:
    """Which sessions retention takes, given those used last first. 0 is no limit."""
    taken: list[Removed] = []
    total = 0
    for each in sessions:
        total += each.bytes
        age = now - each.used_at
        if age < LIVE_SECONDS:
            continue
        if keep_days and age > keep_days * 24 * 3600:
            taken.append(Removed(each, f"not used for more than {keep_days} days"))
        elif keep_mb and total > keep_mb * MEGABYTE:
            taken.append(Removed(each, f"beyond the newest {keep_mb} MB"))
    return taken


def tidy(
    folder: KnowledgeFolder, keep: Retention, *, is_over: Callable[[], bool] = bool, now: float | None = None
) -> list[Removed]:
    """Remove what retention takes, at most once a day whichever server does it. Raises `StoreFailed`."""
    at = time.time() if now is None else now
    if not (keep.days or keep.megabytes) or not folder.may_write or not _is_due(folder, at):
        return []
    taken: list[Removed] = []
    for each in outdated(sizes(folder), keep_days=keep.days, keep_mb=keep.megabytes, now=at):
        if is_over():
            break
        remove(folder, each.session.name)
        taken.append(each)
    return taken


def _is_due(folder: KnowledgeFolder, now: float) -> bool:
    """Whether it was not done for a day; from now on it was."""
    mark = folder.path / TIDIED
    try:
        if now - mark.stat().st_mtime < TIDY_EVERY_SECONDS:
            return False
    except FileNotFoundError:
        if not folder.path.is_dir():
            return False
    except OSError:
        return False
    try:
        mark.touch(mode=0o600)
        os.utime(mark, (now, now))
    except OSError:  # where nothing can be written nothing can be removed
        return False
    return True


def remove(folder: KnowledgeFolder, session: str) -> None:
    """Remove a session with everything in it. Raises `StoreFailed`."""
    try:
        shutil.rmtree(folder.steps_folder(session).parent)
    except OSError as error:
        raise StoreFailed(f"session {session!r} could not be removed: {error.strerror}") from error


def unreadable(folder: KnowledgeFolder) -> Iterator[SetAside]:
    """Files among the steps that are none, by reading every file."""
    for session in sorted(folder.sessions()):
        for seen in sorted(folder.files(session), key=lambda seen: seen.order):
            found = read_record(folder, session, seen.name)
            if isinstance(found, NoRecord):
                yield SetAside(session, seen.name, found.reason)


def set_aside(folder: KnowledgeFolder, file: SetAside) -> Path:
    """Move a file that is no step out of the way, with a note why; nothing is deleted. Raises `StoreFailed`."""
    place = folder.path / ASIDE / file.session
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        moved = _free_name(place / file.file)
        folder.step_file(file.session, file.file).rename(moved)
        with (folder.path / ASIDE / NOTES).open("a", encoding="utf-8") as notes:
            notes.write(f"{file.session}/{moved.name}: {file.reason}\n")
    except OSError as error:
        raise StoreFailed(f"{file.file!r} could not be set aside: {error.strerror}") from error
    return moved


def left_behind(folder: KnowledgeFolder, *, now: float | None = None) -> list[Path]:
    """Temporary files of writers that were killed."""
    limit = (time.time() if now is None else now) - LEFT_BEHIND_SECONDS
    return [file for file in folder.path.rglob(".*.tmp") if file.is_file() and file.stat().st_mtime < limit]


def _size(folder: KnowledgeFolder, name: str) -> SessionSize:
    steps = total = 0
    used_at = 0.0
    # `os.walk` with `os.stat`: a path object for each of a hundred thousand files takes seconds.
    for place, _folders, files in os.walk(f"{folder.path}/{name}"):
        steps += len(files) if place.endswith(f"/{STEPS}") else 0
        for file in files:
            try:
                status = os.lstat(f"{place}/{file}")
            except OSError:  # gone since it was listed
                continue
            total += status.st_size
            used_at = max(used_at, status.st_mtime)
    return SessionSize(name=name, steps=steps, bytes=total, used_at=used_at)


def _free_name(file: Path) -> Path:
    number = 1
    free = file
    while free.exists():
        number += 1
        free = file.with_name(f"{file.name}.{number}")
    return free
