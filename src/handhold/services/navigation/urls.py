"""Which URLs may be opened, and how one is shown."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit, urlunsplit

from handhold.errors import Blocked, InvalidInput

ALWAYS_ALLOWED = "about:blank"
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HOST_AND_PORT = re.compile(r"^[\w.-]+:\d+(/|$)")


def check_url(url: str, *, schemes: Collection[str]) -> str:
    """The URL as it may be opened. Raises `InvalidInput` or `Blocked`, each with the way out."""
    text = url.strip()
    if text == ALWAYS_ALLOWED:
        return text
    if not _SCHEME.match(text) or _HOST_AND_PORT.match(text):
        raise InvalidInput(
            "the URL has no scheme", hint="Write it in full, such as https://example.com/ or http://localhost:3000/."
        )
    scheme = text.split(":", 1)[0].lower()
    if scheme not in schemes:
        raise Blocked(
            f"URLs with the scheme {scheme!r} may not be opened",
            hint=f"Allowed: {', '.join(schemes)}. The setting `allowed_schemes` can add others.",
            details={"scheme": scheme},
        )
    if scheme in {"http", "https"} and not _host(text):
        raise InvalidInput("the URL has no host", hint="Write it in full, such as https://example.com/.")
    return text


def without_password(url: str) -> str:
    """A URL fit to be shown: user name and password are left out."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    if "@" not in parts.netloc:
        return url
    return urlunsplit(parts._replace(netloc=parts.netloc.rsplit("@", 1)[1]))


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
