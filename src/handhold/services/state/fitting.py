"""Make an answer fit: shorter texts first, then shorter lists, and what is left out is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from handhold.services.perception.page_text import clean
from handhold.services.perception.paging import size_of
from handhold.services.state.reading import Value

Entry = dict[str, object]
"""A field of the answer."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of a value is told."""

    text: int
    items: int


SIZES: Final = (Size(200, 12), Size(120, 8), Size(80, 5), Size(48, 4), Size(32, 2), Size(24, 1))


def fitted(entries: Mapping[str, Entry], *, budget: int) -> tuple[dict[str, Entry], list[str]]:
    """The fields in at most `budget` bytes with the names of those that were cut; the first asked for come first."""
    for size in SIZES:
        shorter = {field: shortened(entry, size) for field, entry in entries.items()}
        if _bytes(shorter, []) <= budget:
            return shorter, []
    kept = {field: shortened(entry, SIZES[-1]) for field, entry in entries.items()}
    cut: list[str] = []
    while kept and _bytes(kept, cut) > budget:
        field = next(reversed(kept))
        del kept[field]
        cut.insert(0, field)
    return kept, cut


def shortened(entry: Entry, size: Size) -> Entry:
    if "value" not in entry or entry["value"] is None:
        return entry
    value = entry["value"]
    short = _short(value, size)  # pyright: ignore[reportArgumentType]
    more = _length(value) - _length(short)
    return {**entry, "value": short, **({"more": more} if more > 0 else {})}


def _short(value: Value, size: Size) -> Value:
    if isinstance(value, str):
        return clean(value, limit=size.text)
    if isinstance(value, Mapping):
        return {name: _inner(each, size) for name, each in value.items()}
    if isinstance(value, Sequence):
        return [clean(each, limit=size.text) for each in value[: size.items]]
    return value


def _inner(value: str | int | Sequence[str], size: Size) -> str | int | list[str]:
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return clean(value, limit=max(24, size.text // 2))
    return [clean(each, limit=max(16, size.text // 4)) for each in value[: size.items]]


def _length(value: object) -> int:
    return len(value) if isinstance(value, list) else 0  # pyright: ignore[reportUnknownArgumentType]


def _bytes(fields: Mapping[str, Entry], cut: Sequence[str]) -> int:
    return size_of({"fields": dict(fields), "cut": list(cut)})
