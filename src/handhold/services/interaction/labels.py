"""Which control a label means: the same words first, then words it begins with, then something much like it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.candidates import Box, Candidate
from handhold.services.perception.page_text import one_line
from handhold.services.perception.page_words import words_for_page
from handhold.services.perception.query import Query, match
from handhold.services.perception.wording import fold, words

LEADS: Final = frozenset(
    {"link", "button", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem", "option", "summary"}
)
"""Roles of what takes people somewhere."""
HOLDS_VALUE: Final = frozenset({"textbox", "searchbox", "spinbutton", "slider", "listbox", "scrollbar", "separator"})
STRUCTURED: Final = frozenset({"menuitem", "tab", "treeitem"})
HINDERED: Final = frozenset({"disabled", "inert", "covered"})
# Without the words themselves (0.58 is a typing error) it is another control: a synonym is not what was asked for.
LIKE_ENOUGH: Final = 0.55
CLEARLY_AHEAD: Final = 0.15
# Arrows, bullets and dots that menus put beside a label, and the number of a step.
_DECORATION: Final = r"[\s.:*|/\\<>‹›«»…·•\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff-]*"
_DECORATED: Final = re.compile(rf"^{_DECORATION}(?:\d{{1,2}}[.)]\s+)?(.*?){_DECORATION}$", re.DOTALL)


class Fit(IntEnum):
    NONE = 0
    LIKE = 1
    BEGINS = 2
    EXACT = 3


class Near(IntEnum):
    """Where a control is, seen from the step before."""

    ELSEWHERE = 0
    APPEARED = 1
    INSIDE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A control that may be the one a label means."""

    node: NodeRef
    candidate: Candidate
    near: Near = Near.INSIDE


@dataclass(frozen=True)
class Label:
    """What a caller calls a control."""

    text: str

    @cached_property
    def query(self) -> Query:
        return Query.parse(self.text)

    @property
    def page_words(self) -> list[str]:
        return words_for_page(self.query)

    def fit(self, candidate: Candidate) -> tuple[Fit, float]:
        """How it fits, and how well among those that fit alike."""
        names = [name for name in (candidate.name, candidate.text) if name]
        if any(_folded(name) == self._folded for name in names):
            return Fit.EXACT, 1.0
        if any(_bare(name) == self._bare for name in names):
            return Fit.EXACT, 0.9
        if any(self._begins(name) for name in names):
            return Fit.BEGINS, 1.0
        # A letter is like too many names, and C++ is not C.
        score = match(self.query, candidate) if len(max(words(self.text), key=len, default="")) > 1 else 0.0
        return (Fit.LIKE, score) if score >= LIKE_ENOUGH else (Fit.NONE, score)

    @cached_property
    def _folded(self) -> str:
        return _folded(self.text)

    @cached_property
    def _bare(self) -> str:
        return _bare(self.text)

    def _begins(self, name: str) -> bool:
        own, wanted = _bare(name), self._bare
        return own.startswith(wanted) and not own[len(wanted) : len(wanted) + 1].isalnum()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The control a label means, or the rivals that it could mean alike."""

    signs: tuple[Sign, ...]
    fit: Fit

    @property
    def is_one(self) -> bool:
        return len(self.signs) == 1

    @property
    def is_opened(self) -> bool:
        """It is on the level that has just opened, and says the words."""
        return self.is_one and self.fit >= Fit.BEGINS and self.signs[0].near is not Near.ELSEWHERE

    @property
    def is_sure(self) -> bool:
        """Nothing that is still to come could be meant rather."""
        return self.is_opened and self.fit is Fit.EXACT


# A beginning in the menu that has just opened is meant rather than the whole words somewhere else on the page.
_ORDER: Final = (
    (Fit.EXACT, Near.INSIDE),
    (Fit.EXACT, Near.APPEARED),
    (Fit.BEGINS, Near.INSIDE),
    (Fit.BEGINS, Near.APPEARED),
    (Fit.EXACT, Near.ELSEWHERE),
    (Fit.LIKE, Near.INSIDE),
    (Fit.LIKE, Near.APPEARED),
    (Fit.BEGINS, Near.ELSEWHERE),
    (Fit.LIKE, Near.ELSEWHERE),
)


def choose(label: Label, signs: Iterable[Sign]) -> Choice | None:
    """The best there is; None when nothing fits."""
    sorted_in: dict[tuple[Fit, Near], list[tuple[float, Sign]]] = {}
    for sign in signs:
        fit, score = label.fit(sign.candidate) if can_lead(sign.candidate) else (Fit.NONE, 0.0)
        if fit is not Fit.NONE:
            sorted_in.setdefault((fit, sign.near), []).append((score, sign))
    rivals: Choice | None = None
    for place in _ORDER:
        best = _narrowed(sorted_in.get(place, []))
        if not best:
            continue
        choice = Choice(signs=tuple(best), fit=place[0])
        if choice.is_one or choice.fit is Fit.EXACT:
            return choice
        rivals = rivals or choice
    return rivals


def can_lead(candidate: Candidate) -> bool:
    """Whether pressing it may lead somewhere: no field, and no option of a native select."""
    return candidate.role not in HOLDS_VALUE and candidate.tag not in {"option", "select"}


def _narrowed(scored: Sequence[tuple[float, Sign]]) -> list[Sign]:
    if not scored:
        return []
    best = max(score for score, _sign in scored)
    signs = [sign for score, sign in scored if best - score < CLEARLY_AHEAD and (best < 1 or score == best)]
    signs = _preferring(signs, lambda each: not _is_out_of_reach(each.box))
    signs = _preferring(signs, lambda each: not HINDERED.intersection(each.states))
    signs = _preferring(signs, lambda each: each.role in LEADS)
    return _without_wrappers(signs)


def _preferring(signs: list[Sign], wanted: Callable[[Candidate], bool]) -> list[Sign]:
    return [sign for sign in signs if wanted(sign.candidate)] or signs


def _is_out_of_reach(box: Box) -> bool:
    """Left of or above everything: a drawer that is pushed out of the window."""
    return box.x + box.width <= 0


def _without_wrappers(signs: list[Sign]) -> list[Sign]:
    """Of two that lie in each other, the one that says what it opens, else the inner one."""
    dropped = {id(_lesser(one, other)) for one in signs for other in signs if _holds(one, other)}
    return [sign for sign in signs if id(sign) not in dropped]


def _holds(one: Sign, other: Sign) -> bool:
    if one is other or one.node.document != other.node.document:
        return False
    outer, inner = one.candidate, other.candidate
    return outer.depth < inner.depth and _contains(outer.box, inner.box)


def _contains(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and outer.x + outer.width >= inner.x + inner.width
        and outer.y + outer.height >= inner.y + inner.height
    )


def _lesser(outer: Sign, inner: Sign) -> Sign:
    says_more = outer.candidate.role in STRUCTURED and inner.candidate.role not in STRUCTURED
    return inner if says_more else outer


def _folded(text: str) -> str:
    return fold(one_line(text))


def _bare(text: str) -> str:
    found = _DECORATED.match(_folded(text))
    return (found[1] if found else "") or _folded(text)
