"""Readings that can be gone on with: what the page said at one moment, whatever it says now."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

ReadFormat = Literal["text", "markdown", "rows"]
MOST_READINGS: Final = 8
MOST_CHARACTERS: Final = 16_000_000
"""Of all readings of a session together; the oldest go first, the newest never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The frozen text of a region."""

    tab: int
    main_document: str
    region: str
    format: ReadFormat
    text: str
    columns: str = ""
    tables: int = 0
    cut: str = ""
    """What was not read, in our words."""


@dataclass(slots=True)
class Readings:
    """The readings of a session by number."""

    _kept: dict[int, Reading] = field(default_factory=dict[int, Reading])
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def keep(self, reading: Reading) -> int:
        """Keep a reading; its number. One that equals an earlier one takes its number, so equal calls answer alike."""
        number = next((number for number, kept in self._kept.items() if kept == reading), None)
        if number is None:
            number = next(self._numbers)
        self._kept.pop(number, None)
        self._kept[number] = reading
        while len(self._kept) > 1 and (len(self._kept) > MOST_READINGS or self._size > MOST_CHARACTERS):
            del self._kept[next(iter(self._kept))]
        return number

    def get(self, number: int) -> Reading | None:
        return self._kept.get(number)

    @property
    def _size(self) -> int:
        return sum(len(reading.text) for reading in self._kept.values())
