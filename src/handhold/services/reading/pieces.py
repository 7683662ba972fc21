"""Hand out a long text in pieces that fit an answer, without losing a character or cutting a word."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from handhold.services.perception.paging import base36, size_of

_TOKEN: Final = re.compile(r"r([1-9][0-9]{0,8})\.(0|[1-9a-z][0-9a-z]{0,6})")
_QUOTES: Final = 2
_SPACE_BYTES: Final = 6
"""Kept for the white space behind the last word, so that no piece begins with it."""
LINE_SHARE: Final = 0.6
"""A piece ends with a line when that leaves it at least this full."""


@dataclass(frozen=True, slots=True)
class ReadToken:
    """Where a reading goes on: its number in the session, and the position in its text."""

    reading: int
    position: int

    def encode(self) -> str:
        return f"r{self.reading}.{base36(self.position)}"

    @classmethod
    def parse(cls, text: str) -> ReadToken:
        """Only what `encode` wrote; anything else is a ValueError."""
        found = _TOKEN.fullmatch(text)
        if found is None:
            raise ValueError("not a token of a reading")
        return cls(reading=int(found[1]), position=int(found[2], 36))


def piece_end(text: str, start: int, *, room: int) -> int:
    """Where the piece that begins at `start` ends so that it takes at most `room` bytes of JSON.

    It ends behind white space, behind a line where one ends late enough; a single word that is longer is cut.
    """
    end = _fitting(text, start, room - _SPACE_BYTES)
    if end >= len(text):
        return len(text)
    stop = end + 1 if text[end].isspace() else end
    line = text.rfind("\n", start, stop) + 1
    if line - start >= LINE_SHARE * (stop - start):
        return line
    if stop > end:
        return stop
    return _word_end(text, start, end) or _letter_end(text, start, end)


def _fitting(text: str, start: int, room: int) -> int:
    """The last end that fits; at least one character is given, so that a reading always goes on."""
    low, high = start + 1, min(len(text), start + max(1, room))
    while low < high:
        middle = (low + high + 1) // 2
        if size_of(text[start:middle]) - _QUOTES <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _word_end(text: str, start: int, end: int) -> int | None:
    at = end
    while at > start and not text[at - 1].isspace():
        at -= 1
    return at if at > start else None


def _letter_end(text: str, start: int, end: int) -> int:
    """Never between a letter and its marks, if there is any other place."""
    at = end
    while at > start + 1 and unicodedata.category(text[at]).startswith("M"):
        at -= 1
    return at
