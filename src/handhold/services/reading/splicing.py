"""Put what the documents of a tab say into one text, frames where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from handhold.adapters.browser.reading import DocumentText

BETWEEN: Final = " | "
LONGEST_COLUMNS: Final = 300
"""Bytes of column names that are repeated in every piece; longer ones stand once, above the rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def text_of(read: DocumentText) -> str:
    """The text of a document, that of each frame on lines of its own."""
    texts = cast(list[str], read.answer["texts"])
    parts = [texts[0]]
    for frame, after in zip(read.frames, texts[1:], strict=True):
        if inside := text_of(frame) if frame is not None else "":
            parts += [_line_between(parts, inside), inside, _line_between([inside], after)]
        parts.append(after)
    return "".join(parts)


def _line_between(before: Sequence[str], after: str) -> str:
    last = next((part for part in reversed(before) if part), "\n")
    return "" if not after or last.endswith("\n") or after.startswith("\n") else "\n"


def tables_of(read: DocumentText) -> Iterator[Table]:
    """The tables of a document and of its frames, in reading order; empty ones are none."""
    frames = iter(read.frames)
    for told in cast(list[dict[str, Any] | None], read.answer["tables"]):
        if told is None:
            frame = next(frames)
            yield from tables_of(frame) if frame is not None else ()
        elif told["rows"] or told["columns"]:
            yield Table(columns=tuple(told["columns"]), rows=tuple(tuple(row) for row in told["rows"]))


def line_of(cells: Iterable[str]) -> str:
    """Cells of a row in one line; a bar in a cell is written so that it cannot be taken for one between cells."""
    return BETWEEN.join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)


def lines_of(tables: Sequence[Table]) -> tuple[str, str]:
    """The columns of the only table, where they are short, and all rows; else each table begins with its columns."""
    if len(tables) == 1 and len(columns := line_of(tables[0].columns)) <= LONGEST_COLUMNS and columns.isascii():
        return columns, "\n".join(map(line_of, tables[0].rows))
    blocks = ("\n".join(map(line_of, (*((each.columns,) if each.columns else ()), *each.rows))) for each in tables)
    return "", "\n\n".join(blocks)


def documents_of(read: DocumentText) -> Iterator[DocumentText]:
    yield read
    for frame in read.frames:
        if frame is not None:
            yield from documents_of(frame)


def unread_frames(read: DocumentText) -> int:
    """Frames that were met and could not be read."""
    return sum(frame is None for document in documents_of(read) for frame in document.frames)
