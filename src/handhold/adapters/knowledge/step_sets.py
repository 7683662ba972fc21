"""Sets of steps, by their numbers in an index: those with a word, of a session, on a screen; and their newest."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Final, NamedTuple

from handhold.adapters.knowledge.bits import BLOCK, CHUNK, chunks_down, of_members, of_ranges
from handhold.adapters.knowledge.postings import Asked, Forms, Postings

PLACE: Final = 100
"""The field of names of screens, which are looked for as they are; the columns of words have the first numbers."""
MOST_TIES: Final = 4_000
"""Equally good steps that are looked at to find the newest of them."""


class Span(NamedTuple):
    """The blocks that have steps; members of sets are counted from the first step of the first."""

    first: int
    last: int

    @property
    def start(self) -> int:
        return self.first * BLOCK

    @property
    def size(self) -> int:
        return (self.last - self.first + 1) * BLOCK


class Step(NamedTuple):
    """A step by its file."""

    number: int
    session: str
    file: str


class FreshStep(NamedTuple):
    """A step that is in no set yet, with its words in the order of `COLUMNS`."""

    session: str
    created_at: float
    file: str
    words: tuple[str, ...]


class StepSets:
    """Part of an index, on its connection. Methods raise `sqlite3.Error`."""

    def __init__(self, database: sqlite3.Connection, postings: Postings) -> None:
        self._db = database
        self._postings = postings

    @contextmanager
    def reading(self) -> Generator[None]:
        """Several questions that are answered from one state, whatever others write meanwhile."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("ROLLBACK")

    def span(self) -> Span | None:
        """Where the numbers of steps lie; None without steps."""
        low, high = self._db.execute("SELECT (SELECT min(number) FROM step), (SELECT max(number) FROM step)").fetchone()
        return None if low is None else Span(int(low) // BLOCK, int(high) // BLOCK)

    def forms(self, words: Iterable[str]) -> Forms:
        """For each word the known words that contain it, which is how it is looked for as a part."""
        return self._postings.forms(words)

    def having(self, asked: Sequence[Asked], span: Span) -> list[int]:
        """For each the steps with one of the words."""
        return self._postings.steps(asked, first=span.first, last=span.last)

    def gone(self, span: Span) -> int:
        """Numbers of steps that are no more."""
        rows = self._db.execute("SELECT first, last FROM dead").fetchall()
        return of_ranges(_inside(rows, span), size=span.size) if rows else 0

    def on(self, place: str, span: Span) -> int:
        """Steps on a screen."""
        known = self._postings.term(place, PLACE)
        rows = self._db.execute("SELECT number FROM step WHERE place = ?", (known,))
        return of_members([int(number) - span.start for (number,) in rows], size=span.size)

    def of_sessions(self, names: Sequence[str], span: Span) -> int:
        """Steps of these sessions."""
        rows = self._db.execute(
            "SELECT session.id, first, last, held FROM json_each(?) AS asked CROSS JOIN session ON name = asked.value",
            (json.dumps(names),),
        )
        return self._ranges(rows.fetchall(), span)

    def created_after(self, seconds: float) -> list[tuple[str, float]]:
        """Sessions that were begun after a time, and when."""
        rows = self._db.execute("SELECT name, created_at FROM session WHERE created_at > ?", (seconds,))
        return [(str(name), float(at)) for name, at in rows]

    def steps(self, members: Sequence[int], span: Span) -> list[Step]:
        """The steps that are these members of a set, in no order."""
        wanted = json.dumps([span.start + member for member in members])
        rows = self._db.execute(
            "SELECT number, session.name, file FROM json_each(?) AS asked CROSS JOIN step ON number = asked.value "
            "JOIN session ON session.id = step.session",
            (wanted,),
        )
        return [Step(int(number) - span.start, str(session), str(file)) for number, session, file in rows]

    def newest_of(self, members: int, count: int, span: Span) -> tuple[list[int], bool]:
        """The newest so many members of a set, and whether there was too much to look at to be sure."""
        before = self._newest_before(span)
        found: list[tuple[int, int]] = []
        waiting: list[int] = []
        for chunk, some in chunks_down(members):
            waiting += some
            if len(found) + len(waiting) < count:
                continue
            found = sorted((*found, *self._times(waiting, span)), reverse=True)
            waiting = []
            if len(found) >= count and found[count - 1][0] > before.get(chunk, -1):
                break
            if len(found) > MOST_TIES:
                return [member for _at, member in found[:count]], True
        found = sorted((*found, *self._times(waiting, span)), reverse=True)
        return [member for _at, member in found[:count]], False

    def fresh(self, *, place: str | None, sessions: Sequence[str] | None) -> Iterator[FreshStep]:
        """Steps that are in no set yet, of one place or of certain sessions if so asked."""
        known = None if place is None else self._postings.term(place, PLACE)
        allowed = None if sessions is None else set(sessions)
        rows = self._db.execute(
            "SELECT step.place, session.name, created_at, file, words FROM fresh JOIN step USING (number) "
            "JOIN session ON session.id = step.session"
        ).fetchall()
        for on, session, created_at, file, words in rows:
            if known in (None, on) and (allowed is None or session in allowed):
                yield FreshStep(str(session), float(created_at), str(file), tuple(json.loads(words)))

    def _ranges(self, sessions: Sequence[tuple[int, int | None, int | None, int]], span: Span) -> int:
        ranges: list[tuple[int, int]] = []
        single: list[int] = []
        for session, first, last, held in sessions:
            if first is not None and last is not None and last - first + 1 == held:
                ranges.append((first, last))
            else:
                rows = self._db.execute("SELECT number FROM step WHERE session = ?", (session,))
                single += [int(number) - span.start for (number,) in rows]
        return of_ranges(_inside(ranges, span), size=span.size) | of_members(single, size=span.size)

    def _newest_before(self, span: Span) -> dict[int, int]:
        """For each chunk of a set's members the time of the newest step in those below it."""
        rows = self._db.execute("SELECT id, newest FROM chunk ORDER BY id").fetchall()
        best = accumulate((int(newest) for _id, newest in rows), max, initial=-1)
        return {int(number) - span.start // CHUNK: at for (number, _newest), at in zip(rows, best, strict=False)}

    def _times(self, members: Sequence[int], span: Span) -> list[tuple[int, int]]:
        rows = self._db.execute(
            "SELECT at, number FROM json_each(?) AS asked CROSS JOIN step ON number = asked.value",
            (json.dumps([span.start + member for member in members]),),
        )
        return [(int(at), int(number) - span.start) for at, number in rows]


def _inside(ranges: Iterable[tuple[int, int]], span: Span) -> list[tuple[int, int]]:
    """Ranges of numbers as members of sets; what has gone may lie outside."""
    cut = ((max(first - span.start, 0), min(last - span.start, span.size - 1)) for first, last in ranges)
    return [(first, last) for first, last in cut if first <= last]
