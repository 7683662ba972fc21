"""Pages whose markup says nothing of what they do: pointed at once, what was met is used again and confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import labelled, opened


@pytest.fixture
def ask(ask_with: Callable[..., Ask]) -> Ask:
    return ask_with(vision_timeout_ms=60_000)


async def done(ask: Ask, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = await ask(tool, arguments)
    assert reply.ok, reply.text
    return reply.envelope["result"]


async def fact(ask: Ask, selector: str, **hint: str) -> object:
    """What a custom extractor reads in one place."""
    told = await done(ask, "state_snapshot", fields=[{"field": "fact", "hint": {"selector": selector, **hint}}])
    return told["fields"]["fact"]["value"]


async def middle_of(ask: Ask, label: str) -> dict[str, float]:
    box = (await done(ask, "ui_pick", hint=label))["bbox"]
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@pytest.mark.rows("R455", "R459", "R460")
async def test_a_box_of_a_navigation_is_pointed_at_and_used_again(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/div_navigation.html")
    shop = await done(ask, "pointer_action", target=await middle_of(ask, "Shop"))
    first = await fact(ask, ".t", strategy="text")
    await done(ask, "pointer_action", target=await middle_of(ask, "Help"))
    between = await fact(ask, ".t", strategy="text")

    await done(ask, "action_execute", handle=shop["promotedHandleId"])

    assert [first, between, await fact(ask, ".t", strategy="text")] == ["Shop", "Help", "Shop"]


@pytest.mark.rows("R456", "R459", "R460")
async def test_a_hidden_call_to_action_is_pointed_at_and_then_used(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/aria_hidden_cta.html")
    hovered = await done(ask, "pointer_action", target=await middle_of(ask, "Subscribe"), intent="hover")
    before = await fact(ask, "#done", strategy="text")

    await done(ask, "action_execute", handle=hovered["promotedHandleId"])

    assert [before, await fact(ask, "#done", strategy="text")] == [None, "Thank you"]


@pytest.mark.rows("R457", "R459", "R460")
async def test_a_cart_that_moves_keeps_its_handle_and_is_met_or_refused(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/moving_cart.html")
    cart = labelled((await done(ask, "ui_scan"))["items"], "Cart (0)")["elementId"]
    add = await done(ask, "pointer_action", target=await middle_of(ask, "Add to cart"))

    await done(ask, "action_execute", handle=add["promotedHandleId"])
    met = await ask("pointer_action", {"target": cart})

    assert await fact(ask, "#cart", strategy="number") == "2"
    assert (await done(ask, "ui_pick", elementId=cart))["label"] == "Cart (2)"
    assert "Cart (2)" in met.text if met.ok else met.error["details"]["reason"] == "moving"


@pytest.mark.rows("R458", "R459", "R460")
async def test_a_slider_on_a_canvas_is_dragged_and_dragged_again(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/canvas_slider.html")
    slider = (await done(ask, "ui_pick", hint="Loudness"))["elementId"]
    values: list[object] = [await fact(ask, "#out", strategy="number")]

    for at, by in ((0.5, 90), (0.8, -150)):
        middle = {"x": at, "y": 0.5}
        dragged = await done(ask, "pointer_action", target=slider, intent="drag", at=middle, by={"x": by, "y": 0})
        assert dragged["promotedHandleId"] == slider
        values.append(await fact(ask, "#out", strategy="number"))

    assert values == ["50", "80", "30"]
