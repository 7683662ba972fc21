"""Finding by the index on disk, kept in line with the files: they are the truth, and whoever wrote them is found out.

A folder's time tells that files came or went, so looking whether a session is still as it was indexed costs one
question to the file system. Recent sessions are asked before every search, all of them every minute. An index that is
missing, old or damaged is made anew; where none can be kept on disk, it is kept in memory.
"""

from __future__ import annotations

import contextlib
import heapq
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from handhold.adapters.knowledge.folder import NEVER, KnowledgeFolder, is_racy
from handhold.adapters.knowledge.index import StepIndex
from handhold.services.knowledge.finding import Candidates, Where
from handhold.services.knowledge.ranking import best_of
from handhold.services.knowledge.session_news import Look, SessionNewsreader
from handhold.services.knowledge.words import Question

T = TypeVar("T")
log = logging.getLogger(__name__)

INDEX_FILE: Final = "index.sqlite"
RECENT_SESSIONS: Final = 64
ALL_EVERY_SECONDS: Final = 60.0
BUDGET_SECONDS: Final = 4.0
"""What a search may spend on files that are not indexed yet; the next one goes on from there."""
TAKEN_TOGETHER: Final = 32_768
"""Steps that are written at once: each writing goes over all words, so few large ones are quicker than many."""


