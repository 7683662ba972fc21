"""URLs as a test has them: relative to its base, and told by what does not change."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from handhold.services.navigation.urls import without_password
from handhold.services.perception.selectors import looks_generated

_SPECIAL: Final = re.compile(r"[*?\[\]{}\\]")
_ID: Final = re.compile(r"\d{4,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{10,}|0x[0-9a-f]{8,}", re.IGNORECASE)
_NAMED: Final = re.compile(r"[!/]?[\w/-]{1,60}")
"""A part or view of the page; what else stands there is often a token."""
WEB: Final = frozenset({"http", "https"})


def origin_of(url: str) -> str | None:
    """What a web page's URL begins with; None for everything else."""
    parts = _split(url)
    return f"{parts.scheme}://{parts.netloc.rsplit('@', 1)[-1]}" if parts and parts.scheme in WEB else None


def relative(url: str, base: str | None) -> str:
    """The URL without what the base says already, and without a password."""
    plain = without_password(url).strip()
    if base is None or origin_of(plain) != base:
        return plain
    return plain.removeprefix(base) or "/"


def glob(url: str) -> str | None:
    """A pattern of the URL that holds on another host, too; None when the URL tells nothing."""
    parts = _split(url)
    if parts is None or not parts.path.strip("/"):
        return None
    path, special, _rest = _cut(parts.path)
    has_more = special or parts.query or parts.fragment or url.endswith(("#", "?"))
    return f"**{path}**" if has_more else f"**{path}"


def part(text: str) -> str | None:
    """A pattern of URLs that contain a text; None when its characters mean something else in a pattern."""
    return None if _SPECIAL.search(text) else f"**{text}**"


def arrived_at(url: str) -> dict[str, Any] | None:
    """What is expected of the page's URL, as the operator and the value of an assertion; None when it tells nothing."""
    parts = _split(url)
    if parts is None:
        return None
    fragment = f"#{parts.fragment}" if _NAMED.fullmatch(parts.fragment) else ""
    path = parts.path if parts.path.strip("/") or fragment else ""
    if not path and not fragment:
        return None
    told = path + fragment
    steps = told.split("/")
    if any(_is_id(step) for step in steps):
        pattern = "/".join("[^/?#]+" if _is_id(step) else re.escape(step) for step in steps)
        return {"operator": "matches", "expected": pattern}
    # An empty query or fragment leaves its sign behind.
    has_more = not fragment and (bool(parts.query or parts.fragment) or url.endswith(("#", "?")))
    if parts.query and fragment:
        return {"operator": "endsWith", "expected": fragment}
    return {"operator": "contains" if has_more else "endsWith", "expected": told}


def is_same_page(url: str, other: str) -> bool:
    """Whether two URLs differ in query and fragment at the most."""
    one, two = _split(url), _split(other)
    return one is not None and two is not None and (one.netloc, one.path) == (two.netloc, two.path)


def _is_id(step: str) -> bool:
    return _ID.search(step) is not None or ("." not in step and looks_generated(step))


def _cut(path: str) -> tuple[str, bool, str]:
    found = _SPECIAL.search(path)
    return (path, False, "") if found is None else (path[: found.start()], True, path[found.start() :])


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None
