"""Where the HTTP server listens when somebody else wants the same port."""

from __future__ import annotations

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
