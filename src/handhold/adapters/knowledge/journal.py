"""One line for every call of a session, for people who watch an agent work."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

FILE: Final = "calls.ndjson"
LARGEST: Final = 4_000_000
"""Bytes; then the file becomes the old one, and a new one is begun."""
TAIL: Final = 400_000
PAUSE_SECONDS: Final = 0.2


class CallJournal:
    """Lines of several processes stand in one file: each is appended with one write."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE

    def note(self, line: Mapping[str, Any]) -> None:
        """Append a line. Where that cannot be done it is left out: nobody's call depends on it."""
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", errors="replace") + b"\n"
        try:
            descriptor = os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError:
            return
        try:
            os.write(descriptor, data)
            is_large = os.fstat(descriptor).st_size > LARGEST
        except OSError:
            is_large = False
        finally:
            os.close(descriptor)
        if is_large:
            self._begin_anew()

    def tail(self, count: int) -> tuple[list[dict[str, Any]], int]:
        """The newest lines, oldest of them first, and where in the file they end."""
        try:
            with self.file.open("rb") as stream:
                stream.seek(0, os.SEEK_END)
                begins = max(stream.tell() - TAIL, 0)
                stream.seek(begins)
                data = stream.read()
        except OSError:
            return [], 0
        whole = data[: data.rfind(b"\n") + 1]
        lines = [line for line in map(_parsed, whole.splitlines()) if line is not None]
        return lines[max(len(lines) - count, 0) :], begins + len(whole)

    def follow(self, at: int) -> Iterator[dict[str, Any]]:
        """Lines from this place in the file on, as they are written, without end."""
        rest = b""
        while True:
            size = self.file.stat().st_size if self.file.exists() else 0
            at = at if size >= at else 0  # begun anew
            if size > at:
                with self.file.open("rb") as stream:
                    stream.seek(at)
                    data = stream.read(size - at)
                at += len(data)
                *whole, rest = (rest + data).split(b"\n")
                yield from (line for line in map(_parsed, whole) if line is not None)
            time.sleep(PAUSE_SECONDS)

    def _begin_anew(self) -> None:
        try:
            self.file.replace(self.file.with_suffix(".old.ndjson"))
        except OSError:
            return


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return cast(dict[str, Any], told) if isinstance(told, dict) else None
