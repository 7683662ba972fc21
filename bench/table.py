"""A measurement as plain text: what, ours, theirs, ratio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEADINGS = ("MEASURED", "OURS", "THEIRS", "RATIO", "AGAINST")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One quantity of ours beside the same of a peer. Without a peer it stands alone."""

    what: str
    ours: float | None
    theirs: float | None = None
    against: str = ""
    unit: str = "ms"

    @property
    def ratio(self) -> float | None:
        return self.ours / self.theirs if self.ours is not None and self.theirs else None

    def cells(self) -> tuple[str, ...]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return (self.what, _amount(self.ours, self.unit), _amount(self.theirs, self.unit), ratio, self.against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    title: str
    rows: Sequence[Row]
    notes: Sequence[str] = ()

    def text(self) -> str:
        lines = [HEADINGS, *(row.cells() for row in self.rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
        return "\n".join([self.title, *(_aligned(line, widths) for line in lines), *self.notes])


def target(name: str, limit: float, actual: float | None) -> str:
    """`target 1.6: met (1.31)`, for a quantity that is better when smaller."""
    if actual is None:
        return f"{name} target {limit:g}: not measured"
    return f"{name} target {limit:g}: {'met' if actual <= limit else 'not met'} ({actual:.4g})"


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Names to the left, numbers to the right."""
    first, *numbers, last = zip(cells, widths, strict=True)
    middle = (cell.rjust(width) for cell, width in numbers)
    return "  ".join(["", first[0].ljust(first[1]), *middle, last[0]]).rstrip()


def _amount(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:,.1f} {unit}"
