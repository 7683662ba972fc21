"""Finding by the index on disk, kept in line with the files: they are the truth, and whoever wrote them is found out.

A folder's time tells that files came or went, so looking whether a session is still as it was indexed costs one
question to the file system. Recent sessions are asked before every search, all of them every minute. An index that is
missing, old or damaged is made anew; where none can be kept on disk, it is kept in memory.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

from handhold.adapters.knowledge.folder import FileSeen, KnowledgeFolder
from handhold.adapters.knowledge.index import COLUMNS, MOST_FORMS, Hit, IndexedStep, StepIndex, Unreadable
from handhold.services.knowledge.finding import Candidate, Candidates, Where
from handhold.services.knowledge.reading import parse_session, read_record
from handhold.services.knowledge.records import StepRecord
from handhold.services.knowledge.scoring import SessionWords, StepWords, seconds_of
from handhold.services.knowledge.words import Question

T = TypeVar("T")
log = logging.getLogger(__name__)

INDEX_FILE: Final = "index.sqlite"
MOST_CANDIDATES: Final = 500
RECENT_SESSIONS: Final = 64
ALL_EVERY_SECONDS: Final = 60.0
BUDGET_SECONDS: Final = 4.0
"""What a search may spend on files that are not indexed yet; the next one goes on from there."""
BATCH: Final = 500
COMMIT_SECONDS: Final = 1.0
TIDY_AFTER: Final = 2_000
"""Steps after which the index is put in order: searches are then twice as fast, which is worth it after a rebuild."""
RACY_NS: Final = 2_000_000_000
"""A folder that changed so shortly before it was read may change again without its time telling."""
TELLING: Final = ("tool", "screen", "target", "labels", "flows", "goal", "tags")
"""Columns in which a word tells much."""
MOST_TELLING: Final = ("tool", "screen", "target", "flows")
MOST_COMBINED: Final = 4
"""Words of which some at a time are looked for together."""
ENOUGH: Final = 200
"""Promising candidates, after which the newest of all may fill the rest."""
RARE: Final = 150
"""A word that no more steps have than this is worth looking at all of them."""
Groups = Sequence[Sequence[str]]
NEVER: Final = -1
STEP_COLUMNS: Final = len(StepWords._fields)
"""Of the index; those of the session follow."""


class DiskFinder:
    def __init__(self, folder: KnowledgeFolder, *, budget: float = BUDGET_SECONDS) -> None:
        self._folder = folder
        self._budget = budget
        self._index: StepIndex | None = None
        self._opened: tuple[int, int] | None = None
        self._known: dict[str, int] = {}
        self._listed_at = NEVER
        self._checked_all = float("-inf")
        self._in_memory = False
        self._is_complete = False
        self._tidied_at = 0
        self.read_files = 0
        """Step files that were read to be indexed."""

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

    def matching(self, question: Question, where: Where) -> Candidates:
        return self._safely(lambda index: self._matching(index, question, where))

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
                return work(self._ready())
            except (sqlite3.Error, UnicodeDecodeError) as error:  # what damage says of itself may be damaged, too
                log.warning("the knowledge index is made anew: %s", error)
                # Busy or full or not to be written is no damage: the file may serve others well.
                if attempt == 0 and not isinstance(error, sqlite3.OperationalError):
                    self.discard()
                else:
                    self.close()
                    self._in_memory = True
        raise AssertionError("an index in memory does not fail")

    def _ready(self) -> StepIndex:
        # Where nothing was ever recorded, looking must not leave a folder behind.
        on_disk = not self._in_memory and self._folder.path.is_dir()
        is_fit = self._index is not None and (self._index.file is not None) == on_disk
        if self._index is not None and is_fit and (not on_disk or self._identity() == self._opened):
            return self._index
        self.close()  # somebody has deleted it, or put another in its place
        return self._open(self.file if on_disk else None)

    def _open(self, file: Path | None) -> StepIndex:
        index = self._index = StepIndex(file)
        self._opened = self._identity() if file is not None else None
        self._known = {name: changed_at for name, (changed_at, _record) in index.sessions().items()}
        self._listed_at = NEVER
        self._checked_all = float("-inf")
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
        sessions = iter(self._to_check(index, everything=is_due))
        is_over = False
        while not is_over:
            # Many sessions at once, since a commit costs more than a step; not too many, since others want to write.
            commit_at = time.monotonic() + COMMIT_SECONDS
            with index.writing():
                while not is_over and time.monotonic() < commit_at:
                    session = next(sessions, None)
                    if session is None:
                        is_over = True
                    elif not self._take_in(index, session, until=ends):
                        return False
        if is_due:
            self._checked_all = time.monotonic()
        if self.read_files - self._tidied_at > TIDY_AFTER:
            self._tidied_at = self.read_files
            index.tidy()
        return True

    def _to_check(self, index: StepIndex, *, everything: bool) -> Sequence[str]:
        """Sessions that may have changed, newest first; those whose folder is gone are forgotten on the way."""
        listed_at = _changed_at(self._folder.path)
        if listed_at != self._listed_at:
            names = set(self._folder.sessions())
            for gone in self._known.keys() - names:
                index.forget(gone)
                del self._known[gone]
            for new in names - self._known.keys():
                self._known[new] = NEVER
            is_racy = time.time_ns() - listed_at < RACY_NS
            self._listed_at = NEVER if is_racy else listed_at
        fresh = [name for name, at in self._known.items() if at == NEVER]
        if everything:
            return sorted(self._known, key=lambda name: (self._known[name] == NEVER, self._known[name], name))[::-1]
        recent = sorted(self._known, key=self._known.__getitem__)[-RECENT_SESSIONS:]
        return list(dict.fromkeys((*sorted(fresh, reverse=True), *reversed(recent))))

    def _take_in(self, index: StepIndex, session: str, *, until: float) -> bool:
        """Index what is new in a session, newest first. False when the time is up before the end."""
        changed_at = self._folder.changed_at(session)
        if changed_at is None or changed_at == self._known.get(session, NEVER):
            return True
        now = time.time_ns()
        listed = {seen.name: seen for seen in self._folder.files(session)}
        known = index.files(session)
        told = self._folder.read_session(session)
        about = parse_session(told)
        record = about.to_json() if about is not None else None
        is_renamed = bool(known) and record is not None and index.record_of(session) != record
        gone = [name for name, seen in known.items() if is_renamed or listed.get(name) != seen]
        new = sorted(
            (seen for name, seen in listed.items() if is_renamed or known.get(name) != seen),
            key=lambda seen: seen.order,
            reverse=True,
        )
        words = SessionWords.of(about)
        index.update(session, gone=gone, record=(words.created_at, record) if record is not None else None)
        rest = iter(new)
        while batch := list(islice(rest, BATCH)):
            self._add(index, session, batch, words)
            if time.monotonic() > until:
                return False
        settled = NEVER if now - changed_at < RACY_NS else changed_at
        index.update(session, changed_at=settled)
        self._known[session] = settled
        return True

    def _add(self, index: StepIndex, session: str, files: Sequence[FileSeen], words: SessionWords) -> None:
        added: list[IndexedStep] = []
        unreadable: list[Unreadable] = []
        for seen in files:
            found = read_record(self._folder, session, seen.name)
            self.read_files += 1
            if isinstance(found, StepRecord):
                added.append(_indexed(seen, found, words))
            else:
                unreadable.append(Unreadable(seen, found.reason if found else "cannot be read"))
        index.update(session, added=added, unreadable=unreadable)

    # Looking for steps.

    def _matching(self, index: StepIndex, question: Question, where: Where) -> Candidates:
        """All steps with a word, if they are few; else the newest of each stage, as long as there is room."""

        forms = index.forms(question.tokens)

        def newest(some: Groups, limit: int, *, at_least: int = 1, columns: Sequence[str] = COLUMNS) -> list[int]:
            place, sessions = where.screen, where.sessions
            return index.matching(
                some, forms=forms, at_least=at_least, columns=columns, place=place, sessions=sessions, limit=limit
            )

        groups = question.groups
        keys = newest(groups, MOST_CANDIDATES + 1)
        is_cut = len(keys) > MOST_CANDIDATES
        if is_cut:
            best = TELLING if len(groups) > 1 else MOST_TELLING
            chosen = dict.fromkeys(newest(groups, MOST_CANDIDATES, at_least=len(groups), columns=best))
            for group in groups if len(groups) > 1 else ():
                rare = newest([group], RARE + 1)
                chosen |= dict.fromkeys(rare if len(rare) <= RARE else ())
            for at_least, columns in _stages(len(groups)):
                if len(chosen) < ENOUGH:
                    chosen |= dict.fromkeys(newest(groups, MOST_CANDIDATES, at_least=at_least, columns=columns))
            keys = list(dict.fromkeys((*chosen, *keys)))[:MOST_CANDIDATES]
        is_partial = not self._is_complete or any(len(each) >= MOST_FORMS for each in forms.values())
        return Candidates([_candidate(hit) for hit in index.hits(keys)], is_cut or is_partial)


def _stages(words: int) -> Iterator[tuple[int, Sequence[str]]]:
    """Which of too many steps are looked at besides those with every word where it tells much, and those with a rare
    one: how many of the words they have, and where, most promising first."""
    if 1 < words <= MOST_COMBINED:
        yield from ((some, TELLING) for some in sorted({words - 1, 2} - {words, 1}, reverse=True))
    if words > 1:
        yield words, COLUMNS
        yield 1, MOST_TELLING


def _indexed(seen: FileSeen, step: StepRecord, session: SessionWords) -> IndexedStep:
    words = StepWords.of(step)
    return IndexedStep(
        file=seen,
        milliseconds=int(seconds_of(step.timestamp) * 1000),
        place=step.screen,
        words=(*words, session.flows, session.goal, session.tags),
    )


def _candidate(hit: Hit) -> Candidate:
    words, about = StepWords._make(hit.words[:STEP_COLUMNS]), hit.words[STEP_COLUMNS:]
    return Candidate(hit.session, hit.file, words, SessionWords(*about, created_at=hit.created_at))


def _changed_at(folder: Path) -> int:
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return 0
