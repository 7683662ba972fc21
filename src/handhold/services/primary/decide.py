"""Which control a page is about: one that is clearly ahead, or honestly none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from handhold.services.perception.identity import called
from handhold.services.perception.query import Query, is_said, match
from handhold.services.perception.wording import fold
from handhold.services.primary.facts import Option
from handhold.services.primary.weights import LEAST, MARGIN, REPEATED, Weighed, weigh
from handhold.services.primary.wording import Wish, bare, is_about_consent, is_negated, wished

FITS: Final = 0.4
"""Less than this and a control only stands near the words of the hint."""
SAME_MEANING: Final = 0.62
"""What a label is worth that says the hint in another language."""
CLOSE: Final = 0.15
MOST_RIVALS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    weighed: Weighed
    confidence: float
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """Several that could be meant, the strongest first."""

    weighed: tuple[Weighed, ...]
    why: Literal["equal", "repeated", "consent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    why: Literal["hint", "plain"]
    nearest: tuple[Weighed, ...] = ()


Decision = Best | Rivals | Nothing


def decide(options: Sequence[Option], hint: str, *, is_scoped: bool = False) -> Decision:
    """`is_scoped`: the caller has named the part of the page, so that its place says nothing more."""
    weighed = _without_twins(weigh(options, is_scoped=is_scoped))
    return _by_hint(weighed, hint) if hint.strip() else _by_weight(weighed, is_scoped=is_scoped)


def _by_weight(weighed: Sequence[Weighed], *, is_scoped: bool) -> Decision:
    own = [each for each in weighed if not each.is_chrome and (is_scoped or not _is_banner(each))]
    asked = [each for each in own if _asks_for_consent(each)]
    if asked:
        return _consented(asked)
    alone = _only_answer(own)
    if alone is not None:
        return Best(weighed=alone, confidence=0.8, evidence=("the only button", *alone.evidence(most=3)))
    strong = [each for each in own if each.score >= LEAST and each.said.kind != "dismiss"]
    if not strong:
        cards = [each for each in own if each.is_repeated and each.score + REPEATED >= LEAST]
        return Rivals(weighed=tuple(cards[:MOST_RIVALS]), why="repeated") if cards else _nothing(weighed)
    best = strong[0]
    if best.is_repeated and not _rivals(best, own):
        like = [each for each in own if each.is_repeated and each.said.names() == best.said.names()]
        return Rivals(weighed=tuple(like[:MOST_RIVALS]), why="repeated")
    return _ahead(best, own, evidence=best.evidence())


def _rivals(best: Weighed, others: Sequence[Weighed]) -> list[Weighed]:
    return [each for each in others if each is not best and best.score - each.score < _margin(best, each)]


def _margin(best: Weighed, other: Weighed) -> float:
    """Two forms are two purposes: size and place say less about which of them is meant."""
    forms = (best.option.looks.form, other.option.looks.form)
    are_forms = all(form.submits and form.fields > 0 for form in forms) and forms[0].key != forms[1].key
    return MARGIN * 2 if are_forms and best.option.looks.fill == other.option.looks.fill else MARGIN


def _ahead(best: Weighed, others: Sequence[Weighed], *, evidence: tuple[str, ...]) -> Decision:
    close = _rivals(best, others)
    if close:
        return Rivals(weighed=(best, *close)[:MOST_RIVALS], why="equal")
    gap = min((best.score - each.score for each in others if each is not best), default=MARGIN * 3)
    return Best(weighed=best, confidence=_confidence(best.score, gap), evidence=evidence)


def _confidence(score: float, gap: float) -> float:
    return round(min(0.99, 0.55 + min(gap, 40) / 100 + min(max(score - LEAST, 0), 40) / 400), 2)


def _by_hint(weighed: Sequence[Weighed], hint: str) -> Decision:
    wish = wished(hint)
    meant = wish.names
    query = Query.parse(wish.thing)
    possible = [each for each in weighed if _is_meant(each, wish, query) or _is_called(each, hint)]
    fitting = sorted(((_fit(each, query, meant), each) for each in possible), key=lambda pair: -pair[0])
    good = [(fit, each) for fit, each in fitting if fit >= FITS]
    if is_negated(hint):
        # What should not happen shares its words with what should: only a label that says no itself is meant.
        good = [(fit, each) for fit, each in good if each.said.kind == "dismiss" and meant & each.said.names()]
    if not good:
        return Nothing(why="hint", nearest=tuple(each for each in weighed if not each.is_chrome)[:MOST_RIVALS])
    exact = [each for _fit_, each in good if _is_called(each, hint)]
    close = exact or [each for fit, each in good if good[0][0] - fit < CLOSE]
    close.sort(key=lambda each: -each.score)
    evidence = ("fits the hint", *close[0].evidence(most=4))
    if close[0].stands_for_rows or close[0].is_twin:
        return Rivals(weighed=tuple(close[:MOST_RIVALS]), why="repeated")
    return _ahead(close[0], close, evidence=evidence)


def _is_meant(weighed: Weighed, wish: Wish, query: Query) -> bool:
    """By what pressing it means, or by all of its words. "Add to bag" is not how a bag is opened."""
    own = weighed.said.names() | {weighed.danger or ""}
    if own & wish.names:
        return True
    does_more = wish.is_reached and weighed.said.kind not in (None, "look")
    return not does_more and is_said(query, weighed.option.candidate)


def _fit(weighed: Weighed, query: Query, meant: frozenset[str]) -> float:
    fit = match(query, weighed.option.candidate)
    # "Yes" to "Delete this?" says delete.
    own = weighed.said.names() | {weighed.danger or ""}
    return max(fit, SAME_MEANING) if meant & own else fit


def _is_called(weighed: Weighed, hint: str) -> bool:
    own = called(weighed.option.candidate.fingerprint)
    return bare(own) == bare(fold(hint))


def _nothing(weighed: Sequence[Weighed]) -> Nothing:
    return Nothing(why="plain", nearest=tuple(each for each in weighed if not each.is_chrome)[:MOST_RIVALS])


def _is_banner(weighed: Weighed) -> bool:
    """A bar that asks for consent beside the page never speaks for the page."""
    looks = weighed.option.looks
    return looks.surface is None and looks.bar is not None and is_about_consent(looks.bar)


def _asks_for_consent(weighed: Weighed) -> bool:
    surface = weighed.option.looks.surface or weighed.option.looks.bar
    return surface is not None and is_about_consent(surface)


def _consented(asked: Sequence[Weighed]) -> Decision:
    """To be watched or not is for the caller to say, unless there is nothing to choose."""
    choices = [each for each in asked if not each.option.looks.is_bare and not each.option.looks.in_text]
    answers = [each for each in choices if each.option.candidate.role != "link" or each.option.looks.fill != "plain"]
    if len(answers) == 1:
        best = answers[0]
        return Best(weighed=best, confidence=0.8, evidence=("the only answer", *best.evidence(most=3)))
    return Rivals(weighed=tuple(answers or asked)[:MOST_RIVALS], why="consent")


def _only_answer(own: Sequence[Weighed]) -> Weighed | None:
    """The one button of a message over the page, whatever it says; elsewhere cancel, close and back are no actions."""
    told = [each for each in own if not each.option.looks.is_bare and not each.option.looks.in_text]
    if len(told) != 1 or told[0].option.looks.surface is None:
        return None
    return told[0] if told[0].option.candidate.role != "link" or told[0].option.looks.fill != "plain" else None


def _without_twins(weighed: Sequence[Weighed]) -> list[Weighed]:
    """The same link twice, or the same button in the page and in a bar, is one action: the stronger stands for both."""
    kept: list[Weighed] = []
    for each in weighed:
        if not any(_is_same_action(each, other) for other in kept):
            kept.append(each)
    return kept


def _is_same_action(one: Weighed, other: Weighed) -> bool:
    if not one.label or fold(one.label) != fold(other.label) or one.is_disabled != other.is_disabled:
        return False
    first, second = one.option, other.option
    link = first.candidate.fingerprint.href
    if link and link == second.candidate.fingerprint.href:
        return True
    in_bar = (first.looks.bar is not None) != (second.looks.bar is not None)
    return in_bar and not one.is_repeated and not other.is_repeated
