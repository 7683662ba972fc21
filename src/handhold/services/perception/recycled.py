"""Whether a node that is still in the page still means what it meant: lists give their nodes to other items."""

from __future__ import annotations

from typing import Final

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.identity import Keys, called, is_counted, is_same_row, keys_of, surroundings
from handhold.services.perception.selectors import looks_generated
from handhold.services.perception.wording import overlap

AROUND: Final = 0.5
_MARKS: Final = ("testId", "id", "href", "value")


def shows_the_same(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether what a node shows now can be what it showed, edited; when in doubt it is not."""
    old, new = _keys(before), _keys(now)
    both = [fact for fact in _MARKS if fact in old and fact in new]
    # The value of a button is its label, and edited like one.
    differing = {fact for fact in both if old[fact] != new[fact]} - ({"value"} if before.type != "radio" else set())
    # A number in a mark may count the places of a pool of nodes, whatever stands in them.
    has_mark = any(
        old[fact] == new[fact] and fact in (before.alone or ()) and (fact == "href" or not is_counted(str(old[fact])))
        for fact in both
    )
    if differing and not has_mark:
        return False
    if has_mark:
        return True
    if before.row and now.row and not is_same_row(before.row, now.row):
        return False
    return called(before) == called(now) or _is_edited_in_place(before, now)


def _keys(facts: Fingerprint) -> Keys:
    """Without an id that a framework counts: it may get another number whenever the element is drawn."""
    return {fact: key for fact, key in keys_of(facts).items() if fact != "id" or not looks_generated(facts.id)}


def _is_edited_in_place(before: Fingerprint, now: Fingerprint) -> bool:
    """Another label: only where everything around it stayed."""
    if before.heading != now.heading or bool(before.row) != bool(now.row):
        return False
    old, new = surroundings(before), surroundings(now)
    return (not old and not new) or overlap(tuple(old), tuple(new)) >= AROUND
