"""What earlier sessions learnt about a screen, brought to the elements that are on it now.

Who knows it is somebody else's business: whoever composes the parts hands a `Lore` in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.fingerprint import Match, find
from handhold.services.perception.identity import called
from handhold.services.perception.observation import Sighting
from handhold.services.perception.paging import shorten, size_of
from handhold.services.perception.wording import fold

ROOM: Final = 400
"""Bytes of an answer that prior knowledge may take."""
MOST_NEXT: Final = 2
LABEL: Final = 40
Told = dict[str, object]
Seen = Sequence[tuple[NodeRef, Candidate]]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAim:
    """An element that something was done to before, by what may tell it again. Texts are page text of that time."""

    action: str = ""
    test_id: str = ""
    role: str = ""
    name: str = ""
    fingerprint: Mapping[str, Any] = field(default_factory=dict[str, Any])
    confidence: float = 0.0
    times: int = 0
    error_code: str = ""
    is_done: bool = False
    """Done already during this visit, so that it counts for the rank and is not suggested again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What is known of the screen that is shown."""

    next: Sequence[KnownAim] = ()
    """What worked, in the order it was done."""
    avoid: Sequence[KnownAim] = ()


class Lore(Protocol):
    async def here(self, seen: Sighting) -> Here | None:
        """None when nothing is known of the screen."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Elements that are there now."""

    next: Sequence[tuple[KnownAim, NodeRef, Candidate]] = ()
    avoid: Sequence[tuple[KnownAim, NodeRef, Candidate]] = ()

    @property
    def priors(self) -> dict[str, float]:
        """For the ranking."""
        return {candidate.identity: aim.confidence for aim, _node, candidate in self.next}

    @property
    def suggested(self) -> list[tuple[KnownAim, NodeRef, Candidate]]:
        """What is still to be done; a field that was filled in is not."""
        return [each for each in self.next if not each[0].is_done and not _is_satisfied(each[0], each[2])]


def recognised(here: Here, seen: Seen) -> Known:
    """The known elements among those that are seen, each only where exactly one can be meant."""
    return Known(
        next=[(aim, *found) for aim in here.next if (found := _one(aim, seen))],
        avoid=[(aim, *found) for aim in here.avoid if (found := _one(aim, seen))],
    )


def told(
    suggested: Sequence[tuple[KnownAim, str, Candidate]], avoided: Sequence[tuple[KnownAim, str, Candidate]]
) -> Told | None:
    """At most two things to do and one to leave, in at most 400 bytes; None when there is nothing to say."""
    found: Told = {}
    for aim, element_id, candidate in suggested[:MOST_NEXT]:
        item: Told = {"elementId": element_id, "action": aim.action, "label": shorten(candidate.label, limit=LABEL)}
        item |= {"confidence": round(aim.confidence, 2), "times": aim.times}
        found = _with(found, "next", item)
    for aim, element_id, candidate in avoided[:1]:
        item = {"elementId": element_id, "label": shorten(candidate.label, limit=LABEL), "times": aim.times}
        found = _with(found, "avoid", {**item, **({"errorCode": aim.error_code} if aim.error_code else {})})
    return found or None


def _with(found: Told, member: str, item: Told) -> Told:
    """With one more thing said, if there is room."""
    items = found.get(member, [])
    assert isinstance(items, list)
    tried: Told = {**found, member: [*items, item]}
    return tried if size_of({"priorKnowledge": tried}) <= ROOM else found


def _one(aim: KnownAim, seen: Seen) -> tuple[NodeRef, Candidate] | None:
    if aim.test_id:
        tested = [each for each in seen if each[1].test_id == aim.test_id]
        if len(tested) == 1:
            return tested[0]
    named = [each for each in seen if _is_called(aim, each[1])]
    if len(named) == 1:
        return named[0]
    return _by_fingerprint(aim, named) if named else None


def _is_called(aim: KnownAim, candidate: Candidate) -> bool:
    label = called(candidate.fingerprint) or fold(candidate.label)
    return bool(aim.name) and candidate.role == aim.role and label == _plain(aim.name)


def _plain(name: str) -> str:
    return called(Fingerprint(label=name))


def _by_fingerprint(aim: KnownAim, among: Seen) -> tuple[NodeRef, Candidate] | None:
    try:
        facts = Fingerprint.from_json(aim.fingerprint)
    except ValueError:
        return None
    match = find(facts, [candidate for _node, candidate in among])
    if not isinstance(match, Match):
        return None
    return next((each for each in among if each[1] is match.candidate), None)


def _is_satisfied(aim: KnownAim, candidate: Candidate) -> bool:
    return aim.action == "type" and (candidate.is_filled is True or candidate.has("checked"))
