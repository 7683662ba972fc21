"""What `handhold doctor` has to say of the store: facts, each with a fix where something is wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from handhold.errors import StoreFailed
from handhold.services.knowledge.care import MEGABYTE, outdated, sizes
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.store import KnowledgeStore
from handhold.settings import Settings

SHOWN: Final = 5
PRUNE: Final = "Run `handhold knowledge prune`; with --dry-run it only says what it would do."


def examine_store(settings: Settings, *, now: float | None = None) -> Iterator[tuple[str, str]]:
    """Fact and fix; the fix is empty where all is well."""
    folder = KnowledgeStore(settings.root, index="off").folder
    if not folder.path.is_dir():
        yield f"nothing is recorded yet in {folder.path}", ""
        return
    try:
        sessions = sizes(folder)
    except StoreFailed as error:
        yield error.message, "Make the folder readable for this user."
        return
    files, total = sum(each.steps for each in sessions), sum(each.bytes for each in sessions)
    finder = DiskFinder(folder)
    is_complete = finder.refresh()
    asides = finder.asides()
    told = f"{_many(files - len(asides), 'step')} of {_many(len(sessions), 'session')}"
    yield f"{told}, {total / MEGABYTE:.1f} MB, in {folder.path}", ""
    keep = {"keep_days": settings.knowledge_keep_days, "keep_mb": settings.knowledge_keep_mb}
    if old := outdated(sessions, **keep, now=time.time() if now is None else now):
        yield f"{_many(len(old), 'session')} beyond `knowledge_keep_days` or `knowledge_keep_mb`", PRUNE
    if settings.knowledge_index == "disk":
        place = "in memory: it cannot be kept on disk" if finder.is_in_memory else f"{finder.file.name}"
        yield f"index {place}, {_many(finder.count(), 'step')}{'' if is_complete else ', not complete yet'}", ""
    finder.close()
    for session, file, reason in asides[:SHOWN]:
        name = "".join(char for char in file if char.isprintable())
        yield f"{session}/{name} is not a step and is not read: {reason}", PRUNE
    if len(asides) > SHOWN:
        yield f"and {len(asides) - SHOWN} more such files", PRUNE


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
