"""Speak JSON-RPC lines over the process's own standard input and output, for the SDK's `Server.run`.

The SDK's stdio transport is silent on bad lines, reads lines of any length and cannot leave a blocked read. This one
answers every line, holds a bounded number of bytes in both directions, and uses no thread that could outlive a signal.
POSIX only: it waits for readiness of the descriptors in the event loop.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import select
import stat
import sys
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from handhold.errors import InvalidConfig
from handhold.frontends.mcp.jsonrpc_lines import LineSplitter, Refusal, encode, parse

STALL_LIMIT: Final = 20.0
"""Seconds without a byte taken after which a client whose pipe is full counts as gone; 30 are promised."""

_CHUNK: Final = 64 * 1024  # the usual size of a pipe
_BACKLOG_LIMIT: Final = 8 * 1024 * 1024  # slack for a client that sends many requests before it reads an answer
_HANGUP_CHECK: Final = 1.0  # seconds between looks at a client that takes no answers
_FLUSH_LIMIT: Final = 1.0  # seconds for the last answers when the server ends; exit is promised within two

_log = logging.getLogger(__name__)

_ReadStream = MemoryObjectReceiveStream[SessionMessage | Exception]
_WriteStream = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def stdio_streams(*, stall_limit: float = STALL_LIMIT) -> AsyncGenerator[tuple[_ReadStream, _WriteStream]]:
    """Claim standard input and output and give the two streams `Server.run` takes.

    From here on to the end of the process descriptor 0 reads the null device and descriptor 1 writes to stderr, so
    prints and child processes never reach the wire, not even those of the shutdown. The read stream ends when the
    client closes its end, when it no longer takes what we write, and when writing fails.

    A line that is no message (an empty one too) is answered here with one JSON-RPC error, in order of arrival; see
    `jsonrpc_lines`. When the client reads nothing, at most `_BACKLOG_LIMIT` bytes wait for it and we stop reading.
    """
    with _claimed_standard_streams() as wire:
        transport = _Transport(wire, stall_limit=stall_limit)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(transport.read_lines)
            tasks.start_soon(transport.queue_answers)
            tasks.start_soon(transport.write_lines)
            try:
                yield transport.read_stream, transport.write_stream
            finally:
                await transport.flush()
                tasks.cancel_scope.cancel()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wire:
    """Private descriptors of the two directions."""

    source: int
    sink: int


class _Backlog:
    """Encoded lines on their way to the client, bounded in bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lines: deque[bytes] = deque()
        self._size = 0
        self._is_finished = False
        self._changed = asyncio.Condition()

    async def has_room(self, *, within: float) -> bool:
        """Wait a while for room."""
        try:
            async with asyncio.timeout(within), self._changed:
                return await self._changed.wait_for(lambda: self._size < self._limit)
        except TimeoutError:
            return False

    async def put(self, line: bytes) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._size < self._limit)
            self._lines.append(line)
            self._size += len(line)
            self._changed.notify_all()

    async def take(self) -> bytes | None:
        """The oldest line; none when no more will come."""
        async with self._changed:
            await self._changed.wait_for(lambda: bool(self._lines) or self._is_finished)
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._size -= len(line)
            self._changed.notify_all()
            return line

    async def finish(self) -> None:
        async with self._changed:
            self._is_finished = True
            self._changed.notify_all()


