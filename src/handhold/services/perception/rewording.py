"""Whether one label is another one of the same thing: counted on, a verb turned round, a word added or mended."""

from __future__ import annotations

from typing import Final

from handhold.services.perception.identity import numbers_in, without_counter
from handhold.services.perception.wording import likeness

EDITED: Final = 0.7
BEGINNING: Final = 4


def is_reworded(before: str, now: str) -> bool:
    """Whether both can be said of one thing; not of two that are called alike."""
    old, new = without_counter(before), without_counter(now)
    if numbers_in(old) != numbers_in(new):
        return _is_count(before, old) and _is_count(now, new) and _uncounted(old) == _uncounted(new)
    lost = tuple(word for word in old if word not in new)
    gained = tuple(word for word in new if word not in old)
    if not lost or not gained:
        return bool(old and new)
    is_other_verb = len(old) > 1 and lost == old[:1] and gained == new[:1]
    return is_other_verb or _is_mended(" ".join(lost), " ".join(gained))


def _is_count(label: str, said: tuple[str, ...]) -> bool:
    """Whether it is a number of things, and not the number of one: what is counted follows, as a word or as a sign."""
    is_sign = any(not char.isalnum() and not char.isspace() and not char.isascii() for char in label)
    return bool(said) and said[0].isdigit() and (len(said) > 1 or is_sign) and len(numbers_in(said)) == 1


def _uncounted(said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in said if not word.isdigit())


def _is_mended(lost: str, gained: str) -> bool:
    less, more = sorted((lost, gained), key=len)
    return (len(less) >= BEGINNING and more.startswith(less)) or likeness(lost, gained) >= EDITED
