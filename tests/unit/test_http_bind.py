"""Where the HTTP server listens when somebody else wants the same port."""

from __future__ import annotations

import asyncio
import socket

from handhold.frontends.mcp.http import Address, bind


def test_two_servers_that_start_at_once_get_different_ports() -> None:
    first, taken = bind(Address(host="127.0.0.1", port=0))
    second, given = bind(taken)

    with first, second:
        assert given.port != taken.port


def test_a_client_may_connect_as_soon_as_the_address_is_known() -> None:
    listener, address = bind(Address(host="127.0.0.1", port=0))

    with listener, socket.create_connection((address.host, address.port), timeout=1) as client:
        assert client.getpeername() == (address.host, address.port)


async def test_small_answers_are_sent_without_delay() -> None:
    listener, address = bind(Address(host="127.0.0.1", port=0))
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection: socket.socket = writer.get_extra_info("socket")
        accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(note, sock=listener):
        _, client = await asyncio.open_connection(address.host, address.port)
        is_without_delay = await accepted
        client.close()

    assert is_without_delay
