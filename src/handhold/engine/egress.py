"""The last hand on everything that leaves the process: secrets masked, control and broken characters removed."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast
from urllib.parse import quote, quote_plus

MASK: Final = "[REDACTED]"
SHORTEST: Final = 4
"""Shorter values are not masked: they would blank ordinary words."""
PHRASE: Final = 6
"""From so many words on it is a phrase, of which a page may show, and a short field hold, a part."""
RUN: Final = 3
"""Words of a phrase that are masked wherever they stand one after the other."""

# Everything below space but tab and newline, DEL and C1, and half surrogate pairs: no reader needs them, terminals and
# JSON parsers suffer from them.
_UNWANTED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Scrubber:
    """Masks every known secret in every form it is likely to be copied in."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._known: set[str] = set()
        self._pattern: re.Pattern[str] | None = None
        self._lowered: tuple[str, ...] = ()
        for secret in secrets:
            self.learn(secret)

    def learn(self, secret: str) -> None:
        """From now on, never show this again; of a phrase no part of it either."""
        if len(secret) < SHORTEST or secret in self._known:
            return
        self._known |= {secret, *_runs(secret)}
        forms = sorted({form for known in self._known for form in _forms(known)}, key=len, reverse=True)
        self._pattern = re.compile("|".join(re.escape(form) for form in forms), re.IGNORECASE)
        self._lowered = tuple(form.lower() for form in forms)

    def text(self, text: str) -> str:
        clean = _UNWANTED.sub("", text)
        return self._pattern.sub(MASK, clean) if self._pattern else clean

    def json_text(self, text: str) -> str:
        """JSON with its strings scrubbed. Most has nothing to scrub, which takes a fraction of the time to see."""
        lowered = text.lower()
        if not _UNWANTED.search(text) and not any(form in lowered for form in self._lowered):
            return text
        return json.dumps(self.value(json.loads(text)), ensure_ascii=False, separators=(",", ":"))

    def value(self, value: Any) -> Any:
        """Any JSON value, keys included."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            members = cast(Mapping[str, Any], value)
            return {self.text(str(key)): self.value(member) for key, member in members.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in cast(Iterable[Any], value)]
        return value


def _runs(secret: str) -> set[str]:
    words = secret.split()
    if len(words) < PHRASE:
        return set()
    return {" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def _forms(secret: str) -> set[str]:
    raw = secret.encode()
    return {
        secret,
        secret[::-1],
        quote(secret, safe=""),
        quote_plus(secret),
        html.escape(secret),
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        base64.b64encode(raw).decode().rstrip("="),
        base64.urlsafe_b64encode(raw).decode().rstrip("="),
        raw.hex(),
    }
