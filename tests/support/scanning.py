"""Short ways to ask for scans and to read them."""

from __future__ import annotations

from typing import Any

from handhold.contract import Reply
from tests.conftest import Ask

LIMIT = 2048
Item = dict[str, Any]


async def opened(ask: Ask, url: str) -> None:
    reply = await ask("nav_goto", {"url": url})
    assert reply.ok, reply.text


async def scan(ask: Ask, **arguments: Any) -> dict[str, Any]:
    """The result of one scan that works."""
    reply = await ask("ui_scan", arguments)
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= LIMIT
    return reply.envelope["result"]


async def everything(ask: Ask, **arguments: Any) -> list[Item]:
    """The items of all pages of a scan."""
    result = await scan(ask, **arguments)
    items = list(result["items"])
    while result["nextToken"] is not None:
        result = await scan(ask, pageToken=result["nextToken"])
        items += result["items"]
    return items


async def labels(ask: Ask, **arguments: Any) -> list[str]:
    return [item["label"] for item in await everything(ask, **arguments)]


def labelled(items: list[Item], label: str) -> Item:
    """The only item with this label."""
    (found,) = [item for item in items if item["label"] == label]
    return found


def code(reply: Reply) -> str:
    return str(reply.error["code"])
