"""One item stands for many controls only where they are called alike."""

from __future__ import annotations

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import everything, opened

Told = list[tuple[str, int | None]]


def listed(*names: str, tag: str = "button") -> str:
    return "<ul>" + "".join(f"<li><{tag}>{name}</{tag}></li>" for name in names) + "</ul>"


def numbered(word: str, count: int) -> list[str]:
    return [f"{word} {number}" for number in range(count)]


def table(*actions: str) -> str:
    rows = (f"<tr><td>Order {at}<td><button>{action}</button></tr>" for at, action in enumerate(actions))
    return f"<table>{''.join(rows)}</table>"


PEOPLE = ["Ann", "Bea", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea"]
CASES: list[tuple[str, Told]] = [
    (
        listed("‹ Previous", *(str(page) for page in range(1, 13)), "Next ›"),
        [("‹ Previous", None), ("1", 12), ("Next ›", None)],
    ),
    (
        listed(*numbered("Page", 12), "Next", "Delete account"),
        [("Page 0", 12), ("Next", None), ("Delete account", None)],
    ),
    (listed(*["Read more"] * 30, "Other"), [("Read more", 30), ("Other", None)]),
    (table(*["Edit"] * 8, "Unlock", *["Edit"] * 6), [("Edit", 14), ("Unlock", None)]),
    (
        "<ul>"
        + "".join(f"<li>{name} <button>{'Unlock' if name == 'Kai' else 'Edit'} {name}</button></li>" for name in PEOPLE)
        + "</ul>",
        [("Edit Ann", 11), ("Unlock Kai", None)],
    ),
    # What has no words is told apart by what stands for them.
    (
        "<ul>" + "".join(f"<li><button title={'Unlock' if at == 5 else 'Edit'}>" for at in range(12)) + "</ul>",
        [("Edit", 11), ("Unlock", None)],
    ),
    (listed(*["1 vote", "2 votes", "1.2k votes", "12,034 votes"] * 3), [("1 vote", 12)]),
]


@pytest.mark.rows("R332", "R360")
@pytest.mark.parametrize(("body", "expected"), CASES)
async def test_a_control_that_is_called_otherwise_than_its_neighbours_is_listed(
    ask: Ask, pages: Pages, body: str, expected: Told
) -> None:
    await opened(ask, pages.make(f"<title>Alike</title>{body}"))

    assert [(item["label"], item.get("variantCount")) for item in await everything(ask)] == expected


@pytest.mark.rows("R332", "R360")
@pytest.mark.parametrize(
    ("actions", "row"),
    [
        (["Edit", "View"], "<tr><td>Order {at}<td><button>{name}</button></tr>"),
        (["Edit", "View", "Open"], "<li>Place {at}: <a href='/{at}'>{name}</a></li>"),
    ],
)
async def test_few_labels_that_take_turns_in_rows_are_one_list_of_rows(
    ask: Ask, pages: Pages, actions: list[str], row: str
) -> None:
    names = [actions[at % len(actions)] for at in range(100)] + ["Unlock"]
    rows = "".join(row.format(at=at, name=name) for at, name in enumerate(names, 1))
    tag = "table" if row.startswith("<tr") else "ul"
    await opened(ask, pages.make(f"<title>Turns</title><{tag}>{rows}</{tag}>"))

    item, other = await everything(ask)
    picked = [await ask("ui_pick", {"group": item["groupId"], "choice": choice}) for choice in (17, "17", 90)]

    assert (item["label"], item["variantCount"], item["alsoCalled"]) == ("Edit", 100, actions[1:])
    assert (other["label"], other.get("variantCount")) == ("Unlock", None)
    expected = [actions[(at - 1) % len(actions)] for at in (17, 17, 90)]
    assert [each.envelope["result"]["label"] for each in picked] == expected


@pytest.mark.rows("R332", "R360")
@pytest.mark.parametrize(
    "hidden", ["hidden", "style='display: none'", "style='visibility: hidden; position: absolute'"]
)
async def test_items_of_a_menu_with_closed_submenus_are_listed(ask: Ask, pages: Pages, hidden: str) -> None:
    submenu = f"<ul role=menu {hidden}><li role=menuitem>Open recent</li><li role=menuitem>Open folder</li></ul>"
    items = "".join(
        f"<li role=none><a role=menuitem href='#' aria-haspopup=true aria-expanded=false>{name}</a>{submenu}</li>"
        for name in PEOPLE
    )
    await opened(ask, pages.make(f"<title>Menu</title><ul role=menu>{items}</ul>"))

    assert [(item["label"], item.get("variantCount")) for item in await everything(ask)] == [
        (name, None) for name in PEOPLE
    ]


@pytest.mark.rows("R332", "R360")
async def test_labels_that_come_again_and_again_are_one_item_each(ask: Ask, pages: Pages) -> None:
    names = [f"Do {first}{second}" for first in "abcde" for second in "fghijkl"]
    await opened(ask, pages.make(f"<title>Alike</title>{listed(*names * 20)}"))

    items = await everything(ask)

    assert [(item["label"], item["variantCount"]) for item in items] == [(name, 20) for name in names]
