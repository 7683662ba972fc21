"""What a profile says of an extension: how it is built, what it needs beside it, which screens it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

HOME: Final = "home"
SETTINGS: Final = "settings"
NOTIFICATION: Final = "notification"


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """How to make the extension from its sources. All paths are below the repository's root."""

    command: str
    """As in a shell, but run without one."""
    folder: str = "."
    sources: tuple[str, ...] = ()
    """Files and folders that the output is made from; empty: everything in the folder that is tracked is not known."""
    needs: tuple[str, ...] = ()
    """What has to be there: a program (`yarn`), or a path below the folder (`node_modules/`)."""
    minutes: float = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """Test ids whose text tells something; the first one that is shown counts."""

    account: tuple[str, ...] = ()
    network: tuple[str, ...] = ()
    balance: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One extension, as data."""

    name: str
    manifest_names: tuple[str, ...] = ()
    """What its manifest calls it; an extension that is launched by its path alone is known by this."""
    output: str = "dist/chrome"
    """Where the unpacked extension is, below the root."""
    build: Building | None = None
    pages: Mapping[str, str] = field(default_factory=lambda: {HOME: "", SETTINGS: "", NOTIFICATION: ""})
    """Where home, settings and notification are, below the extension's own address; empty: as its manifest says."""
    routes: tuple[tuple[str, str], ...] = ()
    """Address below the extension's own and screen; the first that the URL begins with counts."""
    shown: tuple[tuple[str, str], ...] = ()
    """Test id and screen; the first that is visible counts, when no route does."""
    unlocked_by: str = ""
    """Test id that is visible when it is unlocked."""
    reads: Reads = field(default_factory=Reads)
    has_chain: bool = False
    chain_port: int = 8545
    chain_id: int | None = None
    has_fixtures: bool = False
    fixture_port: int = 12345
    presets: Callable[[], Mapping[str, Mapping[str, Any]]] = dict[str, Mapping[str, Any]]
    """State by name, for the fixture server."""
