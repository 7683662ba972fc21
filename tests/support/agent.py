"""An agent on the official client, in front of a Handhold that was started as a process on stdio."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import StdioServerParameters
from mcp.client.client import Client

from tests.support.server_process import environment

HANDHOLD = (sys.executable, "-m", "handhold")


class Agent:
    """Calls tools, and checks what holds for every answer."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.heard: list[str] = []

    async def envelope(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        async def hear(progress: float, total: float | None, message: str | None) -> None:
            self.heard.append(message or "")

        answer = await self._client.call_tool(tool, arguments, progress_callback=hear)
        told: dict[str, Any] = json.loads(answer.content[0].text)  # type: ignore[union-attr]
        assert told == answer.structured_content and answer.is_error is (not told["ok"])
        return told

    async def ask(self, tool: str, /, **arguments: Any) -> Any:
        """The result of a call that goes well."""
        told = await self.envelope(tool, **arguments)
        assert told["ok"], told
        return told["result"]


@asynccontextmanager
async def connected(root: Path, *, environ: Mapping[str, str] | None = None) -> AsyncGenerator[Agent]:
    """`environ` is added to the environment of the process."""
    server = StdioServerParameters(
        command=HANDHOLD[0],
        args=[*HANDHOLD[1:], "serve"],
        env={**environment(root), **(environ or {})},
        cwd=root,
    )
    async with Client(server) as client:
        yield Agent(client)
