"""What a tool of the conformance suite is here: how it is listed, and what it answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import mcp_types as types

from handhold.frontends.mcp.callers import Context

Answer = types.CallToolResult | types.InputRequiredResult
Run = Callable[[Context, types.CallToolRequestParams], Awaitable[Answer]]

PNG: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
"""One pixel."""
WAV: Final = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
"""One silent sample."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One tool."""

    listed: types.Tool
    run: Run


def fixture(name: str, description: str, run: Run, *, schema: dict[str, Any] | None = None) -> Fixture:
    listed = types.Tool(name=name, description=description, input_schema=schema or {"type": "object"})
    return Fixture(listed=listed, run=run)


def said(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[text_block(text)])


def text_block(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def picture() -> types.ImageContent:
    return types.ImageContent(type="image", data=PNG, mime_type="image/png")


def embedded(uri: str, text: str, *, mime_type: str = "text/plain") -> types.EmbeddedResource:
    contents = types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return types.EmbeddedResource(type="resource", resource=contents)
