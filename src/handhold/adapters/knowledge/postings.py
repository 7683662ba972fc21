"""Which steps have a word: for each word of a column the set of their numbers, a block of numbers to a row."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from handhold.adapters.knowledge.bits import BLOCK, Blocks, Damaged, add_packed, joined, packed, with_more
from handhold.adapters.knowledge.vocabulary import Vocabulary

SCHEMA: Final = (
    "CREATE TABLE term (id INTEGER PRIMARY KEY, word TEXT NOT NULL, field INTEGER NOT NULL, UNIQUE (word, field))",
    # Numbered by term and block, so that the blocks of a term lie side by side.
    "CREATE TABLE posting (id INTEGER PRIMARY KEY, bits BLOB NOT NULL)",
)
MOST_FORMS: Final = 300
"""Words containing a piece of a word that are looked for."""

Forms = Mapping[str, Sequence[str]]
"""Words, and the words that contain them."""


class Asked(NamedTuple):
    """Any of some words in one field."""

    field: int
    words: Sequence[str]


class Postings:
    """Part of an index, on its connection and within its transactions. Methods raise `sqlite3.Error`."""

    def __init__(self, database: sqlite3.Connection, *, parts: Sequence[int]) -> None:
        """`parts` are the fields in which words are looked for by a piece of them, too."""
        self._db = database
        self._parts = tuple(parts)
        self._vocabulary = Vocabulary()
        self._last_term = 0

    def add(self, texts: Mapping[tuple[int, str], Sequence[int]]) -> None:
        """Take in texts, each with its field and the numbers of the steps that have it there."""
        found: dict[tuple[str, int], dict[int, list[int]]] = {}
        for (field, text), numbers in texts.items():
            split = _by_block(numbers)
            for word in text.split():
                blocks = found.setdefault((word, field), {})
                for block, places in split.items():
                    blocks.setdefault(block, []).extend(places)
        self._db.executemany("INSERT OR IGNORE INTO term (word, field) VALUES (?, ?)", found)
        rows: list[tuple[int, bytes]] = []
        for term, blocks in found.items():
            known = self.term(*term)
            rows += [self._row(known * BLOCK + block, places) for block, places in blocks.items()]
        self._db.executemany("INSERT OR REPLACE INTO posting VALUES (?, ?)", rows)

    def named(self, name: str, field: int) -> int:
        """The number of a word that is looked for as it stands, blanks and all; it gets one when it has none."""
        self._db.execute("INSERT OR IGNORE INTO term (word, field) VALUES (?, ?)", (name, field))
        return self.term(name, field)

    def term(self, word: str, field: int) -> int:
        """The number of a word in a field; 0, which none has, when it is not there."""
        row = self._db.execute("SELECT id FROM term WHERE word = ? AND field = ?", (word, field)).fetchone()
        return 0 if row is None else int(row[0])

    def steps(self, asked: Sequence[Asked], *, first: int, last: int) -> list[int]:
        """For each the set of steps, of those numbered within these blocks."""
        wanted: dict[tuple[str, int], list[Blocks]] = {}
        sets: list[Blocks] = [{} for _each in asked]
        for each, blocks in zip(asked, sets, strict=True):
            for word in each.words:
                wanted.setdefault((word, each.field), []).append(blocks)
        words = json.dumps(list({word for word, _field in wanted}))
        rows = self._db.execute(
            "SELECT term.id, word, field FROM json_each(?) AS asked CROSS JOIN term ON word = asked.value", (words,)
        )
        terms = {int(term): wanted[word, field] for term, word, field in rows if (word, field) in wanted}
        self._collect(terms, first=first, last=last)
        return [joined(blocks, first=first, last=last) for blocks in sets]

    def forms(self, words: Iterable[str]) -> Forms:
        """For each word the known words that contain it, which is how it is looked for as a part."""
        rows = self._db.execute("SELECT id, word, field FROM term WHERE id > ? ORDER BY id", (self._last_term,))
        new = rows.fetchall()
        if new:
            self._vocabulary.add(str(word) for _id, word, field in new if field in self._parts)
            self._last_term = int(new[-1][0])
        return {word: self._vocabulary.containing(word, limit=MOST_FORMS) for word in words}

    def _collect(self, terms: Mapping[int, Sequence[Blocks]], *, first: int, last: int) -> None:
        rows = self._db.execute(
            "SELECT posting.id, bits FROM json_each(?) AS asked CROSS JOIN posting "
            f"ON posting.id BETWEEN asked.value * {BLOCK} + ? AND asked.value * {BLOCK} + ?",
            (json.dumps(list(terms)), first, last),
        )
        for number, bits in rows:
            term, block = divmod(number, BLOCK)
            for blocks in terms[term]:
                try:
                    add_packed(blocks, block, bits, salt=number)
                except (Damaged, TypeError) as error:
                    raise sqlite3.DatabaseError(str(error)) from error

    def _row(self, number: int, places: Sequence[int]) -> tuple[int, bytes]:
        row = self._db.execute("SELECT bits FROM posting WHERE id = ?", (number,)).fetchone()
        try:
            return number, with_more(row[0], places, salt=number) if row else packed(places, salt=number)
        except (Damaged, TypeError) as error:
            raise sqlite3.DatabaseError(str(error)) from error


def _by_block(numbers: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number in numbers:
        block, place = divmod(number, BLOCK)
        found.setdefault(block, []).append(place)
    return found
