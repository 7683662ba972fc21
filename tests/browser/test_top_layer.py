"""What lies over an open modal dialog is told along with it, and what lies over both instead of it."""

from __future__ import annotations

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, everything, labels, opened, scan

DIALOG = (
    "<title>Fruit</title><style>[role=dialog] { position: fixed; z-index: 1000; inset: 100px 200px; background: #eee }"
    " .popup { position: absolute; z-index: 1050; left: 300px; top: 200px; background: #fff }"
    " .veil { position: fixed; inset: 0 }</style><button>Behind</button>"
    "<div role=dialog aria-modal=true aria-label='Edit user'>"
    "<button role=combobox aria-label=Fruit aria-expanded=true aria-controls=lb>Apple</button><button>OK</button></div>"
)
LIST = "<div role=option tabindex=-1>Apple</div><div role=option tabindex=-1>Pear</div>"


@pytest.mark.rows("R331", "R354")
@pytest.mark.parametrize(
    "popup",
    [
        f"<div role=listbox id=lb class=popup>{LIST}</div>",
        f"<div style='position: absolute; top: 0; left: 0; width: 100%'><div><div class=popup>{LIST}</div></div></div>",
        # It lies nowhere above the dialog, but the dialog's field says that it opened it.
        f"<div role=listbox id=lb>{LIST}</div>",
    ],
)
async def test_a_list_that_a_field_of_a_modal_opened_outside_of_it_is_in_the_top_layer(
    ask: Ask, pages: Pages, popup: str
) -> None:
    await opened(ask, pages.make(DIALOG + popup))

    result = await scan(ask)
    picked = await ask("ui_pick", {"hint": "Pear"})

    assert result["region"] == "dialog"
    assert {"Apple", "Pear", "Fruit", "OK"} <= {item["label"] for item in result["items"]}
    assert "Behind" not in {item["label"] for item in result["items"]}
    assert [item["label"] for item in await everything(ask, query="Pear")] == ["Pear"]
    assert picked.envelope["result"]["label"] == "Pear"


@pytest.mark.rows("R331")
async def test_a_question_over_a_modal_leaves_two_buttons_to_choose_from(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(f"{DIALOG}<div role=tooltip class=popup>Sure? <button>OK</button></div>"))

    picked = await ask("ui_pick", {"hint": "OK"})

    assert code(picked) == "MM_TARGET_AMBIGUOUS"


@pytest.mark.rows("R354")
async def test_a_popup_whose_backdrop_covers_the_modal_is_the_top_layer_alone(ask: Ask, pages: Pages) -> None:
    menu = (
        f"<div class=veil style='z-index: 1300'><div class=veil></div><div role=listbox class=popup>{LIST}</div></div>"
    )
    await opened(ask, pages.make(DIALOG + menu))

    assert set(await labels(ask, roles=["option", "button", "combobox"])) == {"Apple", "Pear"}


@pytest.mark.rows("R331", "R354")
@pytest.mark.parametrize(
    "below",
    [
        "<div class=popup style='z-index: 999'><button>Chat</button></div>",
        "<div style='position: relative; z-index: 1050'><button>Chat</button></div>",
        # It is drawn over the dialog, but something else takes the pointer.
        "<div class=popup><button>Chat</button></div><div class=popup style='width: 300px; height: 300px'></div>",
    ],
)
async def test_what_lies_below_a_modal_or_in_the_page_is_not_told_with_it(ask: Ask, pages: Pages, below: str) -> None:
    await opened(ask, pages.make(DIALOG + below))

    assert set(await labels(ask)) == {"Fruit", "OK"}


@pytest.mark.rows("R354")
async def test_below_a_dialog_of_the_browser_nothing_is_in_the_top_layer(ask: Ask, pages: Pages) -> None:
    chat = "<div style='position: fixed; z-index: 9999; top: 0'><button>Chat</button></div>"
    modal = "<dialog id=d><button>Agree</button></dialog><script>d.showModal()</script>"
    await opened(ask, pages.make(f"<title>Modal</title>{chat}{modal}"))

    assert await labels(ask) == ["Agree"]


