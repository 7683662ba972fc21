"""Whether a node that is still in the page still means what it meant: lists give their nodes to other items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.identity import Keys, called, is_counted, keys_of, surroundings
from handhold.services.perception.rewording import is_reworded
from handhold.services.perception.selectors import looks_generated
from handhold.services.perception.standing import (
    filled,
    has_same_title,
    is_elsewhere,
    is_only_one,
    is_other_row,
    is_row_kept,
    is_step,
    is_under_another,
    is_under_the_same,
)
from handhold.services.perception.wording import overlap, words

AROUND: Final = 0.5
_LABELS: Final = frozenset({"label", "named"})
_MARKS: Final = ("testId", "id", "href", "value")
_TARGETS: Final = frozenset({"href", "value"})
_ROWS: Final = ("tr:", "li:", "option:", "dd:", "article:")


def shows_the_same(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether what a node shows now can be what it showed, edited; when in doubt it is not."""
    if is_elsewhere(before, now) or _is_refilled(before, now):
        return False
    marks, differing = _marks(before, now)
    is_titled = has_same_title(before, now)
    if differing and not marks:
        # A record that was kept on the side gets its number when the server has answered.
        return is_titled and called(before) == called(now) and not differing & _TARGETS
    if marks & _TARGETS:
        return True
    if not is_titled and _is_of_another_subject(before, now, has_id="id" in marks):
        return False
    return bool(marks) or _reads_the_same(before, now, is_titled=is_titled)


def _is_of_another_subject(before: Fingerprint, now: Fingerprint, *, has_id: bool) -> bool:
    # An id is what the next occupant of the only row of a list would not have too; a page about the next record has it.
    if is_under_another(before, now) and not is_step(before):
        return True
    return not has_id and is_other_row(before, now)


def _reads_the_same(before: Fingerprint, now: Fingerprint, *, is_titled: bool) -> bool:
    if called(before) == called(now):
        return is_titled or is_row_kept(before, now) or _is_still_there(before, now)
    return _is_edited_in_place(before, now, is_titled=is_titled)


def _is_refilled(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether something else is filled in where rows came or went: without keys the nodes got other rows.

    A row that was empty is filled in, and then the next one added.
    """
    (digest, place), (digest_now, place_now) = filled(before), filled(now)
    if digest == digest_now or not place or not place_now or _rows(place) == _rows(place_now):
        return False
    is_alone = is_only_one(before) and is_only_one(now)
    return not is_alone and (bool(digest) or int(_rows(place_now)) < int(_rows(place)))


def is_moved_on(before: Fingerprint, now: Fingerprint, others: Iterable[Fingerprint]) -> bool:
    """Whether the nodes of a list got other items: this one shows what another one of the same document showed.

    Its label, where nothing else was called so, or what is typed into its row where rows came or went.
    """
    label, (digest, place) = called(now), filled(now)
    digest_before, place_before = filled(before)
    is_relabelled = bool(label) and label != called(before)
    is_refilled = bool(digest and place_before) and digest != digest_before and _rows(place) != _rows(place_before)
    if not is_relabelled and not is_refilled:
        return False
    return any(
        (is_relabelled and called(other) == label and is_only_one(other))
        or (is_refilled and filled(other)[0] == digest and _row_in(filled(other)[1]) != _row_in(place))
        for other in others
    )


def _row_in(place: str) -> str:
    return place.partition(".")[0]


def _rows(place: str) -> str:
    return place.partition(".")[2]


def _marks(before: Fingerprint, now: Fingerprint) -> tuple[frozenset[str], frozenset[str]]:
    """What its author gave it to be known by: what stayed and was its alone, and what is another one."""
    old, new = _keys(before), _keys(now)
    both = [fact for fact in _MARKS if fact in old and fact in new]
    differing = {fact for fact in both if old[fact] != new[fact]}
    # A number in a mark may count the places of a pool of nodes, whatever stands in them.
    kept = {
        fact
        for fact in both
        if old[fact] == new[fact]
        and fact in (before.alone or ())
        and (fact == "href" or not is_counted(str(old[fact])))
    }
    return frozenset(kept), frozenset(differing)


def _keys(facts: Fingerprint) -> Keys:
    """Without an id that a framework counts: it may get another number whenever the element is drawn."""
    return {fact: key for fact, key in keys_of(facts).items() if fact != "id" or not looks_generated(facts.id)}


def _is_still_there(before: Fingerprint, now: Fingerprint) -> bool:
    """The same label: where others had or have it too, what stands around it tells which of them it was."""
    if _LABELS & set(before.alone or ()) and (now.alone is None or _LABELS & set(now.alone)):
        return True
    return (bool(before.row) and before.row == now.row) or words(before.near) == words(now.near)


def _is_edited_in_place(before: Fingerprint, now: Fingerprint, *, is_titled: bool) -> bool:
    """Another label: only where it is the old one put in other words, or everything around it stayed."""
    if not is_under_the_same(before, now) or bool(before.row) != bool(now.row):
        return False
    old, new = surroundings(before), surroundings(now)
    is_around = (not old and not new) or overlap(tuple(old), tuple(new)) >= AROUND
    if is_reworded(called(before), called(now)):
        return is_around
    if is_titled:
        return is_around and bool(old)
    # In a list all that stands around may be said by every item.
    return not _is_in_list(before) and old == new and (bool(old) or _is_one_word(before, now))


def _is_in_list(facts: Fingerprint) -> bool:
    return bool(facts.row) or any(step.startswith(_ROWS) for step in facts.path)


def _is_one_word(before: Fingerprint, now: Fingerprint) -> bool:
    """A pair of words like play and pause; of longer names one may be another thing's."""
    return len(words(called(before))) == len(words(called(now))) == 1
