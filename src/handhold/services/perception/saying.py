"""Whether a control says all that a hint says, and nothing to the contrary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise
from typing import Final

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.contrary import bears_other_signs, carries_nothing, contradicts, has_number, is_sign
from handhold.services.perception.kinds import OTHER_ROLE, role_fit
from handhold.services.perception.query import MOST_TERMS, Query, Term, guessed, is_typo, shown_by
from handhold.services.perception.vocabulary import (
    DEEDS,
    DISMISSED,
    EXTENTS,
    IDLE,
    LEADING_DEEDS,
    NEGATIONS,
    OPPOSITES,
    ORDINALS,
    REAL_WORDS,
    STOP_WORDS,
    SYNONYMS,
)
from handhold.services.perception.wording import Wording, distance, singular, words

# How surely a word is the one that was meant, by how it is said.
AS_WRITTEN: Final = 1.0
INFLECTED: Final = 0.95
OTHERWISE: Final = 0.9
MISTYPED: Final = 0.8
# In words as short as this another letter makes another word; letters that changed places or were doubled do not.
SHORT: Final = 5

_POLITE: Final = re.compile(
    r"^(?:(?:please|kindly|now|then|(?:can|could|would) you|(?:let|help) me|"
    r"(?:i|we)(?:['’]d| would)? (?:want|like|need) to)\W+)+",
    re.IGNORECASE,
)
_POINTING: Final = re.compile(r"^(?:click|press|tap|hit)(?:\s+on)?\s+(?=\S)", re.IGNORECASE)
_WAY: Final = re.compile(r"^(?:go|navigate|take me|bring me) to\s+(?=\S)", re.IGNORECASE)
# How one comes to a thing, which its own label need not say.
_REACHING: Final = re.compile(
    r"^(?:(?P<going>open|view|show|see|visit|go)|choose|select|pick|find|locate)\s+"
    r"(?!(?:up|out|off|in|on|down|back)\b)(?:(?:the|my|this|a)\s+)?(?=\S)",
    re.IGNORECASE,
)
# What is filled in and set is no place to go to.
_SET: Final = frozenset({"textbox", "searchbox", "spinbutton", "slider", "checkbox", "radio", "switch"})
_PLACE: Final = re.compile(
    r"(?<=\S)\s+(?:in|on|at|of|inside|within) (?:the|this) (?:page|screen|dialog|dialogue|popup|modal|form|window)$",
    re.IGNORECASE,
)
_THOUSANDS: Final = re.compile(r"(?<=\d)[,'’](?=\d{3}(?!\d))")
_DECIMAL: Final = re.compile(r"(?<![\d.,])(\d+)[.,](\d{1,2})(?!\d|[.,]\d)")
# A letter to those who part words, which nobody writes between digits.
_POINT: Final = "\ua4f8"
# Where it is told to stand, which its row or its heading says: "Edit in the row of Ann", "in Ann's row".
_BESIDE: Final = re.compile(
    r"\b(?:(?:in|on|from) (?:the )?row (?:of|for|with|called)|next to|beside|near|close to|under(?:neath)?|below)\b",
    re.IGNORECASE,
)
_IN_ROW: Final = re.compile(r"\b(?:in|on|from) (?:the )?(?P<row>\S.*?)(?:['’]s?)? row$", re.IGNORECASE)
_CLAUSES: Final = re.compile(r"[.?!;:\n]+(?=\s|$)|[\n;]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A hint, without its politeness."""

    query: Query
    words: tuple[str, ...]
    text: str
    thing: Query | None
    """What is to be reached, where the hint says no more than that: the settings of "open the settings"."""
    besides: Query | None
    """The hint without the words that tell where to look for the rest of it: "Edit Ann" of "Edit next to Ann"."""
    is_going: bool
    """Whether it is to be gone to, as no field is."""

    @classmethod
    def parse(cls, text: str) -> Wish:
        plain = _PLACE.sub("", _WAY.sub("go ", _POINTING.sub("", _POLITE.sub("", _spelt_out(text)))))
        reaching = _REACHING.match(plain)
        beside = _BESIDE.sub(" ", _IN_ROW.sub(r" \g<row>", plain)).strip()
        return cls(
            query=Query.parse(plain),
            words=words(plain),
            text=text,
            thing=Query.parse(plain[reaching.end() :]) if reaching else None,
            besides=Query.parse(beside) if beside not in ("", plain) else None,
            is_going=bool(reaching and reaching["going"]),
        )

    @property
    def counts(self) -> bool:
        """Whether it says which one of a kind, and nothing that one could be called: "the second button"."""
        terms = self.query.terms
        return bool(self.query.roles and terms) and all(ORDINALS.issuperset(term.spellings[0]) for term in terms)

    def may_be_reached(self, candidate: Candidate) -> bool:
        return not (self.is_going and candidate.role in _SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Control:
    candidate: Candidate
    said: str
    names: tuple[Wording, ...]
    own: tuple[Wording, ...]
    row: Wording
    above: Wording

    @classmethod
    def of(cls, candidate: Candidate) -> _Control:
        facts = candidate.fingerprint
        said = candidate.said
        names = tuple(dict.fromkeys(text for text in (candidate.name, said) if text))
        described = (facts.aria_label, facts.placeholder, facts.title, facts.alt, facts.value, guessed(candidate))
        own = (*names, *shown_by(candidate), "\n".join(described))
        return cls(
            candidate=candidate,
            said=said,
            names=tuple(Wording(_spelt_out(text)) for text in names),
            own=tuple(Wording(_spelt_out(text)) for text in own if text.strip()),
            row=Wording(_spelt_out(f"{facts.row}\n{candidate.row_text}")),
            above=Wording(_spelt_out("\n".join((candidate.group, facts.heading, candidate.landmark)))),
        )

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word for name in self.names for word in name.sequence)


