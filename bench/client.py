"""A small MCP client on stdio: raw JSON-RPC lines, so that nothing but the server is measured."""

from __future__ import annotations

import asyncio
import json
import os
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

REVISION: Final = "2025-11-25"
LONGEST_LINE: Final = 32 * 1024 * 1024
ANSWER_SECONDS: Final = 60.0
LEAVE_SECONDS: Final = 8.0
NO_SUCH_METHOD: Final = -32601


class ServerFailed(Exception):
    """A server left, or answered with an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """How to start a server, and what the tables call it."""

    name: str
    command: Sequence[str]
    environ: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Answer:
    """A result, its size on the wire and how long it took."""

    result: Mapping[str, Any]
    size: int
    milliseconds: float


class StdioClient:
    """One request at a time."""

    def __init__(self, server: Server, process: Process, spawned: float) -> None:
        self._server = server
        self._process = process
        self._last_id = 0
        self.spawned = spawned

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def milliseconds_since_spawn(self) -> float:
        return (time.perf_counter() - self.spawned) * 1000

    async def hello(self) -> None:
        """The handshake of the revisions before 2026."""
        info = {"name": "bench", "version": "1"}
        await self.request("initialize", protocolVersion=REVISION, capabilities={}, clientInfo=info)
        await self._send({"method": "notifications/initialized"})

    async def call(self, tool: str, **arguments: Any) -> Answer:
        answer = await self.request("tools/call", name=tool, arguments=arguments)
        if answer.result.get("isError"):
            raise ServerFailed(f"{self._server.name}: {tool} failed: {json.dumps(answer.result)[:500]}")
        return answer

    async def request(self, method: str, **params: Any) -> Answer:
        self._last_id += 1
        started = time.perf_counter()
        await self._send({"id": self._last_id, "method": method, "params": params})
        message, size = await asyncio.wait_for(self._answer(self._last_id), ANSWER_SECONDS)
        milliseconds = (time.perf_counter() - started) * 1000
        if "error" in message:
            raise ServerFailed(f"{self._server.name}: {method} answered {message['error']}")
        return Answer(message["result"], size, milliseconds)

    async def close(self) -> None:
        """Leave as a client does, by closing the server's input."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), LEAVE_SECONDS)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _answer(self, wanted: int) -> tuple[dict[str, Any], int]:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            message: dict[str, Any] = json.loads(line)
            if "method" in message and "id" in message:
                await self._send({"id": message["id"], "error": {"code": NO_SUCH_METHOD, "message": "not offered"}})
            elif message.get("id") == wanted:
                return message, len(line)
        raise ServerFailed(f"{self._server.name} closed its output: {' '.join(self._server.command)}")

    async def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        await self._process.stdin.drain()


@asynccontextmanager
async def running(server: Server) -> AsyncGenerator[StdioClient]:
    """A started server that has not been greeted yet."""
    spawned = time.perf_counter()
    environ = {**os.environ, **server.environ}
    process = await asyncio.create_subprocess_exec(
        *server.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environ, limit=LONGEST_LINE
    )
    client = StdioClient(server, process, spawned)
    try:
        yield client
    finally:
        await client.close()
