"""Text a page chose, made safe to carry: one line, bounded, without control or invisible characters."""

from __future__ import annotations

import unicodedata
from typing import Final

# Cc control, Cf format (bidi, zero-width, tags), Cs lone surrogates, Co private use: none of them is text to a reader,
# and all of them have been used to hide instructions or to break a terminal.
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
_ELLIPSIS: Final = "…"


def clean(text: str, *, limit: int) -> str:
    """`text` on one line, at most `limit` bytes in an answer, cut with an ellipsis."""
    # No visible character takes less than a byte, so nothing beyond a few times the limit can be shown.
    return _cut(one_line(text[: limit * 4]), limit)


def one_line(text: str) -> str:
    """All of `text` that can be seen, on one line."""
    if text.isprintable():  # most text is, and no invisible character is
        return " ".join(text.split())
    visible = "".join(" " if char in "\t\n\r" else char for char in text if _is_visible(char))
    return " ".join(visible.split())


def many_lines(text: str) -> str:
    """All of `text` that can be seen, with its lines and its indentation."""
    return text.translate(_Shown())


class _Shown(dict[int, int | None]):
    """Every character as itself or as nothing, judged when it first comes: a long text has few different ones."""

    def __missing__(self, code: int) -> int | None:
        self[code] = code if _is_visible(chr(code)) and code != 0x0D else None
        return self[code]


def wire_size(text: str) -> int:
    """Bytes of the text in a JSON answer."""
    return len(text.encode("utf-8", errors="replace")) + text.count('"') + text.count("\\")


def _cut(line: str, limit: int) -> str:
    # No character takes more than four bytes.
    if len(line) * 4 <= limit or wire_size(line) <= limit:
        return line
    room = limit - wire_size(_ELLIPSIS)
    kept = 0
    for char in line:
        room -= wire_size(char)
        if room < 0:
            break
        kept += 1
    return line[:kept] + _ELLIPSIS


def _is_visible(char: str) -> bool:
    return char in "\t\n\r" or unicodedata.category(char) not in _INVISIBLE
