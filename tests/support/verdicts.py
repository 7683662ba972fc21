"""What was read from a page beside what a person reads there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

SURE: Final = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    page: str
    field: str
    expected: Any
    got: Any
    confidence: float | None

    @property
    def is_right(self) -> bool:
        return fits(self.expected, self.got)

    @property
    def is_grave(self) -> bool:
        """Wrong, and sure of it."""
        return not self.is_right and self.got is not None and (self.confidence or 0) > SURE

    def __str__(self) -> str:
        mark = "ok  " if self.is_right else "BAD!" if self.is_grave else "miss"
        said = "" if self.confidence is None else f"{self.confidence:.2f}"
        return f"{mark} {self.page:44} {self.field:16} {self.expected!s:40.40} {self.got!s:60.60} {said}"


def fits(expected: Any, got: Any) -> bool:
    """Whether a value says what was expected: of an object the members named, of an open list its beginning."""
    if isinstance(expected, dict) and isinstance(got, dict):
        wanted, given = cast("dict[str, Any]", expected), cast("dict[str, Any]", got)
        return all(name in given and fits(value, given[name]) for name, value in wanted.items())
    if isinstance(expected, list) and isinstance(got, list) and expected[-1:] == [...]:
        return cast("list[Any]", got)[: len(cast("list[Any]", expected)) - 1] == expected[:-1]
    return bool(expected == got)


def verdict(page: str, field: str, expected: Any, entry: dict[str, Any]) -> Verdict:
    """About an entry of `fields` in the answer of state_snapshot."""
    return Verdict(page=page, field=field, expected=expected, got=entry["value"], confidence=entry.get("confidence"))
