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
_SESSION_STEPS: Final = "session.id, created_at, coalesce(first, 0), coalesce(last, 0), held"
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


class SessionSteps(NamedTuple):
    """A session, and where its steps lie: how many of them between the first and the last."""

    id: int
    created_at: float
    first: int
    last: int
    held: int

    @property
    def is_run(self) -> bool:
        """Whether all numbers between are its own."""
        return self.held > 0 and self.last - self.first + 1 == self.held


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

    def named(self, names: Sequence[str]) -> list[SessionSteps]:
        """The sessions of these names that there are."""
        rows = self._db.execute(
            f"SELECT {_SESSION_STEPS} FROM json_each(?) AS asked CROSS JOIN session ON name = asked.value",
            (json.dumps(names),),
        )
        return list(map(SessionSteps._make, rows))

    def created_after(self, seconds: float) -> list[SessionSteps]:
        """Sessions that were begun after a time."""
        rows = self._db.execute(f"SELECT {_SESSION_STEPS} FROM session WHERE created_at > ? ORDER BY first", (seconds,))
        return list(map(SessionSteps._make, rows))

    def of(self, sessions: Iterable[SessionSteps], span: Span) -> int:
        """Steps of these sessions."""
        ranges: list[tuple[int, int]] = []
        single: list[int] = []
        for each in sessions:
            if not each.is_run:
                rows = self._db.execute("SELECT number FROM step WHERE session = ?", (each.id,))
                single += [int(number) - span.start for (number,) in rows]
            elif ranges and ranges[-1][1] == each.first - 1:
                ranges[-1] = (ranges[-1][0], each.last)
            else:
                ranges.append((each.first, each.last))
        return of_ranges(_inside(ranges, span), size=span.size) | of_members(single, size=span.size)

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
