"""The engine as an MCP server: tools from the catalogue, replies carried as they are, artifacts as resources."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from handhold.app import App
from handhold.contract import ContentBlock, Reply, ToolSpec
from handhold.engine import Registry
from handhold.frontends.mcp.callers import Context, caller_of
from handhold.frontends.mcp.instructions import INSTRUCTIONS
from handhold.version import __version__

ARTIFACT: Final = "handhold://artifact/"
ARTIFACT_TEMPLATE: Final = types.ResourceTemplate(
    uri_template=f"{ARTIFACT}{{session}}/{{file}}",
    name="artifact",
    title="File of a session",
    description="A file of a session of yours: a download or a screenshot. resources/list names the ones there are.",
)
SCREENSHOTS: Final = "screenshots"
"""Folder in a session's own, where pictures are."""
MOST_RESOURCES: Final = 100
LARGEST_RESOURCE: Final = 8 * 1024 * 1024
RESOURCE_NOT_FOUND: Final = -32002
"""Code of the revisions up to 2025-11-25; 2026-07-28 retired it for "invalid params"."""

OUTPUT_SCHEMA: Final[dict[str, Any]] = {"type": "object", "required": ["ok", "meta"]}
"""One schema for every tool: what all answers have in common. The typed results are in the reference."""

FIXED: Final = CacheHint(ttl_ms=3_600_000, scope="public")


def build_server(app: App) -> Server[Any]:
    """One server for all protocol revisions and transports."""
    tools = [wire_tool(spec, app.registry) for spec in app.registry.specs]

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return wire_reply(await app.engine.call(params.name, params.arguments, caller=caller_of(ctx)))

    async def list_resources(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        newest = app.artifacts_of(caller_of(ctx).key)[-MOST_RESOURCES:]
        return types.ListResourcesResult(resources=[_resource(file) for file in newest])

    async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        files = app.artifacts_of(caller_of(ctx).key)
        return _contents(str(params.uri), files, not_found=_not_found_code(ctx.protocol_version))

    async def list_templates(
        ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[ARTIFACT_TEMPLATE])

    return Server(
        "handhold",
        version=__version__,
        title="Handhold",
        instructions=INSTRUCTIONS,
        # Tools and templates never change while a server runs; resources are a caller's own.
        cache_hints={"tools/list": FIXED, "resources/templates/list": FIXED},
        # Without it the SDK lists all tools before every call of 2026-07-28, to look at one: 2 ms with 55 tools.
        get_tool_input_schema={tool.name: tool.input_schema for tool in tools}.get,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def wire_tool(spec: ToolSpec, registry: Registry) -> types.Tool:
    return types.Tool(
        name=registry.listed_name(spec),
        title=spec.title,
        description=spec.description,
        input_schema=dict(spec.input_schema),
        output_schema=OUTPUT_SCHEMA,
        annotations=_annotations(spec.annotations),
    )


def _annotations(hints: Mapping[str, bool]) -> types.ToolAnnotations | None:
    return types.ToolAnnotations.model_validate(hints) if hints else None


def wire_reply(reply: Reply) -> types.CallToolResult:
    """The same facts twice: as text for clients that read content, as data for those that read structure."""
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=reply.text), *map(_block, reply.blocks)],
        structured_content=reply.envelope,
        is_error=not reply.ok,
    )


def _block(block: ContentBlock) -> types.TextContent | types.ResourceLink:
    if block.file is None:
        return types.TextContent(type="text", text=block.text)
    file = Path(block.file)
    return types.ResourceLink(
        type="resource_link", uri=_uri(file), name=file.name, title=block.text, mime_type=_mime(file)
    )


def _resource(file: Path) -> types.Resource:
    return types.Resource(uri=_uri(file), name=file.name, mime_type=_mime(file), size=file.stat().st_size)


def _uri(file: Path) -> str:
    # Downloads bring any name along; a space or a `#` in it would make the URI another one, or none.
    folder = file.parent.parent if file.parent.name == SCREENSHOTS else file.parent
    return f"{ARTIFACT}{quote(folder.name, safe='')}/{quote(file.name, safe='')}"


def _mime(file: Path) -> str:
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


def _not_found_code(protocol_version: str) -> int:
    return types.INVALID_PARAMS if protocol_version in MODERN_PROTOCOL_VERSIONS else RESOURCE_NOT_FOUND


def _contents(uri: str, files: list[Path], *, not_found: int) -> types.ReadResourceResult:
    """Only files that were listed to this caller can be read: the URI is looked up, never turned into a path."""
    file = next((file for file in files if _uri(file) == uri), None)
    if file is None:
        raise MCPError(code=not_found, message="Resource not found", data={"uri": uri[:200]})
    if file.stat().st_size > LARGEST_RESOURCE:
        raise MCPError(
            code=types.INVALID_PARAMS, message=f"The file is over {LARGEST_RESOURCE} bytes; open it by its path"
        )
    blob = base64.b64encode(file.read_bytes()).decode()
    return types.ReadResourceResult(contents=[types.BlobResourceContents(uri=uri, mime_type=_mime(file), blob=blob)])
