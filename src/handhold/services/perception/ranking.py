"""Order candidates by how well they match what the agent asked for, and say why."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.query import Query, match
from handhold.services.perception.wording import fold

Mode = Literal["blend", "semantic", "structural", "visual"]

# How sure each kind of evidence makes us that a person can use this element.
CONFIDENCE: Final[Mapping[str, float]] = {
    "tag": 1.0,
    "summary": 1.0,
    "editable": 0.95,
    "role": 0.9,
    "label": 0.8,
    "listener": 0.65,
    "canvas": 0.6,
    "tabindex": 0.5,
    "pointer": 0.4,  # authors also put it on things that do nothing
    "draggable": 0.3,
    "frame": 0.3,
}
# A control nobody can call by name is less likely the one that is meant.
NAMELESS: Final = 0.7
# Depth at which the depth signal is one half; the median depth of controls on big sites lies between 12 and 18.
HALF_DEPTH: Final = 15
# The side of a comfortable target (WCAG 2.5.5); larger earns nothing more.
COMFORTABLE: Final = 44
# With a query the words decide; how prominent a control is only parts those that match alike.
PROMINENCE: Final = 0.2
# What cannot be used now ranks behind what can, but stays in the list.
HINDRANCE: Final[Mapping[str, float]] = {"disabled": 0.7, "inert": 0.7, "covered": 0.8}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Each 0 to 1; `learnt` is None when there are no priors."""

    semantic: float
    text: float
    depth: float
    visual: float
    learnt: float | None

    def __str__(self) -> str:
        pairs = f"s{_digit(self.semantic)}t{_digit(self.text)}d{_digit(self.depth)}v{_digit(self.visual)}"
        return pairs if self.learnt is None else f"{pairs}k{_digit(self.learnt)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    semantic: float
    text: float
    depth: float
    visual: float
    page: float
    learnt: float


# Each row sums to 1 without `learnt`, which is added on top and divided out again, so that priors shift and never rule.
WEIGHTS: Final[Mapping[Mode, Weights]] = {
    # The page's own estimate knows contrast and primary looks; the rest share evenly, depth least (it says least).
    "blend": Weights(semantic=0.3, text=0.2, depth=0.1, visual=0.2, page=0.2, learnt=0.3),
    # Trust markup: roles and distinct names.
    "semantic": Weights(semantic=0.6, text=0.25, depth=0.05, visual=0.05, page=0.05, learnt=0.2),
    # Trust the tree, for pages whose styles hide or move everything.
    "structural": Weights(semantic=0.2, text=0.25, depth=0.45, visual=0.0, page=0.1, learnt=0.2),
    # Trust the eye, for pages whose markup says nothing (div-only, canvas).
    "visual": Weights(semantic=0.05, text=0.15, depth=0.0, visual=0.6, page=0.2, learnt=0.2),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A candidate with its place in one scan; `relevance` compares only within that scan."""

    candidate: Candidate
    relevance: float
    ranking_signals: str


def rank(
    candidates: Sequence[Candidate],
    *,
    query: Query | None,
    mode: Mode,
    priors: Mapping[str, float],
    names: Mapping[str, int] | None = None,
) -> list[Ranked]:
    """By relevance where there is a query or a mode was chosen, ties in page order; else in page order, only annotated.

    `priors` maps `Candidate.identity` to what earlier runs learnt, 0 to 1. `names` tells how many are called alike,
    where these are not all.
    """
    names = names_of(candidates) if names is None else names
    scored = [_score(candidate, names=names, query=query, mode=mode, priors=priors) for candidate in candidates]
    if query is not None or mode != "blend":
        scored.sort(key=lambda pair: -pair[0])
    return [ranked for _, ranked in scored]


def names_of(candidates: Iterable[Candidate]) -> Mapping[str, int]:
    """How many are called alike, by name."""
    return Counter(fold(candidate.label) for candidate in candidates)


def _score(
    candidate: Candidate, *, names: Mapping[str, int], query: Query | None, mode: Mode, priors: Mapping[str, float]
) -> tuple[float, Ranked]:
    signals = Signals(
        semantic=_semantic(candidate),
        text=_uniqueness(candidate, names),
        depth=HALF_DEPTH / (HALF_DEPTH + candidate.depth),
        visual=_visual(candidate),
        learnt=_share(priors.get(candidate.identity, 0.0)) if priors else None,
    )
    score = _blend(signals, candidate.page_relevance, WEIGHTS[mode])
    for state, factor in HINDRANCE.items():
        score *= factor if candidate.has(state) else 1
    if query is not None:
        score = match(query, candidate) * (1 - PROMINENCE + PROMINENCE * score)
    # Rounded before sorting: noise in the tenth decimal must not outvote page order.
    score = round(score, 6)
    return score, Ranked(candidate=candidate, relevance=round(score, 2), ranking_signals=str(signals))


def _blend(signals: Signals, page: float, weights: Weights) -> float:
    own = (
        weights.semantic * signals.semantic
        + weights.text * signals.text
        + weights.depth * signals.depth
        + weights.visual * signals.visual
        + weights.page * page
    )
    if signals.learnt is None:
        return own
    return (own + weights.learnt * signals.learnt) / (1 + weights.learnt)


def _semantic(candidate: Candidate) -> float:
    confidence = max((CONFIDENCE.get(kind, 0.0) for kind in candidate.evidence), default=0.0)
    return confidence * (1 if candidate.label else NAMELESS)


def _uniqueness(candidate: Candidate, names: Mapping[str, int]) -> float:
    """1 for a name no other control has, halved by the second bearer, and slowly less after."""
    if not candidate.label:
        return 0.0
    bearers = max(1, names.get(fold(candidate.label), 1)) + candidate.variants - 1
    return 1 / (1 + math.log2(bearers))


def _visual(candidate: Candidate) -> float:
    size = min(1.0, math.sqrt(candidate.box.area) / COMFORTABLE)
    if candidate.has("offscreen"):
        return 0.3 * size
    return 0.5 + 0.3 * size + (0.0 if candidate.has("covered") else 0.2)


def _share(value: float) -> float:
    return max(0.0, min(1.0, value)) if math.isfinite(value) else 0.0


def _digit(value: float) -> int:
    return round(9 * _share(value))
