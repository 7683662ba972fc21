"""Run AppleScript in a process of its own, within one time limit."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import signal
from asyncio.subprocess import PIPE, Process
from typing import Final

from handhold.adapters.applescript.failures import TOOL, failure_of
from handhold.errors import DependenciesMissing, ToolFailed, WaitTimeout

MAX_OUTPUT: Final = 16 * 1024 * 1024
_CHUNK: Final = 64 * 1024


class AppleScriptRunner:
    """The only place that starts osascript; every script goes through `run`."""

    def __init__(self, executable: str = "osascript", timeout_ms: int = 60_000) -> None:
        self._executable = executable
        self._timeout_ms = timeout_ms

    async def run(self, script: str, *arguments: str) -> str:
        """What the script returns.

        Its first argument is its own time limit in whole seconds, for `with timeout of … seconds`; it is rounded up, so
        that the script never ends before us.
        """
        process = await self._start(str(math.ceil(self._timeout_ms / 1000)), *arguments)
        ended = False
        try:
            async with asyncio.timeout(self._timeout_ms / 1000):
                output, complaint = await _converse(process, script)
            ended = True
        except TimeoutError:
            raise WaitTimeout(
                f"the AppleScript run did not end within {self._timeout_ms} ms and was stopped",
                hint="Call again when the browser responds; `applescript_timeout_ms` sets the limit.",
            ) from None
        finally:
            if not ended:  # out of time, or cancelled
                _kill(process)
                await process.wait()
        if len(output) > MAX_OUTPUT:
            raise ToolFailed(f"the AppleScript run wrote more than {MAX_OUTPUT} bytes and was stopped", tool=TOOL)
        exit_code = process.returncode or 0
        if exit_code:
            raise failure_of(complaint.decode("utf-8", "replace"), exit_code=exit_code)
        return output.decode("utf-8", "replace").removesuffix("\n")

    async def _start(self, *arguments: str) -> Process:
        try:
            return await asyncio.create_subprocess_exec(
                self._executable, "-", *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
        except (FileNotFoundError, PermissionError):
            raise DependenciesMissing(
                f"{self._executable!r} cannot be started; AppleScript exists only on macOS",
                hint="Set `tabs_source` to session: list_tabs then lists the tabs of the session.",
            ) from None


async def _converse(process: Process, script: str) -> tuple[bytes, bytes]:
    async with asyncio.TaskGroup() as conversation:
        conversation.create_task(_feed(process, script.encode()))
        output = conversation.create_task(_read(process, process.stdout))
        complaint = conversation.create_task(_read(process, process.stderr))
    await process.wait()
    return output.result(), complaint.result()


async def _feed(process: Process, script: bytes) -> None:
    if process.stdin is None:
        return
    # A process that ends without reading the script has its reason on stderr.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(script)
        await process.stdin.drain()
    process.stdin.close()


async def _read(process: Process, stream: asyncio.StreamReader | None) -> bytes:
    received = bytearray()
    while stream is not None and (chunk := await stream.read(_CHUNK)):
        received += chunk
        if len(received) > MAX_OUTPUT:
            _kill(process)
            break
    return bytes(received)


def _kill(process: Process) -> None:
    # The whole group: a helper of the script may hold the pipes. Not SIGTERM, because a hung process may ignore it.
    # macOS answers EPERM for a group of which only the unreaped leader is left.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
