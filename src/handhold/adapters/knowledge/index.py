"""The index over the step files, in SQLite. A cache: it can be deleted and made again at any time.

Steps are numbered: newer ones upwards from the middle, and older ones, found later, downwards, so that the order of the
numbers is nearly that of time. What is asked of the words is answered with sets of these numbers. The words of the few
steps that came last are kept as they are until there are enough of them to be worth a place in the sets.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from handhold.adapters.knowledge import postings
from handhold.adapters.knowledge.bits import BLOCK, CHUNK
from handhold.adapters.knowledge.folder import FileSeen
from handhold.adapters.knowledge.postings import Postings
from handhold.adapters.knowledge.step_sets import PLACE, StepSets

VERSION: Final = 3
"""Of the tables below and of how words are made; an index of another version is made anew."""
BUSY_SECONDS: Final = 5.0
CACHE_KILOBYTES: Final = 32_000
"""Of the database that may be kept in memory; a search of a large one is mostly reading."""
SLOTS: Final = 4096
"""Steps of one millisecond that are told apart."""
MIDDLE: Final = BLOCK * (BLOCK // 2)
FRESH: Final = 128
"""Steps whose words are kept as they are; looking through them takes a millisecond."""
MOST_DEAD: Final = 20_000
"""Steps that have gone, but not from the sets; when they are more than those that are left, too, it is made anew."""
WHOLE: Final = ("target", "test_ids", "goal")
"""Columns in which a word is looked for as a whole; in the others as a part of words, too."""
COLUMNS: Final = ("tool", "screen", "target", "labels", "test_ids", "names", "flows", "goal", "tags")
PARTS: Final = tuple(number for number, column in enumerate(COLUMNS) if column not in WHOLE)

_SCHEMA: Final = (
    "CREATE TABLE session (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, changed_at INTEGER NOT NULL DEFAULT -1, "
    "created_at REAL NOT NULL DEFAULT 0, record TEXT, first INTEGER, last INTEGER, held INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX session_created ON session (created_at)",
    "CREATE TABLE step (number INTEGER PRIMARY KEY, session INTEGER NOT NULL, file TEXT NOT NULL, "
    "mtime INTEGER NOT NULL, size INTEGER NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL)",
    "CREATE UNIQUE INDEX step_file ON step (session, file)",
    "CREATE INDEX step_place ON step (place, at)",
    "CREATE INDEX step_at ON step (at)",
    "CREATE TABLE chunk (id INTEGER PRIMARY KEY, newest INTEGER NOT NULL)",
    "CREATE TABLE fresh (number INTEGER PRIMARY KEY, words TEXT NOT NULL)",
    "CREATE TABLE dead (first INTEGER PRIMARY KEY, last INTEGER NOT NULL)",
    "CREATE TABLE aside (session INTEGER NOT NULL, file TEXT NOT NULL, mtime INTEGER NOT NULL, size INTEGER NOT NULL, "
    "reason TEXT NOT NULL, PRIMARY KEY (session, file)) WITHOUT ROWID",
    *postings.SCHEMA,
    f"PRAGMA user_version = {VERSION}",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedStep:
    """A step as it is found: its file, its place in time (`SLOTS` to the millisecond), its screen and its words."""

    file: FileSeen
    at: int
    place: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is no step, and why."""

    file: FileSeen
    reason: str


@dataclass(slots=True, kw_only=True)
class SessionNews:
    """What has happened to a session since it was indexed. A file that has changed is gone, and added anew."""

    session: str
    changed_at: int | None = None
    record: tuple[float, str] | None = None
    added: list[IndexedStep] = field(default_factory=list[IndexedStep])
    unreadable: list[Unreadable] = field(default_factory=list[Unreadable])
    gone: Sequence[str] = ()
    is_whole: bool = True
    """Whether every file could be opened."""


