"""Serve over streamable HTTP: one port for MCP and the health page, behind the transport guard."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from handhold.app import App
from handhold.errors import InvalidConfig, PortInUse
from handhold.frontends.mcp.callers import SESSION_HEADER, session_key
from handhold.frontends.mcp.guard import TransportGuard, allowed_hosts, allowed_origins
from handhold.version import __version__

PATH: Final = "/mcp"
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
PORTS_TRIED: Final = 20
BACKLOG: Final = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where to listen."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Address:
        host, _, port = text.rpartition(":")
        if not host or not port.isdigit() or int(port) > 65535:
            raise InvalidConfig(f"{text!r} is not HOST:PORT", hint="Write it like 127.0.0.1:8931.")
        return cls(host=host.strip("[]"), port=int(port))

    @property
    def is_loopback(self) -> bool:
        return self.host in LOOPBACK

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def bind(wanted: Address) -> tuple[socket.socket, Address]:
    """A listening socket on the wanted port, or on the next free one above it. From here on clients can connect."""
    family = socket.AF_INET6 if ":" in wanted.host else socket.AF_INET
    last = min(wanted.port + PORTS_TRIED - 1, 65535) if wanted.port else 0
    for port in range(wanted.port, last + 1):
        # asyncio turns off Nagle's algorithm only where the protocol is named; with it every answer takes 40 ms more.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((wanted.host, port))
            # Two sockets may be bound to one port, but only one can listen; and whoever is told the address may call.
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if port == last:
                raise PortInUse(
                    f"cannot listen on {wanted.host}:{wanted.port} or the ports after it: {error}"
                ) from None
            continue
        return listener, Address(host=wanted.host, port=listener.getsockname()[1])
    raise AssertionError("the loop returns or raises")


def http_app(app: App, server: Server[Any], address: Address, *, token: str | None) -> ASGIApp:
    """The whole ASGI application."""
    hosts, origins = allowed_hosts(address.host, address.port), allowed_origins(address.host, address.port)
    starlette = server.streamable_http_app(
        streamable_http_path=PATH,
        host=address.host,
        # Our guard checks more strictly than the SDK's patterns can; both stay on.
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=sorted(hosts), allowed_origins=sorted(origins)
        ),
        session_idle_timeout=app.settings.idle_minutes * 60,
        custom_starlette_routes=[Route("/health", _health, methods=["GET"])],
    )
    return TransportGuard(_EndOfSession(starlette, app), hosts=hosts, origins=origins, token=token)


async def _health(request: Request) -> JSONResponse:
    return JSONResponse({"status": "ok", "name": "handhold", "version": __version__, "mcp": PATH})


class _EndOfSession:
    """A client that deletes its protocol session has no more use for its pages."""

    def __init__(self, inner: ASGIApp, app: App) -> None:
        self._inner = inner
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._inner(scope, receive, send)
        if scope["type"] == "http" and scope["method"] == "DELETE":
            session_id = Request(scope).headers.get(SESSION_HEADER)
            if session_id:
                await self._app.engine.end_caller(session_key(session_id))


class Uvicorn(uvicorn.Server):
    """Uvicorn without its signal handlers: signals are ours."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


async def serve_http(application: ASGIApp, listener: socket.socket) -> None:
    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=64 * 1024,
    )
    server = Uvicorn(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        server.should_exit = True
        await serving
        raise
