"""A server with one tool over the stdio transport; a process of its own for the tests beside it."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool

from handhold.frontends.mcp.stdio import STALL_LIMIT, stdio_streams


async def list_tools(_: ServerRequestContext[object], __: PaginatedRequestParams | None) -> ListToolsResult:
    return ListToolsResult(tools=[Tool(name="do", input_schema={"type": "object"})])


async def call_tool(_: ServerRequestContext[object], params: CallToolRequestParams) -> CallToolResult:
    arguments = params.arguments or {}
    match arguments.get("what"):
        case "noise":
            print("a stray print", flush=True)
            child = "import sys; print('a stray child'); print('read', repr(sys.stdin.read()))"
            subprocess.run([sys.executable, "-c", child], check=True)
            text = "made noise"
        case "surrogate":
            text = "lone \ud800 half"
        case "big":
            text = "x" * int(arguments["size"])
        case "wait":
            await asyncio.Event().wait()
            text = "never"
        case _:
            text = "ok"
    return CallToolResult(content=[TextContent(type="text", text=text)])


async def main() -> None:
    server = Server[object]("child", on_list_tools=list_tools, on_call_tool=call_tool)
    stall_limit = float(sys.argv[1]) if len(sys.argv) > 1 else STALL_LIMIT
    async with stdio_streams(stall_limit=stall_limit) as (read_stream, write_stream):
        await server.run(read_stream, write_stream, server.create_initialization_options())
    print("stray words after the end", flush=True)


if __name__ == "__main__":
    # A shell that starts the tests in the background has everything in it ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.run(main())
