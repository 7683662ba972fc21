"""Handles of what was only seen, in the tools that take handles of elements."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import opened
from tests.support.seeing import SeeingApp, canvas, seeing

RESERVE = 'button(20,20,160,40,"Reserve seat")'
HEARD = "<output id=out></output>"
LISTENING = "<script>c.onclick = (event) => { out.value += `${event.offsetX < 190 ? 'hit' : 'miss'} ` }</script>"


@pytest_asyncio.fixture(scope="module")
async def app(environ: Mapping[str, str], root: Path) -> AsyncGenerator[SeeingApp]:
    async with seeing(environ, root) as make:
        yield make()


async def seen(ask: Ask, pattern: str) -> dict[str, Any]:
    """The only finding of a scan."""
    reply = await ask("visual_scan", {"pattern": pattern})
    (item,) = reply.envelope["result"]["items"]
    return item


async def result(ask: Ask, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    reply = await ask(tool, arguments)
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    return reply.envelope["result"]


@pytest.mark.rows("R343", "R459")
async def test_something_drawn_is_activated_like_an_element(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(f"{HEARD}{canvas(RESERVE)}{LISTENING}"))
    handle = (await seen(ask, "reserve"))["visualHandleId"]

    done = await result(ask, "action_execute", {"handle": handle})

    assert done["target"] == 'button "Reserve seat"'
    assert (done["elementId"], done["strategy"], done["received"]) == (handle, "pointer", True)
    assert done["changes"]["messages"] == ["hit"]


async def test_a_slider_is_dragged_until_its_label_says_the_number(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "sight/mixer.html")
    items = (await ask("visual_scan", {"pattern": "slider"})).envelope["result"]["items"]
    treble = max(items, key=lambda item: item["bbox"]["y"])["visualHandleId"]

    up = await result(ask, "action_set_state", {"handle": treble, "state": 37})
    again = await result(ask, "action_set_state", {"handle": treble, "state": {"value": "12"}})

    assert up["state"] == {"before": 30, "after": 37, "by": "text"}
    assert again["state"] == {"before": 37, "after": 12, "by": "text"}
    assert again["target"] == 'slider "Treble"'
