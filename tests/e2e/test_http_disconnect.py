"""A client that leaves during a call over HTTP is noticed, in both protocol eras and both answer modes."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, Tool

from handhold.frontends.mcp.disconnect import DISCONNECTED
from handhold.frontends.mcp.guard import TransportGuard, allowed_hosts, allowed_origins

TOKEN = "t" * 43
NEW_ERA = "io.modelcontextprotocol/"
CLIENT = {"name": "test", "version": "1"}


class Calls:
    """One tool that waits for its client to leave."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.left = asyncio.Event()

    async def list_tools(self, _: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="do", input_schema={"type": "object"})])

    async def call(self, context: ServerRequestContext[Any, Any], _: CallToolRequestParams) -> CallToolResult:
        assert context.request is not None
        disconnected: asyncio.Event = context.request.scope["state"][DISCONNECTED]
        assert not disconnected.is_set()
        self.started.set()
        await disconnected.wait()
        self.left.set()
        return CallToolResult(content=[])


@asynccontextmanager
async def served(calls: Calls, *, json_response: bool) -> AsyncGenerator[int]:
    server = Server[Any]("test", on_list_tools=calls.list_tools, on_call_tool=calls.call)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        guard = TransportGuard(
            server.streamable_http_app(json_response=json_response),
            hosts=allowed_hosts("127.0.0.1", port),
            origins=allowed_origins("127.0.0.1", port),
            token=TOKEN,
        )
        http = uvicorn.Server(uvicorn.Config(guard, log_level="error", timeout_graceful_shutdown=1))
        serving = asyncio.create_task(http.serve(sockets=[listener]))
        # The listener is bound and takes connections into its queue as soon as it listens.
        listener.listen()
        try:
            yield port
        finally:
            http.should_exit = True
            await serving


async def post(
    port: int, method: str, params: dict[str, Any], *headers: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    head = [
        "POST /mcp HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {TOKEN}",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join([*head, "", body]).encode())
    return reader, writer


async def open_session(port: int) -> str:
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
    reader, writer = await post(port, "initialize", params, "Connection: close")
    answer = (await reader.read()).decode()
    writer.close()
    return next(line for line in answer.split("\r\n") if line.lower().startswith("mcp-session-id"))


async def call_of_either_era(port: int, era: str) -> asyncio.StreamWriter:
    params: dict[str, Any] = {"name": "do", "arguments": {}}
    headers = [f"MCP-Protocol-Version: {era}"]
    if era == "2025-11-25":
        headers.append(await open_session(port))
    else:
        headers += ["Mcp-Method: tools/call", "Mcp-Name: do"]
        params["_meta"] = {
            f"{NEW_ERA}protocolVersion": era,
            f"{NEW_ERA}clientCapabilities": {},
            f"{NEW_ERA}clientInfo": CLIENT,
        }
    _, writer = await post(port, "tools/call", params, *headers)
    return writer


def leave(writer: asyncio.StreamWriter, how: str) -> None:
    if how == "RST":
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


@pytest.mark.rows("F55", "M42")
@pytest.mark.parametrize("how", ["FIN", "RST"])
@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("json_response", [False, True], ids=["events", "json"])
async def test_a_client_that_leaves_sets_the_event_of_its_call(json_response: bool, era: str, how: str) -> None:
    calls = Calls()
    async with served(calls, json_response=json_response) as port:
        writer = await call_of_either_era(port, era)
        await asyncio.wait_for(calls.started.wait(), 10)

        leave(writer, how)

        await asyncio.wait_for(calls.left.wait(), 2)
