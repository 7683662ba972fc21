"""The stock fields of state_snapshot on pages that were written to be read by people, some of them to mislead."""

from __future__ import annotations

from typing import Any, Final

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import opened
from tests.support.verdicts import Verdict, verdict

LEAST: Final = 0.9
PAGES: Final[dict[str, dict[str, Any]]] = {
    "saas_settings": {"heading": "Notifications", "user": "Dana Whitfield", "price": None, "breadcrumb": None},
    "bank_confirm": {"user": "Mr P. Okafor", "cta": "Send £1,250.00", "errors": None, "cartCount": None},
    "forum_thread": {
        "user": "plasterpat",
        "breadcrumb": ["DIY Boards", "Painting", ...],
        "pagination": {"current": 2, "last": 5},
        "price": None,
    },
    "admin_users": {"user": "root@acme", "pagination": {"current": 3}, "price": None, "cartCount": None},
    "product_sale": {
        "price": "£126.00",
        "priceOriginal": "£180.00",
        "currency": "GBP",
        "selectedColor": "Moss",
        "selectedSize": "M",
        "cartCount": 2,
    },
    "product_tailwind": {"price": "$149", "priceOriginal": "$189", "quantity": 3, "cartCount": 5, "selectedSize": None},
    "product_fr": {
        "price": "1 249,00 €",
        "priceOriginal": "1 490,00 €",
        "quantity": 2,
        "breadcrumb": ["Accueil", "Salon", ...],
        "cartCount": 1,
    },
    "checkout_ja": {"total": "¥5,630", "quantity": 2, "user": "佐藤さん"},
    "checkout_pt": {"total": "R$ 322,00", "currency": "BRL", "cta": "Pagar agora"},
    "material_profile": {"user": "Jonas Berg", "errors": ["Must be a URL"], "activeTab": "Profile"},
    "div_buttons_product": {"price": "240 kr", "cartCount": 0, "priceOriginal": None, "heading": "Ceramic Mug Ø8"},
    "save_or_publish": {"heading": "Edit post", "errors": None, "price": None},
    "totals": {"total": "£11.70", "price": None, "user": None, "cartCount": None, "quantity": None},
    "range_price": {"selectedOptions": None, "selectedSize": None, "selectedColor": None, "quantity": None},
    "hidden_errors": {"errors": None, "messages": ["Thank you! Your message was sent."], "user": None},
    "swatches": {"price": "$28", "selectedSize": "L", "quantity": None, "priceOriginal": None, "total": None},
    "cart_drawer": {"cartCount": 2, "cta": "Checkout", "quantity": None, "priceOriginal": None},
    "gift_price": {"price": "$1,196.95", "priceOriginal": "$1,396.95", "user": None, "cartCount": 0, "quantity": None},
}
"""What a person reads: of an object the members named, of a list that ends with an ellipsis the beginning."""


async def entries(ask: Ask, pages: Pages, page: str, fields: list[str]) -> dict[str, dict[str, Any]]:
    await opened(ask, pages / f"unseen/{page}.html")
    reply = await ask("state_snapshot", {"fields": fields})
    assert reply.ok, reply.text
    return reply.envelope["result"]["fields"]


@pytest.mark.rows("R336", "R337", "R357")
@pytest.mark.timeout(300)
async def test_stock_fields_are_right_where_little_is_marked(
    ask: Ask, pages: Pages, capsys: pytest.CaptureFixture[str]
) -> None:
    table: list[Verdict] = []
    for page, expected in PAGES.items():
        found = await entries(ask, pages, page, list(expected))
        table += [verdict(page, field, value, found[field]) for field, value in expected.items()]

    right = sum(each.is_right for each in table)
    with capsys.disabled():
        print("\n" + "\n".join(str(each) for each in table if not each.is_right))
        print(f"{right} of {len(table)} right ({right / len(table):.1%}) on {len(PAGES)} pages")
    assert right / len(table) >= LEAST
    assert [str(each) for each in table if each.is_grave] == []


@pytest.mark.rows("R337")
async def test_a_last_page_is_not_told_where_next_leads_further(ask: Ask, pages: Pages) -> None:
    found = await entries(ask, pages, "admin_users", ["pagination"])

    assert found["pagination"]["value"] == {"current": 3}


@pytest.mark.rows("R337")
async def test_a_button_beside_an_equal_one_is_told_with_doubt(ask: Ask, pages: Pages) -> None:
    found = await entries(ask, pages, "save_or_publish", ["cta"])

    assert found["cta"].get("confidence", 0) <= 0.8