class StepIndex:
    """One connection, used by one thread at a time. Methods raise `sqlite3.Error`; whoever calls makes a new one."""

    def __init__(self, file: Path | None) -> None:
        """Open the index in `file`, or one in memory. One of another version is emptied."""
        self.file = file
        name = ":memory:" if file is None else str(file)
        self._db = sqlite3.connect(name, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("PRAGMA page_size = 8192")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
            self._prepare()
        except (sqlite3.Error, UnicodeDecodeError):
            self._db.close()
            raise
        self._postings = Postings(self._db, parts=PARTS)
        self.sets = StepSets(self._db, self._postings)

    def close(self) -> None:
        self._db.close()

    def _prepare(self) -> None:
        with self._writing():
            if self.is_current():
                return
            for name, made in self._db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall():
                # Tables behind a virtual one go with it.
                is_own = not str(name).startswith("sqlite_") and not str(name).startswith(("words_", "telling_"))
                if is_own and made:
                    self._db.execute(f'DROP TABLE "{name}"')
            for statement in _SCHEMA:
                self._db.execute(statement)

    def is_current(self) -> bool:
        """Whether it is of this version; another process of another version may have emptied it."""
        return self._first("PRAGMA user_version") == VERSION

    @contextmanager
    def _writing(self) -> Generator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:  # commits, or takes everything back when it is left by an error
            yield

    # Sessions and files.

    def sessions(self) -> dict[str, tuple[int, str | None]]:
        """Every session it knows: when its folder had changed, and its record."""
        rows = self._db.execute("SELECT name, changed_at, record FROM session").fetchall()
        return {str(name): (int(changed_at), record) for name, changed_at, record in rows}

    def record_of(self, session: str) -> str | None:
        """What its `session.json` said."""
        row = self._db.execute("SELECT record FROM session WHERE name = ?", (session,)).fetchone()
        return None if row is None else row[0]

    def files(self, session: str) -> dict[str, FileSeen]:
        """The files of a session it has looked at, steps or not."""
        known = self._id_of(session)
        rows = self._db.execute(
            "SELECT file, mtime, size FROM step WHERE session = ? "
            "UNION ALL SELECT file, mtime, size FROM aside WHERE session = ?",
            (known, known),
        )
        return {str(file): FileSeen(str(file), int(mtime), int(size)) for file, mtime, size in rows}

    def count_files(self, session: str) -> int:
        """How many files of a session it has looked at, steps or not."""
        counts = "(SELECT count(*) FROM step WHERE session = ?1) + (SELECT count(*) FROM aside WHERE session = ?1)"
        return int(self._db.execute(f"SELECT {counts}", (self._id_of(session),)).fetchone()[0])

    def asides(self) -> list[tuple[str, str, str]]:
        """Session, file and reason of everything that is no step."""
        rows = self._db.execute(
            "SELECT session.name, file, reason FROM aside JOIN session ON session.id = aside.session ORDER BY 1, 2"
        )
        return [(str(session), str(file), str(reason)) for session, file, reason in rows]

    def count(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM step").fetchone()[0])

    def is_worn(self) -> bool:
        """Whether so much has gone that the index is better made anew."""
        dead = self._first("SELECT sum(last - first + 1) FROM dead") or 0
        return dead > MOST_DEAD and dead > self.count()

    def newest(self, *, place: str | None, sessions: Sequence[str] | None, limit: int) -> list[tuple[str, str]]:
        """Session and file of the newest steps, of one place or of certain sessions if so asked."""
        tests: list[str] = []
        values: list[object] = []
        if place is not None:
            tests.append("step.place = ?")
            values.append(self._postings.term(place, PLACE))
        if sessions is not None:
            tests.append("session.name IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(sessions))
        rows = self._db.execute(
            "SELECT session.name, step.file FROM step JOIN session ON session.id = step.session "
            f"WHERE {' AND '.join(tests) or '1'} ORDER BY step.at DESC LIMIT ?",
            (*values, limit),
        )
        return [(str(session), str(file)) for session, file in rows]

    # Taking in.

    def take_in(self, news: Iterable[SessionNews]) -> None:
        """Bring what is known of sessions up to date, all at once."""
        with self._writing():
            added: list[tuple[int, IndexedStep]] = []
            for each in news:
                session = self._id_of(each.session) or self._add_session(each.session)
                self._remove(session, each.gone)
                if each.record is not None:
                    told = (*each.record, session)
                    self._db.execute("UPDATE session SET created_at = ?, record = ? WHERE id = ?", told)
                if each.changed_at is not None:
                    self._db.execute("UPDATE session SET changed_at = ? WHERE id = ?", (each.changed_at, session))
                self._db.executemany(
                    "INSERT OR REPLACE INTO aside VALUES (?, ?, ?, ?, ?)",
                    [(session, bad.file.name, bad.file.mtime_ns, bad.file.size, bad.reason) for bad in each.unreadable],
                )
                added += self._numbered(session, each.added)
            self._learn(added)

    def forget(self, session: str) -> None:
        known = self._id_of(session)
        with self._writing():
            rows = self._db.execute("SELECT file FROM step WHERE session = ?", (known,)).fetchall()
            self._remove(known, [str(file) for (file,) in rows])
            self._db.execute("DELETE FROM aside WHERE session = ?", (known,))
            self._db.execute("DELETE FROM session WHERE id = ?", (known,))

    def _add_session(self, session: str) -> int:
        return int(self._db.execute("INSERT INTO session (name) VALUES (?) RETURNING id", (session,)).fetchone()[0])

    def _id_of(self, session: str) -> int:
        """Its number; 0, which none has, for a session it does not know. Others may renumber it at any time."""
        row = self._db.execute("SELECT id FROM session WHERE name = ?", (session,)).fetchone()
        return 0 if row is None else int(row[0])

    def _numbered(self, session: int, steps: Sequence[IndexedStep]) -> list[tuple[int, IndexedStep]]:
        """Give steps of a session their numbers; those that another process has indexed meanwhile are left out."""
        rows = self._db.execute(
            "SELECT file FROM step WHERE session = ? AND file IN (SELECT value FROM json_each(?))",
            (session, json.dumps([step.file.name for step in steps])),
        )
        held = {str(file) for (file,) in rows}
        new = sorted((step for step in steps if step.file.name not in held), key=lambda step: step.at)
        if not new:
            return []
        first = self._free(new[0].at, new[-1].at, len(new))
        last = first + len(new) - 1
        places = {place: self._postings.named(place, PLACE) for place in {step.place for step in new}}
        rows = [
            (number, session, step.file.name, step.file.mtime_ns, step.file.size, step.at, places[step.place])
            for number, step in enumerate(new, start=first)
        ]
        self._db.executemany("INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        self._db.execute(
            "UPDATE session SET first = min(coalesce(first, ?1), ?1), last = max(coalesce(last, ?2), ?2), "
            "held = held + ?3 WHERE id = ?4",
            (first, last, len(new), session),
        )
        newest = {number // CHUNK: step.at for number, step in enumerate(new, start=first)}
        self._db.executemany(
            "INSERT INTO chunk VALUES (?, ?) ON CONFLICT DO UPDATE SET newest = max(newest, excluded.newest)",
            newest.items(),
        )
        return list(enumerate(new, start=first))

    def _free(self, oldest: int, newest: int, count: int) -> int:
        """The first of so many free numbers: below all others for what is older, else above."""
        # One question for each: asked together, they are answered by going through all.
        lows = [self._first(question) for question in ("SELECT min(number) FROM step", "SELECT min(first) FROM dead")]
        highs = [self._first(question) for question in ("SELECT max(number) FROM step", "SELECT max(last) FROM dead")]
        low, high = min((each for each in lows if each is not None), default=None), max(each or 0 for each in highs)
        if low is None:
            return MIDDLE
        known = self._first("SELECT min(at) FROM step"), self._first("SELECT max(at) FROM step")
        is_older = None not in known and oldest < (known[0] or 0) and newest <= (known[1] or 0)
        return low - count if is_older else high + 1

    def _first(self, question: str) -> int | None:
        found = self._db.execute(question).fetchone()[0]
        return None if found is None else int(found)

    def _learn(self, added: Sequence[tuple[int, IndexedStep]]) -> None:
        """Put the words of steps where they are found."""
        fresh = int(self._db.execute("SELECT count(*) FROM fresh").fetchone()[0])
        if fresh + len(added) < FRESH:
            rows = [(number, json.dumps(step.words, ensure_ascii=False)) for number, step in added]
            self._db.executemany("INSERT INTO fresh VALUES (?, ?)", rows)
            return
        texts: dict[tuple[int, str], list[int]] = {}
        waiting = self._db.execute("SELECT number, words FROM fresh").fetchall()
        told = ((int(number), tuple(json.loads(words))) for number, words in waiting)
        for number, words in (*told, *((number, step.words) for number, step in added)):
            for column, text in enumerate(words):
                if text:
                    texts.setdefault((column, text), []).append(number)
        self._postings.add(texts)
        self._db.execute("DELETE FROM fresh")

    def _remove(self, session: int, files: Iterable[str]) -> None:
        numbers: list[int] = []
        for file in files:
            rows = self._db.execute(
                "DELETE FROM step WHERE session = ? AND file = ? RETURNING number", (session, file)
            ).fetchall()
            numbers += [int(number) for (number,) in rows]
            self._db.execute("DELETE FROM aside WHERE session = ? AND file = ?", (session, file))
        self._db.executemany("DELETE FROM fresh WHERE number = ?", [(number,) for number in numbers])
        self._db.executemany("INSERT INTO dead VALUES (?, ?)", _ranges(numbers))


def _ranges(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each run of numbers."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
