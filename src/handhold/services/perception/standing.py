"""What an element stands in: a row, a record, a dialog, under a heading; and whether that is still the same one."""

from __future__ import annotations

from typing import Final

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.identity import is_choice, is_counted, numbers_in, surroundings
from handhold.services.perception.subjects import is_another_subject, is_same_but_for_clocks
from handhold.services.perception.wording import overlap, words

BAR: Final = " | "
"""Stands between the title of a row and the rest of it."""
# Shares of words of a row that stay when it is edited piece by piece: with the title the same, and without one.
TITLED_ROW: Final = 0.34
UNTITLED_ROW: Final = 0.6
AROUND: Final = 0.5
# Digits of a number that is more likely a name than a count.
NAMING_DIGITS: Final = 3
STEPS: Final = frozenset({"next", "back", "previous", "prev", "cancel", "close", "skip", "x", "×"})
"""What is called so leads through a thing and does nothing to it."""
_TELLING: Final = frozenset({"title", "testId", "id", "href", "value"})
_OF_MENU: Final = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})
_ROWS: Final = frozenset({"tr", "li", "article", "dd", "option"})
_OF_DAY: Final = ("date", "day", "month", "year", "timestamp")
_OF_RECORD: Final = ("id", "key", "uid", "uuid", "guid", "pk")
# What is written on a record whenever it was changed or drawn.
_OF_MOMENT: Final = frozenset(
    words("timestamp updated modified changed saved synced sync last seen refreshed rendered loaded")
)


