"""Whether what a control says speaks against what a hint says: the contrary, another number, another currency."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from handhold.services.perception.vocabulary import ARTICLES, DIRECTIONS, IDLE, OPPOSITES, PARTICLES, STOP_WORDS

_CURRENCY: Final = re.compile(r"[$%€£¥₩₹₽₺₴₪₫₿]")
# Signs after a letter that belong to its name: "C++", "C#", "A-".
_MARKED: Final = re.compile(r"(?<!\w)([a-z])(\+{0,2}|#|-)(?![\w-])", re.IGNORECASE)


def contradicts(asked: Sequence[str], said: Sequence[str]) -> bool:
    """Whether a name says the opposite of a word of the hint, or the same words the other way round."""
    sides = [({one}, {other}) for one, other in DIRECTIONS]
    both = [*sides, *OPPOSITES]
    if any(_says_only(asked, one, other) and _says_only(said, other, one) for one, other in (*both, *_turned(both))):
        return True
    if any(_is_other_particle(asked, said, one, other) for pair in PARTICLES for one, other in (pair, pair[::-1])):
        return True
    if any(_order(asked, *pair) * _order(said, *pair) < 0 for pair in OPPOSITES):
        return True
    if _shared_signs(asked, said) != _shared_signs(said, asked) or _is_other_one(asked, said):
        return True
    return any(_is_swapped(word, asked, said) for pair in DIRECTIONS for word in pair)


def bears_other_signs(asked: str, said: str) -> bool:
    """Whether it is about another currency, or another letter with a sign: "C#" for "C++"."""
    money, other = set(_CURRENCY.findall(asked)), set(_CURRENCY.findall(said))
    if money and other and money.isdisjoint(other):
        return True
    wanted, own = _marks(asked), _marks(said)
    if any(own[letter].isdisjoint(marks) for letter, marks in wanted.items() if letter in own):
        return True
    return any(marks != {""} and letter not in own for letter, marks in wanted.items())


def is_sign(word: str) -> bool:
    return len(word) == 1 or has_number([word])


def has_number(said: Iterable[str]) -> bool:
    return any(char.isdigit() for word in said for char in word)


def carries_nothing(word: str) -> bool:
    return word in STOP_WORDS or word in IDLE


def _turned(pairs: Iterable[Sequence[frozenset[str] | set[str]]]) -> Iterable[Sequence[frozenset[str] | set[str]]]:
    return ((other, one) for one, other in pairs)


def _says_only(said: Sequence[str], one: frozenset[str] | set[str], other: frozenset[str] | set[str]) -> bool:
    return not one.isdisjoint(said) and other.isdisjoint(said)


def _is_other_particle(asked: Sequence[str], said: Sequence[str], one: str, other: str) -> bool:
    if not (_says_only(asked, {one}, {other}) and _says_only(said, {other}, {one})):
        return False
    return bool(_beside(asked, one) & _beside(said, other))


def _beside(said: Sequence[str], word: str) -> set[tuple[str, str]]:
    before = {("before", left) for left, right in pairwise(said) if right == word}
    after = {("after", right) for left, right in pairwise(said) if left == word}
    return {(side, other) for side, other in before | after if other not in STOP_WORDS}


def _order(said: Sequence[str], one: frozenset[str], other: frozenset[str]) -> int:
    """1 where the one is said before the other, -1 after it, 0 where not both are."""
    first = next((at for at, word in enumerate(said) if word in one), None)
    second = next((at for at, word in enumerate(said) if word in other), None)
    return 0 if first is None or second is None else 1 if first < second else -1


def _shared_signs(said: Sequence[str], other: Sequence[str]) -> list[str]:
    """Numbers and letters that both say, in their order: "1 of 2", "A to Z"."""
    return list(dict.fromkeys(word for word in said if is_sign(word) and word in other))


def _is_other_one(asked: Sequence[str], said: Sequence[str]) -> bool:
    """Whether another number, letter or article stands at a word that both say: "Plan A" and "Plan B"."""
    own = set(pairwise(said))
    for pair in pairwise(asked):
        left, right = pair
        if pair in own:
            continue
        if is_sign(right) and any(first == left and is_sign(second) for first, second in own):
            return True
        if left in ARTICLES and any(second == right and first in ARTICLES for first, second in own):
            return True
    return False


def _marks(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for letter, mark in _MARKED.findall(text.lower()):
        found.setdefault(letter, set()).add(mark)
    return found


def _is_swapped(direction: str, asked: Sequence[str], said: Sequence[str]) -> bool:
    """Whether what is after the word in the one is elsewhere in the other, both ways: "EUR to USD" for "USD to EUR"."""
    wanted, own = _after(direction, asked), _after(direction, said)
    return wanted is not None and own is not None and wanted != own and wanted in said and own in asked


def _after(direction: str, said: Sequence[str]) -> str | None:
    if direction not in said:
        return None
    rest = said[said.index(direction) + 1 :]
    return next((word for word in rest if not carries_nothing(word)), None)
