"""What pressing a button would mean, told by what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from handhold.services.perception.wording import fold
from handhold.services.primary.vocabulary import (
    CONSENT,
    DANGER,
    ELSEWHERE,
    MEANINGS,
    NEGATIONS,
    UTILITIES,
    Kind,
)

LONGEST: Final = 300
# A label with more than this is a sentence, and its verb is what it tells rather than what it does.
MOST_WORDS: Final = 6
MOST_SIGNS: Final = 16
# CJK, kana, Hangul, Hebrew and Arabic: no spaces, or endings and articles that cling to the word.
_CLINGING: Final = re.compile("[\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_AMOUNT: Final = re.compile(
    r"(?:[$€£¥₹₽₩₺]|\b(?:usd|eur|gbp|chf|pln|sek|zł|kr|руб)\b)\s?\d|\d[\d.,\s]*\s?(?:[$€£¥₹₽₩₺元円원]|(?:usd|eur|gbp|chf|pln|sek|zł|kr|руб)\b)"
)
CHARGING: Final = frozenset({"buy", "checkout", "subscribe", "book"})
"""Words that mean a payment where a price stands with them, and that who says them has agreed to."""
# How one comes to a thing, which its own label need not say.
_REACHING: Final = re.compile(
    r"^(?:please )?(?:open|view|show|see|visit|click|press|tap|hit|go to|go|navigate to|take me to)(?: on| to| me)?"
    r"(?: the| my| this| a)? (?=\S)"
)
_DRESSING: Final = re.compile(r"[\d\W_]+")


@dataclass(frozen=True, slots=True, order=True)
class Meaning:
    """`name` is a word of ours, such as "buy" or "delete"."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a label says."""

    meanings: tuple[Meaning, ...] = ()
    """In the order they are said."""
    is_utility: bool = False
    is_elsewhere: bool = False
    is_sentence: bool = False
    has_amount: bool = False

    @property
    def kind(self) -> Kind | None:
        """What it amounts to: a danger outweighs everything, and "no" outweighs "yes"."""
        kinds = {meaning.kind for meaning in self.meanings}
        for one in ("danger", "dismiss"):
            if one in kinds:
                return one
        if not self.meanings:
            return None
        first = self.meanings[0].kind
        return "advance" if first == "offer" and "advance" in kinds else first

    @property
    def danger(self) -> str | None:
        return next((meaning.name for meaning in self.meanings if meaning.kind == "danger"), None)

    def names(self) -> frozenset[str]:
        return frozenset(meaning.name for meaning in self.meanings)


def said_by(label: str) -> Said:
    """Any text; one without known words says nothing."""
    text = _plain(label)
    return Said(
        meanings=_meanings(text),
        is_utility=bare(text) in _utilities(),
        is_elsewhere=_elsewhere().search(text) is not None,
        is_sentence=_is_sentence(text),
        has_amount=_AMOUNT.search(text) is not None,
    )