def certainty(wish: Wish, candidate: Candidate) -> float:
    """1 where the hint is said as written, less where otherwise, 0 where a word is not said, or the contrary is."""
    control = _Control.of(candidate)
    if any(contradicts(wish.words, name.sequence) for name in control.names) or _is_denied(wish, control):
        return 0.0
    if any(bears_other_signs(wish.text, name) for name in (candidate.name, control.said) if name):
        return 0.0
    if _is_extended(wish, control) or _dismisses_more(wish, control):
        return 0.0
    if wish.counts:
        return 0.0
    whole = _certainty(wish.query, control) or (_certainty(wish.besides, control) if wish.besides else 0.0)
    if whole == 0 and wish.thing is not None and wish.may_be_reached(candidate) and _names_nothing_else(wish, control):
        return _certainty(wish.thing, control)
    return whole


def _certainty(query: Query, control: _Control) -> float:
    literal = _least(query.literal, control)
    if not query.roles or literal == AS_WRITTEN:
        return literal
    fit = role_fit(query.roles, control.candidate)
    if not query.terms:
        return AS_WRITTEN if fit == 1 else literal
    return max(literal, _least(query.terms, control) if fit > OTHER_ROLE else 0.0)


def _least(terms: tuple[Term, ...], control: _Control) -> float:
    """How surely the least sure of the terms is said; one at least is said by the control itself."""
    meant = [term for term in terms if not _is_idle(term)] or list(terms)
    # A hint that was cut says more than anybody looked at.
    if not meant or len(terms) >= MOST_TERMS:
        return 0.0
    own = [max((_strength(term, wording, is_own=True) for wording in control.own), default=0.0) for term in meant]
    if not any(own):
        return 0.0
    replaced = _Replaced.of(meant, control)
    return min(
        strength or _around(term, control, replaced, before=meant[at - 1] if at else None)
        for at, (term, strength) in enumerate(zip(meant, own, strict=True))
    )


def _around(term: Term, control: _Control, replaced: _Replaced, *, before: Term | None) -> float:
    """What the row or the heading says in place of the control; it cannot say another thing than the control does."""
    said = set(term.spellings[0])
    deeds = LEADING_DEEDS if before is None else DEEDS
    if said & deeds or said & replaced.inside or (has_number(said) and has_number(control.words)):
        return 0.0
    in_row = _strength(term, control.row, is_own=False) if _numbers(term, control.row, before) else 0.0
    if in_row or said & replaced.anywhere or not _numbers(term, control.above, before):
        return in_row
    return _strength(term, control.above, is_own=False)


def _numbers(term: Term, around: Wording, before: Term | None) -> bool:
    """Whether what may be a short number says which one it is there: the 1 of "Order 1", not of "Order 11 | 1 item"."""
    (number, *rest), said = term.spellings[0] or ("",), around.sequence
    if rest or len(number) > 2 or not is_sign(number):
        return True
    kind = singular(before.spellings[0][-1]) if before is not None else ""
    numbered = [right for left, right in pairwise(said) if singular(left) == kind and is_sign(right)]
    return number in (numbered or [next(filter(is_sign, said), "")])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Replaced:
    """Words of a hint in whose place a name says something else: "users" in "Export orders as CSV"."""

    inside: frozenset[str]
    """Between words that both say. At its end a name may say in general what the row says in particular."""
    anywhere: frozenset[str]

    @classmethod
    def of(cls, meant: Sequence[Term], control: _Control) -> _Replaced:
        asked = [word for term in meant for word in term.spellings[0]]
        inside: set[str] = set()
        anywhere: set[str] = set()
        for name in control.names:
            own = [word for word in name.sequence if not carries_nothing(word)]
            for kind, start, end, _from, to in SequenceMatcher(None, asked, own, autojunk=False).get_opcodes():
                if kind == "replace":
                    anywhere.update(asked[start:end])
                    inside.update(asked[start:end] if start and end < len(asked) and to < len(own) else ())
        return cls(inside=frozenset(inside), anywhere=frozenset(anywhere))


