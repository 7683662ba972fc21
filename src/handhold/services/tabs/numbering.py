"""Small numbers for outside ids: 1, 2, 3 in order of appearance, never given twice."""

from __future__ import annotations

from collections.abc import Hashable


class Numbering:
    """Remembers the number of every id it has seen; an id that comes back keeps its number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def number(self, outside_id: Hashable) -> int:
        """The number of this id; a new id gets the next free one."""
        return self._numbers.setdefault(outside_id, len(self._numbers) + 1)
