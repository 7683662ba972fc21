"""Words of human text and of identifiers, folded so that they can be compared, and how far two words are apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

# A lower-case letter or digit before an upper-case one, or the last capital of a run before a lower-case letter.
_HUMP: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=\d)(?=[A-Z])|(?<=[A-Z])(?=[A-Z][^\W\d_A-Z])")
_JOINERS: Final = "-\u2010\u2011_"
_ASCII_RUN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_JOINT: Final = re.compile(f"[{re.escape(_JOINERS)}]+")
# Scripts written without spaces between words: there a "word" is a run of text, found by containment.
_UNSPACED: Final = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF))
_UNSPACED_ABOVE: Final = 0x20000
LONGEST_WORD: Final = 64
# What an apostrophe ties to a word: "l'achat", "Ann's".
_TIED: Final = re.compile(r"(?<!\w)[dl]['’](?=\w)|(?<=\w)['’]s\b", re.IGNORECASE)
# Words that end as many of a thing do, and are none.
_UNCHANGED: Final = frozenset(
    {"news", "goods", "customs", "arms", "glasses", "means", "series", "species", "lens", "canvas", "physics", "always"}
)


def fold(text: str) -> str:
    """Case and Latin accents taken away; `Crème` and `CREME` are the same."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    # Only the general combining marks: the vowel signs of other scripts are letters to their readers.
    return unicodedata.normalize("NFKC", "".join(char for char in apart if not "\u0300" <= char <= "\u036f"))


def is_unspaced(word: str) -> bool:
    """Whether the word holds a script that writes no spaces."""
    return not word.isascii() and any(
        ord(char) >= _UNSPACED_ABOVE or any(low <= ord(char) <= high for low, high in _UNSPACED) for char in word
    )


def runs(text: str) -> list[str]:
    """Unfolded stretches of letters, digits and marks; a hyphen or underscore inside does not end one."""
    if "'" in text or "’" in text:
        text = _TIED.sub(" ", text)
    if text.isascii():
        return [run.rstrip(_JOINERS)[:LONGEST_WORD] for run in _ASCII_RUN.findall(text)]
    found: list[str] = []
    current: list[str] = []
    for char in text:
        if char.isalnum() or unicodedata.category(char).startswith("M") or (current and char in _JOINERS):
            current.append(char)
        elif current:
            found.append("".join(current))
            current = []
    found.append("".join(current))
    return [run for run in (run.rstrip(_JOINERS)[:LONGEST_WORD] for run in found) if run]


def pieces(run: str) -> list[str]:
    """The unfolded parts of a kebab, snake or camelCase word."""
    if run.isalpha() and run.islower():
        return [run]
    parts = _JOINT.split(run)
    return [piece for part in parts for piece in _HUMP.split(part) if piece]


def words(text: str) -> tuple[str, ...]:
    """Folded words in order; compounds are taken apart."""
    return tuple(fold(piece) for run in runs(text) for piece in pieces(run))


def joined(run: str) -> str:
    """The folded run without its joints: `e-mail` and `eMail` give `email`."""
    return fold("".join(pieces(run)))


def singular(word: str) -> str:
    """One of what an English word names several of; other words as they are."""
    if (
        len(word) <= 3
        or word in _UNCHANGED
        or not word.isalpha()
        or word.endswith(("ss", "us", "is"))
        or not word.endswith("s")
    ):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


@dataclass(frozen=True)
class Wording:
    """A text prepared for being searched."""

    text: str

    @cached_property
    def sequence(self) -> tuple[str, ...]:
        return words(self.text)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word, taken apart and joined."""
        return frozenset(self.sequence) | frozenset(joined(run) for run in runs(self.text))

    @cached_property
    def lower_case(self) -> frozenset[str]:
        """The words that are written without a capital: none of them is a name."""
        return frozenset(fold(piece) for run in runs(self.text) for piece in pieces(run) if piece.islower())

    def holds(self, phrase: Sequence[str]) -> bool:
        """Whether the folded words stand here, in order and side by side."""
        if len(phrase) == 1:
            return phrase[0] in self.vocabulary or (is_unspaced(phrase[0]) and self._contains(phrase[0]))
        wanted = tuple(phrase)
        size = len(wanted)
        return any(self.sequence[start : start + size] == wanted for start in range(len(self.sequence) - size + 1))

    def holds_inflected(self, phrase: Sequence[str]) -> bool:
        """As `holds`, with one of a thing for many and many for one."""
        wanted = tuple(singular(word) for word in phrase)
        size = len(wanted)
        if size == 1:
            return any(singular(own) == wanted[0] for own in self.vocabulary)
        own = tuple(singular(word) for word in self.sequence)
        return any(own[start : start + size] == wanted for start in range(len(own) - size + 1))

    def _contains(self, word: str) -> bool:
        return any(word in own for own in self.sequence)


def distance(one: str, other: str, *, most: int) -> int:
    """Edits between two words (insert, delete, replace, swap neighbours); anything above `most` is `most + 1`."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, char in enumerate(one, start=1):
        current = [row]
        for column, facing in enumerate(other, start=1):
            cost = min(above[column] + 1, current[-1] + 1, above[column - 1] + (char != facing))
            if row > 1 and column > 1 and char == other[column - 2] and one[row - 2] == facing:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > most and min(above) > most:
            return most + 1
        before, above = above, current
    return min(above[-1], most + 1)


def likeness(one: str, other: str) -> float:
    """0 to 1: edits for short texts, shared words for long ones (Similo compares texts over 50 characters so)."""
    if one == other:
        return 1.0 if one else 0.0
    if max(len(one), len(other)) > 50:
        return overlap(words(one), words(other))
    longest = max(len(one), len(other))
    return 1 - distance(one, other, most=longest) / longest


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Shared share of two sets of words."""
    either = set(one) | set(other)
    return len(set(one) & set(other)) / len(either) if either else 0.0
