"""Parts of pages whose markup names none of them: a bar at the top, a bar at the end, and all the rest."""

from __future__ import annotations

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, labels, opened

STYLE = (
    "<title>Users</title><style>* { margin: 0 } .top { height: 60px } .title { padding: 20px }"
    " .card { margin: 8px; padding: 20px; min-height: 150px } .end { height: 80px }</style>"
)
LINKS = "<a href=#>Logo</a> <a href=#>Home</a>"
TOP = f"<div class=top>{LINKS}</div>"
TITLE = "<div class=title><h2>Users</h2><input aria-label=Search> <a href=#new>New user</a></div>"
CARDS = "".join(f"<div class=card>User {number} <button>Edit {number}</button></div>" for number in range(6))
PAGER = "<div><a href=#>prev</a> <a href=#>1</a> <a href=#>next</a></div>"
END = "<div class=end><a href=#>Imprint</a></div>"
CONTENT = ["Search", "New user", *(f"Edit {number}" for number in range(6)), "prev", "1", "next"]


@pytest.mark.rows("R354")
@pytest.mark.parametrize(
    "body",
    [
        f"{TOP}<div>{TITLE}<div>{CARDS}{PAGER}</div></div>{END}",
        f"<div>{TOP}{TITLE}{CARDS}{PAGER}{END}</div>",
        f"<header>{LINKS}</header><div>{TITLE}{CARDS}{PAGER}</div><footer><a href=#>Imprint</a></footer>",
    ],
)
async def test_what_lies_between_the_bars_is_the_content(ask: Ask, pages: Pages, body: str) -> None:
    await opened(ask, pages.make(STYLE + body))

    assert await labels(ask, region="header", collapse=False) == ["Logo", "Home"]
    assert await labels(ask, region="main", collapse=False) == CONTENT
    assert await labels(ask, region="footer", collapse=False) == ["Imprint"]


@pytest.mark.rows("R354")
async def test_the_last_of_many_cards_is_no_footer(ask: Ask, pages: Pages) -> None:
    cards = "".join(f"<div class=card><a href=#{n}>Open {n}</a> <a href=#s{n}>Share {n}</a></div>" for n in range(6))
    await opened(ask, pages.make(f"{STYLE}{TOP}<div>{cards}</div>"))

    assert len(await labels(ask, region="main", collapse=False)) == 12
    assert code(await ask("ui_scan", {"region": "footer"})) == "MM_REGION_NOT_FOUND"


@pytest.mark.rows("R354")
async def test_cards_beside_larger_cards_are_content(ask: Ask, pages: Pages) -> None:
    row = "".join(
        f"<div style='width: {width}%; height: 300px'><a href=#>Report</a></div>" for width in (30, 70, 70, 30)
    )
    grid = f"<div style='display: flex; flex-wrap: wrap'>{row}</div>"
    await opened(ask, pages.make(f"{STYLE}{TOP}{grid}{END}"))

    assert await labels(ask, region="main", collapse=False) == ["Report"] * 4


@pytest.mark.rows("R354")
async def test_a_form_between_the_bars_is_content(ask: Ask, pages: Pages) -> None:
    form = "<form aria-label=Search><input aria-label=Name><button>Find</button></form>"
    await opened(ask, pages.make(f"{STYLE}{TOP}{form}<div style='height: 400px'><button>Load</button></div>{END}"))

    assert await labels(ask, region="main") == ["Name", "Find", "Load"]
    assert await labels(ask, region="form") == ["Name", "Find"]


DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]


@pytest.mark.rows("R354")
@pytest.mark.parametrize(
    "head",
    [
        "".join(f"<a href=#>{day}</a> " for day in DAYS),
        "".join(f"<a href=#>{day} 11/{at}</a> " for at, day in enumerate(DAYS, 15)),
        "".join(f"<a href=#>{at}</a> " for at in range(1, 8)),
        "<div role=grid><div role=row>" + "".join(f"<a href=#>Room {at}</a> " for at in "ABCD") + "</div></div>",
    ],
)
async def test_a_row_of_days_or_cells_is_no_navigation(ask: Ask, pages: Pages, head: str) -> None:
    days = "".join(f"<div style='float: left; width: 14%; height: 90px'><a href=#{n}>{n}</a></div>" for n in range(31))
    await opened(ask, pages.make(f"{STYLE}<div class=top>{head}</div><div style='overflow: hidden'>{days}</div>"))

    assert code(await ask("ui_scan", {"region": "nav"})) == "MM_REGION_NOT_FOUND"
    assert (await labels(ask))[0] != "0"


@pytest.mark.rows("R354")
async def test_a_row_of_links_at_the_top_is_the_navigation(ask: Ask, pages: Pages) -> None:
    links = "".join(f"<a href=#{name}>{name}</a> " for name in ("Home", "March sale", "Sun cream", "24 hours"))
    await opened(ask, pages.make(f"{STYLE}<div class=top>{links}</div><div>{TITLE}{CARDS}</div>"))

    assert await labels(ask, region="nav") == ["Home", "March sale", "Sun cream", "24 hours"]
