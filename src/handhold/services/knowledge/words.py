"""Words to search by: what a text, an identifier and a question consist of.

A word is a run of letters and digits in any script, in lower case. One word therefore lies within another text exactly
when it lies within one word of that text, which is what lets an index of words answer "contains".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

SHORTEST: Final = 2
MOST_WORDS: Final = 24
"""Words of a question that are looked for, synonyms apart; 200 characters hold hardly more."""

_WORD: Final = re.compile(r"[^\W_]+")
_SEPARATORS: Final = {code: " " for code in range(128) if not chr(code).isalnum()}

STOP_WORDS: Final = frozenset(
    _WORD.findall(
        "a an the to from in on at for with and or but is are was were be been flow test should can will do does did "
        "have has had this that these those it mm mcp lw"
    )
)

_SYNONYMS: Final = (
    ("send", "transfer", "pay"),
    ("receive", "deposit"),
    ("approve", "confirm", "accept", "allow"),
    ("reject", "deny", "cancel", "decline"),
    ("unlock", "login", "signin"),
    ("connect", "link", "authorize"),
    ("swap", "exchange", "trade"),
    ("sign", "signature"),
)
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    word: tuple(other for other in family if other != word) for family in _SYNONYMS for word in family
}

# aB, and the last capital of ABc; digits stay with what they follow.
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def words_in(text: str) -> list[str]:
    """Every word of a text, in order, repeated as it is."""
    lowered = text.lower()
    # The same for plain text in a third of the time, and an index is made of millions of words.
    return lowered.translate(_SEPARATORS).split() if lowered.isascii() else _WORD.findall(lowered)


def tokenize(text: str) -> tuple[str, ...]:
    """The words of a question: each once, without stop words and single characters."""
    found = dict.fromkeys(words_in(text))
    return tuple(word for word in found if len(word) >= SHORTEST and word not in STOP_WORDS)


def tokenize_identifier(identifier: str) -> tuple[str, ...]:
    """The words of a name in code: as it is written, and split at capitals; stop words count here."""
    whole = words_in(identifier)
    split = words_in(_HUMP.sub(" ", identifier)) if not identifier.islower() else ()
    return tuple(word for word in dict.fromkeys((*whole, *split)) if len(word) >= SHORTEST)


def expand(tokens: Iterable[str]) -> tuple[str, ...]:
    """The tokens and their synonyms, each once."""
    return tuple(dict.fromkeys(word for token in tokens for word in (token, *SYNONYMS.get(token, ()))))


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for: one group for each word that was given, the word first, then its synonyms."""

    groups: tuple[tuple[str, ...], ...]
    tokens: tuple[str, ...]
    """All of them, each once."""

    @classmethod
    def of(cls, text: str) -> Question:
        given = tokenize(text)[:MOST_WORDS]
        return cls(tuple((token, *SYNONYMS.get(token, ())) for token in given), expand(given))
