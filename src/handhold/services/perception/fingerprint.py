"""Find an element again by its fingerprint: surely the same one, or none.

An *anchor* is a fact that is the same now, belonged to no other element when the fingerprint was taken, and belongs to
no other now. Without an anchor nothing is found: that is how the neighbour of a deleted row is told from the row. Facts
that contradict each other veto; position never decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.identity import (
    OF_ONE,
    Keys,
    called,
    is_counted,
    keys_of,
    may_be_index,
    numbers_in,
    surroundings,
    without_counter,
)
from handhold.services.perception.opposites import are_opposites
from handhold.services.perception.resemblance import Resemblance, resemblance
from handhold.services.perception.standing import (
    document_of,
    filled,
    has_same_title,
    is_beside_another,
    is_elsewhere,
    is_only_one,
    is_other_row,
    is_under_another,
)
from handhold.services.perception.wording import Wording, likeness, overlap, words

# Weighted share of equal facts. With an anchor present this only stops an element that took over an id but is otherwise
# another thing; a control of a fully translated page keeps about 0.5.
MINIMUM: Final = 0.4
# Between the best and the second, of all facts but position. One differing neighbour text is about 0.1.
MARGIN: Final = 0.06
MOST_RIVALS: Final = 5
# Neighbour texts that still count as the same surroundings when one of them was edited.
AROUND: Final = 0.5
# Labels that still count as an edit of the old one.
EDITED: Final = 0.7

# What an author gave the element to be known by; these survive a new label.
_FIRM: Final = frozenset({"testId", "id", "name", "href", "value"})
# What an author gives to one element only, or to one choice of a group; many links may lead to one place.
_MARKS: Final = ("testId", "id", "name", "value")
# And what may hold a row index.
_NUMBERED: Final = ("testId", "id", "name")
_BY_LABEL: Final = frozenset({"label", "named", "row", "near", "under"})
# Weaker than the label itself: they follow the place where the element stood, and so would its duplicate.
_BY_PLACE: Final = frozenset({"near", "under", "place"})
_PUNCTUATION: Final = frozenset(".,:;!?…'\"’“”()[]-–—*&/")
_BUTTONS: Final = frozenset({"submit", "button", "reset"})
_ROWS: Final = frozenset({"tr", "li", "option", "dd", "article"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The element, how alike it is (0 to 1), and the facts that agree, strongest first."""

    candidate: Candidate
    score: float
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """Several elements answer equally well; best first. `more` of them are left out."""

    matches: tuple[Match, ...]
    more: int = 0


def find(fingerprint: Fingerprint, candidates: Sequence[Candidate]) -> Match | Ambiguous | None:
    """The one live element this fingerprint was taken from."""
    stored = _Stored.of(fingerprint)
    here = [each for each in candidates if each.fingerprint.frame == fingerprint.frame]
    keys = [keys_of(each.fingerprint) for each in here]
    # The span inside a button says the same as the button and is no rival to it.
    echoes = _echoes(here)
    counts = Counter(
        pair
        for each, own in zip(here, keys, strict=True)
        if each.evidence or (stored.is_kin(each) and each.key not in echoes)
        for pair in own.items()
    )
    judged = [
        _Judged.of(stored, each, own, counts)
        for each, own in zip(here, keys, strict=True)
        if any(own.get(fact) == key for fact, key in stored.keys.items())
    ]
    likely = [
        each
        for each in judged
        if each.alike.score >= MINIMUM and not _is_another(fingerprint, each.candidate.fingerprint)
    ]
    found = [each for each in likely if each.is_same(each.anchors)]
    if found:
        return _clearest(found)
    # Once unique and now shared: a duplicate was inserted. Or never unique, and several still stand there.
    rivals = [each for each in likely if each.is_same(each.shared) or each.is_lookalike]
    return _ambiguous(rivals) if len(rivals) > 1 else None


