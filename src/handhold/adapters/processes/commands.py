"""Run a command to its end, with a limit, and keep the last of what it said."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import psutil

from handhold.adapters.processes.guard import Guard

LINE: Final = 400
KEPT: Final = 40
CHUNK: Final = 65_536
REST_SECONDS: Final = 1.0
"""For the last words, after the command has ended; something it left behind may keep its output open for ever."""
MARK: Final = "HANDHOLD_COMMAND"
# What programs need to find themselves and each other; nothing that could hold a secret of ours or the user's.
PASSED: Final = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM", "CI", "DISPLAY"}
    | {"http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE"}
)
PASSED_FAMILIES: Final = ("LC_", "XDG_", "NODE_", "NVM_", "COREPACK_", "VOLTA_", "YARN_", "npm_config_", "NPM_CONFIG_")

Heard = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a command ended. `code` is None when it was ended for taking too long."""

    code: int | None
    last_lines: tuple[str, ...]


async def run_command(
    words: Sequence[str], *, folder: Path, environ: Mapping[str, str], seconds: float, heard: Heard
) -> Ran:
    """Run it without a shell; `heard` gets lines of its output. Nothing of it is left when this returns.

    Raises `OSError` when it cannot be started.
    """
    mark = secrets.token_hex(8)
    # A pipe of our own: with one of asyncio's a command has not ended before everything it left behind has.
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as output:
        try:
            process = await _started(words, folder, {**passed_on(environ), MARK: mark}, output=writing)
        finally:
            os.close(writing)
        lines: deque[str] = deque(maxlen=KEPT)
        guard = await Guard.over(process.pid, folder=folder, environ=environ)
        listening = asyncio.ensure_future(_listen(output, lines, heard))
        code: int | None = None
        try:
            code = await _ended(process, listening, seconds)
        finally:
            await guard.stop()
            _end_group(process)
            await process.wait()
            await asyncio.to_thread(_end_marked, mark)
            listening.cancel()
            await asyncio.wait({listening})
    return Ran(code=code, last_lines=tuple(lines))


async def _started(words: Sequence[str], folder: Path, environ: Mapping[str, str], *, output: int) -> Process:
    return await asyncio.create_subprocess_exec(
        *words,
        cwd=folder,
        stdin=DEVNULL,
        stdout=output,
        stderr=STDOUT,
        env=dict(environ),
        start_new_session=True,  # a group of its own, so that what it starts ends with it
    )


def passed_on(environ: Mapping[str, str]) -> dict[str, str]:
    """What a command of the repository may know of our environment."""
    return {name: value for name, value in environ.items() if name in PASSED or name.startswith(PASSED_FAMILIES)}


async def _ended(process: Process, listening: asyncio.Future[None], seconds: float) -> int | None:
    waiting = asyncio.ensure_future(process.wait())
    await asyncio.wait({waiting}, timeout=seconds)
    if not waiting.done():
        waiting.cancel()
        return None
    await asyncio.wait({listening}, timeout=REST_SECONDS)
    return waiting.result()


async def _listen(output: IO[bytes], lines: deque[str], heard: Heard) -> None:
    """Read to the end. Of much at once only the last lines are looked at; a line without end is cut."""
    stream = asyncio.StreamReader()
    pipe, _protocol = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stream), output
    )
    rest = b""
    try:
        while chunk := await stream.read(CHUNK):
            *whole, rest = (rest + chunk).split(b"\n")
            rest = rest[-LINE:]
            await _say(whole[-KEPT:], lines, heard)
        await _say([rest], lines, heard)
    finally:
        pipe.close()


async def _say(said: Sequence[bytes], lines: deque[str], heard: Heard) -> None:
    texts = [text for line in said if (text := line[:LINE].decode("utf-8", "replace").strip())]
    lines.extend(texts)
    if texts:
        await heard(texts[-1])


def _end_group(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end_marked(mark: str) -> None:
    """End what the command has started outside its group."""
    ended: list[psutil.Process] = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get(MARK) == mark:
                process.kill()
                ended.append(process)
    psutil.wait_procs(ended, timeout=REST_SECONDS)
