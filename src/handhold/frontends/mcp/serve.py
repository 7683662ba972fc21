"""`handhold serve`: on stdio for the client that started us, or on HTTP for everybody on this machine."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys

from handhold.app import App
from handhold.errors import InvalidConfig
from handhold.frontends.mcp.lifetime import serve_until_ended
from handhold.frontends.mcp.server import build_server
from handhold.settings import Loaded

log = logging.getLogger(__name__)


def serve_stdio(loaded: Loaded) -> int:
    asyncio.run(_stdio(App(loaded.settings)))
    return 0


async def _stdio(app: App) -> None:
    from handhold.frontends.mcp.stdio import stdio_streams

    server = build_server(app)
    log.info("serving %d tools on stdio", len(app.registry.specs))

    async def serving() -> None:
        async with stdio_streams() as (read_stream, write_stream):
            await server.run(read_stream, write_stream, server.create_initialization_options())

    await serve_until_ended(app, serving(), watch_parent=True)


def serve_http(loaded: Loaded, *, address: str, with_token: bool) -> int:
    asyncio.run(_http(App(loaded.settings), address=address, with_token=with_token))
    return 0


async def _http(app: App, *, address: str, with_token: bool) -> None:
    from handhold.frontends.mcp.client_lines import client_lines
    from handhold.frontends.mcp.http import PATH, Address, bind, http_app
    from handhold.frontends.mcp.http import serve_http as serve
    from handhold.frontends.mcp.token import TOKEN_FILE, load_or_create_token

    wanted = Address.parse(address)
    if not wanted.is_loopback:
        raise InvalidConfig(
            f"{wanted.host} is not a loopback address",
            hint="Listen on 127.0.0.1 and put a proxy with TLS in front, or forward the port over ssh.",
        )
    token = load_or_create_token(app.config) if with_token else None
    listener, actual = bind(wanted)
    if actual.port != wanted.port and wanted.port:
        log.warning("port %d is taken, listening on %d", wanted.port, actual.port)
    application = http_app(app, build_server(app), actual, token=token)
    _announce(client_lines(actual.url + PATH, token=token, command=_command()), actual.url)
    if token:
        log.info("the token is in %s", app.config / TOKEN_FILE)
    await serve_until_ended(app, serve(application, listener), watch_parent=False)


def _announce(lines: str, url: str) -> None:
    """On the terminal of whoever started us, once; never into the log."""
    sys.stdout.write(f"Handhold is at {url}  (health: {url}/health)\n\n{lines}\n\n")
    sys.stdout.flush()


def _command() -> list[str]:
    installed = shutil.which("handhold", path=str(sys.executable).rsplit("/", 1)[0])
    return [installed, "serve"] if installed else [sys.executable, "-m", "handhold", "serve"]
