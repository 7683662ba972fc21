"""The index over the step files: SQLite with full text search. A cache: it can be deleted and made again at any time.

Rows are numbered by time, so that full text search can give the newest matches first without looking at the others.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from handhold.adapters.knowledge.folder import FileSeen
from handhold.adapters.knowledge.vocabulary import Vocabulary

VERSION: Final = 1
"""Of the tables below and of how words are made; an index of another version is made anew."""
BUSY_SECONDS: Final = 5.0
SLOTS: Final = 4096
"""Row numbers for each millisecond."""
MOST_FORMS: Final = 300
"""Words containing a piece of a word that are looked for."""

WHOLE: Final = ("target", "test_ids", "goal")
"""Columns in which a word is looked for as a whole; in the others as a part of words, too."""
PARTS: Final = ("tool", "screen", "labels", "names", "flows", "tags")
COLUMNS: Final = ("tool", "screen", "target", "labels", "test_ids", "names", "flows", "goal", "tags")
_STEP_COLUMNS: Final = ", ".join(f"step.{column}" for column in COLUMNS)
_ADD_STEP: Final = f"INSERT INTO step VALUES ({', '.join('?' * (len(COLUMNS) + 7))})"
_ADD_WORDS: Final = (
    f"INSERT INTO words (rowid, {', '.join(COLUMNS)}, run) VALUES ({', '.join('?' * (len(COLUMNS) + 2))})"
)

_SCHEMA: Final = f"""
CREATE TABLE session (
  id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, changed_at INTEGER NOT NULL DEFAULT -1,
  created_at REAL NOT NULL DEFAULT 0, record TEXT
);
CREATE TABLE step (
  key INTEGER PRIMARY KEY, session INTEGER NOT NULL, file TEXT NOT NULL, mtime INTEGER NOT NULL, size INTEGER NOT NULL,
  place TEXT NOT NULL, {", ".join(f"{column} TEXT NOT NULL" for column in COLUMNS)}, run TEXT NOT NULL
);
CREATE UNIQUE INDEX step_file ON step (session, file);
CREATE INDEX step_place ON step (place, key);
CREATE TABLE aside (session INTEGER NOT NULL, file TEXT NOT NULL, mtime INTEGER NOT NULL, size INTEGER NOT NULL,
  reason TEXT NOT NULL, PRIMARY KEY (session, file)) WITHOUT ROWID;
