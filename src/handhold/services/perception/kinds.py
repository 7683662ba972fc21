"""Which kinds of control a text names, and which kind a control is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.vocabulary import ALIKE, ROLE_WORDS, STOP_WORDS
from handhold.services.perception.wording import fold, joined, words

# The wrong kind of control, where people can tell and where they cannot.
OTHER_ROLE: Final = 0.6
ALIKE_ROLE: Final = 0.85
Phrase = tuple[str, ...]


def role_fit(roles: frozenset[str], candidate: Candidate) -> float:
    """1 for a kind that is meant, less for one that looks the same, `OTHER_ROLE` for any other."""
    own = candidate.role or candidate.tag
    if own in roles or candidate.kind in roles:
        return 1.0
    # A switch may look like a button, but nothing else looks like a switch.
    return ALIKE_ROLE if (own in ALIKE or own == "switch") and roles & ALIKE else OTHER_ROLE


def without_roles(written: list[str]) -> tuple[list[str], frozenset[str]]:
    """The runs that are not role words, and the roles the others mean."""
    table = _role_table()
    rest: list[str] = []
    roles: set[str] = set()
    position = 0
    while position < len(written):
        size, found = _role_at(table, written, position)
        if size:
            roles.update(found)
        else:
            rest.append(written[position])
        position += size or 1
    meaningful = [run for run in rest if fold(run) not in STOP_WORDS]
    # "Button A" is one of several, "a button" any.
    is_lettered = len(rest) == 1 == len(rest[0]) and written[-1:] == rest
    return (rest if meaningful or is_lettered or not roles else []), frozenset(roles)


def _role_at(table: Mapping[Phrase, tuple[str, ...]], written: list[str], position: int) -> tuple[int, tuple[str, ...]]:
    for size in (3, 2, 1):
        phrase = tuple(joined(run) for run in written[position : position + size])
        if len(phrase) == size and (found := table.get(phrase) or table.get(_singular(phrase))):
            return size, found
    return 0, ()


def _singular(phrase: Phrase) -> Phrase:
    last = phrase[-1]
    stem = last.removesuffix("es") if last.endswith(("xes", "ches")) else last.removesuffix("s")
    return (*phrase[:-1], stem)


@cache
def _role_table() -> Mapping[Phrase, tuple[str, ...]]:
    return {words(text): roles for texts, roles in ROLE_WORDS for text in texts.split("|")}
