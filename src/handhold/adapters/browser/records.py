"""What the pages of a session said, asked for and saved, for whoever looks back; bounded, however much it is."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from handhold.adapters.browser.events import DownloadSeen

if TYPE_CHECKING:
    from playwright.async_api import ConsoleMessage, Download, Request, WebError

TEXT: Final = 2_000
"""Characters of a message that are kept."""
STACK_LINES: Final = 8
STACK_LINE: Final = 300
ABORTED: Final = "net::ERR_ABORTED"
"""The page did not want it any more, or it became a download: no failure of anybody."""

Level = Literal["error", "warning", "info", "log", "debug"]
LEVELS: Final[dict[str, Level]] = {
    "error": "error",
    "assert": "error",
    "warning": "warning",
    "info": "info",
    "debug": "debug",
}
SILENT: Final = frozenset({"clear", "endGroup", "profile", "profileEnd"})
"""Calls of the console that say nothing."""


@dataclass(slots=True, kw_only=True)
class MessageSeen:
    """A console message or an uncaught error. `text`, `url` and `stack` are page text."""

    number: int
    at: float
    """When it came, the last time where it was repeated."""
    level: Level
    text: str
    is_cut: bool
    url: str
    line: int
    """0 where it is about the whole file."""
    tab: int | None
    is_uncaught: bool = False
    in_worker: bool = False
    stack: tuple[str, ...] = ()
    count: int = 1

    def repeats(self, other: MessageSeen) -> bool:
        return (self.text, self.level, self.url, self.line, self.tab, self.is_uncaught, self.stack) == (
            other.text,
            other.level,
            other.url,
            other.line,
            other.tab,
            other.is_uncaught,
            other.stack,
        )


@dataclass(slots=True, kw_only=True)
class RequestSeen:
    """A request; what came of it is asked of Playwright when somebody looks."""

    number: int
    at: float
    request: Request
    tab: int | None
    took: float | None = None
    """Milliseconds, once it is over."""
    size: int | None = None
    """Bytes of the body on the wire, once somebody asked."""

    @property
    def method(self) -> str:
        return self.request.method

    @property
    def url(self) -> str:
        return self.request.url

    @property
    def kind(self) -> str:
        return self.request.resource_type

    @property
    def status(self) -> int | None:
        response = self.request.existing_response
        return response.status if response is not None else None

    @property
    def failure(self) -> str | None:
        return self.request.failure

    @property
    def is_over(self) -> bool:
        return self.took is not None

    @property
    def milliseconds(self) -> float:
        """How long it took, or has been under way."""
        return self.took if self.took is not None else (time.time() - self.at) * 1000

    @property
    def is_aborted(self) -> bool:
        return self.failure == ABORTED

    @property
    def has_failed(self) -> bool:
        """No answer, or one that says no."""
        return (self.failure is not None and not self.is_aborted) or (self.status or 0) >= 400


@dataclass(slots=True, kw_only=True)
class SavedSeen:
    """A download of the session."""

    number: int
    at: float
    url: str
    tab: int | None
    download: DownloadSeen


@dataclass(slots=True)
class Records:
    """The newest of each kind; numbers are never given twice, so they order what is there and what is to come."""

    kept: int
    messages: deque[MessageSeen] = field(init=False)
    requests: deque[RequestSeen] = field(init=False)
    downloads: deque[SavedSeen] = field(init=False)
    _numbers: dict[str, int] = field(init=False, default_factory=dict[str, int])
    _running: dict[Request, RequestSeen] = field(init=False)

    def __post_init__(self) -> None:
        self.messages = deque(maxlen=self.kept)
        self.requests = deque(maxlen=self.kept)
        self.downloads = deque(maxlen=self.kept)
        self._running = {}

    def add_message(self, message: ConsoleMessage, *, tab: int | None) -> None:
        if message.type in SILENT:
            return
        text, place = message.text, message.location
        seen = MessageSeen(
            number=0,
            at=message.timestamp / 1000,
            level=LEVELS.get(message.type, "log"),
            text=text[:TEXT],
            is_cut=len(text) > TEXT,
            url=place["url"][:TEXT],
            line=_line(place["lineNumber"], place["columnNumber"]),
            tab=tab,
            in_worker=message.worker is not None,
        )
        self._add_message(seen)

    def add_error(self, error: WebError, *, tab: int | None) -> None:
        text, place = f"{error.error.name or 'Error'}: {error.error.message}", error.location
        lines = [line.strip()[:STACK_LINE] for line in (error.error.stack or "").splitlines()]
        seen = MessageSeen(
            number=0,
            at=time.time(),
            level="error",
            text=text[:TEXT],
            is_cut=len(text) > TEXT,
            url=place["url"][:TEXT],
            line=_line(place["line"], place["column"]),
            tab=tab,
            is_uncaught=True,
            stack=tuple(line for line in lines if line.startswith("at "))[:STACK_LINES],
        )
        self._add_message(seen)

    def add_request(self, request: Request, *, tab: int | None) -> None:
        seen = RequestSeen(number=self._next("request"), at=time.time(), request=request, tab=tab)
        self.requests.append(seen)
        self._running[request] = seen
        if len(self._running) > self.kept:
            del self._running[next(iter(self._running))]

    def end_request(self, request: Request) -> None:
        seen = self._running.pop(request, None)
        if seen is not None:
            took = request.timing["responseEnd"]
            seen.took = took if took > 0 else (time.time() - seen.at) * 1000

    def add_download(self, download: Download, seen: DownloadSeen, *, tab: int | None) -> None:
        number = self._next("download")
        self.downloads.append(SavedSeen(number=number, at=time.time(), url=download.url[:TEXT], tab=tab, download=seen))

    def _add_message(self, seen: MessageSeen) -> None:
        last = self.messages[-1] if self.messages else None
        if last is not None and last.repeats(seen):
            last.count += 1
            last.at = seen.at
            return
        seen.number = self._next("message")
        self.messages.append(seen)

    def _next(self, kind: str) -> int:
        self._numbers[kind] = self._numbers.get(kind, 0) + 1
        return self._numbers[kind]


def _line(line: int, column: int) -> int:
    """Counted from one; 0 for what was said of a file as a whole."""
    return line + 1 if line or column else 0
