"""A real browser an agent can grip, test with and learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.version import __version__

if TYPE_CHECKING:
    from handhold.frontends.library import Browser, WaitingBrowser, launch, launch_sync

__all__ = ["Browser", "WaitingBrowser", "__version__", "launch", "launch_sync"]


def __getattr__(name: str) -> object:
    """The library, imported when it is first used: the command line and the server start without it."""
    if name not in __all__:
        raise AttributeError(f"module 'handhold' has no attribute {name!r}")
    from handhold.frontends import library

    return getattr(library, name)
