"""The server that `make conformance` measures starts and answers the official client in both protocol eras."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent

SERVER = Path(__file__).parent.parent / "conformance/server.py"
ERAS = pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])


@pytest.fixture
async def endpoint(tmp_path: Path) -> AsyncGenerator[str]:
    folders = {
        "HANDHOLD_ROOT": str(tmp_path),
        "HANDHOLD_CONFIG_DIR": str(tmp_path / "config"),
        "HANDHOLD_STATE_DIR": str(tmp_path / "state"),
    }
    server = await asyncio.create_subprocess_exec(
        sys.executable, SERVER, "127.0.0.1:0", env=os.environ | folders, stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    try:
        yield (await server.stdout.readline()).decode().strip()
    finally:
        server.terminate()
        await server.communicate()


@ERAS
async def test_a_call_reports_its_progress_and_answers(endpoint: str, mode: str) -> None:
    reported: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        reported.append(progress)

    async with Client(streamable_http_client(endpoint), mode=mode) as client:
        result = await client.call_tool("test_tool_with_progress", {}, progress_callback=note)

    assert result.content == [TextContent(type="text", text="Progress reported")]
    assert reported == [0, 50, 100]


@ERAS
async def test_the_fixtures_stand_beside_what_the_product_offers(endpoint: str, mode: str) -> None:
    async with Client(streamable_http_client(endpoint), mode=mode) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        templates = {each.uri_template for each in (await client.list_resource_templates()).resource_templates}

    assert {"nav_goto", "test_simple_text"} <= tools
    assert {"handhold://artifact/{session}/{file}", "test://template/{id}/data"} <= templates


@pytest.mark.parametrize(("mode", "code"), [("legacy", -32002), ("2026-07-28", -32602)])
async def test_a_missing_resource_is_answered_with_the_code_of_the_revision(
    endpoint: str, mode: str, code: int
) -> None:
    async with Client(streamable_http_client(endpoint), mode=mode) as client:
        with pytest.raises(MCPError) as raised:
            await client.read_resource("handhold://artifact/none/none.txt")

    assert raised.value.code == code
