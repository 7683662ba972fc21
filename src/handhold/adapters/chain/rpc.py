"""JSON-RPC over HTTP to a node on this machine, off the event loop."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
from collections.abc import Sequence
from typing import Any, Final, cast

TIMEOUT_SECONDS: Final = 10.0
MAX_ANSWER: Final = 16 * 1024 * 1024


class ChainError(Exception):
    """The node did not do what it was asked; the service that asked says what that means."""


class ChainGone(ChainError):
    """Nobody answers at the node's address, or not in JSON-RPC."""


class RpcRefused(ChainError):
    """The node answered with an error."""

    def __init__(self, method: str, code: int, reason: str) -> None:
        super().__init__(f"{method} was refused ({code}): {reason}")
        self.method = method
        self.code = code
        self.reason = reason


class RpcClient:
    """Asks one node; a connection for each question, because a node on loopback costs nothing to reach."""

    def __init__(self, port: int, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self._port = port
        self._timeout = timeout
        self._ids = itertools.count(1)

    async def call(self, method: str, params: Sequence[object] = ()) -> Any:
        """The node's result. Raises `RpcRefused` or `ChainGone`."""
        question = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": list(params)}
        answer = await asyncio.to_thread(self._post, json.dumps(question).encode())
        if (refusal := answer.get("error")) is not None:
            raise _refused(method, refusal)
        return answer.get("result")

    def _post(self, body: bytes) -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=self._timeout)
        try:
            connection.request("POST", "/", body, {"Content-Type": "application/json"})
            answer = json.loads(connection.getresponse().read(MAX_ANSWER))
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise ChainGone(f"no node answers on port {self._port}: {type(problem).__name__}") from problem
        finally:
            connection.close()
        if not isinstance(answer, dict):
            raise ChainGone(f"what answers on port {self._port} is no node")
        return cast(dict[str, Any], answer)


def _refused(method: str, refusal: object) -> RpcRefused:
    told = cast(dict[str, Any], refusal) if isinstance(refusal, dict) else {}
    code = told.get("code")
    return RpcRefused(method, code if isinstance(code, int) else 0, str(told.get("message", refusal))[:500])
