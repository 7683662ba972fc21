"""Short ways to read a page to its end, and to compare it with what the browser itself says is there."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Frame, Page

from tests.conftest import Ask

LIMIT: Final = 2048
ORACLE: Final = Path(__file__).with_name("oracle.js")
_IGNORABLE: Final = {"Cc", "Cf", "Co", "Cn"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeReading:
    """All pieces of one reading."""

    pieces: list[dict[str, Any]]

    @property
    def text(self) -> str:
        return "".join(piece["text"] for piece in self.pieces)

    @property
    def words(self) -> list[str]:
        return words(self.text)


async def read_all(ask: Ask, **arguments: Any) -> WholeReading:
    """Follow the tokens to the end; every answer is small."""
    pieces: list[dict[str, Any]] = []
    asked = arguments
    while True:
        reply = await ask("state_read", asked)
        assert reply.ok, reply.text
        assert len(reply.text.encode()) <= LIMIT, len(reply.text.encode())
        pieces.append(reply.envelope["result"])
        token = pieces[-1]["nextToken"]
        if token is None:
            return WholeReading(pieces=pieces)
        assert pieces[-1]["text"] != ""
        asked = {"pageToken": token}


def words(text: str) -> list[str]:
    """Words as they are compared: without what cannot be seen, a letter the same in every alphabet of mathematics."""
    plain = unicodedata.normalize("NFKC", text)
    seen = "".join(char for char in plain if char.isspace() or unicodedata.category(char) not in _IGNORABLE)
    # Marks that choose between forms of a character are no characters of their own.
    return [word for word in (each.strip("\ufe0e\ufe0f") for each in seen.split()) if word]


async def visible_words(page: Page | Frame) -> list[str]:
    """What a document without frames shows, by the browser's own account. It is changed by that."""
    return words(await page.evaluate(ORACLE.read_text("utf-8")))
