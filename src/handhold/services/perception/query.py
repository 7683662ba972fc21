"""What an agent looks for, in its own words, and how well a control answers to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.vocabulary import ALIKE, ROLE_WORDS, STOP_WORDS, SYNONYMS
from handhold.services.perception.wording import Wording, distance, fold, joined, pieces, runs, words

LONGEST: Final = 400
MOST_TERMS: Final = 12
MOST_PAGE_WORDS: Final = 40

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
# A query of role words only ("the checkboxes"): good, but any name the agent could have said is better.
ROLE_ONLY: Final = 0.7
# "Switch account" may be a switch, but a button of that very name is the better reading.
ROLE_READ: Final = 0.98
# The wrong kind of control, where people can tell and where they cannot.
OTHER_ROLE: Final = 0.6
ALIKE_ROLE: Final = 0.85
# A quoted phrase is meant literally; a control without it is hardly an answer.
WITHOUT_PHRASE: Final = 0.3

_PAIRS: Final = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("‹", "›"), ("「", "」"), ("'", "'"), ("‘", "’"))
_QUOTED: Final = re.compile(
    "|".join(rf"(?<!\w){re.escape(start)}([^{re.escape(start + end)}]+){re.escape(end)}(?!\w)" for start, end in _PAIRS)
)
Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One thing to be found: its spellings, and other words for it."""

    spellings: tuple[Phrase, ...]
    synonyms: tuple[Phrase, ...] = ()
    surface: tuple[str, ...] = ()
    is_quoted: bool = False


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
        rest, roles = _without_roles(plain)
        phrases = [term for term in quoted if term.spellings[0]]
        return cls(
            text=bounded,
            terms=tuple([*phrases, *_terms(rest, others=bool(phrases))][:MOST_TERMS]),
            literal=tuple([*phrases, *_terms(plain, others=bool(phrases))][:MOST_TERMS]),
            roles=roles,
        )


def words_for_page(query: Query) -> list[str]:
    """Lower-case words for the page's coarse match: as written first, then folded, then synonyms."""
    terms = [*query.terms, *query.literal]
    written = (word for term in terms for word in term.surface)
    spelt = (word for term in terms for phrase in term.spellings for word in phrase)
    similar = (word for term in terms for phrase in term.synonyms for word in phrase)
    # Lower case again: folding turns 𝑨, which has none, into A, which has.
    words = (word.lower() for word in [*written, *spelt, *similar])
    meaningful = dict.fromkeys(word for word in words if len(word) > 1 or not word.isascii())
    useful = [word for word in meaningful if word not in STOP_WORDS]
    return (useful or list(dict.fromkeys(written_words(query))))[:MOST_PAGE_WORDS]


def written_words(query: Query) -> list[str]:
    """The words as the agent wrote them, in lower case."""
    return [word.lower() for term in query.literal for word in term.surface]


def match(query: Query, candidate: Candidate) -> float:
    """0 to 1: exact name, all words, beginnings, typing errors, synonyms, then only its surroundings."""
    fields = _Fields.of(candidate)
    literal = _match_terms(query.literal, fields)
    if not query.roles:
        return round(literal, 4)
    fitting = _role_fit(query.roles, candidate)
    meant = _match_terms(query.terms, fields) * fitting * ROLE_READ if query.terms else ROLE_ONLY * (fitting == 1)
    return round(max(literal, meant), 4)


def is_said(query: Query, candidate: Candidate) -> bool:
    """Whether every word is said by the element or around it, and at least one by itself."""
    fields, terms = _Fields.of(candidate), query.terms or query.literal
    own = (*fields.names, *(wording for factor, wording in fields.weaker if factor == DESCRIPTION))
    is_named = any(_strength(term, wording) > 0 for term in terms for wording in own)
    return is_named and all(_find(term, fields) > 0 for term in terms)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fields:
    names: tuple[Wording, ...]
    weaker: tuple[tuple[float, Wording], ...]

    @classmethod
    def of(cls, candidate: Candidate) -> _Fields:
        facts = candidate.fingerprint
        names = tuple(dict.fromkeys(text for text in (candidate.name, candidate.text) if text))
        described = (facts.aria_label, facts.placeholder, facts.title, facts.alt, facts.value)
        identifiers = (candidate.test_id or facts.test_id, facts.id, facts.name, facts.href, *facts.classes)
        context = (candidate.row_text, facts.near, candidate.group, facts.heading, candidate.landmark)
        return cls(
            names=tuple(Wording(text) for text in names),
            weaker=(
                (DESCRIPTION, Wording("\n".join(described))),
                (IDENTIFIER, Wording("\n".join(identifiers))),
                (CONTEXT, Wording("\n".join(context))),
            ),
        )


