"""URLs as tests write them: globs, and paths that are relative to where the application is."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final
from urllib.parse import urljoin, urlsplit

_PIECE: Final = re.compile(r"\*\*|\*|[^*]+")


def absolute(url: str, base: str | None) -> str:
    """The URL in full, as far as there is something it is relative to."""
    return urljoin(base, url) if base else url


def fits(glob: str, *, base: str | None) -> Callable[[str], bool]:
    """Whether a URL fits: `*` is anything without a slash, `**` is anything; a path is of any host without a base."""
    if glob.startswith("/") and not glob.startswith("//"):
        expression = _compiled(glob)
        return lambda url: (base is None or _origin(url) == _origin(base)) and bool(expression.fullmatch(_path(url)))
    expression = _compiled(glob if "*" in glob else absolute(glob, base))
    return lambda url: bool(expression.fullmatch(url))


@cache
def _compiled(glob: str) -> re.Pattern[str]:
    signs = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(signs.get(piece) or re.escape(piece) for piece in _PIECE.findall(glob)), re.DOTALL)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(scheme="", netloc="").geturl() or "/"