def _is_another(stored: Fingerprint, live: Fingerprint) -> bool:
    """Whether it belongs to another record or dialog, or to a row in which something else is filled in."""
    held, holds = filled(stored)[0], filled(live)[0]
    # What two documents hold cannot be compared; a row of a list could be any, the only one of its name is none.
    is_clear = document_of(held) == document_of(holds) or not (is_only_one(stored) and is_only_one(live))
    return is_elsewhere(stored, live) or (bool(held and holds) and held != holds and is_clear)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    facts: Fingerprint
    keys: Keys
    label: str
    near: frozenset[str]
    alone: frozenset[str]

    @classmethod
    def of(cls, facts: Fingerprint) -> _Stored:
        return cls(
            facts=facts, keys=keys_of(facts), label=called(facts), near=surroundings(facts), alone=_alone_then(facts)
        )

    def is_kin(self, candidate: Candidate) -> bool:
        """Whether the candidate is the same kind of element, control or not."""
        return (candidate.fingerprint.tag, candidate.fingerprint.role) == (self.facts.tag, self.facts.role)


def _echoes(candidates: Sequence[Candidate]) -> frozenset[int]:
    """Keys of elements that are no controls and say what a control says that they lie in, or that lies in them."""
    controls = [each for each in candidates if each.evidence]
    return frozenset(
        each.key
        for each in candidates
        if not each.evidence
        for control in controls
        if (control.key in each.around or each.key in control.around)
        and called(control.fingerprint) == called(each.fingerprint)
    )


def _alone_then(facts: Fingerprint) -> frozenset[str]:
    # When nobody counted, only an id is unique, by the rules of HTML; a label with its neighbours may repeat in cards.
    return frozenset({"id"} if facts.alone is None else facts.alone)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """One candidate against the stored fingerprint: what agrees, and what contradicts."""

    stored: _Stored
    candidate: Candidate
    alike: Resemblance
    same: tuple[str, ...]
    shared: frozenset[str]  # facts that agree and were alone then
    anchors: frozenset[str]  # of those, the ones that are alone now
    conflicts: frozenset[str]
    near: float

    @classmethod
    def of(
        cls, stored: _Stored, candidate: Candidate, keys: Keys, counts: Mapping[tuple[str, Hashable], int]
    ) -> _Judged:
        live = candidate.fingerprint
        same = tuple(fact for fact, key in stored.keys.items() if keys.get(fact) == key)
        has_label = "label" in same
        shared = frozenset(same) & stored.alone
        shared -= {fact for fact in _NUMBERED if _may_have_moved(stored, fact, keys, has_label=has_label)}
        anchors = frozenset(fact for fact in shared if counts.get((fact, stored.keys[fact]), 1) == 1)
        # The page has counted all controls, and we see only those that came into question.
        anchors &= shared if live.alone is None else frozenset(live.alone)
        # A second bearer of a once unique label: whichever stands in the old place may be the newcomer.
        if "named" in stored.alone and counts.get(("named", stored.keys.get("named")), 0) > 1:
            anchors -= _BY_PLACE
        # Two now bear a mark that only one had: the label may have gone over to the newcomer.
        if any(fact in stored.alone and counts.get((fact, stored.keys.get(fact)), 0) > 1 for fact in _MARKS):
            anchors &= _FIRM
        return cls(
            stored=stored,
            candidate=candidate,
            alike=resemblance(stored.facts, live),
            same=same,
            shared=shared,
            anchors=anchors,
            conflicts=_conflicts(stored.facts, live),
            near=overlap(tuple(stored.near), tuple(surroundings(live))),
        )

    @property
    def match(self) -> Match:
        return Match(candidate=self.candidate, score=self.alike.score, evidence=self.same)

    @property
    def is_lookalike(self) -> bool:
        """Alike in everything but position."""
        facts, live = self.stored.facts, self.candidate.fingerprint
        return (
            not self.conflicts
            and called(live) == self.stored.label
            and surroundings(live) == self.stored.near
            and live.heading == facts.heading
        )

    def is_same(self, anchors: frozenset[str]) -> bool:
        """Whether these anchors hold against what contradicts them."""
        firm = anchors & _FIRM
        if not anchors or not (firm or self.candidate.evidence or self.stored.is_kin(self.candidate)):
            return False
        if (not firm & OF_ONE and self._is_other_row()) or (not firm and self._is_beside_another()):
            return False
        if "label" in self.conflicts:
            return self._is_relabelled(anchors)
        if not self.conflicts:
            return bool(firm) or not self._is_elsewhere()
        if firm & {"id", "testId"} and len(self.conflicts) == 1:
            return True
        return bool(anchors & _BY_LABEL) and len(self.conflicts) <= 2 and self.near >= AROUND

    def _is_relabelled(self, anchors: frozenset[str]) -> bool:
        """The label is another one: an edit of this element, or another element?"""
        live = self.candidate.fingerprint
        if self.conflicts - {"label"} or self._was_neighbour() or are_opposites(self.stored.label, called(live)):
            return False
        return bool(anchors & _FIRM) or ("place" in anchors and self._is_edit())

    def _was_neighbour(self) -> bool:
        label = words(called(self.candidate.fingerprint))
        return bool(label) and Wording(self.stored.facts.near).holds(label)

    def _is_edit(self) -> bool:
        before, after = self.stored.label, called(self.candidate.fingerprint)
        if not before or not after:
            return True
        one, other = without_counter(before), without_counter(after)
        if numbers_in(one) != numbers_in(other) or _signs(before) != _signs(after):
            return False
        less, more = sorted((set(one), set(other)), key=len)
        return (bool(less) and less <= more) or likeness(before, after) >= EDITED

    def _is_elsewhere(self) -> bool:
        """Same label, under the heading of something else: the same thing of another card or dialog."""
        facts, live = self.stored.facts, self.candidate.fingerprint
        return is_under_another(facts, live) or (self._has_no_known_neighbour() and live.heading != facts.heading)

    def _is_other_row(self) -> bool:
        facts, live = self.stored.facts, self.candidate.fingerprint
        if facts.row and live.row:
            return is_other_row(facts, live)
        return _is_in_row(facts) and self._has_no_known_neighbour()

    def _is_beside_another(self) -> bool:
        facts, live = self.stored.facts, self.candidate.fingerprint
        return not has_same_title(facts, live) and is_beside_another(facts, live)

    def _has_no_known_neighbour(self) -> bool:
        return bool(self.stored.near and self.candidate.fingerprint.near) and not self.near


