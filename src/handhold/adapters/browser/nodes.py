"""Nodes of a page as objects of the browser: get them by number, hand them to the page script, let them go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from playwright.async_api import Error

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.frame_map import Place, read
from handhold.adapters.browser.worlds import WORLD, DocumentLost, Worlds

_SENT_TOGETHER = 60  # requests under way at once; more only fill the driver's queue


class Nodes:
    """Nodes of one document that the browser keeps for us until `keeping` ends."""

    def __init__(self, place: Place, group: str) -> None:
        self._place = place
        self._group = group

    async def resolved(self, backend_ids: Sequence[int]) -> list[str]:
        """Object ids in our world of nodes that are known by number; those gone or elsewhere are left out."""
        number = await self._place.worlds.context_number(self._place.frame_id)
        requests: list[dict[str, object]] = [
            {"backendNodeId": one, "executionContextId": number, "objectGroup": self._group} for one in backend_ids
        ]
        answers = await ask_all(self._place.worlds, "DOM.resolveNode", requests)
        return [str(answer["object"]["objectId"]) for answer in answers if answer is not None]

    async def sent(self, method: str, request: Mapping[str, object]) -> Mapping[str, Any]:
        """The answer to one request about a node."""
        return await self._place.worlds.send(method, request)

    async def take(self, name: str, object_ids: Sequence[str], **arguments: object) -> Mapping[str, object]:
        """Hand nodes to a taker of the page script; what it answers."""
        call = f"{WORLD}.take({json.dumps(name)}, {json.dumps(json.dumps(arguments))}, nodes)"
        request: dict[str, object] = {
            "functionDeclaration": f"function (...nodes) {{ return {call}; }}",
            "executionContextId": await self._place.worlds.context_number(self._place.frame_id),
            "arguments": [{"objectId": one} for one in object_ids],
            "returnByValue": True,
            "silent": True,
        }
        reply = await self._place.worlds.send("Runtime.callFunctionOn", request)
        return read(str(reply["result"]["value"]), name)


async def ask_all(
    worlds: Worlds, method: str, requests: Sequence[Mapping[str, object]]
) -> list[Mapping[str, Any] | None]:
    """The answers to many requests of one kind, None where one was refused."""
    answers: list[Mapping[str, Any] | None] = []
    for start in range(0, len(requests), _SENT_TOGETHER):
        chunk = requests[start : start + _SENT_TOGETHER]
        replies = await asyncio.gather(*(worlds.send(method, request) for request in chunk), return_exceptions=True)
        answers += [_answer(reply) for reply in replies]
    return answers


@asynccontextmanager
async def keeping(place: Place) -> AsyncGenerator[Nodes]:
    """Nodes of the place's document, let go at the end."""
    group = f"{WORLD}-{uuid4()}"
    try:
        yield Nodes(place, group)
    finally:
        release = asyncio.create_task(place.worlds.send("Runtime.releaseObjectGroup", {"objectGroup": group}))
        release.add_done_callback(retrieve)


def _answer(reply: Mapping[str, Any] | BaseException) -> Mapping[str, Any] | None:
    if isinstance(reply, DocumentLost | Error):
        return None
    if isinstance(reply, BaseException):
        raise reply
    return reply