class DiskFinder:
    def __init__(self, folder: KnowledgeFolder, *, budget: float = BUDGET_SECONDS) -> None:
        self._folder = folder
        self._budget = budget
        self._index: StepIndex | None = None
        self._opened: tuple[int, int] | None = None
        self._known: dict[str, int] = {}
        self._newest: list[str] | None = None
        """Sessions to look at before every search; made anew when what is known of them changes."""
        self._listed_at = NEVER
        self._entries: list[str] | None = None
        self._checked_all = float("-inf")
        self._in_memory = False
        self._is_complete = False
        self._newsreader = SessionNewsreader(folder)

    @property
    def read_files(self) -> int:
        """Step files that were read to be indexed."""
        return self._newsreader.read_files

    @property
    def file(self) -> Path:
        return self._folder.path / INDEX_FILE

    @property
    def is_in_memory(self) -> bool:
        """Whether the index could not be kept on disk."""
        return self._in_memory

    def refresh(self) -> bool:
        self._is_complete = self._safely(self._sync)
        return self._is_complete

    def matching(self, question: Question, where: Where, *, now: float, most: int) -> Candidates:
        found = self._safely(lambda index: best_of(index.sets, question, where, now=now, most=most))
        return found if self._is_complete else replace(found, is_cut=True)

    def newest(self, where: Where, *, limit: int) -> list[tuple[str, str]]:
        return self._safely(lambda index: index.newest(place=where.screen, sessions=where.sessions, limit=limit))

    def sessions(self) -> dict[str, str | None]:
        """Every session, with its record as JSON."""
        return {name: record for name, (_at, record) in self._safely(lambda index: index.sessions()).items()}

    def asides(self) -> list[tuple[str, str, str]]:
        """Session, file and reason of everything in the store that is no step."""
        return self._safely(lambda index: index.asides())

    def count(self) -> int:
        return self._safely(lambda index: index.count())

    def close(self) -> None:
        if self._index is not None:
            self._index.close()
        self._index = None

    def discard(self) -> None:
        """Throw the index away; it is made anew when it is needed next."""
        self.close()
        if not self._in_memory:
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    Path(f"{self.file}{suffix}").unlink(missing_ok=True)

    def _safely(self, work: Callable[[StepIndex], T]) -> T:
        """Do something with the index; a bad one is replaced, first by a new one and then by one in memory."""
        for attempt in range(3):
            try:
                index = self._ready()
                if attempt:  # a new one knows nothing yet
                    self._is_complete = self._sync(index)
                return work(index)
            except (sqlite3.Error, UnicodeDecodeError) as error:  # what damage says of itself may be damaged, too
                # Busy or full or not to be written is no damage: the file may serve others well.
                if attempt == 0 and not isinstance(error, sqlite3.OperationalError):
                    log.warning("the knowledge index is made anew: %s", error)
                    self.discard()
                else:
                    log.info("the knowledge index is kept in memory: %s", error)
                    self.close()
                    self._in_memory = True
        raise AssertionError("an index in memory does not fail")

    def _ready(self) -> StepIndex:
        # Where nothing was ever recorded, looking must not leave a folder behind.
        on_disk = not self._in_memory and self._folder.path.is_dir()
        if self._index is not None and self._is_fit(self._index, on_disk=on_disk):
            return self._index
        self.close()  # somebody has deleted it, emptied it, or put another in its place
        return self._open(self.file if on_disk else None)

    def _is_fit(self, index: StepIndex, *, on_disk: bool) -> bool:
        is_same = (index.file is not None) == on_disk and (not on_disk or self._identity() == self._opened)
        return is_same and index.is_current()

    def _open(self, file: Path | None) -> StepIndex:
        index = self._index = StepIndex(file)
        self._opened = self._identity() if file is not None else None
        self._is_complete = False
        self._known = {name: changed_at for name, (changed_at, _record) in index.sessions().items()}
        self._newest = None
        self._listed_at = NEVER
        self._entries = None
        self._checked_all = float("-inf")
        self._newsreader.forget()
        return index

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self.file.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    # Keeping in line with the files.

    def _sync(self, index: StepIndex) -> bool:
        ends = time.monotonic() + self._budget
        is_due = time.monotonic() - self._checked_all > ALL_EVERY_SECONDS or not self._is_complete
        looks: list[Look] = []
        waiting = 0
        for session in self._to_check(index, everything=is_due):
            if not self._has_changed(session):
                continue
            look = self._newsreader.look(index, session, known_at=self._known.get(session, NEVER), until=ends)
            if look is None:
                continue
            looks.append(look)
            waiting += len(look.news.added)
            if waiting >= TAKEN_TOGETHER or not look.is_over:
                self._take_in(index, looks)
                looks, waiting = [], 0
            if not look.is_over:
                return False
        if looks:
            self._take_in(index, looks)
        if is_due:
            self._checked_all = time.monotonic()
        index.sets.forms(())  # its words are read here, mostly in the background, and not with the first question
        if index.is_worn():
            raise sqlite3.DatabaseError("most of what it tells is gone")
        return True

    def _to_check(self, index: StepIndex, *, everything: bool) -> Sequence[str]:
        """Sessions that may have changed, newest first; those whose folder is gone are forgotten on the way."""
        listed_at = _changed_at(self._folder.path)
        if listed_at != self._listed_at:
            is_young = is_racy(listed_at, now=time.time_ns())
            entries = self._folder.entries()
            # Until the folder rests it is listed with every search, and mostly nothing came in between.
            if not is_young or entries != self._entries:
                self._list(index)
            self._entries, self._listed_at = entries, NEVER if is_young else listed_at
        if everything:
            return sorted(self._known, key=lambda name: (self._known[name] == NEVER, self._known[name], name))[::-1]
        if self._newest is None:
            fresh = sorted((name for name, at in self._known.items() if at == NEVER), reverse=True)
            recent = heapq.nlargest(RECENT_SESSIONS, self._known, key=self._known.__getitem__)
            self._newest = list(dict.fromkeys((*fresh, *recent)))
        return self._newest

    def _list(self, index: StepIndex) -> None:
        names = set(self._folder.sessions(known=self._known))
        if names != self._known.keys():
            self._newest = None
        for gone in self._known.keys() - names:
            index.forget(gone)
            del self._known[gone]
        for new in names - self._known.keys():
            self._known[new] = NEVER

    def _has_changed(self, session: str) -> bool:
        """Whether its folder is not as it was when it was indexed; a session without steps has nothing to index."""
        changed_at = self._folder.changed_at(session)
        return changed_at is not None and changed_at != self._known.get(session, NEVER)

    def _take_in(self, index: StepIndex, looks: Sequence[Look]) -> None:
        index.take_in(look.news for look in looks)
        for look in looks:
            self._newsreader.taken_in(look)
            if look.news.changed_at is not None:
                self._known[look.news.session] = look.news.changed_at
                self._newest = None


def _changed_at(folder: Path) -> int:
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return 0
