"""A whole purchase by the public tools alone, in a shop of pages and in the same shop as one app.

No selector is written here: every element is named by what a person reads on the page. The bag never stands still, the
entries of the menus are no links, and no accessibility tree knows of the call to action.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Final

import pytest
from tests.conftest import Ask
from tests.support.buyer import ADDRESS, Buyer
from tests.support.shop import ORDERED, Shop, selling

KINDS: Final = ("pages", "app")


@pytest.fixture(scope="module")
def shop() -> Generator[Shop]:
    with selling() as shop:
        yield shop


@pytest.mark.rows("R347", "R348", "R450")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_jacket_is_bought_by_the_semantic_tools_alone(ask: Ask, shop: Shop, kind: str) -> None:
    buyer = Buyer(ask)
    shop.orders.clear()

    await buyer.find_jacket(shop.begin(kind))
    await buyer.set("Rust", True)
    await buyer.set("Size", "L")
    chosen = await buyer.fields("heading", "price", "priceOriginal", "selectedColor", "selectedSize", "cta")
    await buyer.call("flow_invoke_primary_action", intentHint="add to bag")
    in_bag = await buyer.fields("cartCount")
    await buyer.call("flow_invoke_primary_action", intentHint="open the bag")
    await buyer.call("flow_invoke_primary_action", intentHint="checkout")
    await buyer.look("main")
    for name, value in ADDRESS.items():
        await buyer.set(name, value)
    await buyer.set("Express", True)
    await buyer.set("I accept the terms", True)
    to_pay = await buyer.fields("total")
    await buyer.call("flow_invoke_primary_action", intentHint="place order")
    thanks = await buyer.call("state_read", region="main")

    assert chosen == {
        "heading": "Harbour jacket",
        "price": "€ 95.00",
        "priceOriginal": "€ 119.00",
        "selectedColor": "Rust",
        "selectedSize": "L",
        "cta": "Add to bag",
    }
    assert in_bag == {"cartCount": 1}
    assert to_pay == {"total": "€ 107.00"}
    [order] = shop.orders
    assert {name: order[name] for name in ORDERED} == ORDERED
    assert re.findall(r"PP-\d+", thanks["text"]) == [order["number"]]
    assert max(buyer.sizes) <= 2048
    print(f"{kind}: {len(buyer.sizes)} calls, {sum(buyer.sizes)} bytes, the longest {max(buyer.sizes)}")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_size_that_is_sold_out_is_refused_and_nothing_is_bought(ask: Ask, shop: Shop, kind: str) -> None:
    buyer = Buyer(ask)
    await buyer.find_jacket(shop.begin(kind))
    await buyer.set("Moss", True)

    refused = await buyer.asked("action_set_state", handle=buyer.handles["Size"], state="XS")
    pressed = await buyer.call("flow_invoke_primary_action", intentHint="add to bag")

    assert refused.error["code"] == "MM_STATE_REFUSED"
    assert pressed["changes"]["messages"] == ["Please choose a colour and a size."]
    assert await buyer.fields("cartCount", "selectedColor") == {"cartCount": 0, "selectedColor": "Moss"}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_form_with_gaps_is_not_sent_and_says_what_is_missing(ask: Ask, shop: Shop, kind: str) -> None:
    buyer = Buyer(ask)
    shop.orders.clear()
    await buyer.find_jacket(shop.begin(kind))
    await buyer.set("Slate", True)
    await buyer.set("Size", "M")
    await buyer.call("flow_invoke_primary_action", intentHint="add to bag")
    await buyer.call("flow_invoke_primary_action", intentHint="open the bag")
    await buyer.call("flow_invoke_primary_action", intentHint="checkout")
    await buyer.look("main")
    await buyer.set("Full name", "Ada Lovelace")

    pressed = await buyer.call("flow_invoke_primary_action", intentHint="place order")

    assert any("Please fill in every field" in message for message in pressed["changes"]["messages"])
    assert shop.orders == []
