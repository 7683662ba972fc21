"""Text a page chose, made safe to carry: one line, bounded, without control or invisible characters."""

from __future__ import annotations

import unicodedata
from typing import Final

# Cc control, Cf format (bidi, zero-width, tags), Cs lone surrogates, Co private use: none of them is text to a reader,
# and all of them have been used to hide instructions or to break a terminal.
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co"})


def clean(text: str, *, limit: int) -> str:
    """`text` on one line, at most `limit` characters, cut with an ellipsis."""
    visible = "".join(" " if char in "\t\n\r" else char for char in text[: limit * 4] if _is_visible(char))
    line = " ".join(visible.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _is_visible(char: str) -> bool:
    return char in "\t\n\r" or unicodedata.category(char) not in _INVISIBLE