CREATE TABLE term (id INTEGER PRIMARY KEY, word TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (
  {", ".join(COLUMNS)}, run, content = 'step', content_rowid = 'key', tokenize = 'ascii', detail = 'column'
);
PRAGMA user_version = {VERSION};
"""


Forms = Mapping[str, Sequence[str]]
"""Words, and the words that contain them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedStep:
    """A step as it is found: its file, when and where it was, and its words by column."""

    file: FileSeen
    milliseconds: int
    place: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is no step, and why."""

    file: FileSeen
    reason: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A candidate, and its words in the order of `COLUMNS`."""

    key: int
    session: str
    created_at: float
    file: str
    words: tuple[str, ...]


class StepIndex:
    """One connection, used by one thread at a time. Methods raise `sqlite3.Error`; whoever calls makes a new one."""

    def __init__(self, file: Path | None) -> None:
        """Open the index in `file`, or one in memory. One of another version is emptied."""
        self.file = file
        name = ":memory:" if file is None else str(file)
        self._db = sqlite3.connect(name, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._prepare()
        except (sqlite3.Error, UnicodeDecodeError):
            self._db.close()
            raise
        self.vocabulary = Vocabulary()
        self._last_term = 0

    def close(self) -> None:
        self._db.close()

    def _prepare(self) -> None:
        with self.writing():
            version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
            if version == VERSION:
                return
            for (table,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if not str(table).startswith(("sqlite_", "words_")):
                    self._db.execute(f'DROP TABLE "{table}"')
            for statement in _SCHEMA.split(";"):
                self._db.execute(statement)

    @contextmanager
    def writing(self) -> Generator[None]:
        """Several changes as one; one within another is part of it."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:  # commits, or takes everything back when it is left by an error
            yield

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

    def update(
        self,
        session: str,
        *,
        changed_at: int | None = None,
        record: tuple[float, str] | None = None,
        added: Sequence[IndexedStep] = (),
        unreadable: Sequence[Unreadable] = (),
        gone: Iterable[str] = (),
    ) -> None:
        """Bring what is known of a session up to date, all at once. A file that has changed is gone first."""
        with self.writing():
            known = self._id_of(session) or self._add_session(session)
            for name in gone:
                self._remove(known, name)
            for each in unreadable:
                row = (known, each.file.name, each.file.mtime_ns, each.file.size, each.reason)
                self._db.execute("INSERT OR REPLACE INTO aside VALUES (?, ?, ?, ?, ?)", row)
            for step in added:
                self._add(known, step)
            if record is not None:
                self._db.execute("UPDATE session SET created_at = ?, record = ? WHERE id = ?", (*record, known))
            if changed_at is not None:
                self._db.execute("UPDATE session SET changed_at = ? WHERE id = ?", (changed_at, known))
            self._learn(added)

    def forget(self, session: str) -> None:
        known = self._id_of(session)
        with self.writing():
            for (file,) in self._db.execute("SELECT file FROM step WHERE session = ?", (known,)).fetchall():
                self._remove(known, str(file))
            self._db.execute("DELETE FROM aside WHERE session = ?", (known,))
            self._db.execute("DELETE FROM session WHERE id = ?", (known,))

    def tidy(self) -> None:
        """Bring what was added piece by piece together."""
        self._db.execute("INSERT INTO words (words) VALUES ('optimize')")

    def asides(self) -> list[tuple[str, str, str]]:
        """Session, file and reason of everything that is no step."""
        rows = self._db.execute(
            "SELECT session.name, file, reason FROM aside JOIN session ON session.id = aside.session ORDER BY 1, 2"
        )
        return [(str(session), str(file), str(reason)) for session, file, reason in rows]

    def count(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM step").fetchone()[0])

    def newest(self, *, place: str | None, sessions: Sequence[str] | None, limit: int) -> list[tuple[str, str]]:
        """Session and file of the newest steps, of one place or of certain sessions if so asked."""
        tests, values = _tests(place, sessions)
        rows = self._db.execute(
            f"SELECT session.name, step.file FROM step JOIN session ON session.id = step.session "
            f"WHERE {' AND '.join(tests) or '1'} ORDER BY step.key DESC LIMIT ?",
            (*values, limit),
        )
        return [(str(session), str(file)) for session, file in rows]

    def matching(
        self,
        groups: Sequence[Sequence[str]],
        *,
        forms: Forms,
        at_least: int = 1,
        columns: Sequence[str] = COLUMNS,
        place: str | None = None,
        sessions: Sequence[str] | None = None,
        limit: int,
    ) -> list[int]:
        """The newest steps in which words of so many groups are found in these columns."""
        terms = [_term(group, forms, columns) for group in groups]
        match = " OR ".join(f"({' AND '.join(some)})" for some in combinations(terms, at_least))
        if sessions is not None and len(sessions) <= MOST_FORMS:
            runs = " OR ".join(f"s{self._id_of(session)}" for session in sessions) or "none"
            match, sessions = f"({match}) AND run : ({runs})", None
        tests, values = _tests(place, sessions)
        joined = "JOIN step ON step.key = words.rowid JOIN session ON session.id = step.session" if tests else ""
        rows = self._db.execute(
            f"SELECT words.rowid FROM words {joined} "
            f"WHERE {' AND '.join(['words MATCH ?', *tests])} ORDER BY words.rowid DESC LIMIT ?",
            (match, *values, limit),
        )
        return [key for (key,) in rows]

    def hits(self, keys: Iterable[int]) -> list[Hit]:
        """The steps of these rows."""
        wanted = json.dumps(list(keys))
        rows = self._db.execute(
            f"SELECT step.key, session.name, session.created_at, step.file, {_STEP_COLUMNS} FROM json_each(?) AS asked "
            "JOIN step ON step.key = asked.value JOIN session ON session.id = step.session",
            (wanted,),
        )
        return [Hit(key, session, created_at, file, tuple(words)) for key, session, created_at, file, *words in rows]

    def forms(self, words: Iterable[str]) -> Forms:
        """For each word the known words that contain it, which is how it is looked for as a part."""
        self._catch_up()
        return {word: self.vocabulary.containing(word, limit=MOST_FORMS) for word in words}

    def _catch_up(self) -> None:
        """Learn the words that others have added."""
        rows = self._db.execute("SELECT id, word FROM term WHERE id > ? ORDER BY id", (self._last_term,)).fetchall()
        if rows:
            self.vocabulary.add(str(word) for _id, word in rows)
            self._last_term = int(rows[-1][0])

    def _learn(self, added: Sequence[IndexedStep]) -> None:
        if not added:
            return
        self._catch_up()
        places = [COLUMNS.index(column) for column in PARTS]
        new = self.vocabulary.add_texts(step.words[place] for step in added for place in places)
        if new:
            self._db.executemany("INSERT INTO term (word) VALUES (?)", ((word,) for word in new))
            self._last_term = int(self._db.execute("SELECT max(id) FROM term").fetchone()[0])

    def _add_session(self, session: str) -> int:
        return int(self._db.execute("INSERT INTO session (name) VALUES (?) RETURNING id", (session,)).fetchone()[0])

    def _id_of(self, session: str) -> int:
        """Its number; 0, which none has, for a session it does not know. Others may renumber it at any time."""
        row = self._db.execute("SELECT id FROM session WHERE name = ?", (session,)).fetchone()
        return 0 if row is None else int(row[0])

    def _add(self, session: int, step: IndexedStep) -> None:
        file, run = step.file, f"s{session}"
        row = (session, file.name, file.mtime_ns, file.size, step.place, *step.words, run)
        key = step.milliseconds * SLOTS
        try:
            self._db.execute(_ADD_STEP, (key, *row))
        except sqlite3.IntegrityError:
            # Another step of the millisecond has the number, or another process has indexed the file already.
            taken = self._db.execute("SELECT max(key) FROM step WHERE key BETWEEN ? AND ?", (key, key + SLOTS - 1))
            key = max(key, int(taken.fetchone()[0] or 0) + 1)
            if not self._db.execute(_ADD_STEP.replace("INSERT", "INSERT OR IGNORE"), (key, *row)).rowcount:
                return
        self._db.execute(_ADD_WORDS, (key, *step.words, run))

    def _remove(self, session: int, file: str) -> None:
        columns = ", ".join((*COLUMNS, "run"))
        row = self._db.execute(
            f"DELETE FROM step WHERE session = ? AND file = ? RETURNING key, {columns}", (session, file)
        ).fetchall()
        for key, *words in row:
            self._db.execute(
                f"INSERT INTO words (words, rowid, {columns}) VALUES ('delete', {', '.join('?' * (len(words) + 1))})",
                (key, *words),
            )
        self._db.execute("DELETE FROM aside WHERE session = ? AND file = ?", (session, file))


def _term(group: Sequence[str], forms: Forms, columns: Sequence[str]) -> str:
    """A word of the group in one of the columns, as full text search is asked for it."""
    whole = " ".join(column for column in WHOLE if column in columns)
    parts = " ".join(column for column in PARTS if column in columns)
    exact = " OR ".join(_quoted(word) for word in group)
    contained = " OR ".join(_quoted(form) for form in dict.fromkeys(form for word in group for form in forms[word]))
    asked = [f"{{{whole}}} : ({exact})", *([f"{{{parts}}} : ({contained})"] if contained else [])]
    return f"({' OR '.join(asked)})"


def _tests(place: str | None, sessions: Sequence[str] | None) -> tuple[list[str], list[object]]:
    tests: list[str] = []
    values: list[object] = []
    if place is not None:
        tests.append("step.place = ?")
        values.append(place)
    if sessions is not None:
        tests.append(f"session.name IN ({', '.join('?' * len(sessions))})")
        values += sessions
    return tests, values


def _quoted(word: str) -> str:
    return f'"{word}"'
