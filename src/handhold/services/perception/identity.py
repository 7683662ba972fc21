"""Which facts of an element can tell it from all others, and whether they did."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Final

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.selectors import looks_generated
from handhold.services.perception.wording import fold, words

Keys = Mapping[str, Hashable]

OF_ONE: Final = frozenset({"id", "href", "value"})
"""What the next occupant of the only row of a list would not have too."""

# A number below this in an id may be a row index, which passes to the next row when one is deleted.
HIGHEST_INDEX: Final = 1000
# How far a row index can be from the ordinal of the label (header rows, counting from one).
INDEX_OFFSET: Final = 3
_NO_TARGET: Final = frozenset({"", "#"})


def called(facts: Fingerprint) -> str:
    """What the element is called, folded: name, else the texts that could name it."""
    text = facts.label or facts.aria_label or facts.text or facts.alt or facts.title or facts.placeholder
    folded = " ".join(fold(text).split())
    # Only what authors add and drop freely; "C++" and "C#", "Price ↑" and "Price ↓" stay apart.
    return folded.rstrip(" .…:*") or folded


def surroundings(facts: Fingerprint) -> frozenset[str]:
    """The words around the element."""
    return frozenset(words(facts.near))


def keys_of(facts: Fingerprint) -> Keys:
    """What is compared when elements are told apart, by fact; facts the element lacks are left out.

    `named` is role and label, `row` label and the row's text, `near` label and surrounding words, `under` label and
    heading, `value` form name and value, `place` everything but the label.
    """
    # In their order: two neighbours that change places have each other's words around them.
    label, around = called(facts), words(facts.near)
    place = (facts.tag, facts.role, facts.type, facts.heading, steps(facts), frozenset(facts.classes), around)
    keys: dict[str, Hashable] = {
        "testId": facts.test_id,
        "id": "" if looks_generated(facts.id) and not is_counted(facts.id) else facts.id,
        "name": facts.name,
        "href": "" if facts.href in _NO_TARGET or facts.href.startswith("javascript:") else facts.href,
        "value": (facts.name, facts.value) if facts.value and is_choice(facts) else "",
        "label": label,
        "named": (facts.role, label) if label else "",
        "row": (label, " ".join(words(facts.row))) if facts.row else "",
        "near": (label, around) if around else "",
        "under": (label, facts.heading) if label and facts.heading else "",
        "place": place if around else "",
    }
    return {fact: key for fact, key in keys.items() if key}


def is_choice(facts: Fingerprint) -> bool:
    """Whether its value tells it from others: that of a button is its label, and most boxes say "on" or a row."""
    return facts.type == "radio"


def without_counter(label: str) -> tuple[str, ...]:
    """The words of a label without a count in brackets, as in "Cart (2)"."""
    start = label.rfind("(")
    counted = start > 0 and label.endswith(")") and label[start + 1 : -1].strip().isdigit()
    return words(label[:start] if counted else label)


def steps(facts: Fingerprint) -> tuple[str, ...]:
    """The tag path without positions."""
    return tuple(step.partition(":")[0] for step in facts.path)


def is_counted(text: str) -> bool:
    """Whether the text ends in, or holds, one small number that may be an index."""
    return 0 <= _index(text) < HIGHEST_INDEX


def may_be_index(text: str, *, ordinal: int) -> bool:
    """Whether that number could be the position of the element among those of its label."""
    return is_counted(text) and abs(_index(text) - ordinal) <= INDEX_OFFSET


def numbers_in(said: tuple[str, ...]) -> list[str]:
    return [word for word in said if any(char.isdigit() for char in word)]


def _index(text: str) -> int:
    """The last number that stands between letters or separators; -1 without one."""
    numbers = re.findall(r"(?<![0-9a-fA-F])[0-9]{1,9}(?![0-9a-fA-F])", text)
    return int(numbers[-1]) if numbers else -1
