"""Texts as a terminal may be given them: plain, in columns, times and sizes as people read them."""

from __future__ import annotations

from collections.abc import Sequence


def plain(text: str) -> str:
    """Text from a page, as a terminal may be given it."""
    return "".join(char for char in text if char.isprintable() or char == "\n")


def one_line(text: str, *, longest: int = 200) -> str:
    """The same as one line that is not too long."""
    line = " ".join(plain(text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as what is in them; the last one may be as long as it likes."""
    lines = [list(headings), *([one_line(cell) for cell in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings) - 1)]
    return "\n".join(_aligned(line, widths) for line in lines)


def duration(milliseconds: int | None) -> str:
    """`840 ms`, `3.2 s`, `2 min 5 s`."""
    if milliseconds is None:
        return "-"
    if milliseconds < 1_000:
        return f"{milliseconds} ms"
    if milliseconds < 60_000:
        return f"{milliseconds / 1_000:.1f} s"
    minutes, seconds = divmod(round(milliseconds / 1_000), 60)
    return f"{minutes} min {seconds} s"


def moment(timestamp: str) -> str:
    """`2026-11-17 12:01:33` of an ISO 8601 timestamp, which is in UTC."""
    return timestamp[:19].replace("T", " ")


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells[:-1], widths, strict=True)]
    return "  ".join([*padded, cells[-1]]).rstrip()
