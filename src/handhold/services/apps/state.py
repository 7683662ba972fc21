"""Where an app is: what the wallet family tells of it, and which tabs belong to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

TabRole = Literal["extension", "notification", "dapp", "other"]

UNKNOWN: Final = "unknown"
"""The screen of an app that shows none of those its profile knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """The state of an app, or of a plain page: then there is no extension and nothing to unlock.

    All texts are page text, cleaned and bounded.
    """

    is_loaded: bool
    current_url: str
    extension_id: str = ""
    is_unlocked: bool = False
    current_screen: str
    account_address: str | None = None
    network_name: str | None = None
    chain_id: int | None = None
    balance: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoledTab:
    """A tab, and what it is in the session. `url` is page text."""

    number: int
    role: TabRole
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TabsNow:
    """The tabs of a session: the one worked in, and all of them in the order of their numbers."""

    active: RoledTab | None
    tracked: tuple[RoledTab, ...]