def bare(label: str) -> str:
    """The words alone: `Cart (2)` is called cart."""
    return _DRESSING.sub(" ", _plain(label)).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a hint asks for. `thing` is what is left of it without the way there: "bag" of "open my bag"."""

    thing: str
    names: frozenset[str]
    """What it means; nothing in particular for looking at something, which is said of very different things."""
    is_reached: bool
    """Whether it says no more than that the thing be opened."""


def wished(hint: str) -> Wish:
    text = _plain(hint)
    thing = _REACHING.sub("", text)
    names = frozenset(meaning.name for meaning in _meanings(thing) if meaning.kind != "look")
    return Wish(thing=thing, names=names, is_reached=thing != text)


def is_about_consent(text: str) -> bool:
    """Whether a surface asks to be allowed to watch its visitor."""
    return _consent().search(_plain(text)) is not None


def dangers_in(text: str) -> frozenset[str]:
    """The dangers a text speaks of."""
    return frozenset(meaning.name for meaning in _meanings(_plain(text)) if meaning.kind == "danger")


def names_danger(hint: str, danger: str, label: str) -> bool:
    """Whether the caller has said that this is what should happen: by its meaning in any language, or its own words."""
    text = _plain(hint)
    if not text or is_negated(hint):
        return False
    own = said_by(label)
    if danger in _said_dangers(text) or own.names() & said_by(hint).names() & CHARGING:
        return True
    # "Continue" below "Delete your account?" says nothing of it, so that repeating the label does not either.
    if own.danger is None:
        return False
    said = set(_words(text))
    whole = {word for word in _words(_plain(label)) if len(word) > 1}
    return any(phrase and phrase <= said for phrase in (whole, *_dangerous_phrases(_plain(label))))


def is_negated(hint: str) -> bool:
    """Whether the hint tells what should not happen."""
    return _negation().search(_plain(hint)) is not None


def _said_dangers(text: str) -> frozenset[str]:
    named = {meaning.name for meaning in _meanings(text)}
    # Who says "buy" or "order" has said that it will cost something.
    return frozenset(named | ({"pay"} if "buy" in named else set()))


def _dangerous_phrases(label: str) -> list[set[str]]:
    return [set(_words(hit.group())) for name in DANGER for hit in _pattern("danger", name).finditer(label)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _meanings(text: str) -> tuple[Meaning, ...]:
    """All that is said; a phrase in a longer one ("cancel" in "cancel subscription") is not said."""
    hits = [
        (hit.start(), hit.end(), Meaning(kind, name))
        for kind, table in MEANINGS
        for name in table
        for hit in _pattern(kind, name).finditer(text)
    ]
    kept = [hit for hit in hits if not any(_is_within(hit, other) for other in hits)]
    return tuple(dict.fromkeys(meaning for _start, _end, meaning in sorted(kept, key=lambda hit: hit[0])))


def _is_within(one: tuple[int, int, Meaning], other: tuple[int, int, Meaning]) -> bool:
    shorter = one[1] - one[0] < other[1] - other[0]
    return shorter and other[0] <= one[0] and one[1] <= other[1]


def _is_sentence(text: str) -> bool:
    words = text.split()
    return len(words) > MOST_WORDS or (bool(_CLINGING.search(text)) and len(text) > MOST_SIGNS * 2)


def _plain(text: str) -> str:
    return " ".join(fold(text[:LONGEST]).replace("’", "'").split())


@cache
def _pattern(kind: Kind, name: str) -> re.Pattern[str]:
    table = next(table for each, table in MEANINGS if each == kind)
    return _compiled(table[name])


@cache
def _consent() -> re.Pattern[str]:
    return _compiled(CONSENT)


@cache
def _elsewhere() -> re.Pattern[str]:
    return _compiled(ELSEWHERE)


@cache
def _negation() -> re.Pattern[str]:
    return _compiled(NEGATIONS)


@cache
def _utilities() -> frozenset[str]:
    return frozenset(_plain(phrase) for phrase in UTILITIES.split("|"))


def _compiled(phrases: str) -> re.Pattern[str]:
    # The longest first, since the first that fits is taken.
    parts = sorted((_part(phrase) for phrase in phrases.split("|")), key=len, reverse=True)
    return re.compile("|".join(parts))


def _part(phrase: str) -> str:
    if phrase.startswith("="):
        return rf"^{_escaped(phrase[1:])}$"
    if phrase.startswith("^"):
        return rf"^\W*{_escaped(phrase[1:])}"
    return _escaped(phrase)


def _escaped(phrase: str) -> str:
    stem = _plain(phrase.removesuffix("*"))
    words = r"\W+".join(_each(stem.split()))
    if _CLINGING.search(stem):
        return words
    ending = r"\w*" if phrase.endswith("*") else ""
    return rf"(?<!\w){words}{ending}(?!\w)"


def _each(words: Iterable[str]) -> Iterable[str]:
    return (re.escape(word) for word in words)
