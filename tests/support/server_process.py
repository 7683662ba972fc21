"""A Handhold server as a child process on stdio, and the smallest client that can speak to it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO, Any

Json = dict[str, Any]
COMMAND = (sys.executable, "-m", "handhold", "serve")
CLIENT = {"name": "fault-tests", "version": "1"}
HANDSHAKE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
ANSWER_SECONDS = 40.0
END_SECONDS = 10.0


def environment(folder: Path, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, with every folder of Handhold's below `folder` and `settings` by their names."""
    chosen = {f"HANDHOLD_{name.upper()}": value for name, value in (settings or {}).items()}
    return {
        **os.environ,
        "HANDHOLD_CONFIG_DIR": str(folder / "config"),
        "HANDHOLD_STATE_DIR": str(folder / "state"),
        "HANDHOLD_ROOT": str(folder),
        "HANDHOLD_MAX_SESSIONS": "64",
        **chosen,
    }


@dataclass(frozen=True, slots=True)
class Pending:
    """A request on its way."""

    id: int
    answer: Future[Json]

    def envelope(self, *, within: float = ANSWER_SECONDS) -> Json:
        """The envelope of a tool's answer."""
        message = self.answer.result(within)
        assert "result" in message, message
        return message["result"]["structuredContent"]


@dataclass(slots=True, kw_only=True)
class ServerProcess:
    """The server's process, its folders, and a client on its two pipes."""

    process: subprocess.Popen[bytes]
    folder: Path
    stray: list[Json] = field(default_factory=list[Json])
    """Messages that answer no request of ours."""
    answered: set[int] = field(default_factory=set[int])
    """The requests of ours that were answered."""
    lines: list[str] = field(default_factory=list[str])
    """Everything it said, as it said it."""
    _numbers: count[int] = field(default_factory=lambda: count(1))
    _waiting: dict[Any, Future[Json]] = field(default_factory=dict[Any, "Future[Json]"])

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def log(self) -> str:
        return (self.folder / "stderr.log").read_text()

    def handshake(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()
        self.request("initialize", HANDSHAKE).answer.result(ANSWER_SECONDS)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: Json) -> None:
        self.send_line(json.dumps(message).encode())

    def send_line(self, line: bytes) -> None:
        self.stdin.write(line + b"\n")
        self.stdin.flush()

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Pending:
        pending = Pending(next(self._numbers), Future())
        self._waiting[pending.id] = pending.answer
        self.send({"jsonrpc": "2.0", "id": pending.id, "method": method, "params": dict(params or {})})
        return pending

    def begin(self, tool: str, arguments: Json | None = None) -> Pending:
        """Call a tool without waiting for it."""
        return self.request("tools/call", {"name": tool, "arguments": arguments or {}})

    def call(self, tool: str, arguments: Json | None = None, *, within: float = ANSWER_SECONDS) -> Json:
        """The envelope of a call."""
        return self.begin(tool, arguments).envelope(within=within)

    def goto(self, url: str, **arguments: Any) -> Json:
        return self.call("nav_goto", {"url": url, **arguments})

    def cancel(self, pending: Pending) -> None:
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": pending.id}})

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.decode())
            message: Json = json.loads(line)
            waiting = self._waiting.pop(message.get("id"), None)
            if waiting is None:
                self.stray.append(message)
            else:
                self.answered.add(message["id"])
                waiting.set_result(message)
        for waiting in self._waiting.values():
            waiting.set_exception(ConnectionError("the server ended"))


@contextmanager
def started(
    folder: Path, *, settings: Mapping[str, str] | None = None, command: Sequence[str] = COMMAND
) -> Generator[ServerProcess]:
    """A server before its handshake; at the end it is left by its client, and killed if it stays."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "stderr.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env=environment(folder, settings),
        )
    with process:
        assert process.stdin is not None
        try:
            yield ServerProcess(process=process, folder=folder)
        finally:
            with contextlib.suppress(BrokenPipeError):  # it may have left words of ours unread
                process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
            process.kill()


@contextmanager
def serving(
    folder: Path, *, settings: Mapping[str, str] | None = None, command: Sequence[str] = COMMAND
) -> Generator[ServerProcess]:
    """A server that is ready for calls."""
    with started(folder, settings=settings, command=command) as server:
        server.handshake()
        yield server
