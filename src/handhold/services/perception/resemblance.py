"""How alike two fingerprints are, as a weighted share of their facts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.identity import called, steps, surroundings
from handhold.services.perception.selectors import looks_generated
from handhold.services.perception.wording import likeness, overlap

# After the Similo weights that a genetic search tuned on 10,393 relocations over four months (Kluge and Stocco 2025):
# name 2.85, text 2.8, type 2.75, alt 1.85, attributes 1.8, neighbours 1.45, location 1.2, href 0.95, label 0.9,
# tag 0.8, area 0.35. Ours differ where said.
TEST_ID: Final = 3.0  # made to be found by; not in that data
ID: Final = 2.2  # the five-year optimum; 0.5 there because hashed ids were counted, which we leave out
NAME: Final = 2.85
LABEL: Final = 2.8
TYPE: Final = 1.5  # 2.75 there; nearly every element of a page shares it, so it only dilutes
TAG: Final = 0.8
ROLE: Final = 0.8  # swaps of tag mostly keep it
ATTRIBUTES: Final = 1.8
NEAR: Final = 1.45
HEADING: Final = 0.9  # neighbours of a larger kind
ROW: Final = 1.45  # neighbours that move along
HREF: Final = 0.95
PATH: Final = 0.45
CLASSES: Final = 0.3
LOCATION: Final = 1.2
AREA: Final = 0.35
# A fact that one side lacks says less than one that differs: attributes get lost and added.
ONE_SIDED: Final = 0.5
# Per pixel; half of it is gone after 140.
FADING: Final = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Resemblance:
    """`score` of everything; `identity` of everything but position, by which rivals are compared."""

    score: float
    identity: float


def resemblance(stored: Fingerprint, live: Fingerprint) -> Resemblance:
    """0 to 1 each."""
    facts = list(_facts(stored, live))
    position = [(LOCATION, _closeness(stored, live)), (AREA, _ratio(stored.box.area, live.box.area))]
    return Resemblance(score=_share([*facts, *position]), identity=_share(facts))


def _facts(stored: Fingerprint, live: Fingerprint) -> Iterator[tuple[float, float]]:
    """Weight and likeness of every fact that at least one side has."""
    yield from _same(TEST_ID, stored.test_id, live.test_id)
    if not looks_generated(stored.id) and not looks_generated(live.id):
        yield from _same(ID, stored.id, live.id)
    yield from _alike(NAME, stored.name, live.name)
    yield from _alike(LABEL, called(stored), called(live))
    yield from _same(TYPE, stored.type, live.type)
    yield from _same(TAG, stored.tag, live.tag)
    yield from _same(ROLE, stored.role, live.role)
    yield from _same(HREF, stored.href, live.href)
    yield from _alike(HEADING, stored.heading, live.heading)
    yield from _alike(ROW, stored.row, live.row)
    yield from _attributes(stored, live)
    near = (tuple(surroundings(stored)), tuple(surroundings(live)))
    for weight, (one, other) in ((NEAR, near), (PATH, (steps(stored), steps(live)))):
        yield from _shared(weight, one, other)
    yield from _shared(CLASSES, stored.classes, live.classes)


def _same(weight: float, one: str, other: str) -> Iterator[tuple[float, float]]:
    if one and other:
        yield weight, float(one == other)
    elif one or other:
        yield weight * ONE_SIDED, 0.0


def _alike(weight: float, one: str, other: str) -> Iterator[tuple[float, float]]:
    if one and other:
        yield weight, likeness(one, other)
    elif one or other:
        yield weight * ONE_SIDED, 0.0


def _shared(weight: float, one: tuple[str, ...], other: tuple[str, ...]) -> Iterator[tuple[float, float]]:
    if one or other:
        yield (weight if one and other else weight * ONE_SIDED), overlap(one, other)


def _attributes(stored: Fingerprint, live: Fingerprint) -> Iterator[tuple[float, float]]:
    pairs = (
        (stored.aria_label, live.aria_label),
        (stored.title, live.title),
        (stored.alt, live.alt),
        (stored.placeholder, live.placeholder),
        (stored.value, live.value),
    )
    present = [one == other for one, other in pairs if one or other]
    if present:
        yield ATTRIBUTES, sum(present) / len(present)


def _closeness(stored: Fingerprint, live: Fingerprint) -> float:
    return math.exp(-FADING * math.dist((stored.box.x, stored.box.y), (live.box.x, live.box.y)))


def _ratio(one: int, other: int) -> float:
    return 1.0 if one == other else min(one, other) / max(one, other)


def _share(facts: list[tuple[float, float]]) -> float:
    total = sum(weight for weight, _ in facts)
    return round(sum(weight * alike for weight, alike in facts) / total, 4) if total else 0.0
