"""One thing that happened, in few bytes, and the same with all that is known of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from handhold.adapters.browser.records import MessageSeen, RequestSeen, SavedSeen
from handhold.services.logs.filters import Seen
from handhold.services.logs.masks import mask_text, mask_url
from handhold.services.perception.page_text import clean

TEXT: Final = 160
URL: Final = 140
FROM: Final = 60
STACK_LINE: Final = 90
WHOLE_TEXT: Final = 600
WHOLE_URL: Final = 300
WHOLE_STACK: Final = 5
TAIL: Final = 300
"""Characters at the end of a cut text that are left out: half a secret cannot be recognised."""
LETTERS: Final = {MessageSeen: "c", RequestSeen: "r", SavedSeen: "d"}
Entry = dict[str, Any]


def item_of(seen: Seen) -> str:
    return f"{LETTERS[type(seen)]}{seen.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Words of the page as they may be told: masked first, then cut, so that no cut hides a secret from its mask."""

    scrub: Callable[[str], str]
    current: int | None
    """The tab that is worked in; only others are named."""

    def brief(self, seen: Seen) -> Entry:
        match seen:
            case MessageSeen():
                return self._message(seen, text=TEXT, stack=1, url=FROM, is_whole=False)
            case RequestSeen():
                return self._request(seen, url=URL)
            case SavedSeen():
                return self._download(seen, url=URL)

    def whole(self, seen: Seen) -> Entry:
        match seen:
            case MessageSeen():
                return self._message(seen, text=WHOLE_TEXT, stack=WHOLE_STACK, url=WHOLE_URL, is_whole=True)
            case RequestSeen():
                return self._request(seen, url=WHOLE_URL)
            case SavedSeen():
                return self._download(seen, url=WHOLE_URL)

    def text(self, text: str, *, limit: int) -> str:
        return clean(self.scrub(mask_text(text)), limit=limit)

    def url(self, url: str, *, limit: int) -> str:
        return clean(self.scrub(mask_url(url)), limit=limit)

    def _message(self, seen: MessageSeen, *, text: int, stack: int, url: int, is_whole: bool) -> Entry:
        words = f"{seen.text[:-TAIL]}…" if seen.is_cut else seen.text
        entry: Entry = {"item": item_of(seen), "level": seen.level, "text": self.text(words, limit=text)}
        entry |= {"at": _clock(seen.at)}
        if seen.count > 1:
            entry["count"] = seen.count
        if seen.url:
            place = seen.url if is_whole else _last_part(seen.url)
            entry["from"] = self.url(place, limit=url) + (f":{seen.line}" if seen.line else "")
        if seen.is_uncaught:
            entry["uncaught"] = True
            lines = seen.stack[:stack]
            entry["stack"] = [self.url(line, limit=STACK_LINE) for line in lines]
        if seen.in_worker:
            entry["worker"] = True
        return self._with_tab(entry, seen)

    def _request(self, seen: RequestSeen, *, url: int) -> Entry:
        entry: Entry = {
            "item": item_of(seen),
            "method": clean(seen.method, limit=12),
            "url": self.url(seen.url, limit=url),
            "status": seen.status,
            "ms": round(seen.milliseconds),
            "type": clean(seen.kind, limit=20),
            "at": _clock(seen.at),
        }
        if seen.size is not None:
            entry["size"] = seen.size
        if seen.failure is not None:
            entry["failure"] = "aborted" if seen.is_aborted else clean(seen.failure, limit=60)
        if not seen.is_over:
            entry["running"] = True
        return self._with_tab(entry, seen)

    def _download(self, seen: SavedSeen, *, url: int) -> Entry:
        download = seen.download
        entry: Entry = {
            "item": item_of(seen),
            "name": self.text(download.name, limit=80),
            "url": self.url(seen.url, limit=url),
            "at": _clock(seen.at),
        }
        if download.path is not None:
            entry |= {"bytes": download.size, "path": download.path}
        elif download.failure is not None:
            entry["failure"] = download.failure
        else:
            entry["running"] = True
        return self._with_tab(entry, seen)

    def _with_tab(self, entry: Entry, seen: Seen) -> Entry:
        if seen.tab is not None and seen.tab != self.current:
            entry["tab"] = f"t{seen.tab}"
        return entry


def _clock(at: float) -> str:
    """Time of day as `meta.timestamp` counts it, to a tenth of a second."""
    return f"{time.strftime('%H:%M:%S', time.gmtime(at))}.{int(at * 10) % 10}"


def _last_part(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.path.rstrip("/").rsplit("/", 1)[-1] or parts.netloc or url.split(":", 1)[0]