def _strength(term: Term, wording: Wording, *, is_own: bool) -> float:
    if any(wording.holds(phrase) for phrase in term.spellings):
        return AS_WRITTEN
    if term.is_quoted:
        return 0.0
    if any(_holds_inflected(phrase, wording, may_be_name=term.is_name or not is_own) for phrase in term.spellings):
        return INFLECTED
    if any(wording.holds(phrase) for phrase in term.synonyms):
        return OTHERWISE
    # Names of rows are others' words: Christina is not Christine mistyped.
    single = [phrase[0] for phrase in term.spellings if len(phrase) == 1] if is_own else []
    return MISTYPED if any(_is_mistyped(word, own, wording) for word in single for own in wording.vocabulary) else 0.0


def _holds_inflected(phrase: Sequence[str], wording: Wording, *, may_be_name: bool) -> bool:
    """Robert is not one of the Roberts."""
    if not wording.holds_inflected(phrase):
        return False
    return not may_be_name or all(_is_common(word, wording) or singular(word) in _known_words() for word in phrase)


def _is_mistyped(word: str, own: str, wording: Wording) -> bool:
    if word[0] != own[0] or word in _known_words() or not is_typo(word, own):
        return False
    if not (len(word) > SHORT or set(word) == set(own)):
        return False
    # What may be a name is not told from another name by so little: Austria and Australia, Martina and Martine.
    return (
        own in _known_words() or singular(own) in _known_words() or (own in wording.lower_case and _slipped(word, own))
    )


def _is_common(word: str, wording: Wording) -> bool:
    """Whether it is written there as no name is, in one or in many."""
    return any(singular(own) == singular(word) for own in wording.lower_case)


def _slipped(word: str, own: str) -> bool:
    """Whether letters only changed places, or one is missing, too much or another inside."""
    return distance(word, own, most=1) <= 1


def _is_denied(wish: Wish, control: _Control) -> bool:
    """Whether what the control says of the hint is a "no" that the hint does not say; another sentence may say no."""
    if not NEGATIONS.isdisjoint(wish.words):
        return False
    clauses = [words(clause) for name in control.names for clause in _CLAUSES.split(name.text)]
    asked = {singular(word) for word in wish.words if not carries_nothing(word)}
    return any(
        not NEGATIONS.isdisjoint(clause) and not asked.isdisjoint(singular(word) for word in clause)
        for clause in clauses
    )


def _is_extended(wish: Wish, control: _Control) -> bool:
    """Whether it does to all what the hint wants done to something."""
    does_something = not LEADING_DEEDS.isdisjoint(wish.words)
    return does_something and not (EXTENTS & set(control.words)) <= set(wish.words)


def _dismisses_more(wish: Wish, control: _Control) -> bool:
    """Whether the hint only wants something out of the way, and the control ends a thing of its own."""
    asked = [word for word in wish.words if not carries_nothing(word)]
    if len(asked) != 1 or asked[0] not in _dismissing():
        return False
    return any(not carries_nothing(word) for word in set(control.words) - DISMISSED - _dismissing())


def _names_nothing_else(wish: Wish, control: _Control) -> bool:
    """A number after it, as in "Cart (2)", is no other name."""
    asked = {singular(word) for word in wish.words}
    return all(singular(word) in asked or carries_nothing(word) or word.isdigit() for word in control.words)


def _is_idle(term: Term) -> bool:
    return not term.is_quoted and all(word in IDLE for word in term.spellings[0])


def _spelt_out(text: str) -> str:
    """`don't` as two words, the "no" before a number as none, and `1,000.50` as one word."""
    apart = re.sub(r"n['’]t\b", " not", text, flags=re.IGNORECASE)
    amounts = _DECIMAL.sub(rf"\1{_POINT}\2", _THOUSANDS.sub("", apart))
    return re.sub(r"\bno\.?(?=\s*\d)", "", amounts, flags=re.IGNORECASE)


@cache
def _known_words() -> frozenset[str]:
    """Words that are none other mistyped."""
    of_meanings = (word for meaning in SYNONYMS for text in meaning for word in words(text))
    of_pairs = (word for pair in OPPOSITES for side in pair for word in side)
    return frozenset((*of_meanings, *of_pairs)) | LEADING_DEEDS | REAL_WORDS | STOP_WORDS


@cache
def _dismissing() -> frozenset[str]:
    return next(frozenset(words(" ".join(meaning))) for meaning in SYNONYMS if "dismiss" in meaning)
