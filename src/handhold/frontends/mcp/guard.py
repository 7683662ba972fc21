"""Let a request reach the app only when its host, its origin, its token and its content type are exactly right.

A browser on this machine can be made to send requests to any local port, under any name that resolves to it, so every
route is checked here, before any work: a pattern or a prefix match would let `localhost:evil.com` in.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handhold.errors import InvalidConfig
from handhold.frontends.mcp.disconnect import DISCONNECTED, DisconnectWatch

_Headers = Sequence[tuple[bytes, bytes]]

_POLICY: Final = b"content-security-policy"
_NO_FRAMES: Final = b"frame-ancestors 'none'"
_ALWAYS: Final[_Headers] = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
)
_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})


def allowed_hosts(host: str, port: int) -> frozenset[str]:
    """The `Host` values a server bound there answers to: its loopback names, or its one own name."""
    names = _names(host)
    with_port = frozenset(f"{name}:{port}" for name in names)
    # Clients leave the port of plain HTTP out.
    return with_port | names if port == 80 else with_port


def allowed_origins(host: str, port: int) -> frozenset[str]:
    """The origins of pages that server itself serves."""
    return frozenset(f"http://{authority}" for authority in allowed_hosts(host, port))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Refusal:
    """An answer instead of the app's."""

    status: HTTPStatus
    error: str
    headers: _Headers = ()


class TransportGuard:
    """ASGI middleware around every HTTP route of ours.

    `open_paths` need no token, but the right host and origin like all others. A POST finds an `asyncio.Event` at
    `scope["state"][DISCONNECTED]` that is set when its client goes away before the answer is complete. Every response,
    also a refusal, carries the headers that keep it out of frames and caches, and none that opens it to other origins.
    An app that sends its own content security policy keeps it, next to ours against frames.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: frozenset[str],
        origins: frozenset[str],
        token: str | None,
        open_paths: frozenset[str] = frozenset({"/health"}),
    ) -> None:
        if token is not None and not token.strip():
            raise InvalidConfig("the token for HTTP is empty", hint="Delete the token file; a new one is made.")
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._origins = origins
        self._token = None if token is None else token.encode()
        self._open_paths = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard(scope, receive, _with_safe_headers(send))
        else:
            # We have no WebSocket routes, and what a browser sends to one is not held back by CORS.
            await send({"type": "websocket.close", "code": 1008, "reason": "no WebSocket here"})

    async def _guard(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        if refusal is not None:
            await _answer(refusal, send)
        elif scope["method"] != "POST":
            await self._app(scope, receive, send)
        else:
            with DisconnectWatch(receive, send) as watch:
                state = {**scope.get("state", {}), DISCONNECTED: watch.disconnected}
                await self._app({**scope, "state": state}, watch.receive, watch.send)

    def _refusal(self, scope: Scope) -> _Refusal | None:
        headers: _Headers = scope["headers"]
        if not self._knows_host(_values(headers, b"host")):
            return _Refusal(
                status=HTTPStatus.MISDIRECTED_REQUEST,
                error="This server does not answer to that Host. Use the address and port it was started with.",
            )
        if not self._knows_origin(_values(headers, b"origin")):
            return _Refusal(
                status=HTTPStatus.FORBIDDEN,
                error="Pages of that Origin may not use this server. Call it from a program, without an Origin header.",
            )
        if scope["path"] not in self._open_paths and not self._knows_token(_values(headers, b"authorization")):
            return _Refusal(
                status=HTTPStatus.UNAUTHORIZED,
                error="Send the header 'Authorization: Bearer <token>'. The token is in the file 'token' in Handhold's "
                "configuration folder; the server names that file on stderr when it starts.",
                headers=((b"www-authenticate", b"Bearer"),),
            )
        if scope["method"] in _WITH_BODY and not _is_json(_values(headers, b"content-type")):
            return _Refusal(
                status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
                error="Send the body as JSON, with the header 'Content-Type: application/json'.",
            )
        return None

    def _knows_host(self, values: list[str]) -> bool:
        return len(values) == 1 and values[0].lower() in self._hosts

    def _knows_origin(self, values: list[str]) -> bool:
        return not values or (len(values) == 1 and values[0] in self._origins)

    def _knows_token(self, values: list[str]) -> bool:
        if self._token is None:
            return True
        if len(values) != 1:
            return False
        scheme, _, shown = values[0].partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode("latin-1"), self._token)


def _names(host: str) -> frozenset[str]:
    """How that bind address is called in an authority."""
    loopback = frozenset({"127.0.0.1", "localhost", "[::1]"})
    if host.lower() == "localhost":
        return loopback
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return frozenset({host.lower()})
    if address.is_unspecified:  # reached under many names, of which only these are known to be ours
        return loopback
    name = f"[{address}]" if address.version == 6 else str(address)
    return loopback | {name} if address.is_loopback else frozenset({name})


def _values(headers: _Headers, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _is_json(values: list[str]) -> bool:
    return len(values) == 1 and values[0].partition(";")[0].strip().lower() == "application/json"


def _with_safe_headers(send: Send) -> Send:
    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": _safe(message.get("headers", ()))}
        await send(message)

    return send_safely


def _safe(headers: _Headers) -> _Headers:
    ours = {name for name, _ in _ALWAYS}
    kept = [
        (name, value)
        for name, value in headers
        if name.lower() not in ours and not name.lower().startswith(b"access-control-")
    ]
    has_policy = any(name.lower() == _POLICY for name, _ in kept)
    # Two policies both apply, so the app cannot loosen this one.
    policy = _NO_FRAMES if has_policy else b"default-src 'none'; " + _NO_FRAMES
    return [*kept, *_ALWAYS, (_POLICY, policy)]


async def _answer(refusal: _Refusal, send: Send) -> None:
    body = json.dumps({"error": refusal.error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *refusal.headers]
    await send({"type": "http.response.start", "status": int(refusal.status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
