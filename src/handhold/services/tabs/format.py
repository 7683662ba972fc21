"""Write a listing of tabs as plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from handhold.services.tabs.listing import Listing, TabGroup
from handhold.services.tabs.model import Tab

NOTHING_FOUND: Final = "No tabs found matching the criteria."
MAX_TITLE: Final = 200
MAX_URL: Final = 500

_ELLIPSIS: Final = "…"
# Control, format, surrogate and unassigned characters: they could break the line, hide text or turn it around. The two
# joiners stay, because emoji and some scripts need them.
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Cn"})
_JOINERS: Final = "\u200c\u200d"


def format_listing(listing: Listing) -> str:
    """The listing for people and agents to read; page text can add neither a heading nor an entry."""
    if not listing.total:
        return NOTHING_FOUND
    head = [f"Found {_tabs(listing.total)}"]
    if listing.group_by != "none" and len(listing.groups) > 1:
        head.append(f"Grouped by: {listing.group_by} ({len(listing.groups)} groups)")
    return "\n\n".join(["\n".join(head), *_blocks(listing)])


def title_line(title: str) -> str:
    """A page's title as one bounded line."""
    return _one_line(title, MAX_TITLE) or "Untitled"


def url_line(url: str) -> str:
    """A page's URL as one bounded line."""
    return _one_line(url, MAX_URL) or "(no URL)"


def _blocks(listing: Listing) -> Iterator[str]:
    for group in listing.groups:
        entries = [_entry(tab) for tab in group.tabs]
        if listing.group_by != "none":
            entries[0] = f"{_heading(group)}\n{entries[0]}"
        yield from entries


def _heading(group: TabGroup) -> str:
    return f"## {group.label} ({_tabs(len(group.tabs))})"


def _entry(tab: Tab) -> str:
    return f"• {title_line(tab.title)}\n  {url_line(tab.url)}"


def _tabs(count: int) -> str:
    return "1 tab" if count == 1 else f"{count} tabs"


def _one_line(text: str, limit: int) -> str:
    # A look at a few times the limit is enough: what is left after removal only gets shorter.
    spaced = " ".join(text[: limit * 4].split())
    visible = "".join(c for c in spaced if c in _JOINERS or unicodedata.category(c) not in _INVISIBLE).strip()
    return visible if len(visible) <= limit else visible[: limit - 1].rstrip() + _ELLIPSIS
