"""What is told of controls that nothing names: what there is to know them by, and never as if it was their name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, everything, labels, opened

SMALL: Final = "<style>button,a,i,svg,img { display: inline-block; width: 20px; height: 20px }</style>"
ICONS: Final = {
    "a class of Font Awesome": ("<button><i class='fa fa-trash'></i></button>", "(icon trash)"),
    "a style and a size before it": (
        "<button><i class='fa-solid fa-lg fa-magnifying-glass'></i></button>",
        "(icon magnifying glass)",
    ),
    "a class for each word": ("<button><i class='big red trash alternate outline icon'></i></button>", "(icon trash)"),
    "a class that is looks elsewhere": ("<button><i class='link icon'></i></button>", "(icon link)"),
    "the prefix of a library": ("<button><i class='p-button-icon pi pi-trash'></i></button>", "(icon trash)"),
    "a class of Bootstrap": ("<a href='/e'><i class='bi bi-pencil'></i></a>", "(icon pencil)"),
    "a cross": ("<button><i class='bi bi-x-lg'></i></button>", "(icon x)"),
    "a class of Material Design": ("<button><span class='mdi mdi-account'></span></button>", "(icon account)"),
    "a class of one's own": ("<button><span class='icon-close'></span></button>", "(icon close)"),
    "a class that ends in it": ("<button><span class='search-icon'></span></button>", "(icon search)"),
    "the button's own class": ("<button class='icon-bell'></button>", "(icon bell)"),
    "a word drawn as a picture": (
        "<button><span class='material-icons' aria-hidden='true'>more_vert</span></button>",
        "(icon more vert)",
    ),
    "a symbol of a sprite": ("<button><svg><use href='/s.svg#icon-download'></use></svg></button>", "(icon download)"),
    "a file": ("<a href='/x'><img src='/img/upload.svg'></a>", "(icon upload)"),
    "a mark": ("<button><svg data-icon='star'><path d='M0 0h9v9z'/></svg></button>", "(icon star)"),
    "a component": ("<button><svg data-testid='DeleteIcon'><path d='M0 0h9v9z'/></svg></button>", "(icon delete)"),
    "a test id": ("<button data-testid='refresh-list'></button>", "(id refresh list)"),
    "an id": ("<button id='openMenu'></button>", "(id open menu)"),
    "a class that was hashed": ("<p>Ada <button class='css-1x8j2k'></button></p>", "(beside Ada)"),
    "an id that was counted": ("<p>Ada <button id='radix-48213'></button></p>", "(beside Ada)"),
    "a name": ("<button aria-label='Bin it'><i class='fa fa-trash'></i></button>", "Bin it"),
}


@pytest.mark.rows("R327")
@pytest.mark.parametrize("kind", ICONS)
async def test_a_control_that_only_shows_a_picture_is_told_by_its_authors_word(
    ask: Ask, pages: Pages, kind: str
) -> None:
    html, told = ICONS[kind]
    await opened(ask, pages.make(SMALL + html))

    assert await labels(ask) == [told]


TOOLBAR: Final = SMALL + "".join(
    f"<button><i class='fa fa-{icon}'></i></button>"
    for icon in ("trash", "pencil", "copy", "bell", "times", "cog", "plus", "star", "user", "home", "print", "lock")
)


@pytest.mark.rows("R327")
async def test_other_pictures_are_no_variants_of_one(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(TOOLBAR))

    assert "(icon cog)" in await labels(ask)


@pytest.mark.rows("R327")
async def test_like_rows_with_the_same_picture_are_told_by_one(ask: Ask, pages: Pages) -> None:
    rows = "".join(f"<li>Person {n} <button><i class='fa fa-trash'></i></button></li>" for n in range(20))
    await opened(ask, pages.make(f"{SMALL}<ul>{rows}</ul>"))

    assert await labels(ask) == ["(icon trash)"]


@pytest.mark.rows("R330")
@pytest.mark.parametrize(
    ("said", "told"), [("delete", "(icon trash)"), ("edit", "(icon pencil)"), ("close", "(icon times)")]
)
async def test_a_picture_is_found_by_what_it_stands_for(ask: Ask, pages: Pages, said: str, told: str) -> None:
    await opened(ask, pages.make(TOOLBAR))

    found = await everything(ask, query=said)
    picked = (await ask("ui_pick", {"hint": said})).envelope["result"]

    assert (found[0]["label"], picked["label"]) == (told, told)


FIELDS: Final[Mapping[str, tuple[str, str]]] = {
    "a label that belongs to nothing": ("<p><label>Full name</label> <input></p>", "Full name"),
    "a label above it": ("<div><div>City</div><div><span><input></span></div></div>", "City"),
    "a label beside many boxes": (
        f"<div><div>City</div>{'<div>' * 6}<input>{'</div>' * 6}</div>",
        "City",
    ),
    "text before it, a button after it": ("<p>Amount <input> <button>Search</button></p>", "Amount"),
    "a button before it": ("<p><button>Browse</button> <input name='filePath'></p>", "(id file path)"),
    "the label of another field": (
        "<p><label for=e>Email</label> <input id=e> <input name=backup_email></p>",
        "(id backup email)",
    ),
    "hidden words before it": ("<p><span hidden>Secret plan</span> <input id='postal-code'></p>", "(id postal code)"),
    "a whole paragraph before it": (
        "<p>Say how we get in touch with you, and we do so only if we have to.</p>"
        "<textarea name='comments'></textarea>",
        "(id comments)",
    ),
    "a column and a row": (
        "<table><tr><th>Product<th>Quantity<th>Price<tr><th>Apple<td><input class=told><td>3</table>",
        "(column Quantity, row Apple)",
    ),
    "a row that begins with plain words": (
        "<table><thead><tr><th>Product<th>Price<tbody><tr><td>Pear<td><input></table>",
        "(column Price, row Pear)",
    ),
    "a column behind a wide one": (
        "<table><tr><th colspan=2>Product<th>Quantity<tr><td>A1<td>Fig<td><input></table>",
        "(column Quantity, row A1)",
    ),
    "a column without a title": (
        "<table><tr><th><th>Name<tr><td><input type=checkbox><td>Ada<td><button>Edit</button></table>",
        "(row Ada)",
    ),
    "a table that lays out a form": ("<table><tr><td>Street<td><input></table>", "Street"),
    "an option that is no choice": (
        "<select><option value=''>Choose country<option>Chile<option>Peru</select>",
        "(option Choose country)",
    ),
    "an option that is one": ("<select name=country><option>Chile<option>Peru</select>", "(id country)"),
    "a placeholder": ("<p><button>Go</button> <input placeholder='Your town'></p>", "Your town"),
    "text after a checkbox": ("<div><input type=checkbox><!-- --><i></i>\n<b>Remember me</b></div>", "Remember me"),
    "what a label says to eyes only": (
        "<label><input type=checkbox><span aria-hidden=true>Newsletter</span></label>",
        "Newsletter",
    ),
    "a title over several fields": ("<div>Billing</div><div><input name=street><input name=town></div>", "(id street)"),
    "a place among others": ("<h2>Stars</h2><input type=checkbox aria-posinset=2 aria-setsize=5>", "(place 2 of 5)"),
    "nothing but a heading": ("<h2>Coupon</h2><div><input id='input-7'></div>", "(beside Coupon)"),
    "nothing at all": ("<input>", ""),
}


@pytest.mark.rows("R327")
@pytest.mark.parametrize("kind", FIELDS)
async def test_a_field_is_told_by_what_is_its_own_and_not_by_its_neighbours(ask: Ask, pages: Pages, kind: str) -> None:
    html, told = FIELDS[kind]
    await opened(ask, pages.make(html))

    fields = [item for item in await everything(ask, collapse=False) if _is_unnamed_field(item)]

    assert fields[-1 if "another field" in kind else 0]["label"] == told


def _is_unnamed_field(item: Mapping[str, Any]) -> bool:
    return item["role"] in {"textbox", "combobox", "checkbox"}


@pytest.mark.rows("R330")
async def test_a_field_is_found_by_what_it_may_be_called(ask: Ask, pages: Pages) -> None:
    await opened(
        ask,
        pages.make(
            "<table><tr><th>Product<th>Quantity<th>Price"
            "<tr><th>Apple<td><input><td><input><tr><th>Pear<td><input><td><input></table>"
        ),
    )

    picked = (await ask("ui_pick", {"hint": "price of Pear"})).envelope["result"]

    assert picked["label"] == "(column Price, row Pear)"


HINTED: Final = (
    "<div><div><label>First Name</label><input placeholder=Company value=Chet></div>"
    "<div><label>Company</label> <span><input placeholder=Acme></span></div>"
    "<div><div>Phone number:</div><div><textarea placeholder='+1 555'></textarea></div></div>"
    "<table><tr><td>Street<td><input title=Somewhere></table>"
    "<label>Town</label><input placeholder=Rome><label>Country</label><input placeholder=Italy></div>"
)


@pytest.mark.rows("R327", "R330")
@pytest.mark.parametrize(
    ("hint", "told"),
    [
        ("First Name", "Company"),
        ("the first name field", "Company"),
        ("phone number", "+1 555"),
        ("Street", "Somewhere"),
        ("Town", "Rome"),
        ("country", "Italy"),
        ("Acme", "Acme"),
    ],
)
async def test_a_field_that_shows_an_example_is_found_by_the_label_before_it(
    ask: Ask, pages: Pages, hint: str, told: str
) -> None:
    await opened(ask, pages.make(HINTED))

    found = await everything(ask, query=hint)
    picked = await ask("ui_pick", {"hint": hint})

    assert picked.ok, picked.text
    assert (found[0]["label"], picked.envelope["result"]["label"]) == (told, told)


@pytest.mark.rows("R330", "R365")
async def test_a_label_is_not_passed_over_for_the_example_of_another_field(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(HINTED))

    reply = await ask("ui_pick", {"hint": "Company"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert {each["label"] for each in reply.error["details"]["candidates"]} == {"Company", "Acme"}


UNCLAIMED: Final = {
    "one label of two fields": "<div><label>Price</label><input placeholder=Least> - <input placeholder=Most></div>",
    "two fields below a title": "<div>Price</div><div><input placeholder=Least><input placeholder=Most></div>",
    "the label of another field": "<div><label for=p>Price</label><input id=p><input placeholder=Least></div>",
    "a whole sentence": "<p>Tell us which price you are ready to pay for it</p><input placeholder=Least>",
    "a name of its own": "<div><label>Price</label><input placeholder=Least aria-label=Least></div>",
}


@pytest.mark.rows("R330")
@pytest.mark.parametrize("kind", UNCLAIMED)
async def test_no_field_that_shows_an_example_takes_the_label_of_others(ask: Ask, pages: Pages, kind: str) -> None:
    await opened(ask, pages.make(UNCLAIMED[kind]))

    reply = await ask("ui_pick", {"hint": "Price"})

    assert not reply.ok or reply.envelope["result"]["label"] == "Price"