class _Transport:
    """The three loops between the wire and the streams of the SDK."""

    def __init__(self, wire: _Wire, *, stall_limit: float) -> None:
        self._wire = wire
        self._stall_limit = stall_limit
        self._backlog = _Backlog(_BACKLOG_LIMIT)
        self._reading = anyio.CancelScope()
        self._queueing = anyio.CancelScope()
        self._written = asyncio.Event()
        self._to_server, self.read_stream = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        self.write_stream, self._from_server = anyio.create_memory_object_stream[SessionMessage](0)

    async def read_lines(self) -> None:
        """Give every message to the server and answer every line that is none, until the client ends."""
        splitter = LineSplitter()
        is_pollable = _is_pollable(self._wire.source)
        with self._to_server, self._reading:
            try:
                while chunk := await _read_some(self._wire.source, is_pollable=is_pollable):
                    for line in splitter.feed(chunk):
                        await self._accept(line)
                if rest := splitter.rest():
                    await self._accept(rest)
            except OSError as error:
                _log.info("standard input failed, ending: %s", error)
            except anyio.BrokenResourceError:
                _log.debug("the server no longer reads")

    async def queue_answers(self) -> None:
        """Take the server's messages as fast as the backlog has room."""
        with self._from_server, self._queueing:
            async for item in self._from_server:
                await self._backlog.put(encode(item.message))
        await self._backlog.finish()

    async def write_lines(self) -> None:
        """Write the backlog; when the client is gone, end the reading side, and with it the server."""
        try:
            while (line := await self._backlog.take()) is not None:
                await _write_all(self._wire.sink, line, stall_limit=self._stall_limit)
        except OSError as error:
            _log.info("the client no longer takes answers, ending: %s", error or type(error).__name__)
        finally:
            self._written.set()
            self._reading.cancel()
            self._queueing.cancel()

    async def flush(self) -> None:
        """Write what is left, for a bounded time."""
        self.write_stream.close()
        self.read_stream.close()
        with anyio.move_on_after(_FLUSH_LIMIT, shield=True):
            await self._written.wait()

    async def _accept(self, line: bytes | Refusal) -> None:
        # A client that reads nothing must not be able to start work whose answers pile up. While we do not read on,
        # its end of stdin hides behind what it has sent, so that is looked for here.
        while not await self._backlog.has_room(within=_HANGUP_CHECK):
            if _has_hung_up(self._wire.source):
                raise BrokenPipeError("the client has closed its end and reads nothing")
        read = line if isinstance(line, Refusal) else parse(line)
        if isinstance(read, Refusal):
            await self._backlog.put(encode(read.answer()))
        else:
            await self._to_server.send(SessionMessage(read))


@contextmanager
def _claimed_standard_streams() -> Generator[_Wire]:
    wire = _copy_standard_streams()
    _divert_standard_streams()
    is_patient = os.get_blocking(wire.sink)
    if _can_refuse_bytes(wire.sink):
        os.set_blocking(wire.sink, False)
    try:
        yield wire
    finally:
        # The flag belongs to the open pipe, not to our copy: whoever shares it gets it back as it was.
        os.set_blocking(wire.sink, is_patient)
        os.close(wire.sink)
        os.close(wire.source)


def _copy_standard_streams() -> _Wire:
    # Asked of `sys`, not of the descriptors: a closed one was given to the event loop's selector when that was made.
    if sys.stdin is None or sys.stdout is None:
        raise InvalidConfig(
            "standard input or output is closed",
            hint="Let an MCP client start the server, or keep both open; use HTTP for a server without them.",
        )
    return _Wire(source=_private_copy(0), sink=_private_copy(1))


def _divert_standard_streams() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no stderr
        os.dup2(null, 1)
    if null > 2:
        os.close(null)


def _private_copy(descriptor: int) -> int:
    """A copy no child inherits, above the standard three even when one of those is closed."""
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)


def _can_refuse_bytes(descriptor: int) -> bool:
    """Pipes and sockets only: a terminal shares its flags with our parent and stderr, a file never blocks for long."""
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _is_pollable(descriptor: int) -> bool:
    return _can_refuse_bytes(descriptor) or os.isatty(descriptor)


def _has_hung_up(descriptor: int) -> bool:
    """Whether the other end is closed, even while there is something left to read."""
    poll = select.poll()
    poll.register(descriptor, getattr(select, "POLLRDHUP", 0))  # sockets, on Linux; pipes tell unasked
    return bool(poll.poll(0))


async def _read_some(descriptor: int, *, is_pollable: bool) -> bytes:
    if not is_pollable:
        return await asyncio.to_thread(os.read, descriptor, _CHUNK)
    loop = asyncio.get_running_loop()
    while True:
        await _ready(descriptor, watch=loop.add_reader, unwatch=loop.remove_reader)
        try:
            return os.read(descriptor, _CHUNK)
        except BlockingIOError:
            continue


async def _write_all(descriptor: int, data: bytes, *, stall_limit: float) -> None:
    loop = asyncio.get_running_loop()
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(descriptor, left) :]
        except BlockingIOError:
            async with asyncio.timeout(stall_limit):
                await _ready(descriptor, watch=loop.add_writer, unwatch=loop.remove_writer)


async def _ready(descriptor: int, *, watch: Callable[..., None], unwatch: Callable[[int], bool]) -> None:
    is_ready = asyncio.Event()
    watch(descriptor, is_ready.set)
    try:
        await is_ready.wait()
    finally:
        unwatch(descriptor)
