"""What a tab is, and what a source of tabs promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Mode = Literal["normal", "incognito"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One open tab; title and URL are page text, exactly as the browser reports them."""

    tab_id: int
    window_id: int
    title: str
    url: str
    loading: bool
    mode: Mode | None
    crashed: bool = False


class TabSource(Protocol):
    """A browser that can be asked for its tabs."""

    async def tabs(self) -> Sequence[Tab]:
        """Every open tab, in the browser's order; `mode` may be left open."""
        ...

    async def window_modes(self) -> Mapping[int, Mode]:
        """The mode of each window; asked only when an answer depends on it."""
        ...
