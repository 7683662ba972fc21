"""A Handhold server as a child process on HTTP, and raw requests to it that no client library would send."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import subprocess
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.support.server_process import CLIENT, COMMAND, END_SECONDS, HANDSHAKE, Json, environment

HANDSHAKE_ERA = "2025-11-25"
STATELESS_ERA = "2026-07-28"
META = "io.modelcontextprotocol/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An HTTP response, read to the end of its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def message(self) -> Json:
        """The JSON-RPC message, from a JSON body or from an event."""
        events = [line[5:] for line in self.body.splitlines() if line.startswith(b"data:")]
        return json.loads(events[-1] if events else self.body)

    @property
    def envelope(self) -> Json:
        return self.message["result"]["structuredContent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpServer:
    """The process, its folders and where it listens."""

    process: subprocess.Popen[str]
    folder: Path
    port: int
    token: str

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=40)

    def send(self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes = b"") -> socket.socket:
        """Send a request exactly as given; only the length of the body is added."""
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        connection = self.connect()
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body)
        return connection

    def exchange(self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes = b"") -> Answer:
        with self.send(method, path, headers, body) as connection:
            return read_answer(connection)

    def own_headers(self) -> dict[str, str]:
        """What a well-behaved client sends."""
        return {
            "Host": self.address,
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpClient:
    """A client of one protocol era."""

    server: HttpServer
    era: str
    headers: Mapping[str, str]
    numbers: count[int] = field(default_factory=lambda: count(1))

    @classmethod
    def of(cls, server: HttpServer, era: str) -> HttpClient:
        if era == STATELESS_ERA:
            return cls(server=server, era=era, headers={"MCP-Protocol-Version": era})
        body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HANDSHAKE}).encode()
        answer = server.exchange("POST", "/mcp", server.own_headers().items(), body)
        session = {"MCP-Protocol-Version": era, "Mcp-Session-Id": answer.headers["mcp-session-id"]}
        return cls(server=server, era=era, headers=session)

    def begin(self, tool: str, arguments: Json) -> socket.socket:
        """Call a tool and leave its answer in the connection."""
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        headers = {**self.server.own_headers(), **self.headers}
        if self.era == STATELESS_ERA:
            headers |= {"Mcp-Method": "tools/call", "Mcp-Name": tool}
            params["_meta"] = {
                f"{META}protocolVersion": self.era,
                f"{META}clientCapabilities": {},
                f"{META}clientInfo": CLIENT,
            }
        request = {"jsonrpc": "2.0", "id": next(self.numbers), "method": "tools/call", "params": params}
        body = json.dumps(request).encode()
        return self.server.send("POST", "/mcp", headers.items(), body)

    def call(self, tool: str, arguments: Json) -> Json:
        with self.begin(tool, arguments) as connection:
            return read_answer(connection).envelope


def read_answer(connection: socket.socket) -> Answer:
    """Everything up to the end of the connection."""
    data = b""
    while chunk := connection.recv(65536):
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    if headers.get("transfer-encoding") == "chunked":
        body = b"".join(_chunks(body))
    return Answer(status=int(first.split()[1]), headers=headers, body=body)


def reset(connection: socket.socket) -> None:
    """Leave with RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@contextmanager
def serving_http(folder: Path, *, settings: Mapping[str, str] | None = None) -> Generator[HttpServer]:
    """A server on a free port; told to end at the end, and killed if it stays."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        (folder / "stderr.log").open("ab") as log,
        subprocess.Popen(
            [*COMMAND, "--http", "127.0.0.1:0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            env=environment(folder, settings),
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[3]
            token = (folder / "config" / "token").read_text().strip()
            yield HttpServer(process=process, folder=folder, port=int(url.rpartition(":")[2]), token=token)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
            process.kill()


def _chunks(body: bytes) -> Generator[bytes]:
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        yield rest[:length]
        body = rest[length + 2 :]
