"""Ready-to-paste configuration for the clients people use, over HTTP and over stdio."""

from __future__ import annotations

import json
import shlex
from typing import Any


def client_lines(url: str, *, token: str | None, command: list[str]) -> str:
    """What to paste where. It holds the token: print it to the user's own terminal only."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    stdio = {"command": command[0], "args": command[1:]}
    http: dict[str, Any] = {"type": "http", "url": url, **({"headers": headers} if headers else {})}
    header = f' --header "Authorization: Bearer {token}"' if token else ""
    cursor = {key: value for key, value in http.items() if key != "type"}
    return "\n".join(
        [
            "Connect a client over HTTP:",
            f"  Claude Code      claude mcp add --transport http handhold {url}{header}",
            f"  Cursor           ~/.cursor/mcp.json: {_servers(cursor)}",
            f"  VS Code          code --add-mcp '{json.dumps({'name': 'handhold', **http})}'",
            f"  Codex            ~/.codex/config.toml: {_codex_http(url, headers)}",
            "  Claude Desktop   takes local servers over stdio, see below",
            "",
            "Or over stdio, where the client starts its own server:",
            f"  Claude Code      claude mcp add handhold -- {shlex.join(command)}",
            f"  Claude Desktop   claude_desktop_config.json: {_servers(stdio)}",
            f"  Cursor           ~/.cursor/mcp.json: {_servers(stdio)}",
            f"  VS Code          code --add-mcp '{json.dumps({'name': 'handhold', **stdio})}'",
            f"  Codex            codex mcp add handhold -- {shlex.join(command)}",
        ]
    )


def _servers(entry: dict[str, Any]) -> str:
    return json.dumps({"mcpServers": {"handhold": entry}})


def _codex_http(url: str, headers: dict[str, str]) -> str:
    pairs = ", ".join(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in headers.items())
    more = f"  http_headers = {{ {pairs} }}" if pairs else ""
    return f'[mcp_servers.handhold]  url = "{url}"{more}'