def _clearest(found: list[_Judged]) -> Match | Ambiguous:
    controls = [each for each in found if each.candidate.evidence] or found
    ordered = sorted(controls, key=lambda each: -each.alike.identity)
    if len(ordered) > 1 and ordered[0].alike.identity - ordered[1].alike.identity < MARGIN:
        return _ambiguous(ordered)
    return ordered[0].match


def _ambiguous(rivals: list[_Judged]) -> Ambiguous:
    ordered = sorted(rivals, key=lambda each: -each.alike.score)
    told = tuple(each.match for each in ordered[:MOST_RIVALS])
    return Ambiguous(matches=told, more=len(ordered) - len(told))


def _conflicts(stored: Fingerprint, live: Fingerprint) -> frozenset[str]:
    """Facts by which elements are told apart and that say two different things."""
    # Values of buttons are their labels, and are compared as such.
    is_button = stored.type in _BUTTONS or called(stored) == stored.value.casefold()
    value = "" if is_button else stored.value
    pairs = {
        "testId": (stored.test_id, live.test_id),
        "id": (_lasting(stored), _lasting(live)),
        "name": (stored.name, live.name),
        "href": (stored.href, live.href),
        "value": (value, live.value),
    }
    found = {fact for fact, (one, other) in pairs.items() if one and other and one != other}
    if not _is_called_same(stored, live):
        found.add("label")
    if stored.tag != live.tag and stored.role != live.role:
        found.add("kind")
    return frozenset(found)


def _lasting(facts: Fingerprint) -> str:
    key = keys_of(facts).get("id", "")
    return key if isinstance(key, str) else ""


def _is_called_same(stored: Fingerprint, live: Fingerprint) -> bool:
    if called(stored) == called(live):
        return True
    # A lost or added aria-label changes the name of an element whose text stayed.
    one_sided = bool(stored.aria_label) != bool(live.aria_label)
    return one_sided and bool(stored.text) and stored.text.casefold() == live.text.casefold()


def _may_have_moved(stored: _Stored, fact: str, keys: Keys, *, has_label: bool) -> bool:
    """Whether the fact holds a number that would pass to the next row when this one is deleted."""
    text = str(keys.get(fact, ""))
    return may_be_index(text, ordinal=stored.facts.ordinal) if has_label else is_counted(text)


def _is_in_row(facts: Fingerprint) -> bool:
    return any(step.partition(":")[0] in _ROWS for step in facts.path)


def _signs(label: str) -> list[str]:
    """What is neither word nor punctuation: "↑", or the "#" of "C#"."""
    return [char for char in label if not char.isalnum() and not char.isspace() and char not in _PUNCTUATION]
