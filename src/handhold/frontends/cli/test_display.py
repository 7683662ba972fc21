"""How a run of tests is shown while it goes on: one living line on a terminal, one line a test elsewhere."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Final

from handhold.frontends.cli.texts import one_line
from handhold.services.testing.reports.results import STATUSES

COLOURS: Final = {"passed": "32", "failed": "31", "timedOut": "31", "error": "35", "skipped": "33", "interrupted": "33"}
WIDEST: Final = max(map(len, STATUSES))
_STEPPING: Final = re.compile(r"(?P<id>.+) (?P<steps>\d+(/\d+)?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Finished:
    id: str
    status: str


@dataclass(frozen=True, slots=True)
class Stepping:
    id: str
    steps: str
    """`4/10`, or `4` where nobody knows of how many."""


def read_progress(message: str, *, is_one_more: bool) -> Finished | Stepping | None:
    """What a runner says: `<status> <id>` after a test, `<id> <n>/<m>` or `<id> <n>` after a step.

    A test may be called like a status or a number, so `is_one_more` says whether one more test has ended.
    """
    status, _, id = message.partition(" ")
    if is_one_more and status in STATUSES and id:
        return Finished(id, status)
    step = _STEPPING.fullmatch(message)
    return Stepping(step["id"], step["steps"]) if step else None


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours, where they are wanted."""

    is_on: bool

    def status(self, status: str, *, width: int = 0) -> str:
        return self._in(COLOURS.get(status, "0"), status.ljust(width))

    def dim(self, text: str) -> str:
        return self._in("2", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_on else text


class Display:
    """Shows progress, and remembers it for the case that nothing else will be known."""

    def __init__(self, stream: IO[str], *, live: bool, paint: Paint, counts_tests: bool = True) -> None:
        """`live` for a terminal whose last line may be written anew; `counts_tests` unless only steps are counted."""
        self.finished: dict[str, str] = {}
        self.running: str | None = None
        self.total: int | None = None
        self._stream = stream
        self._live = live
        self._paint = paint
        self._counts_tests = counts_tests

    async def progress(self, done: float, total: float | None, message: str) -> None:
        self.total = int(total) if self._counts_tests and total else self.total
        is_one_more = self._counts_tests and done > len(self.finished)
        match read_progress(message, is_one_more=is_one_more):
            case Finished(id, status):
                self.finished[id] = status
                self.running = None
                self._clear()
                print(self._line(status, id), file=self._stream, flush=True)
            case Stepping(id, steps):
                self.running = id
                self._rewrite(f"{self._place(len(self.finished) + 1)} {one_line(id)}  step {steps}")
            case None:
                self._rewrite(one_line(message))

    def close(self) -> None:
        """Leave nothing behind that would be written into."""
        self._clear()

    def _line(self, status: str, id: str) -> str:
        return f"{self._place(len(self.finished))} {self._paint.status(status, width=WIDEST)} {one_line(id)}"

    def _place(self, number: int) -> str:
        width = len(str(self.total or ""))
        return f"[{number:{width}}/{self.total}]" if self.total else f"[{number}]"

    def _rewrite(self, text: str) -> None:
        if self._live:
            room = shutil.get_terminal_size().columns - 1  # a full line would wrap, and could not be taken back
            self._stream.write(f"\r\x1b[2K{self._paint.dim(text[:room])}")
            self._stream.flush()

    def _clear(self) -> None:
        if self._live:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()


def is_live(stream: IO[str], environ: Mapping[str, str]) -> bool:
    """Whether somebody watches: a terminal that can rewrite its line, and no CI that pretends to be one."""
    return stream.isatty() and not environ.get("CI") and environ.get("TERM", "dumb") != "dumb"


def has_colours(stream: IO[str], environ: Mapping[str, str]) -> bool:
    return stream.isatty() and not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
