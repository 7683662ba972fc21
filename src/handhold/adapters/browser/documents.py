"""What is known about the documents of a tab from one look to the next."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.worlds import Worlds

_REMEMBERED = 64  # documents; older ones were left long ago


class Native(NamedTuple):
    """Role and name as the browser tells them to assistive technology; the name is page text as it stands."""

    role: str
    """Empty when the browser has only a word of its own for it."""
    name: str


@dataclass(slots=True, kw_only=True)
class Document:
    """One document. Elements are known by their keys in the page script, nodes by their numbers in the browser."""

    version: int = 0
    """Another one whenever the page has changed the document; 0 before the first look."""
    elements: int = 0
    depth: int = 0
    roots: int = 1
    unexplained: int = 0
    """So many elements of its session are out of reach, and there is no closed shadow root they could be in."""
    heard: set[int] = field(default_factory=set[int])
    """Nodes whose listeners were handed to the page script."""
    heard_at: float = 0.0
    listeners: int = 0
    root_objects: dict[int, str] = field(default_factory=dict[int, str])
    """Document and shadow roots as objects of the page's own world, which the browser keeps as long as the document."""
    numbers: dict[int, int] = field(default_factory=dict[int, int])
    natives: dict[int, Native | None] = field(default_factory=dict[int, Native | None])
    """What the browser said in this version; None for what it does not expose."""
    is_exposed: bool = False
    """Whether the browser has built its accessibility tree."""
    is_being_exposed: bool = False
    naming: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Of whoever has the browser name elements: what another one is about to know is not asked for twice."""

    def note(self, size: Mapping[str, object]) -> None:
        """Take what the page script told about the document's size; what was known of another version is void."""
        version = cast(int, size["version"])
        if version != self.version:
            self.natives.clear()
        self.version = version
        self.elements, self.depth = cast(int, size["elements"]), cast(int, size["depth"])


class Documents:
    """The documents last looked at."""

    def __init__(self) -> None:
        self._known: dict[tuple[Worlds, str], Document] = {}

    async def of(self, place: Place) -> Document:
        """What is known about the document that is in this place now."""
        world = (place.worlds, await place.worlds.context_id(place.frame_id))
        document = self._known.pop(world, None) or Document()
        self._known[world] = document
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        return document
