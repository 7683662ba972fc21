"""The fixture server: one document, on loopback, for extensions."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from handhold.adapters.fixtures import FixtureServer
from handhold.errors import InvalidInput, PortInUse

STATE = {"data": {"AccountsController": {"selected": "0xé"}}, "meta": {"version": 1}}
EXTENSION = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"


@pytest.fixture
async def server() -> AsyncGenerator[FixtureServer]:
    running = await FixtureServer.start(port=0, state=STATE)
    yield running
    await running.stop()


@pytest.mark.rows("R104", "R114")
async def test_the_state_is_served_as_it_was_given(server: FixtureServer) -> None:
    status, headers, body = await _ask(server, "/state.json")

    assert status == 200
    assert json.loads(body) == STATE
    assert headers["Content-Type"] == "application/json"
    assert headers["Cache-Control"] == "no-store"
    assert server.url == f"http://127.0.0.1:{server.port}/state.json"


async def test_it_is_reached_by_the_name_that_extensions_use(server: FixtureServer) -> None:
    status, _, body = await _ask(server, "/state.json?once=1", headers={"Host": f"localhost:{server.port}"})

    assert status == 200
    assert json.loads(body) == STATE


async def test_an_extension_may_read_it_and_a_web_page_may_not(server: FixtureServer) -> None:
    _, for_extension, _ = await _ask(server, "/state.json", headers={"Origin": EXTENSION})
    _, for_page, _ = await _ask(server, "/state.json", headers={"Origin": "https://shop.example"})
    preflight, allowed, _ = await _ask(server, "/state.json", method="OPTIONS", headers={"Origin": EXTENSION})

    assert for_extension["Access-Control-Allow-Origin"] == EXTENSION
    assert "Access-Control-Allow-Origin" not in for_page
    assert preflight == 204
    assert allowed["Access-Control-Allow-Headers"] == "*"


async def test_a_name_that_was_bound_to_our_address_is_turned_away(server: FixtureServer) -> None:
    status, _, body = await _ask(server, "/state.json", headers={"Host": f"shop.example:{server.port}"})

    assert status == 421
    assert body == b""


async def test_there_is_nothing_else(server: FixtureServer) -> None:
    assert (await _ask(server, "/"))[0] == 404
    assert (await _ask(server, "/../state.jso"))[0] == 404
    assert (await _ask(server, "/state.json", method="POST"))[0] == 501
    assert (await _ask(server, "/state.json", method="HEAD"))[::2] == (200, b"")


@pytest.mark.rows("R120")
async def test_a_port_that_somebody_holds_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]

        with pytest.raises(PortInUse, match=str(port)):
            await FixtureServer.start(port=port, state=STATE)


async def test_a_stopped_server_gives_its_port_back_while_a_client_still_holds_on() -> None:
    server = await FixtureServer.start(port=0, state=STATE)
    with socket.create_connection(("127.0.0.1", server.port)):
        await server.stop()
        await server.stop()

    again = await FixtureServer.start(port=server.port, state={})
    await again.stop()


@pytest.mark.parametrize("state", [{"a": object()}, {"a": float("nan")}])
async def test_a_state_that_is_no_json_is_refused(state: Mapping[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await FixtureServer.start(port=0, state=state)


async def _ask(
    server: FixtureServer, path: str, *, method: str = "GET", headers: Mapping[str, str] | None = None
) -> tuple[int, Mapping[str, str], bytes]:
    def ask() -> tuple[int, Mapping[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        try:
            connection.request(method, path, headers=dict(headers or {}))
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    return await asyncio.to_thread(ask)
