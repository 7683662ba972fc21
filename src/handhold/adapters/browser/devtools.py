"""Speak DevTools: one typed way to send a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from playwright.async_api import CDPSession


class _Sender(Protocol):
    """What Playwright's untyped `send` takes and gives."""

    async def send(self, method: str, params: dict[str, object] | None = None) -> dict[str, Any]: ...


async def send(session: CDPSession, method: str, params: Mapping[str, object] | None = None) -> Mapping[str, Any]:
    """The answer to a command. Raises Playwright's `Error` when it fails or the target is gone."""
    return await cast(_Sender, session).send(method, dict(params) if params else None)
