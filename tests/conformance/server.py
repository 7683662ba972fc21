"""Handhold's own server and HTTP runner, with the fixtures of the protocol's conformance suite added to them.

    python tests/conformance/server.py [HOST:PORT]

Everything between the socket and a handler is the product's: `bind`, `http_app` with its guard, `build_server`. Only
the tools, prompts and resources the suite asks for by name are put beside the product's; nothing of them is in the
package. Prints the address of the endpoint, and serves without a token until it is told to end.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

import mcp_types as types
import prompts_and_resources as more
from answering_tools import answering_tools
from asking_tools import asking_tools
from fixture import Answer, Fixture, fixture, said
from mcp.server.lowlevel.server import HandlerEntry, Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ServerEvent,
    ToolsListChanged,
)
from round_tools import round_tools

from handhold.app import App, load_settings
from handhold.frontends.mcp.callers import Context
from handhold.frontends.mcp.http import PATH, Address, bind, http_app, serve_http
from handhold.frontends.mcp.lifetime import serve_until_ended
from handhold.frontends.mcp.server import build_server


def main(address: str) -> None:
    asyncio.run(serve(App(load_settings({}).settings), Address.parse(address)))


async def serve(app: App, wanted: Address) -> None:
    listener, actual = bind(wanted)
    server = with_fixtures(build_server(app))
    application = http_app(app, server, actual, token=None)
    print(actual.url + PATH, flush=True)
    await serve_until_ended(app, serve_http(application, listener), watch_parent=True)


def with_fixtures(server: Server[Any]) -> Server[Any]:
    """The product's server, with what the suite asks for beside what the product offers."""
    bus = InMemorySubscriptionBus()
    add_tools(server, [*answering_tools(), *asking_tools(), *round_tools(), *_announcing_tools(bus)])
    add_resources(server)
    server.add_request_handler("prompts/list", types.PaginatedRequestParams, more.list_prompts)
    server.add_request_handler("prompts/get", types.GetPromptRequestParams, more.get_prompt)
    server.add_request_handler("completion/complete", types.CompleteRequestParams, more.complete)
    server.add_request_handler("logging/setLevel", types.SetLevelRequestParams, more.set_level)
    server.add_request_handler("subscriptions/listen", types.SubscriptionsListenRequestParams, ListenHandler(bus))
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=server.name))
    return server


def add_tools(server: Server[Any], fixtures: list[Fixture]) -> None:
    by_name = {each.listed.name: each for each in fixtures}
    product_list, product_call = _entry(server, "tools/list"), _entry(server, "tools/call")

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams) -> types.ListToolsResult:
        product: Any = await product_list.handler(ctx, params)
        return types.ListToolsResult(tools=[*product.tools, *(each.listed for each in fixtures)])

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> Answer:
        if params.name in by_name:
            return await by_name[params.name].run(ctx, params)
        answer: Any = await product_call.handler(ctx, params)
        return answer

    product_schema = server.get_tool_input_schema

    def input_schema(name: str) -> Mapping[str, Any] | None:
        if name in by_name:
            return by_name[name].listed.input_schema
        return product_schema(name) if product_schema else None

    server.get_tool_input_schema = input_schema
    server.add_request_handler("tools/list", types.PaginatedRequestParams, list_tools)
    server.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)


def add_resources(server: Server[Any]) -> None:
    product_list, product_read = _entry(server, "resources/list"), _entry(server, "resources/read")
    product_templates = _entry(server, "resources/templates/list")

    async def list_resources(ctx: Context, params: types.PaginatedRequestParams) -> types.ListResourcesResult:
        product: Any = await product_list.handler(ctx, params)
        return types.ListResourcesResult(resources=[*product.resources, *more.fixture_resources()])

    async def list_templates(ctx: Context, params: types.PaginatedRequestParams) -> types.ListResourceTemplatesResult:
        product: Any = await product_templates.handler(ctx, params)
        templates = [*product.resource_templates, *more.fixture_templates()]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        product: Any = more.read_fixture(params.uri) or await product_read.handler(ctx, params)
        return product

    server.add_request_handler("resources/list", types.PaginatedRequestParams, list_resources)
    server.add_request_handler("resources/templates/list", types.PaginatedRequestParams, list_templates)
    server.add_request_handler("resources/read", types.ReadResourceRequestParams, read)
    server.add_request_handler("resources/subscribe", types.SubscribeRequestParams, more.subscribe)
    server.add_request_handler("resources/unsubscribe", types.UnsubscribeRequestParams, more.unsubscribe)


def _announcing_tools(bus: InMemorySubscriptionBus) -> list[Fixture]:
    def announcing(name: str, event: ServerEvent) -> Fixture:
        async def run(_: Context, __: types.CallToolRequestParams) -> Answer:
            await bus.publish(event)
            return said("announced")

        return fixture(name, "Announces a changed list", run)

    return [
        announcing("test_trigger_tool_change", ToolsListChanged()),
        announcing("test_trigger_prompt_change", PromptsListChanged()),
    ]


def _entry(server: Server[Any], method: str) -> HandlerEntry[Any]:
    entry = server.get_request_handler(method)
    if entry is None:
        raise AssertionError(f"the product no longer serves {method}; the fixtures stand beside it")
    return entry


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:0")