def is_elsewhere(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether it stands in another record or dialog."""
    return is_of_another_thing(before, now) or is_about_another(before, now)


def is_of_another_thing(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether the author of the page has numbered what they belong to as two things.

    Small numbers may count the places of a list, and do not tell where a row says what only it said.
    """
    one, other = _numbering(before), _numbering(now)
    shared = one.keys() & other.keys()
    is_record = any(one[name] == other[name] and name.endswith(_OF_RECORD) for name in shared)
    differing = [name for name in shared if one[name] != other[name] and not (is_record and _is_of_moment(name))]
    if before.row and before.row == now.row and "row" in (before.alone or ()):
        return any(name.endswith(_OF_DAY) or not is_counted(one[name]) for name in differing)
    return bool(differing)


def is_about_another(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether the dialog or menu around it came again and is about something else."""
    if is_step(before):
        return False
    if before.role in _OF_MENU:
        is_other = all(_exchanged(words(before.about), words(now.about)))
        return is_other and not is_same_but_for_clocks(before.about, now.about)
    return is_another_subject(before.about, now.about, more=(before.about_more, now.about_more))


def is_other_row(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether both stand in rows, and in two: what a row is known by is its title, where no other row had the same."""
    one, other = _row(before), _row(now)
    if not one or not other:
        return False
    if not _is_of_one_kind(before, now):
        return not _is_said_in(one, other) and not _is_said_in(other, one)
    if is_only_one(before) and is_only_one(now) and is_same_but_for_clocks(one, other):
        return False
    return not _is_same_row(one, other, is_titled="title" in (before.alone or ()))


def has_same_title(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether its row is called as no other row was, whatever else is in it now.

    A number may be the place of the row in its list, which the next one gets when it goes.
    """
    title, _bar, _rest = _row(before).partition(BAR)
    other, _bar, _rest = _row(now).partition(BAR)
    if "title" not in (before.alone or ()) or not _is_of_one_kind(before, now):
        return False
    said = words(title)
    return bool(said) and said == words(other) and (not numbers_in(said) or not is_other_row(before, now))


def is_under_another(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether both stand under headings of two things; a number alone is no subject."""
    return _says(before.heading) and _says(now.heading) and is_another_subject(before.heading, now.heading)


def is_under_the_same(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether both stand under one heading, as it was or counted on; not under two numbers."""
    is_said = _says(before.heading) and _says(now.heading)
    return before.heading == now.heading or (is_said and not is_under_another(before, now))


def is_beside_another(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether the words around it were exchanged, and not only added to, cut or counted on."""
    one, other = tuple(surroundings(before)), tuple(surroundings(now))
    return not is_step(before) and _is_exchanged(one, other) and overlap(one, other) < AROUND


def stands_as_before(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether nothing around it changed, as around the links of a site that go from page to page with it."""
    return (before.heading, before.row, before.near) == (now.heading, now.row, now.near)


def is_told_from_twins(facts: Fingerprint) -> bool:
    """Whether others of its name can be told from it: by the title of its row, or by a mark of its own."""
    telling = _TELLING if is_choice(facts) else _TELLING - {"value"}
    return not telling.isdisjoint(facts.alone or ())


def is_row_kept(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether its row, in which people fill in fields, is the same element among as many others."""
    _digest, place = filled(before)
    _digest_now, place_now = filled(now)
    return place != "" and place == place_now and not is_other_row(before, now)


def filled(facts: Fingerprint) -> tuple[str, str]:
    """What the other fields of its row hold, and which row of how many it is."""
    digest, _dot, place = facts.filled.partition(".")
    return digest, place


def document_of(digest: str) -> str:
    """The mark of the document that made a digest: every document makes another one of the same text."""
    return digest.partition("-")[0]


def is_step(facts: Fingerprint) -> bool:
    """Whether it is called by nothing but words like next and close."""
    label = facts.label or facts.aria_label or facts.text
    return bool(label) and set(label.casefold().split()) <= STEPS


def is_only_one(facts: Fingerprint) -> bool:
    """Whether no other control of the page is called so."""
    return "label" in (facts.alone or ())


def _row(facts: Fingerprint) -> str:
    """The text of its row; where that is numbers beside fields, they are worked out from what is filled in."""
    return "" if facts.filled and not _says(facts.row) else facts.row


def _says(text: str) -> bool:
    """Whether there is more in it than numbers and signs."""
    return any(char.isalpha() for char in text)


def _is_of_one_kind(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether both rows are made alike: without its neighbours a card is none, and what is around it is the row.

    A class more or less may be the state of a row, as "completed".
    """
    if not before.row_kind or not now.row_kind:
        return True
    tag, *classes = before.row_kind.split(".")
    other_tag, *others = now.row_kind.split(".")
    return tag == other_tag and (tag in _ROWS or not classes or not others or not set(classes).isdisjoint(others))


def _is_said_in(row: str, other: str) -> bool:
    """Whether what a row is called stands in another one, as what a card is called stands in what is around it."""
    title, _bar, _rest = row.partition(BAR)
    return set(words(title)) <= set(words(other))


def _is_same_row(before: str, now: str, *, is_titled: bool) -> bool:
    """Whether two texts of a row can be of one row that was edited."""
    title, bar, rest = before.partition(BAR)
    other, other_bar, other_rest = now.partition(BAR)
    share = overlap(words(before), words(now))
    if is_titled and bar and other_bar:
        is_same_rest = words(rest) == words(other_rest)
        return (words(title) == words(other) and share >= TITLED_ROW) or (is_same_rest and _is_extended(title, other))
    return words(before) == words(now) or (share >= UNTITLED_ROW and _numbers(before) == _numbers(now))


def _is_extended(one: str, other: str) -> bool:
    """Whether one begins with the other, and both name the same numbers: "Revenue" and "Revenue (updated)"."""
    less, more = sorted((words(one), words(other)), key=len)
    return bool(less) and more[: len(less)] == less and _numbers(one) == _numbers(other)


def _exchanged(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that went, and those that came."""
    return tuple(word for word in before if word not in now), tuple(word for word in now if word not in before)


def _is_exchanged(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether words went for which others came; counts may."""
    lost, gained = _exchanged(before, now)
    if not lost or not gained:
        return False
    is_count = len(numbers_in(lost)) == len(lost) and len(numbers_in(gained)) == len(gained)
    return not is_count or any(sum(char.isdigit() for char in word) >= NAMING_DIGITS for word in lost)


def _numbers(text: str) -> list[str]:
    return numbers_in(words(text))


def _is_of_moment(name: str) -> bool:
    return not _OF_MOMENT.isdisjoint(name.split("-"))


def _numbering(facts: Fingerprint) -> dict[str, str]:
    parts = (part.partition("=") for part in facts.thing.split(" "))
    return {name: value for name, _equals, value in parts}
