"""Who is calling: the key under which a client's browser sessions are kept."""

from __future__ import annotations

import hashlib
from typing import Any, Final, cast

from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.requests import Request

from handhold.contract import Caller
from handhold.frontends.mcp.disconnect import DISCONNECTED

Context = ServerRequestContext[Any, Any]
SESSION_HEADER: Final = "mcp-session-id"


def caller_of(ctx: Context) -> Caller:
    """On stdio there is one caller; on HTTP it is the protocol session, or token and client name without one."""
    request = cast("Request | None", ctx.request)
    client = ctx.session.client_params.client_info.name if ctx.session.client_params else ""

    async def progress(done: float, total: float | None, message: str) -> None:
        await ctx.session.report_progress(done, total, message)

    return Caller(
        key=_key(ctx, request, client),
        client=client[:64],
        request_id=str(ctx.request_id),
        progress=progress,
        is_patient=bool(ctx.meta and ctx.meta.get("progress_token") is not None),
        signal=request.scope["state"].get(DISCONNECTED) if request is not None else None,
    )


def session_key(session_id: str) -> str:
    """The key of a client that holds a protocol session."""
    return f"http:{session_id}"


def _key(ctx: Context, request: Request | None, client: str) -> str:
    if request is None:
        return "stdio"
    if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return session_key(request.headers.get(SESSION_HEADER, ""))
    identity = "\n".join((request.headers.get("authorization", ""), client))
    return f"http:{hashlib.sha256(identity.encode()).hexdigest()[:32]}"
