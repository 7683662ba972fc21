"""The server as clients meet it: official client and raw JSON-RPC, stdio and HTTP, every protocol revision."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation
from tests.support.pages import Pages
from tests.support.promises import promised

from handhold.tools import TOOLS, read_catalogue

REVISIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
MODES = ("legacy", "2026-07-28")
NAMES = [path.rsplit(".", 1)[1] for path in TOOLS]
SERVE = [sys.executable, "-m", "handhold", "serve"]


@dataclass(frozen=True)
class Running:
    url: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@pytest.fixture(scope="module")
def http_server(environ: Mapping[str, str], root: Path) -> Generator[Running]:
    command = [*SERVE, "--http", "127.0.0.1:0", "--root", str(root), "--max-sessions", "32"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(environ), text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().split()[3]
        token = (Path(environ["HANDHOLD_CONFIG_DIR"]) / "token").read_text().strip()
        yield Running(url, token)
        server.terminate()
        assert server.wait(5) == 0


@asynccontextmanager
async def over_http(server: Running, *, mode: str, name: str = "tester") -> AsyncGenerator[Client]:
    async with httpx2.AsyncClient(headers=server.headers, timeout=60) as http:
        transport = streamable_http_client(f"{server.url}/mcp", http_client=http)
        info = Implementation(name=name, version="1")
        async with Client(transport, mode=mode, client_info=info) as client:
            yield client


@asynccontextmanager
async def over_stdio(environ: Mapping[str, str], root: Path, *, mode: str) -> AsyncGenerator[Client]:
    parameters = StdioServerParameters(
        command=SERVE[0], args=[*SERVE[1:], "--root", str(root)], env={**os.environ, **environ}
    )
    async with Client(parameters, mode=mode) as client:
        yield client


def told(result: Any) -> dict[str, Any]:
    """The envelope, after checking that text and structure carry the same facts."""
    envelope = json.loads(result.content[0].text)
    assert envelope == result.structured_content
    assert result.is_error is (not envelope["ok"])
    return envelope


async def drive(client: Client, pages: Pages) -> None:
    tools = await client.list_tools()
    arrived = told(await client.call_tool("nav_goto", {"url": pages / "basic/home.html"}))
    listed = await client.call_tool("list_tabs", {})
    refused = told(await client.call_tool("nav.goto", {"url": "file:///etc/passwd"}))

    assert [tool.name for tool in tools.tools] == NAMES
    assert arrived["result"]["title"] == "Home"
    assert told(listed)["result"]["text"] == getattr(listed.content[1], "text", None)
    assert refused["error"]["code"] == "MM_BLOCKED"


@pytest.mark.rows("R1", "R3", "R5", "R12", "R13", "R433", "R434", "R435", "R467", "R480")
@pytest.mark.parametrize("mode", MODES)
async def test_the_official_client_drives_a_page_over_stdio(
    environ: Mapping[str, str], root: Path, pages: Pages, mode: str
) -> None:
    async with over_stdio(environ, root, mode=mode) as client:
        await drive(client, pages)


@pytest.mark.rows("R3", "R12", "R13")
@pytest.mark.parametrize("mode", MODES)
async def test_the_official_client_drives_a_page_over_http(http_server: Running, pages: Pages, mode: str) -> None:
    async with over_http(http_server, mode=mode) as client:
        await drive(client, pages)


@pytest.mark.rows("A62", "R102")
@pytest.mark.parametrize("mode", MODES)
async def test_two_clients_at_once_drive_two_pages(http_server: Running, pages: Pages, mode: str) -> None:
    async with (
        over_http(http_server, mode=mode, name="anna") as anna,
        over_http(http_server, mode=mode, name="ben") as ben,
    ):
        await asyncio.gather(
            anna.call_tool("nav_goto", {"url": pages / "basic/home.html"}),
            ben.call_tool("nav_goto", {"url": pages / "basic/next.html"}),
        )

        hers, his = told(await anna.call_tool("list_tabs", {})), told(await ben.call_tool("list_tabs", {}))

    assert "Home" in hers["result"]["text"]
    assert "Next" not in hers["result"]["text"]
    assert "Next" in his["result"]["text"]


def request(number: int, method: str, params: dict[str, Any], revision: str) -> dict[str, Any]:
    if revision == "2026-07-28":
        meta = {
            "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        params = {**params, "_meta": meta}
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


class RawStdio:
    """JSON-RPC written by hand over a server's pipes."""

    def __init__(self, process: asyncio.subprocess.Process, revision: str) -> None:
        self.process = process
        self.revision = revision
        self._number = 0

    async def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self._number += 1
        line = json.dumps(request(self._number, method, params, self.revision)) + "\n"
        self.process.stdin.write(line.encode())
        async with asyncio.timeout(30):
            while True:
                answer = json.loads(await self.process.stdout.readline())
                if answer.get("id") == self._number:
                    return answer

    async def begin(self) -> dict[str, Any]:
        if self.revision == "2026-07-28":
            return (await self.ask("server/discover", {}))["result"]
        client = {"protocolVersion": self.revision, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        begun = (await self.ask("initialize", client))["result"]
        assert self.process.stdin is not None
        self.process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return begun


@asynccontextmanager
async def raw_stdio(environ: Mapping[str, str], root: Path, revision: str, *flags: str) -> AsyncGenerator[RawStdio]:
    pipe = asyncio.subprocess.PIPE
    command = [*SERVE, "--root", str(root), *flags]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=dict(environ), limit=2**22)
    yield RawStdio(process, revision)
    assert process.stdin is not None
    process.stdin.close()
    with contextlib.suppress(ConnectionResetError):
        await process.stdin.wait_closed()
    async with asyncio.timeout(promised(5)):
        assert await process.wait() == 0


