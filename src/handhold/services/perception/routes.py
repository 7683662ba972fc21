"""Which kind of page a URL leads to, whatever it shows today: ids, numbers and names of things are left out."""

from __future__ import annotations

import functools
import re
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

ANY: Final = ":id"
UNREADABLE: Final = "unreadable"
LONGEST: Final = 80
MOST_SEGMENTS: Final = 8
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
# Parameters by which one path shows different views; others choose data.
VIEWS: Final = frozenset({"tab", "view", "step", "screen", "section", "panel", "mode", "action"})
_WORD: Final = re.compile(r"[a-z]+")
# What is called in the plural and still has pages of its own below it, and not things of one kind.
NO_COLLECTION: Final = frozenset(
    _WORD.findall(
        "settings preferences options docs about help tools reports analytics news account address process access us "
        "business press status ios js css assets"
    )
)
# Words below a collection that are pages and not things.
PAGES: Final = frozenset(
    _WORD.findall(
        "new create add edit import export search list all archive archived drafts settings overview summary history "
        "login logout signup register checkout confirm review compare map stats"
    )
)

_NUMBER: Final = re.compile(r"[0-9]")
_HEX: Final = re.compile(r"[0-9a-f]{8,}")
_MIXED: Final = re.compile(r"(?=.*[0-9])(?=.*[a-z])[a-z0-9_-]{6,}", re.IGNORECASE)
_VERSION: Final = re.compile(r"v[0-9]+")
_LANGUAGE: Final = re.compile(r"[a-z]{2}([-_][a-z]{2})?")
_LEAST_SLUG_WORDS: Final = 3


@functools.lru_cache(maxsize=1024)
def place_of(url: str) -> str:
    """`shop.example/orders/:id`: host and path without what differs between two visits, views by their words."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return UNREADABLE
    if not host:
        return f"{parts.scheme}:{parts.path.rpartition('/')[2]}"[:LONGEST] if parts.scheme else UNREADABLE
    # A development server has another port every other day.
    shown = "localhost" if host in LOOPBACK else host.removeprefix("www.") + (f":{port}" if port else "")
    if parts.scheme not in {"http", "https"}:
        shown = parts.scheme.removeprefix("chrome-")
    fragment = parts.fragment.lstrip("!")
    path = f"{parts.path}{fragment.partition('?')[0]}" if fragment.startswith("/") else parts.path
    query = fragment.partition("?")[2] if fragment.startswith("/") and "?" in fragment else parts.query
    return f"{shown}{template(path)}{_views(query)}"


def template(path: str) -> str:
    """`/orders/4711/items` as `/orders/:id/items`."""
    segments = [unquote(each).lower() for each in path.split("/") if each]
    if segments and _LANGUAGE.fullmatch(segments[0]):
        del segments[0]  # /de/cart is /en/cart in another language
    kept: list[str] = []
    for segment in segments[:MOST_SEGMENTS]:
        above = kept[-1] if kept else ""
        kept.append(ANY if is_name(segment, above=above) else segment)
    return "".join(f"/{each}" for each in kept)[:LONGEST]


def is_name(segment: str, *, above: str) -> bool:
    """Whether a part of a path names one thing of many: a number, an id, a slug, or any word below a collection."""
    if _VERSION.fullmatch(segment):
        return False
    stem = segment.rpartition(".")[0] or segment
    if stem.replace(",", "").replace(".", "").isdigit() or _is_id(stem):
        return True
    words = re.split(r"[-_ +]+", stem)
    if len(words) >= _LEAST_SLUG_WORDS or any(_NUMBER.search(word) for word in words):
        return True
    return _is_collection(above) and stem not in PAGES and words[0] not in PAGES


def _is_id(stem: str) -> bool:
    plain = stem.replace("-", "")
    is_hex = _HEX.fullmatch(plain) is not None and _NUMBER.search(plain) is not None
    return is_hex or stem.startswith("0x") or _MIXED.fullmatch(stem) is not None


def _is_collection(segment: str) -> bool:
    return segment.endswith("s") and not segment.endswith("ss") and segment not in NO_COLLECTION


def _views(query: str) -> str:
    chosen = [value.lower() for name, value in parse_qsl(query)[:20] if name.lower() in VIEWS]
    return "".join(f"[{value}]" for value in chosen[:2] if _WORD.fullmatch(value) or value.isdigit())
