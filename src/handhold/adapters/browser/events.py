"""What happened in a session that an answer should mention: tabs, dialogs, downloads, errors, failed requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

KEPT: Final = 50
"""Events of one kind kept until they are told; the rest is counted, so a page cannot fill our memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogSeen:
    """A JavaScript dialog and how it was answered. `message` is page text."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    message: str
    answer: Literal["accepted", "dismissed", "waiting"]


@dataclass(slots=True, kw_only=True)
class DownloadSeen:
    """A download; `path` and `size` are there once it is complete. `name` is page text."""

    name: str
    path: str | None = None
    size: int | None = None
    failure: str | None = None
    missing: str | None = None
    """Why there is no file, in a word or two, where that is known."""


@dataclass(slots=True)
class Happenings:
    """Everything since the last answer."""

    tabs_opened: list[int] = field(default_factory=list[int])
    tabs_closed: list[int] = field(default_factory=list[int])
    tabs_refused: int = 0
    dialogs: deque[DialogSeen] = field(default_factory=lambda: deque[DialogSeen](maxlen=KEPT))
    dialog_count: int = 0
    downloads: deque[DownloadSeen] = field(default_factory=lambda: deque[DownloadSeen](maxlen=KEPT))
    console_errors: int = 0
    first_console_error: str | None = None
    failed_requests: int = 0

    def add_dialog(self, seen: DialogSeen) -> None:
        self.dialog_count += 1
        self.dialogs.append(seen)

    def forget_dialog(self, seen: DialogSeen) -> None:
        """It has been told in another way."""
        if any(known is seen for known in self.dialogs):
            self.dialog_count -= 1
            self.dialogs = deque((known for known in self.dialogs if known is not seen), maxlen=KEPT)

    def followed_by(self, later: Happenings) -> Happenings:
        """Both stretches of time as one."""
        return Happenings(
            tabs_opened=self.tabs_opened + later.tabs_opened,
            tabs_closed=self.tabs_closed + later.tabs_closed,
            tabs_refused=self.tabs_refused + later.tabs_refused,
            dialogs=deque([*self.dialogs, *later.dialogs], maxlen=KEPT),
            dialog_count=self.dialog_count + later.dialog_count,
            downloads=deque([*self.downloads, *later.downloads], maxlen=KEPT),
            console_errors=self.console_errors + later.console_errors,
            first_console_error=self.first_console_error or later.first_console_error,
            failed_requests=self.failed_requests + later.failed_requests,
        )

    def add_console_error(self, text: str) -> None:
        self.console_errors += 1
        if self.first_console_error is None:
            self.first_console_error = text


class EventLog:
    """Collects happenings and hands each of them out once."""

    def __init__(self) -> None:
        self.pending = Happenings()

    def take(self) -> Happenings:
        taken, self.pending = self.pending, Happenings()
        return taken

    @contextmanager
    def telling(self, taken: Happenings) -> Generator[None]:
        """While the block runs they are being told; when it fails they were not, and are pending again."""
        is_told = False
        try:
            yield
            is_told = True
        finally:
            if not is_told:
                self.pending = taken.followed_by(self.pending)
