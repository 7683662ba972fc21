"""What an agent looks for, in its own words, and how well a control answers to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from handhold.services.perception.candidates import ICON, Candidate
from handhold.services.perception.kinds import Phrase, role_fit, without_roles
from handhold.services.perception.signs import maybe_meant_by, meant_by
from handhold.services.perception.vocabulary import (
    ARTICLES,
    DEEDS,
    HOLDERS,
    ICON_MEANINGS,
    LEADING_DEEDS,
    PREFIXES,
    STOP_WORDS,
    SYNONYMS,
)
from handhold.services.perception.wording import Wording, distance, fold, joined, pieces, runs, words

LONGEST: Final = 400
MOST_TERMS: Final = 12

# How much one word of the query is worth, by how it was found in the control's own name. An exact name is 1.
WHOLE: Final = 0.8
PREFIX: Final = 0.68
TYPO: Final = 0.58
SYNONYM: Final = 0.5
# The part added to whole words when the name says little else: "Save" before "Save and continue with payment".
SPECIFIC: Final = 0.12
# Descriptions are nearly names; identifiers are the author's words, not the reader's; context is about neighbours.
DESCRIPTION: Final = 0.85
IDENTIFIER: Final = 0.55
CONTEXT: Final = 0.45
# What can be chosen in it is no word about the control itself.
OFFERED: Final = 0.4
# A query of role words only ("the checkboxes"): good, but any name the agent could have said is better.
ROLE_ONLY: Final = 0.7
# "Switch account" may be a switch, but a button of that very name is the better reading.
ROLE_READ: Final = 0.98
# What does not say itself what is to be done is mostly what it is to be done to; what holds other controls says more.
NO_DEED: Final = 0.7
HOLDER: Final = 0.6
ENDINGS: Final = frozenset({"s", "es", "ed", "d", "ing", "er", "ers", "r", "rs", "en", "n", "e"})
# A quoted phrase is meant literally; a control without it is hardly an answer.
WITHOUT_PHRASE: Final = 0.3

_PAIRS: Final = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("‹", "›"), ("「", "」"), ("'", "'"), ("‘", "’"))
_QUOTED: Final = re.compile(
    "|".join(rf"(?<!\w){re.escape(start)}([^{re.escape(start + end)}]+){re.escape(end)}(?!\w)" for start, end in _PAIRS)
)
_NUMBERED: Final = re.compile(r"(?<=[^\W\d_])(?=\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One thing to be found: its spellings, and other words for it."""

    spellings: tuple[Phrase, ...]
    synonyms: tuple[Phrase, ...] = ()
    surface: tuple[str, ...] = ()
    is_quoted: bool = False
    is_name: bool = False
    """Whether it is written with a capital, and not because it comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """`terms` is what to find, `literal` the same with role words kept as words, `roles` the kinds preferred."""

    text: str
    terms: tuple[Term, ...]
    literal: tuple[Term, ...]
    roles: frozenset[str] = frozenset()

    @property
    def words(self) -> tuple[str, ...]:
        """The folded words to find."""
        return tuple(dict.fromkeys(word for term in self.terms for word in term.spellings[0]))

    @property
    def phrases(self) -> tuple[str, ...]:
        """The quoted phrases, folded."""
        return tuple(" ".join(term.spellings[0]) for term in self.terms if term.is_quoted)

    @classmethod
    def parse(cls, text: str) -> Query:
        """Any text is a query; one without words matches nothing."""
        bounded = text[:LONGEST]
        quoted = [_quoted(next(filter(None, found.groups()))) for found in _QUOTED.finditer(bounded)]
        plain = [run for run in _split(runs(_QUOTED.sub(" ", bounded))) if joined(run)]
        rest, roles = without_roles(plain)
        phrases = [term for term in quoted if term.spellings[0]]
        return cls(
            text=bounded,
            terms=tuple([*phrases, *_terms(rest, others=bool(phrases))][:MOST_TERMS]),
            literal=tuple([*phrases, *_terms(plain, others=bool(phrases))][:MOST_TERMS]),
            roles=roles,
        )


def match(query: Query, candidate: Candidate, *, is_by_itself: bool = False) -> float:
    """0 to 1: exact name, all words, beginnings, typing errors, synonyms, then only its surroundings.

    `is_by_itself`: what is around it does not count.
    """
    fields = _Fields.of(candidate)
    if is_by_itself:
        fields = replace(fields, weaker=tuple(each for each in fields.weaker if each[0] != CONTEXT))
    literal = _match_terms(query.literal, fields)
    if not query.roles:
        return round(literal, 4)
    fitting = role_fit(query.roles, candidate)
    meant = _match_terms(query.terms, fields) * fitting * ROLE_READ if query.terms else ROLE_ONLY * (fitting == 1)
    return round(max(literal, meant), 4)


def is_said(query: Query, candidate: Candidate) -> bool:
    """Whether every word is said by the element or around it, and at least one by itself."""
    fields, terms = _Fields.of(candidate), query.terms or query.literal
    is_named = any(_strength(term, wording) > 0 for term in terms for wording in fields.own)
    return is_named and all(_find(term, fields) > 0 for term in terms)


def is_named(query: Query, candidate: Candidate) -> bool:
    """Whether it is called what is looked for and nothing else, as "File" is of "the File menu"."""
    names = _Fields.of(candidate).names
    is_of_kind = bool(query.roles and query.terms) and role_fit(query.roles, candidate) == 1
    return any(_is_exactly(query.literal, name) or (is_of_kind and _is_exactly(query.terms, name)) for name in names)


def is_offered(query: Query, candidate: Candidate) -> bool:
    """Whether just what is looked for can be chosen in it."""
    return any(_is_exactly(query.literal, Wording(option)) for option in candidate.offers)


def is_shown(query: Query, candidate: Candidate) -> bool:
    """Whether it shows a sign for what is looked for: "✎" for "edit"."""
    return any(_is_exactly(query.literal, Wording(word)) for word in shown_by(candidate))


def says_some(query: Query, candidate: Candidate) -> bool:
    """Whether it says a word of what is looked for, and shows no sign for it."""
    return any(_strength(term, wording) == WHOLE for term in query.literal for wording in _Fields.of(candidate).own)


def is_a_guess(query: Query, candidate: Candidate) -> bool:
    """Whether it says other words for what is looked for, and more: "Cancel subscription" for "Close"."""
    own = _Fields.of(candidate).own
    strongest = max((_strength(term, wording) for term in query.terms for wording in own), default=0.0)
    return strongest == SYNONYM and not any(
        _without_stops(phrase) == _without_stops(wording.sequence)
        for term in query.terms
        for phrase in term.synonyms
        for wording in own
    )


def _without_stops(phrase: Iterable[str]) -> list[str]:
    return [word for word in phrase if word not in STOP_WORDS]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fields:
    names: tuple[Wording, ...]
    sign: Wording
    weaker: tuple[tuple[float, Wording], ...]
    holds_others: bool

    @classmethod
    def of(cls, candidate: Candidate) -> _Fields:
        facts = candidate.fingerprint
        names = tuple(dict.fromkeys(text for text in (candidate.name, candidate.said) if text))
        sign = Wording("\n".join(shown_by(candidate)))
        described = (facts.aria_label, facts.placeholder, facts.title, facts.alt, facts.value, guessed(candidate))
        signs = (*maybe_meant_by(candidate.name or candidate.said), facts.type if facts.type == "submit" else "")
        identifiers = (
            candidate.test_id or facts.test_id,
            facts.id,
            facts.name,
            facts.href,
            *signs,
            *facts.classes,
        )
        context = (candidate.row_text or facts.row, facts.near, candidate.group, facts.heading, candidate.landmark)
        return cls(
            names=tuple(Wording(text) for text in names),
            sign=sign,
            weaker=(
                (1.0, sign),
                (DESCRIPTION, Wording("\n".join(described))),
                (IDENTIFIER, Wording("\n".join(identifiers))),
                (CONTEXT, Wording("\n".join(context))),
                (OFFERED, Wording("\n".join(candidate.offers))),
            ),
            holds_others=(candidate.role or candidate.tag) in HOLDERS,
        )

    @property
    def own(self) -> tuple[Wording, ...]:
        """What the element says by itself."""
        return (*self.names, *(wording for factor, wording in self.weaker if factor == DESCRIPTION))


def guessed(candidate: Candidate) -> str:
    """What it may be called where nothing names it, and what its icon stands for."""
    if candidate.text_by != ICON:
        return candidate.guess
    meant = (ICON_MEANINGS[word] for word in words(candidate.guess) if word in ICON_MEANINGS)
    return "\n".join((candidate.guess, *meant))


def shown_by(candidate: Candidate) -> tuple[str, ...]:
    """What a sign that is all it shows is for, unless it says so itself."""
    facts = candidate.fingerprint
    return () if facts.title or facts.aria_label else meant_by(candidate.name or candidate.said)


def _match_terms(terms: tuple[Term, ...], fields: _Fields) -> float:
    if not terms:
        return 0.0
    if any(_is_exactly(terms, name) for name in fields.names):
        return 1.0
    deed = _deed_of(terms)
    score = sum(_find(term, fields, is_deed=term is deed) for term in terms) / len(terms)
    if deed is not None and not any(_strength(deed, wording) for wording in (*fields.own, fields.sign)):
        score *= NO_DEED
    elif deed is not None and fields.holds_others:
        score *= HOLDER
    missing = any(term.is_quoted and not _holds_phrase(term, fields) for term in terms)
    return score * (WITHOUT_PHRASE if missing else 1)


def _is_exactly(terms: tuple[Term, ...], name: Wording) -> bool:
    """Whether the name says the terms and nothing else, stop words aside."""
    wanted = "".join(word for term in terms for word in term.spellings[0])
    *rest, last = name.sequence or ("",)
    meant = [word for word in rest if word not in STOP_WORDS]
    ending = "" if last in STOP_WORDS and len(last) > 1 else last
    return bool(wanted) and wanted in ("".join(name.sequence), "".join((*meant, ending)))


def _deed_of(terms: tuple[Term, ...]) -> Term | None:
    """What is to be done to the rest: the "delete" of "delete Ann"."""
    if len(terms) < 2:
        return None
    if not LEADING_DEEDS.isdisjoint(terms[0].spellings[0]):
        return terms[0]
    return next((term for term in terms if not DEEDS.isdisjoint(term.spellings[0])), None)


def _holds_phrase(term: Term, fields: _Fields) -> bool:
    texts = (*fields.names, *(wording for _, wording in fields.weaker))
    return any(text.holds(term.spellings[0]) for text in texts)


def _find(term: Term, fields: _Fields, *, is_deed: bool = False) -> float:
    own = (_strength(term, name) + SPECIFIC * _specificity(term, name) for name in fields.names)
    weaker = (each for each in fields.weaker if not is_deed or each[0] != CONTEXT)
    others = (factor * _strength(term, wording) for factor, wording in weaker)
    return max((*own, *others), default=0.0)


def _specificity(term: Term, name: Wording) -> float:
    """How much of the name the term explains, when it stands there as written."""
    for phrase in term.spellings:
        if name.sequence and name.holds(phrase):
            return min(1.0, len(phrase) / len(name.sequence))
    return 0.0


def _strength(term: Term, wording: Wording) -> float:
    if not wording.sequence:
        return 0.0
    if any(wording.holds(phrase) for phrase in term.spellings):
        return WHOLE
    if term.is_quoted:
        return 0.0
    single = [phrase[0] for phrase in term.spellings if len(phrase) == 1]
    if any(_begins(word, own) for word in single for own in wording.vocabulary):
        return PREFIX
    if any(is_typo(word, own) for word in single for own in wording.vocabulary):
        return TYPO
    return SYNONYM if any(wording.holds(phrase) for phrase in term.synonyms) else 0.0


def _begins(word: str, own: str) -> bool:
    """`sett` for `settings`, and `orders` for `order`, but not `order7`, which is one of them."""
    is_longer = len(own) >= 4 and word.startswith(own) and word.removeprefix(own) in ENDINGS
    return is_longer or (len(word) >= 2 and own.startswith(word))


def is_typo(word: str, own: str) -> bool:
    """Whether so few letters differ that the one may be the other."""
    # Short words turn into other words with one edit, and another number is another thing.
    if len(word) < 4 or any(char.isdigit() for char in word + own):
        return False
    most = 1 if len(word) <= 7 else 2
    # "Unsubscribe" is not "subscribe" mistyped.
    longer, shorter = (word, own) if len(word) > len(own) else (own, word)
    if longer.endswith(shorter) and longer != shorter:
        return False
    return distance(word, own, most=most) <= most and not _begins_otherwise(word, own)


def _begins_otherwise(word: str, own: str) -> bool:
    """ "Republish" is not "unpublish" mistyped either."""
    stems = {stem: prefix for prefix in PREFIXES if len(stem := word.removeprefix(prefix)) < len(word)}
    return any(stems.get(own.removeprefix(prefix), prefix) != prefix for prefix in PREFIXES if own.startswith(prefix))


def _quoted(text: str) -> Term:
    return Term(spellings=(words(text),), surface=tuple(run.lower() for run in runs(text)), is_quoted=True)


def _split(written: Iterable[str]) -> Iterable[str]:
    """Identifiers become their words (`addToCart`); names that merely have a hump stay whole (`iPhone`, `e-mail`)."""
    for run in written:
        parts = pieces(run)
        if len(parts) > 1 and all(len(part) > 1 for part in parts) and (len(parts) > 2 or not run[0].isupper()):
            yield from parts
        else:
            yield run


def _terms(written: list[str], *, others: bool) -> list[Term]:
    """Terms of the runs; those that mean something only together ("log in") become one."""
    found: list[tuple[bool, Term]] = []
    position = 0
    while position < len(written):
        size = _length_of_meaning(written, position)
        taken = written[position : position + size]
        is_stop = size == 1 and _carries_nothing(written, position)
        found.append((is_stop, replace(_term(taken), is_name=position > 0 and taken[0][0].isupper())))
        position += size
    kept = [term for is_stop, term in found if not is_stop]
    return kept if kept or others else [term for _, term in found]


def _carries_nothing(written: list[str], position: int) -> bool:
    run, after = written[position], written[position + 1 : position + 2]
    word = fold(run)
    if word not in STOP_WORDS:
        return False
    if len(word) == 1:
        return bool(after)  # no article is the last word: "Plan A"
    if word not in ARTICLES or run.islower():
        return True
    return position == 0 and after != [] and after[0].islower()


def _length_of_meaning(written: list[str], position: int) -> int:
    for size in (3, 2):
        phrase = tuple(joined(run) for run in written[position : position + size])
        if len(phrase) == size and phrase in _synonym_table():
            return size
    return 1


def _term(taken: list[str]) -> Term:
    whole = tuple(joined(run) for run in taken)
    apart = tuple(fold(piece) for run in taken for piece in pieces(run))
    numbered = tuple(part for piece in apart for part in _NUMBERED.split(piece))
    spellings = tuple(dict.fromkeys((whole, apart, numbered)))
    synonyms = tuple(dict.fromkeys(other for phrase in spellings for other in _synonym_table().get(phrase, ())))
    return Term(spellings=spellings, synonyms=synonyms, surface=tuple(run.lower() for run in taken))


@cache
def _synonym_table() -> Mapping[Phrase, tuple[Phrase, ...]]:
    table: dict[Phrase, list[Phrase]] = {}
    for meaning in SYNONYMS:
        phrases = [words(text) for text in meaning]
        for phrase in phrases:
            table.setdefault(phrase, []).extend(other for other in phrases if other != phrase)
    return {phrase: tuple(others) for phrase, others in table.items()}