@pytest.mark.rows("R328")
async def test_a_control_that_was_made_inert_says_so(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<title>Inert</title><main inert><button>Pay</button></main><button>Help</button>"))

    states = {item["label"]: item.get("state", "") for item in await everything(ask)}

    assert states == {"Pay": "inert", "Help": ""}


PAGE = "<title>Order</title><main><button>One</button><button aria-haspopup=true aria-expanded=true>Two</button></main>"
MENU = "<div role=menuitem tabindex=-1>Copy</div><div role=menuitem tabindex=-1>Paste</div>"


@pytest.mark.rows("R330")
@pytest.mark.parametrize(
    "popup",
    [
        f"<div role=menu style='position: absolute; z-index: 9; left: 50px; top: 90px; background: #fff'>{MENU}</div>",
        f"<div style='position: fixed; z-index: 5; left: 0; top: 90px'><div><div role=listbox>{MENU}</div></div></div>",
    ],
)
async def test_a_menu_that_lies_over_the_page_comes_first(ask: Ask, pages: Pages, popup: str) -> None:
    await opened(ask, pages.make(f"{PAGE}<footer><button>Foot</button></footer>{popup}"))

    assert await labels(ask) == ["Copy", "Paste", "One", "Two", "Foot"]


@pytest.mark.rows("R330")
@pytest.mark.parametrize(
    "menu",
    [
        f"<div role=menu>{MENU}</div>",
        f"<header style='position: fixed; z-index: 9; top: 200px; right: 0; left: 0'><div role=menu style='width: 50%'>"
        f"{MENU}</div></header>",
        f"<div style='position: absolute; z-index: 9; top: 100px; background: #fff'><div role=menu>{MENU}</div></div>"
        "<div style='position: absolute; z-index: 10; top: 90px; background: #fff; width: 300px; height: 300px'></div>",
    ],
)
async def test_a_menu_that_is_a_part_of_the_page_keeps_its_place(ask: Ask, pages: Pages, menu: str) -> None:
    await opened(ask, pages.make(f"{PAGE}{menu}"))

    assert await labels(ask) == ["One", "Two", "Copy", "Paste"]


@pytest.mark.rows("R330")
@pytest.mark.parametrize("region", [None, "page"])
async def test_a_backdrop_comes_after_what_lies_on_it(ask: Ask, pages: Pages, region: str | None) -> None:
    veil = "<div style='position: fixed; inset: 0; cursor: pointer' onclick=''></div>"
    panel = (
        "<div style='position: fixed; inset: 100px; background: #fff'><button>OK</button><button>Cancel</button></div>"
    )
    wrapper = f"<div style='position: fixed; inset: 0; z-index: 10'>{veil}{panel}</div>"
    await opened(ask, pages.make(f"<title>Backdrop</title><button>Behind</button>{wrapper}"))

    found = await labels(ask, **({"region": region} if region else {}))

    assert found[:2] == ["OK", "Cancel"]
    assert len(found) == (4 if region else 3)


@pytest.mark.rows("R330")
@pytest.mark.parametrize(
    "cursor", ["cursor: col-resize", ""], ids=["shown as one", "shown as one under the pointer only"]
)
async def test_edges_to_pull_at_come_last(ask: Ask, pages: Pages, cursor: str) -> None:
    column = (
        "<th style='position: relative'><button>{}</button><i style='position: absolute; right: 0; top: 0;"
        f" width: 6px; height: 20px; {cursor}' onmousedown=''></i></th>"
    )
    table = f"<table><tr>{column.format('Name')}{column.format('Size')}</tr></table>"
    edges = "".join(
        f"<div {attributes} style='width: 5px; height: 50px; cursor: ew-resize'></div>"
        for attributes in (
            "onpointerdown=''",
            "role=separator tabindex=0",
            "role=separator tabindex=0 aria-label=Sidebar",
        )
    )
    await opened(ask, pages.make(f"<title>Edges</title>{edges}{table}<button>After</button>"))

    assert (await labels(ask))[:4] == ["Sidebar", "Name", "Size", "After"]
    assert len(await labels(ask, collapse=False)) == 8
