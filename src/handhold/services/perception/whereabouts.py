"""Which page an element is on: by what its URL leads to, and by what it asks for there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

LONGEST: Final = 4_000
"""Letters of a query that are read: a page may make its URL as long as it likes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A page. `asked`: the parameters, each with its values."""

    place: str
    asked: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, url: str) -> Route:
        """Views of a hash router are pages of their own."""
        parts = urlsplit(url)
        is_routed = parts.fragment.startswith(("/", "!"))
        view, _mark, inner = parts.fragment.partition("?") if is_routed else ("", "", "")
        asked = parse_qs(f"{parts.query}&{inner}"[:LONGEST], keep_blank_values=True)
        place = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}" + (f"#{view}" if view else "")
        return cls(place=place, asked=asked)

    def is_same(self, other: Route) -> bool:
        """A parameter that says something else makes it another page; one that came or went does not."""
        shared = self.asked.keys() & other.asked.keys()
        return self.place == other.place and all(self.asked[name] == other.asked[name] for name in shared)


Routes = tuple[Route, ...]
"""Of the tab, and of the frame in it where the element is in one."""


def are_same(ones: Routes, others: Routes) -> bool:
    return len(ones) == len(others) and all(one.is_same(other) for one, other in zip(ones, others, strict=True))