def _match_terms(terms: tuple[Term, ...], fields: _Fields) -> float:
    if not terms:
        return 0.0
    if any(_is_exactly(terms, name) for name in fields.names):
        return 1.0
    score = sum(_find(term, fields) for term in terms) / len(terms)
    missing = any(term.is_quoted and not _holds_phrase(term, fields) for term in terms)
    return score * (WITHOUT_PHRASE if missing else 1)


def _is_exactly(terms: tuple[Term, ...], name: Wording) -> bool:
    """Whether the name says the terms and nothing else, stop words aside."""
    wanted = "".join(word for term in terms for word in term.spellings[0])
    meant = [word for word in name.sequence if word not in STOP_WORDS]
    return bool(wanted) and wanted in ("".join(name.sequence), "".join(meant))


def _holds_phrase(term: Term, fields: _Fields) -> bool:
    texts = (*fields.names, *(wording for _, wording in fields.weaker))
    return any(text.holds(term.spellings[0]) for text in texts)


def _find(term: Term, fields: _Fields) -> float:
    own = (_strength(term, name) + SPECIFIC * _specificity(term, name) for name in fields.names)
    others = (factor * _strength(term, wording) for factor, wording in fields.weaker)
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
    if any(_is_typo(word, own) for word in single for own in wording.vocabulary):
        return TYPO
    return SYNONYM if any(wording.holds(phrase) for phrase in term.synonyms) else 0.0


def _begins(word: str, own: str) -> bool:
    """`sett` for `settings`, and `orders` for `order`."""
    return (len(word) >= 2 and own.startswith(word)) or (len(own) >= 4 and word.startswith(own))


def _is_typo(word: str, own: str) -> bool:
    # Short words turn into other words with one edit, and another number is another thing.
    if len(word) < 4 or any(char.isdigit() for char in word + own):
        return False
    most = 1 if len(word) <= 7 else 2
    return distance(word, own, most=most) <= most


def _role_fit(roles: frozenset[str], candidate: Candidate) -> float:
    own = candidate.role or candidate.tag
    if own in roles or candidate.kind in roles:
        return 1.0
    return ALIKE_ROLE if own in ALIKE and roles & ALIKE else OTHER_ROLE


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


def _without_roles(written: list[str]) -> tuple[list[str], frozenset[str]]:
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
    return (rest if meaningful or not roles else []), frozenset(roles)


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


def _terms(written: list[str], *, others: bool) -> list[Term]:
    """Terms of the runs; those that mean something only together ("log in") become one."""
    found: list[tuple[bool, Term]] = []
    position = 0
    while position < len(written):
        size = _length_of_meaning(written, position)
        taken = written[position : position + size]
        found.append((size == 1 and fold(taken[0]) in STOP_WORDS, _term(taken)))
        position += size
    kept = [term for is_stop, term in found if not is_stop]
    return kept if kept or others else [term for _, term in found]


def _length_of_meaning(written: list[str], position: int) -> int:
    for size in (3, 2):
        phrase = tuple(joined(run) for run in written[position : position + size])
        if len(phrase) == size and phrase in _synonym_table():
            return size
    return 1


def _term(taken: list[str]) -> Term:
    whole = tuple(joined(run) for run in taken)
    apart = tuple(fold(piece) for run in taken for piece in pieces(run))
    spellings = tuple(dict.fromkeys((whole, apart)))
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


@cache
def _role_table() -> Mapping[Phrase, tuple[str, ...]]:
    return {words(text): roles for texts, roles in ROLE_WORDS for text in texts.split("|")}