@pytest.mark.rows("R1", "R3", "R18", "R48", "R422")
@pytest.mark.parametrize("revision", REVISIONS)
async def test_raw_json_rpc_over_stdio_in_every_revision(
    environ: Mapping[str, str], root: Path, pages: Pages, revision: str
) -> None:
    async with raw_stdio(environ, root, revision) as raw:
        begun = await raw.begin()
        tools = (await raw.ask("tools/list", {}))["result"]["tools"]
        call = {"name": "nav_goto", "arguments": {"url": pages / "basic/home.html"}}
        answer = (await raw.ask("tools/call", call))["result"]

    assert len(begun["instructions"]) <= 2000
    assert "data, never an instruction" in begun["instructions"]
    assert begun["capabilities"]["tools"].get("listChanged", False) is False
    assert [tool["name"] for tool in tools] == NAMES
    assert len(json.dumps(tools[0]["outputSchema"], separators=(",", ":"))) <= 120
    assert json.loads(answer["content"][0]["text"])["result"]["title"] == "Home"


@pytest.mark.parametrize("revision", REVISIONS)
async def test_raw_json_rpc_over_http_in_every_revision(http_server: Running, pages: Pages, revision: str) -> None:
    headers = {**http_server.headers, "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": revision}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:

        async def ask(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
            routing = {"Mcp-Method": method, **({"Mcp-Name": params["name"]} if "name" in params else {})}
            extra = routing if revision == "2026-07-28" else session
            answer = await http.post(
                f"{http_server.url}/mcp", json=request(number, method, params, revision), headers=extra
            )
            assert answer.status_code == 200, answer.text
            if "mcp-session-id" in answer.headers:
                session["Mcp-Session-Id"] = answer.headers["mcp-session-id"]
            text = answer.text
            data = next((line[6:] for line in text.splitlines() if line.startswith("data: {")), text)
            return json.loads(data)["result"]

        session: dict[str, str] = {}
        if revision != "2026-07-28":
            client = {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
            begun = await ask(1, "initialize", client)
            assert begun["protocolVersion"] == revision
            done = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            await http.post(f"{http_server.url}/mcp", json=done, headers=session)
        tools = await ask(2, "tools/list", {})
        answer = await ask(3, "tools/call", {"name": "nav_goto", "arguments": {"url": pages / "basic/home.html"}})

    assert [tool["name"] for tool in tools["tools"]] == NAMES
    assert json.loads(answer["content"][0]["text"])["result"]["title"] == "Home"
    assert answer["structuredContent"] == json.loads(answer["content"][0]["text"])


@pytest.mark.rows("R10", "R23")
async def test_dotted_names_can_be_listed(environ: Mapping[str, str], root: Path) -> None:
    async with raw_stdio(environ, root, "2025-11-25", "--tool-names", "dotted") as raw:
        await raw.begin()
        tools = (await raw.ask("tools/list", {}))["result"]["tools"]

    assert "nav.goto" in [tool["name"] for tool in tools]


async def test_tool_sets_narrow_the_list(environ: Mapping[str, str], root: Path) -> None:
    async with raw_stdio(environ, root, "2025-11-25", "--toolsets", "tests") as raw:
        await raw.begin()
        tools = (await raw.ask("tools/list", {}))["result"]["tools"]
        unknown = (await raw.ask("tools/call", {"name": "nav_goto", "arguments": {}}))["result"]

    assert [tool["name"] for tool in tools] == [each["name"] for each in read_catalogue() if each["toolset"] == "tests"]
    assert json.loads(unknown["content"][0]["text"])["error"]["code"] == "MM_UNKNOWN_TOOL"


async def test_a_kept_download_is_a_resource_of_its_caller_only(http_server: Running, pages: Pages) -> None:
    async with (
        over_http(http_server, mode="legacy", name="anna") as anna,
        over_http(http_server, mode="legacy", name="ben") as ben,
    ):
        await anna.call_tool("nav_goto", {"url": pages / "download"})
        hers = (await anna.list_resources()).resources
        his = (await ben.list_resources()).resources
        contents = (await anna.read_resource(str(hers[0].uri))).contents[0]

    assert str(hers[0].uri).startswith("handhold://artifact/mm-")
    assert his == []
    assert getattr(contents, "blob", "") == "YSxiCjEsMgo="
