"""Call one tool of a running server, as any MCP client would."""

from __future__ import annotations

import os
from typing import Any

from mcp_types import Implementation

from handhold.errors import LaunchFailed
from handhold.frontends.mcp.token import load_or_create_token
from handhold.settings import config_folder
from handhold.version import __version__

CLIENT = Implementation(name="handhold-cli", version=__version__)


async def call_remote(url: str, tool: str, arguments: dict[str, Any]) -> tuple[str, bool]:
    """The answer's text and whether it is ok. Uses this user's token."""
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    token = load_or_create_token(config_folder(os.environ))
    headers = {"Authorization": f"Bearer {token}"}
    try:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=None) as http,
            Client(streamable_http_client(url, http_client=http), client_info=CLIENT) as client,
        ):
            result = await client.call_tool(tool, arguments)
    except* (OSError, httpx2.HTTPError) as errors:
        raise LaunchFailed(
            f"no Handhold server answers at {url}", hint="Start one with `handhold serve --http`."
        ) from errors
    return str(getattr(result.content[0], "text", "")), not result.is_error
