"""All words of an index, to be asked which of them contain a piece of a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MERGED_AT: Final = 500
"""New words that are kept apart before they join the big text; joining copies all of it."""


class Vocabulary:
    """A hundred thousand words take a megabyte, and looking through them less than a millisecond."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._text = "\n"
        self._fresh: list[str] = []

    def __len__(self) -> int:
        return len(self._words)

    def add(self, words: Iterable[str]) -> None:
        """Learn words."""
        new = [word for word in dict.fromkeys(words) if word not in self._words]
        self._words.update(new)
        self._fresh += new
        if len(self._fresh) > MERGED_AT:
            self._text += "\n".join(self._fresh) + "\n"
            self._fresh = []

    def containing(self, piece: str, *, limit: int) -> list[str]:
        """Words with this piece in them; the piece itself first, when it is one."""
        found = {piece: None} if piece in self._words else {}
        at = self._text.find(piece)
        while at >= 0 and len(found) < limit:
            start, end = self._text.rfind("\n", 0, at) + 1, self._text.find("\n", at)
            found[self._text[start:end]] = None
            at = self._text.find(piece, end)
        found |= dict.fromkeys(word for word in self._fresh if piece in word)
        return list(found)[:limit]
