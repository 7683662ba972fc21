"""Short ways to use the wallet family on pages of `tests/sites/wallet`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import opened

SCREEN = "wallet/screen.html"


async def on_screen(ask: Ask, pages: Pages, query: str = "") -> None:
    await opened(ask, pages / f"{SCREEN}?{query}")


async def done(ask: Ask, tool: str, **arguments: Any) -> dict[str, Any]:
    """The result of a call that works."""
    reply = await ask(tool, arguments)
    assert reply.ok, reply.text
    return reply.envelope["result"]


async def refused(ask: Ask, tool: str, **arguments: Any) -> dict[str, Any]:
    """The error of a call that does not."""
    reply = await ask(tool, arguments)
    assert not reply.ok, reply.text
    return dict(reply.error)


async def said(ask: Ask) -> str:
    """What the page says came of the last click."""
    items = (await done(ask, "mm_list_testids"))["items"]
    return next((item.get("text", "") for item in items if item["testId"] == "said"), "")


async def ref_of(ask: Ask, name: str, role: str = "button") -> str:
    nodes = (await done(ask, "mm_accessibility_snapshot"))["nodes"]
    return next(node["ref"] for node in nodes if node["name"] == name and node["role"] == role)


def records(root: Path, tool: str) -> list[dict[str, Any]]:
    """The records of a tool, in the order they were made."""
    files = sorted(root.glob(f"test-artifacts/llm-knowledge/*/steps/*-{tool}*.json"))
    return [json.loads(file.read_text("utf-8")) for file in files]
