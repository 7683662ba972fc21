"""Run a command to its end, with a limit, and keep the last of what it said."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LINE: Final = 400
KEPT: Final = 40
_CHUNK: Final = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a command ended. `code` is None when it was ended for taking too long."""

    code: int | None
    last_lines: tuple[str, ...]


async def run_command(
    words: Sequence[str], *, folder: Path, seconds: float, heard: Callable[[str], Awaitable[None]]
) -> Ran:
    """Run it without a shell; `heard` gets its output, line by line. Nothing of it is left when this returns.

    Raises `OSError` when it cannot be started.
    """
    # A group of its own, so that what it starts ends with it.
    process = await asyncio.create_subprocess_exec(
        *words, cwd=folder, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, start_new_session=True
    )
    lines: deque[str] = deque(maxlen=KEPT)
    code: int | None = None
    try:
        async with asyncio.timeout(seconds):
            await _listen(process, lines, heard)
            code = await process.wait()
    except TimeoutError:
        pass
    finally:
        _end_group(process)
        await process.wait()
    return Ran(code=code, last_lines=tuple(lines))


async def _listen(process: Process, lines: deque[str], heard: Callable[[str], Awaitable[None]]) -> None:
    """Read to the end. A line without one is cut, so that it cannot fill the memory."""
    assert process.stdout is not None, "its output is a pipe"
    rest = b""
    while chunk := await process.stdout.read(_CHUNK):
        *whole, rest = (rest + chunk).split(b"\n")
        rest = rest[-_CHUNK:]
        for line in whole:
            await _say(line, lines, heard)
    if rest:
        await _say(rest, lines, heard)


async def _say(line: bytes, lines: deque[str], heard: Callable[[str], Awaitable[None]]) -> None:
    text = line.decode("utf-8", "replace").rstrip()[:LINE]
    if text:
        lines.append(text)
        await heard(text)


def _end_group(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
