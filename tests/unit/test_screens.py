"""Which place a URL leads to, and which screen is shown there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.perception.observation import SeenNode
from handhold.services.perception.routes import LONGEST, place_of
from handhold.services.perception.screens import ALIKE, ScreenBook, likeness, recorded_sketch, sketch

SHOP = "https://www.shop.example"
FRAME = tuple(SeenNode(role="link", name=name, path=("navigation",)) for name in ("Home", "Orders", "Help"))


def node(role: str, name: str, *path: str) -> SeenNode:
    return SeenNode(role=role, name=name, path=path)


def form(*fields: str, buttons: tuple[str, ...] = ("Save", "Cancel")) -> tuple[SeenNode, ...]:
    return (*FRAME, *(node("textbox", name) for name in fields), *(node("button", name) for name in buttons))


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://www.shop.example/", "shop.example"),
        ("https://shop.example/cart?item=4711#top", "shop.example/cart"),
        ("https://shop.example/orders/4711/items/12", "shop.example/orders/:id/items/:id"),
        ("https://shop.example/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "shop.example/o/:id"),
        ("https://shop.example/products/teapot", "shop.example/products/:id"),
        ("https://shop.example/products/new", "shop.example/products/new"),
        ("https://shop.example/blog/why-tea-is-good", "shop.example/blog/:id"),
        ("https://shop.example/settings/profile", "shop.example/settings/profile"),
        ("https://shop.example/de/cart", "shop.example/cart"),
        ("https://shop.example/account?tab=orders&page=3", "shop.example/account[orders]"),
        ("https://app.example/#/users/17/edit", "app.example/users/:id/edit"),
        ("http://127.0.0.1:43211/a", "localhost/a"),
        ("http://localhost:3000/a", "localhost/a"),
        ("https://shop.example:8443/a", "shop.example:8443/a"),
        ("chrome-extension://abcdef/home.html#/send", "extension/home.html/send"),
        ("file:///home/ada/pages/index.html", "file:index.html"),
        ("about:blank", "about:blank"),
        ("http://[bad", "unreadable"),
    ],
)
def test_a_place_is_told_without_ids_names_and_numbers(url: str, place: str) -> None:
    assert place_of(url) == place


@given(st.text(max_size=300))
def test_any_text_has_a_place_of_bounded_length(url: str) -> None:
    assert len(place_of(url)) <= 2 * LONGEST + 300


def test_a_name_is_readable_and_the_same_every_time() -> None:
    seen = sketch(f"{SHOP}/cart", form("Voucher"))

    names = {ScreenBook().name_of(seen) for _ in range(3)}

    (name,) = names
    assert name.startswith("web:shop.example/cart#")
    assert len(name.rpartition("#")[2]) == 4


def test_another_book_that_was_taught_by_records_knows_the_screen_with_other_data() -> None:
    nodes = (*form("Name", "Price"), node("heading", "Teapot"), node("link", "Teapot", "row"))
    other = (*form("Name", "Price"), node("heading", "Copper pan"), node("alert", "Price is missing"))
    first = ScreenBook()
    name = first.name_of(sketch(f"{SHOP}/products/4711", nodes))
    second = ScreenBook()

    second.learn(name, recorded_sketch(name, nodes, ()))

    assert second.name_of(sketch(f"{SHOP}/products/copper-pan", other)) == name


def test_an_empty_list_is_the_screen_of_the_full_one() -> None:
    tools = (*FRAME, node("textbox", "Filter"), node("button", "New"))
    rows = (node("checkbox", "Select Teapot", "row"), node("button", "Delete", "row"), node("button", "Next page"))

    alike = likeness(sketch(SHOP, (*tools, *rows)), sketch(SHOP, tools))

    assert alike >= ALIKE


def test_steps_of_a_wizard_at_one_address_are_screens_of_their_own() -> None:
    book = ScreenBook()
    steps = [
        form("Street", "City", buttons=("Next",)),
        form("Card number", "Expires", buttons=("Back", "Next")),
        (*FRAME, node("button", "Back"), node("button", "Place order"), node("checkbox", "Terms")),
    ]

    names = {book.name_of(sketch(f"{SHOP}/checkout", nodes)) for nodes in steps}

    assert len(names) == 3


def test_a_dialog_over_a_page_and_another_tab_are_other_screens() -> None:
    book = ScreenBook()
    page = form("Name")
    dialog = (node("dialog", "Delete?", "dialog:Delete?"), node("button", "Delete", "dialog:Delete?"))

    names = [
        book.name_of(sketch(f"{SHOP}/a", page)),
        book.name_of(sketch(f"{SHOP}/a", dialog)),
        book.name_of(sketch(f"{SHOP}/a", page, views=("Security (2)",))),
    ]

    assert len(set(names)) == 3
    assert names[1].startswith("web:shop.example/a[dialog]#")
    assert names[2].startswith("web:shop.example/a[security]#")


def test_a_screen_in_another_language_is_the_same_screen() -> None:
    german = (
        *(SeenNode(role="link", name=name, path=("navigation",)) for name in ("Start", "Bestellungen", "Hilfe")),
        *(node("textbox", name) for name in ("Vorname", "Nachname", "Ort")),
        *(node("button", name) for name in ("Speichern", "Abbrechen")),
    )
    book = ScreenBook()

    english = book.name_of(sketch(f"{SHOP}/en/profile", form("First name", "Last name", "City")))

    assert book.name_of(sketch(f"{SHOP}/de/profile", german)) == english


def test_two_screens_whose_digits_are_alike_get_names_of_their_own() -> None:
    book = ScreenBook()
    seen = sketch(SHOP, form("Name"))
    book.learn(f"web:shop.example#{seen.digits[:4]}", sketch(SHOP, form("Quite", "Another", buttons=("Go", "Stop"))))

    name = book.name_of(seen)

    assert name == f"web:shop.example#{seen.digits[:5]}"
