"""ui_scan on pages that hide, move and mislead."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Final
from urllib.parse import quote

import pytest
from tests.conftest import Ask
from tests.support.leaks import assert_no_leak
from tests.support.pages import Pages
from tests.support.scanning import everything, labelled, labels, opened, scan


@pytest.mark.rows("R331", "R348", "R455")
async def test_a_navigation_of_boxes_is_listed_by_what_it_listens_to(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/div_navigation.html")

    items = await everything(ask)

    assert {item["label"] for item in items} == {"Home", "Shop", "Help", "Order now"}
    assert all(item["elementId"].startswith("h") for item in items)


@pytest.mark.rows("R331", "R354", "R355", "R455")
async def test_the_region_of_a_navigation_of_boxes_is_told_by_layout(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "structure/divs.html")

    items = await everything(ask, region="nav")

    assert "Shop" in {item["label"] for item in items}
    assert "Add to basket" not in {item["label"] for item in items}


@pytest.mark.rows("R331", "R456")
async def test_a_call_to_action_hidden_from_assistive_technology_is_listed(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/aria_hidden_cta.html")

    assert await labels(ask) == ["Subscribe"]


@pytest.mark.rows("R331")
async def test_a_cart_that_moves_is_one_control_with_one_handle(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/moving_cart.html")

    first = await everything(ask)
    second = await everything(ask)

    assert {item["label"] for item in first} == {"Add to cart", "Cart (0)"}
    assert [item["elementId"] for item in first] == [item["elementId"] for item in second]


@pytest.mark.rows("R331", "R454")
async def test_a_canvas_with_listeners_is_listed_once(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see-negative/canvas_slider.html")

    items = await everything(ask)

    assert [(item["role"], item["label"]) for item in items] == [("canvas", "Loudness")]


@pytest.mark.rows("R327", "R328", "R329")
async def test_an_answer_has_the_promised_shape(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    result = await scan(ask, region="page", pageSize=5)

    assert result["region"] == "page"
    assert len(result["items"]) == 5
    assert result["estimate"] == "exact"
    assert result["nextToken"].startswith("p")
    always = {"elementId", "role", "label", "selectorSummary", "relevance", "rankingSignals"}
    sometimes = {"group", "state", "variantCount", "groupId"}
    for item in result["items"]:
        assert always <= item.keys() <= always | sometimes
        assert 0 <= item["relevance"] <= 1
        assert len(item["selectorSummary"]) <= 24


@pytest.mark.rows("R328")
async def test_a_group_is_named_only_where_it_changes(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    items = (await scan(ask, region="main"))["items"]

    named = [(item["label"], item["group"]) for item in items if "group" in item]
    assert named[0] == ("100 g", "Gunpowder green")
    assert labelled(items, "Postcode")["group"] == "Delivery"
    assert "group" not in labelled(items, "Add to basket")
    groups = [group for _label, group in named]
    assert all(one != other for one, other in itertools.pairwise(groups))


@pytest.mark.rows("R328")
async def test_one_of_several_that_are_called_alike_is_told_by_its_row(ask: Ask, pages: Pages) -> None:
    rows = "".join(f"<tr><td>{name}</td><td>active</td><td><button>Edit</button></td></tr>" for name in ("Ada", "Bob"))
    await opened(ask, pages.make(f"<h1>Users</h1><table>{rows}</table><button>New</button>"))

    items = await everything(ask)

    assert [(item["label"], item.get("group")) for item in items] == [
        ("Edit", "Ada"),
        ("Edit", "Bob"),
        ("New", "Users"),
    ]


@pytest.mark.rows("R329")
async def test_role_name_and_state_are_the_browsers_own(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    items = await everything(ask, region="page")

    told = {item["label"]: (item["role"], item.get("state", "")) for item in items}
    assert told["Search the shop"] == ("searchbox", "")
    assert told["100 g"] == ("radio", "checked")
    assert told["250 g"] == ("radio", "")
    assert told["Notify me"] == ("button", "disabled")
    assert told["Country"] == ("combobox", "")
    assert told["Postcode"] == ("textbox", "required")
    assert told["Imprint"] == ("link", "")


@pytest.mark.rows("R327")
@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        (["radio"], {"100 g", "250 g"}),
        (["searchbox", "combobox"], {"Search the shop", "Country"}),
        (["slider"], set[str]()),
    ],
)
async def test_only_the_roles_asked_for_are_listed(
    ask: Ask, pages: Pages, roles: list[str], expected: set[str]
) -> None:
    await opened(ask, pages / "scan/shop.html")

    assert set(await labels(ask, region="page", roles=roles)) == expected


@pytest.mark.rows("R327", "R347", "R348", "R358")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("add to basket", "Add to basket"),
        ("put it into the cart", "Add to basket"),
        ("add to baskte", "Add to basket"),
        ("zip code", "Postcode"),
        ("become a member of the club", "Join the club"),
        ("checkout", "Check out"),
        ("find something in the shop", "Search the shop"),
    ],
)
async def test_a_query_in_the_agents_own_words_finds_the_control_first(
    ask: Ask, pages: Pages, query: str, expected: str
) -> None:
    await opened(ask, pages / "scan/shop.html")

    result = await scan(ask, query=query)

    assert result["items"], query
    assert result["items"][0]["label"] == expected
    relevances = [item["relevance"] for item in result["items"]]
    assert relevances == sorted(relevances, reverse=True)


@pytest.mark.rows("R327", "R348")
async def test_a_query_also_means_what_its_words_are_not_in(ask: Ask, pages: Pages) -> None:
    await opened(
        ask, pages.make("<button>Explain the checkbox</button><input type='checkbox'><button>Coupons</button>")
    )

    result = await scan(ask, query="checkbox")

    assert {item["role"] for item in result["items"][:2]} == {"button", "checkbox"}


@pytest.mark.rows("R327")
async def test_a_query_that_fits_nothing_says_what_to_do(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    result = await scan(ask, query="xylophone lessons")

    assert result["items"] == []
    assert "query" in result["continuationHint"]


@pytest.mark.rows("R327", "R358", "R359")
async def test_each_ranking_mode_ranks_in_its_own_way(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    modes = ["blend", "semantic", "structural", "visual"]
    ranked = {mode: await scan(ask, query="add check search", rankingMode=mode) for mode in modes}

    relevances = {mode: [item["relevance"] for item in result["items"]] for mode, result in ranked.items()}
    assert all(relevances[mode] for mode in modes)
    assert len({tuple(each) for each in relevances.values()}) > 1


@pytest.mark.rows("R327", "R358", "R359")
async def test_a_ranking_mode_that_is_chosen_decides_what_comes_first(ask: Ask, pages: Pages) -> None:
    deep = "<div>" * 30 + "<button style='width:300px;height:80px;font-size:30px'>Large</button>" + "</div>" * 30
    unclear = "<span style='cursor:pointer;font-size:8px'>x</span>"
    await opened(ask, pages.make(f"<body>{unclear}{deep}<a href='/small' style='font-size:8px'>Small link</a>"))

    first = {
        mode: (await scan(ask, rankingMode=mode))["items"][0]["label"]
        for mode in ("blend", "semantic", "structural", "visual")
    }
    everyone = {mode: await labels(ask, rankingMode=mode) for mode in first}

    assert first["blend"] == "x"
    assert first["structural"] == "Small link"
    assert first["visual"] == "Large"
    assert first["semantic"] != "x"
    assert {frozenset(each) for each in everyone.values()} == {frozenset({"x", "Large", "Small link"})}


@pytest.mark.rows("R332", "R360")
async def test_links_to_the_same_place_are_one_item(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    collapsed = [item for item in await everything(ask, region="main") if item["label"] == "Details"]
    apart = [item for item in await everything(ask, region="main", collapse=False) if item["label"] == "Details"]

    assert [item["variantCount"] for item in collapsed] == [3]
    assert len(apart) == 3
    assert all("variantCount" not in item for item in apart)


CLIPPED = "border: 0; clip: rect(0 0 0 0); height: 1px; width: 1px; overflow: hidden; position: absolute"


@pytest.mark.rows("R328")
@pytest.mark.parametrize(
    "native",
    [f"tabindex=-1 aria-hidden=true style='{CLIPPED}'", f"tabindex=-1 style='{CLIPPED}'", "style='display: none'"],
)
async def test_a_field_that_another_one_is_drawn_for_is_not_listed_by_its_label(
    ask: Ask, pages: Pages, native: str
) -> None:
    fields = (
        f"<label for=fruit>Fruit</label><select id=fruit {native}><option>Pear<option>Fig</select>"
        "<span role=combobox tabindex=0 aria-label=Fruit>Pear</span>"
        f"<label>Name <input type=text {native}></label><div contenteditable aria-label=Name>Ann</div>"
        f"<label><input type=checkbox {native}> Ripe</label>"
    )
    await opened(ask, pages.make(f"<title>Drawn</title>{fields}"))

    found = [(item["role"], item["label"]) for item in await everything(ask, collapse=False)]

    assert found == [("combobox", "Fruit"), ("textbox", "Name"), ("checkbox", "Ripe")]


@pytest.mark.rows("R328")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # The one control in it is what is pressed.
        ("<td onclick='' style='cursor: pointer'><a href='/a'>Alpha</a></td>", [("link", "Alpha")]),
        (
            "<td onclick='' style='cursor: pointer'><b>New</b> <a href='/a'>Alpha</a></td>",
            [("cell", "New Alpha"), ("link", "Alpha")],
        ),
        ("<td role=gridcell tabindex=-1><button>Beta</button></td>", [("button", "Beta")]),
        (
            "<td role=gridcell tabindex=-1 aria-selected=true><button>Beta</button></td>",
            [("gridcell", "Beta"), ("button", "Beta")],
        ),
        ("<td role=gridcell tabindex=-1>Gamma</td>", [("gridcell", "Gamma")]),
        # The row is pressed in its cells.
        ("<tr onclick=''><td class=p>One</td><td class=p>Two</td></tr>", [("row", "One Two")]),
        (
            "<tr onclick=''><td class=p>One</td><td><a href='/b'>Two</a></td></tr>",
            [("row", "One Two"), ("link", "Two")],
        ),
        ("<tr onclick=''><td class=p onclick=''>One</td><td>Two</td></tr>", [("cell", "One")]),
    ],
)
async def test_a_cell_is_listed_where_it_is_more_than_its_row_or_its_control(
    ask: Ask, pages: Pages, body: str, expected: list[tuple[str, str]]
) -> None:
    table = f"<style>td {{ width: 400px }} .p {{ cursor: pointer }}</style><table>{body}</table>"
    await opened(ask, pages.make(f"<title>Cells</title>{table}"))

    found = [(item["role"], item["label"]) for item in await everything(ask, collapse=False)]

    assert found == expected


@pytest.mark.rows("R328")
async def test_a_part_of_a_component_is_told_by_its_host(ask: Ask, pages: Pages) -> None:
    component = (
        "<script>customElements.define('x-button', class extends HTMLElement { constructor() { super();"
        " this.attachShadow({ mode: 'open' }).innerHTML = '<button class=button><slot></slot></button>' } })</script>"
    )
    buttons = "<x-button id=save>Save</x-button><x-button class=away>Cancel</x-button><x-button name=go>Go</x-button>"
    await opened(ask, pages.make(f"<title>Host</title>{buttons}{component}"))

    items = await everything(ask)
    picked = [await ask("ui_pick", {"elementId": item["elementId"]}) for item in items]

    assert [item["selectorSummary"] for item in items] == [
        "#save button",
        "x-button.away button",
        "x-button[name=go] button",
    ]
    css = [each.envelope["result"]["selectors"][-1]["value"] for each in picked]
    assert css == ["#save button", "x-button.away button", 'x-button[name="go"] button']


@pytest.mark.rows("R332")
@pytest.mark.parametrize(("body", "hint"), [("", "still loading"), ("<button>Go</button>", None)])
async def test_a_page_without_controls_that_is_still_loading_says_so(
    ask: Ask, pages: Pages, body: str, hint: str | None
) -> None:
    url = pages.make(f"<title>Loading</title>{body}<img src='/never'>")
    reply = await ask("nav_goto", {"url": url, "waitFor": "domcontentloaded"})
    assert reply.ok, reply.text

    result = await scan(ask)

    assert hint in result["continuationHint"] if hint else "continuationHint" not in result


DEFINED = (
    "<script>onkeydown = () => customElements.define('x-save', class extends HTMLElement { connectedCallback() {"
    " this.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>' } })</script>"
)
COMPONENTS: dict[str, tuple[str, bool]] = {
    "one with words": ("<x-save>Save</x-save>", True),
    "one that is kept from sight until then": (
        "<style>:not(:defined) { visibility: hidden }</style><x-save>Save</x-save>",
        True,
    ),
    "one in another": (
        "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<x-save>Go</x-save>'</script>",
        True,
    ),
    "one that is not there for anybody": ("<div hidden><x-save>Save</x-save></div>", False),
    "one beside a control": ("<x-save>Save</x-save><a href='/'>Home</a>", False),
    "an element of no name that is known": ("<save>Save</save>", False),
}


@pytest.mark.rows("R332")
@pytest.mark.parametrize("kind", COMPONENTS)
async def test_components_that_are_not_defined_yet_are_no_page_without_controls(
    ask: Ask, pages: Pages, kind: str
) -> None:
    html, is_loading = COMPONENTS[kind]
    await opened(ask, pages.make(f"<title>Late</title>{html}"))

    result = await scan(ask)

    assert ("still loading" in result.get("continuationHint", "")) == is_loading


@pytest.mark.rows("R332")
async def test_components_are_listed_once_they_are_defined(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(f"<title>Late</title>{DEFINED}<x-save>Save</x-save>"))
    assert "still loading" in (await scan(ask))["continuationHint"]

    reply = await ask("action_press", {"keys": "ArrowDown"})
    result = await scan(ask)

    assert reply.ok, reply.text
    assert [item["label"] for item in result["items"]] == ["Save"]
    assert "continuationHint" not in result


def board(*titles: str, inside: str = "", around: str = "article") -> str:
    cards = "".join(f"<{around} class=card draggable=true><h3>{title}</h3>{inside}</{around}>" for title in titles)
    opens = "p.textContent = 'Opened ' + event.target.closest('.card').innerText"
    style = "<style>.card { cursor: grab; width: 300px; height: 80px }</style>"
    shown = f"{style}<div id=b>{cards}</div><p id=p></p><button>New card</button>"
    return f"<title>Board</title>{shown}<script>b.addEventListener('click', (event) => {{ {opens} }})</script>"


@pytest.mark.rows("R327")
@pytest.mark.parametrize("around", ["article", "div", "li"])
async def test_cards_that_can_be_dragged_are_listed_after_the_buttons(ask: Ask, pages: Pages, around: str) -> None:
    await opened(ask, pages.make(board("Write FAQ", "Fix login", around=around)))

    items = await everything(ask)
    pressed = await ask("action_execute", {"handle": labelled(items, "Fix login")["elementId"]})

    assert [item["label"] for item in items] == ["New card", "Write FAQ", "Fix login"]
    assert pressed.ok, pressed.text
    assert "Opened Fix login" in (await ask("state_read", {})).text


@pytest.mark.rows("R327")
async def test_many_cards_are_one_item(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(board(*(f"Card {number}" for number in range(14)))))

    cards = [item for item in await everything(ask) if item["label"] != "New card"]

    assert [item["variantCount"] for item in cards] == [14]


DRAGGED: dict[str, tuple[str, list[str]]] = {
    "a card with a button in its corner": (
        board("Ship it", inside="<button style='width:20px'>x</button>"),
        ["New card", "x", "Ship it x"],
    ),
    "a card that a button fills": (
        "<div draggable=true style='width:200px'><button style='width:200px'>Open</button></div>",
        ["Open"],
    ),
    "a card in a column": (
        "<div draggable=true>To do <div draggable=true style='width:90px'>Write FAQ</div></div>",
        ["Write FAQ"],
    ),
    "a link and a picture": (
        "<a draggable=true href='/'>Home</a><a draggable=true>Nowhere</a><img draggable=true alt=Logo src='data:,'>",
        ["Home"],
    ),
    "what says that it cannot be dragged": ("<div draggable=false>Still</div>", []),
}


@pytest.mark.rows("R327")
@pytest.mark.parametrize("kind", DRAGGED)
async def test_what_can_be_dragged_is_listed_unless_what_is_in_it_stands_for_it(
    ask: Ask, pages: Pages, kind: str
) -> None:
    html, expected = DRAGGED[kind]
    await opened(ask, pages.make(html))

    found = [item["label"] for item in await everything(ask)]

    assert sorted(found) == sorted(expected)


@pytest.mark.rows("R328")
@pytest.mark.parametrize("look", ["", "style='position: absolute; opacity: 0'", "style='display: none'"])
async def test_what_can_be_pressed_in_a_label_is_listed_besides_its_control(ask: Ask, pages: Pages, look: str) -> None:
    label = (
        f"<label><input type=checkbox {look}> I accept <a href='/terms'>the terms</a>"
        " <button type=button>Read aloud</button> <span onclick='event.preventDefault()'>what is that</span>"
        " <i style='cursor: pointer' onclick='event.preventDefault()' title='Remove'></i></label>"
    )
    await opened(
        ask,
        pages.make(f"<title>Label</title><style>i {{ display: inline-block; width: 9px; height: 9px }}</style>{label}"),
    )

    found = [item["label"] for item in await everything(ask, collapse=False)]

    assert found[1:] == ["the terms", "Read aloud", "what is that", "Remove"]


@pytest.mark.rows("R328")
@pytest.mark.parametrize(
    "inner",
    [
        "<input type=checkbox> <span style='cursor: pointer'>Accept</span>",
        "<span onclick=''><input type=checkbox></span> <b>Accept</b>",
        "<input type=checkbox style='opacity: 0'><i style='cursor: pointer'>Acc</i>ept",
        "<input type=checkbox style='opacity: 0'><i class=box onclick=''></i> Accept",
    ],
)
async def test_parts_of_a_label_that_stand_for_its_control_are_not_listed_besides(
    ask: Ask, pages: Pages, inner: str
) -> None:
    await opened(ask, pages.make(f"<title>Label</title><style>.box {{ padding: 9px }}</style><label>{inner}</label>"))

    assert [item["role"] for item in await everything(ask, collapse=False)] == ["checkbox"]


HIDDEN_CHOICE: Final = "style='position: absolute; opacity: 0; width: 17px; height: 17px; z-index: -1'"


@pytest.mark.rows("R328", "R346")
@pytest.mark.parametrize(
    "drawn",
    [
        "<label style='cursor: pointer'>Terms</label>",
        "<span class=drawn onclick=''></span>",
        "<label style='cursor: pointer' tabindex=0>Terms</label><i hidden></i>",
    ],
)
async def test_what_is_drawn_beside_a_choice_stands_for_it_and_shows_its_state(
    ask: Ask, pages: Pages, drawn: str
) -> None:
    toggles = "document.querySelector('.box').onclick = () => document.querySelector('input').click()"
    await opened(
        ask,
        pages.make(
            "<title>Drawn</title><style>.drawn { display: inline-block; width: 90px; height: 17px }</style>"
            f"<div class=box style='position: relative'><input type=checkbox name=terms {HIDDEN_CHOICE}>{drawn}</div>"
            f"<p><button>Buy</button></p><script>{toggles}</script>"
        ),
    )

    box, _buy = await everything(ask, collapse=False)
    answer = (await ask("action_set_state", {"handle": box["elementId"], "state": {"checked": True}})).envelope
    after, _buy = await everything(ask, collapse=False)

    assert box["role"] == "checkbox"
    assert "checked" not in box.get("state", "")
    assert answer["ok"], answer
    assert (after["elementId"], after["state"]) == (box["elementId"], "checked")


@pytest.mark.rows("R328")
@pytest.mark.parametrize(
    "inside",
    [
        f"<input type=checkbox {HIDDEN_CHOICE}><input type=checkbox {HIDDEN_CHOICE}><span onclick=''>Both</span>",
        f"<input type=checkbox {HIDDEN_CHOICE}><span onclick=''>One</span><span>Two</span>",
        f"<input type=checkbox tabindex=-1 {HIDDEN_CHOICE}><span onclick=''>Trap</span>",
        f"<input type=checkbox {HIDDEN_CHOICE}><label for=other onclick=''>Other</label>",
    ],
)
async def test_what_stands_beside_a_choice_but_is_not_clearly_its_picture_is_itself(
    ask: Ask, pages: Pages, inside: str
) -> None:
    await opened(
        ask,
        pages.make(f"<title>Beside</title><div style='position: relative'>{inside}</div><p>Other <input id=other></p>"),
    )

    assert "checkbox" not in [item["role"] for item in await everything(ask, collapse=False)]


@pytest.mark.rows("R328")
@pytest.mark.parametrize("tag", ["input", "textarea", "select"])
async def test_what_is_called_like_a_field_in_another_namespace_does_not_end_the_look(
    ask: Ask, pages: Pages, tag: str
) -> None:
    script = (
        f"for (const row of document.querySelectorAll('li')) {{ const field = document.createElementNS("
        f"'http://www.w3.org/2000/svg', '{tag}'); field.textContent = 'x'; row.prepend(field); }}"
    )
    rows = "".join(f"<li>Row {n} <input> <button>Go</button></li>" for n in range(3))
    await opened(ask, pages.make(f"<title>Namespace</title><ul>{rows}</ul><script>{script}</script>"))

    picked = (await ask("ui_pick", {"hint": {"name": "Go", "nearText": "Row 1"}})).envelope
    pressed = (await ask("action_execute", {"handle": picked["result"]["elementId"]})).envelope

    assert len(await everything(ask, collapse=False)) >= 6
    assert pressed["ok"], pressed


LAID_OVER: Final = (
    "type=checkbox style='opacity: 0; position: absolute; inset: 0; width: 100%; height: 100%; margin: 0'"
)
FILLING: Final = "style='display: block'"
BOX: Final = "style='position: relative; width: 120px; height: 20px'"


@pytest.mark.rows("R328", "R455")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # A component around what it is made of.
        (
            f"<div role=checkbox aria-checked=false aria-label=Rows {BOX}><input {LAID_OVER} aria-label=Rows></div>",
            [("checkbox", "Rows")],
        ),
        (
            f"<div role=checkbox aria-checked=false {BOX}><input role=switch {LAID_OVER} aria-label=Wifi></div>",
            [("switch", "Wifi")],
        ),
        (
            f"<div role=checkbox aria-checked=mixed aria-label=Rows {BOX}><input {LAID_OVER} aria-label=Rows></div>",
            [("checkbox", "Rows"), ("checkbox", "Rows")],
        ),
        ("<ul role=menu><li role=menuitem><a href='/file'>File</a></li></ul>", [("link", "File")]),
        ("<ul role=menu><li role=menuitem><a href='#'>File</a></li></ul>", [("link", "File")]),
        (f"<ul role=menu><li role=menuitem><a {FILLING} href='#'>File</a></li></ul>", [("menuitem", "File")]),
        (
            f"<ul role=menu><li role=menuitem aria-haspopup=true><a {FILLING} href='#'>File</a></li></ul>",
            [("menuitem", "File")],
        ),
        (
            f"<ul role=tablist><li role=tab aria-selected=true><a {FILLING} href='#one' role=none>One</a></li></ul>",
            [("tab", "One")],
        ),
        (
            "<div onclick='' style='padding: 11px 0; width: 44px'>"
            "<div role=tab tabindex=0 style='height: 20px'>One</div></div>",
            [("tab", "One")],
        ),
        # What is called otherwise, or opens something itself, is another control.
        (
            "<ul role=menu><li role=menuitem aria-label=Files><a href='/file'>File</a></li></ul>",
            [("menuitem", "Files"), ("link", "File")],
        ),
        (
            "<ul role=menu><li role=menuitem aria-haspopup=true><a href='/file'>File</a></li></ul>",
            [("menuitem", "File"), ("link", "File")],
        ),
        (
            "<ul role=tree><li role=treeitem>Docs <button>Docs</button> <button>Open</button></li></ul>",
            [("treeitem", "Docs Docs Open"), ("button", "Docs"), ("button", "Open")],
        ),
        # A picture under the choice.
        (
            f"<div {BOX}><input {LAID_OVER} aria-label=Mute><div onclick='' style='height: 20px'>No</div></div>",
            [("checkbox", "Mute")],
        ),
        (
            f"<div {BOX}><input {LAID_OVER} aria-label=Mute><button style='width: 120px'>No</button></div>",
            [("checkbox", "Mute"), ("button", "No")],
        ),
    ],
)
async def test_a_control_that_is_said_twice_is_listed_once(
    ask: Ask, pages: Pages, body: str, expected: list[tuple[str, str]]
) -> None:
    await opened(ask, pages.make(f"<title>Twice</title>{body}"))

    assert [(item["role"], item["label"]) for item in await everything(ask, collapse=False)] == expected


@pytest.mark.rows("R328")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<ul role=menubar><li tabindex=0>File</li><li tabindex=0>Edit</li></ul>", ["File", "Edit"]),
        ("<div role=toolbar><div role=group><span tabindex=0>Bold</span></div></div>", ["Bold"]),
        ("<div role=menu><div tabindex=0>Copy</div><div>Nothing</div></div>", ["Copy"]),
        ("<div tabindex=0 aria-haspopup=menu>New</div><div tabindex=0 aria-haspopup=false>Old</div>", ["New"]),
        # What only scrolls, or holds the controls, is none.
        ("<div tabindex=0>A long text</div><p tabindex=0 role=note aria-haspopup=true>Note</p>", []),
        ("<ul role=menubar><li tabindex=0><a href='/file'>File</a></li></ul>", ["File"]),
    ],
)
async def test_what_can_have_the_focus_where_things_are_offered_is_a_control(
    ask: Ask, pages: Pages, body: str, expected: list[str]
) -> None:
    await opened(ask, pages.make(f"<title>Offered</title>{body}"))

    assert [item["label"] for item in await everything(ask, collapse=False)] == expected


@pytest.mark.rows("R332", "R360")
@pytest.mark.parametrize("nowhere", ["#", "javascript:void(0)", " JavaScript:;", "", "?page=1#", "#!"])
async def test_links_to_nowhere_are_different_controls(ask: Ask, pages: Pages, nowhere: str) -> None:
    link = f'<p><a href="{nowhere}" onclick="event.preventDefault()">Edit</a></p>'
    real = "<p><a href='/terms#fees'>Fees</a></p>"
    await opened(ask, pages.make(f"<title>Nowhere</title>{link * 3}{real * 2}"))

    items = await everything(ask)

    assert [(item["label"], item.get("variantCount")) for item in items] == [("Edit", None)] * 3 + [("Fees", 2)]


@pytest.mark.rows("R330")
async def test_a_page_that_never_rests_gives_a_consistent_answer(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/restless.html")

    results = [await scan(ask) for _ in range(5)]

    for result in results:
        found = Counter(item["label"] for item in result["items"])
        assert found["Still here"] == 1
        assert found.keys() <= {"Still here", "Turn", "Passing"}
    assert len({labelled(result["items"], "Still here")["elementId"] for result in results}) == 1


@pytest.mark.rows("R348", "R356")
async def test_frames_in_frames_of_both_origins_are_seen(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/frames.html")

    found = await labels(ask)

    inner = [f"{name} {place}" for name in ("Same", "Other") for place in ("button", "inner button", "crossed button")]
    assert sorted(found) == sorted(["Top button", *inner])


@pytest.mark.rows("R331")
async def test_a_control_in_a_frame_says_that_the_page_around_covers_it(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/covered_frame.html")

    items = await everything(ask)

    assert "covered" in str(labelled(items, "Behind"))
    assert "covered" not in str(labelled(items, "In front"))


@pytest.mark.rows("R348", "R356")
async def test_frames_that_cannot_be_seen_are_left_out_and_the_others_come_from_the_top(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/unseen_frames.html")

    assert await labels(ask) == ["Shown first", "Shown last"]


@pytest.mark.rows("R348", "R356")
async def test_open_and_closed_shadow_roots_are_seen(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "see/shadow.html")

    found = await labels(ask)

    closed = ["In closed", "Nested closed", "In custom closed"]
    assert sorted(found) == sorted(["Before", "Slotted", "In open", "Open link", *closed, "After"])


@pytest.mark.rows("R331")
async def test_widgets_drawn_in_svg_are_listed(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/svg.html")

    items = await everything(ask)

    assert {item["label"] for item in items} == {"Chart link", "Slice", "Bar of May"}


@pytest.mark.rows("R332")
async def test_a_virtual_list_shows_what_is_drawn(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "structure/virtual.html")

    collapsed = await everything(ask)
    apart = await everything(ask, collapse=False)

    assert [item["label"] for item in collapsed] == ["Above", "Message", "Block"]
    assert Counter(item["label"] for item in apart)["Message"] in range(10, 15)


@pytest.mark.rows("R354", "R448")
async def test_the_topmost_of_several_modals_is_scanned_and_the_page_on_request(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/modals.html")

    top = await scan(ask)
    page = await scan(ask, region="page")

    assert top["region"] == "dialog"
    assert [item["label"] for item in top["items"]] == ["Confirm second"]
    assert {"Page button", "Confirm first", "Confirm second"} == {item["label"] for item in page["items"]}


@pytest.mark.rows("R348")
async def test_a_page_that_patched_every_builtin_is_read_all_the_same(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/patched.html")

    items = await everything(ask)

    assert {"After the form", "A link", "A box"} <= {item["label"] for item in items}
    assert len(items) == 8


@pytest.mark.rows("R348")
async def test_the_strictest_policy_does_not_keep_us_from_reading(ask: Ask, pages: Pages) -> None:
    html = "<title>Strict</title><button>Strict button</button> <a href='/x'>Strict link</a>"
    await opened(ask, pages / f"strict?html={quote(html)}")

    assert await labels(ask) == ["Strict button", "Strict link"]


@pytest.mark.rows("R346")
async def test_what_is_in_a_field_never_leaves_the_page(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/secrets.html")

    texts: list[str] = []
    for arguments in ({"collapse": False}, {"query": "password"}, {"query": "CANARYSECRE"}, {"region": "form"}):
        reply = await ask("ui_scan", arguments)
        texts.append(reply.text.replace('CANARYSECRE"', ""))
        for item in reply.envelope["result"]["items"]:
            texts.append((await ask("ui_pick", {"elementId": item["elementId"]})).text)
    texts.append((await ask("ui_pick", {"hint": "password"})).text)

    assert len(texts) > 15
    assert_no_leak("CANARYSECRET", texts=texts)


@pytest.mark.rows("R354", "R355", "R356", "R365", "R448")
async def test_a_region_can_be_a_selector_a_text_nearby_or_a_handle(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")
    delivery = {"Postcode", "Country", "Check out"}

    by_selector = await labels(ask, region={"selector": "main form"})
    by_text = await labels(ask, region={"nearText": "Delivery"})
    button = labelled(await everything(ask, region={"selector": "main form"}), "Check out")["elementId"]
    by_handle = await labels(ask, region={"handle": button})

    assert set(by_selector) == delivery
    assert set(by_text) == delivery
    assert set(by_handle) == delivery  # a control stands for what is around it


@pytest.mark.rows("R354", "R448")
async def test_the_viewport_is_a_region(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=200")

    shown = await everything(ask, region="viewport", collapse=False)
    page = await everything(ask, region="page", collapse=False)

    assert 0 < len(shown) < len(page) == 600
    assert all("offscreen" not in item.get("state", "") for item in shown)
    assert "offscreen" in page[-1]["state"]


TAB = "<div class=tab onclick='1'><div role=tab tabindex=0>Orders</div></div>"
WRAPPED = {
    "a tab in a box of its own": (TAB, [("tab", "Orders")]),
    "a button in a card that says more": (
        "<div class=tab onclick='1'>Tea <button>Buy</button></div>",
        [("generic", "Tea Buy"), ("button", "Buy")],
    ),
    "a header that sorts and holds a filter": (
        "<div role=grid><div role=row><div role=columnheader aria-sort=none onclick='1'>Age <input type=search>",
        [("columnheader", "Age"), ("searchbox", "Age")],
    ),
    "a small button in a large card": (
        "<div class=tab onclick='1' style='height:200px'><button>Buy</button></div>",
        [("generic", "Buy"), ("button", "Buy")],
    ),
}


@pytest.mark.rows("R327")
@pytest.mark.parametrize("kind", WRAPPED)
async def test_a_box_that_is_nothing_but_its_control_is_not_listed_besides(ask: Ask, pages: Pages, kind: str) -> None:
    html, expected = WRAPPED[kind]
    await opened(ask, pages.make(f"<style>.tab {{ cursor: pointer; width: fit-content; padding: 4px }}</style>{html}"))

    items = await everything(ask, collapse=False)

    assert sorted((item["role"], item["label"]) for item in items) == sorted(expected)


@pytest.mark.rows("R327")
async def test_what_only_stands_beside_a_button_is_not_told_as_its_name(ask: Ask, pages: Pages) -> None:
    await opened(
        ask,
        pages.make("<p>Ada Lovelace <button style='width:20px;height:20px'></button></p><label>Name <input></label>"),
    )

    labels = {item["role"]: item["label"] for item in await everything(ask, collapse=False)}

    assert labels == {"button": "(beside Ada Lovelace)", "textbox": "Name"}


@pytest.mark.rows("R329")
async def test_names_are_of_the_page_that_is_shown_in_whatever_process_it_is(ask: Ask, pages: Pages) -> None:
    told: list[list[str]] = []
    for name, is_elsewhere in (("A", False), ("B", True), ("C", False), ("D", True)):
        url = pages.make(f"<button>{name} one</button><a href='#'>{name} two</a><input aria-label='{name} three'>")
        await opened(ask, url.replace("127.0.0.1", "localhost") if is_elsewhere else url)
        told.append(sorted([item["label"] for item in await everything(ask)]))

    assert told == [[f"{name} {number}" for number in ("one", "three", "two")] for name in "ABCD"]


LONG = "Say how we get in touch with you, and we do so only if we must, which is seldom so."
GROUPS: dict[str, tuple[str, str]] = {
    "a legend with a paragraph in it": (
        f"<fieldset><legend>Delivery<p>{LONG}</p></legend><button>Go</button></fieldset>",
        "Delivery",
    ),
    "a section named by all that is in it": (
        f"<section aria-labelledby=a><div id=a><h2>Billing</h2><p>{LONG}</p><button>Go</button></div></section>",
        "Billing",
    ),
    "a section named by a paragraph": (
        f"<section aria-labelledby=a><p id=a>{LONG}</p><button>Go</button></section>",
        "Say how we get in touch with you, and we do so…",
    ),
    "a heading of several sentences": (
        "<h2>Your plan ends soon. Choose another one, or keep it for one year more.</h2><button>Go</button>",
        "Your plan ends soon.",
    ),
    "a long name that is a name": (
        "<h2>Terms and conditions of the extended warranty</h2><button>Go</button>",
        "Terms and conditions of the extended warranty",
    ),
}


@pytest.mark.rows("R327")
@pytest.mark.parametrize("kind", GROUPS)
async def test_a_group_is_told_by_a_phrase_and_not_by_a_paragraph(ask: Ask, pages: Pages, kind: str) -> None:
    html, group = GROUPS[kind]
    await opened(ask, pages.make(html))

    (item,) = await everything(ask)

    assert item["group"] == group


IN_LABELS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a link that goes nowhere": (
        "<input type=radio id=a><label for=a><a href='#'>Standard</a></label>",
        [("radio", "Standard")],
    ),
    "a link of a script": (
        "<label><input type=radio><a href='javascript:void(0)'>Express</a></label>",
        [("radio", "Express")],
    ),
    "a link around the choice": ("<a href='#'><label><input type=checkbox>Blue</label></a>", [("checkbox", "Blue")]),
    "a link that goes elsewhere": (
        "<input type=checkbox id=a><label for=a><a href='/terms'>Terms</a></label>",
        [("checkbox", "Terms"), ("link", "Terms")],
    ),
    "a link that says something else": (
        "<label><input type=checkbox>I agree to the <a href='#'>terms</a></label>",
        [("checkbox", "I agree to the terms"), ("link", "terms")],
    ),
}


@pytest.mark.rows("R327")
@pytest.mark.parametrize("kind", IN_LABELS)
async def test_a_link_in_a_label_is_listed_where_it_is_more_than_the_label(ask: Ask, pages: Pages, kind: str) -> None:
    html, expected = IN_LABELS[kind]
    await opened(ask, pages.make(html))

    items = await everything(ask, collapse=False)

    assert sorted((item["role"], item["label"]) for item in items) == sorted(expected)


OF_MANY_ROLES = """<style>body * { cursor: pointer }</style>
<a onclick=1>Go</a> <p onclick=1>Para</p> <strong onclick=1>Loud</strong> <time onclick=1>Noon</time>
<div onclick=1>Box</div> <div role=img aria-label=Map onclick=1 style='height:9px'></div>
<img alt=Photo onclick=1 width=9 height=9>
<section aria-label=News onclick=1>News</section> <span role=doc-backlink onclick=1>Note</span> <a href=/x>Away</a>
<table><tr><th onclick=1>Name<th onclick=1>Town<tr><th onclick=1>Ada<td onclick=1>Rome</table>
<table role=grid><tr><td onclick=1 tabindex=0>Cell</table>
<select multiple size=1 aria-label=Tags><option>One</select> <input type=search aria-label=Find> <input aria-label=Said>
<input type=color aria-label=Paint> <details><summary>More</summary>x</details>"""


@pytest.mark.rows("R327")
async def test_a_control_is_found_by_the_role_it_is_shown_with_and_by_no_other(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(OF_MANY_ROLES))
    items = await everything(ask, collapse=False, region="page")
    shown = {role: {each["elementId"] for each in items if each["role"] == role} for role in {i["role"] for i in items}}

    found = {
        role: {each["elementId"] for each in await everything(ask, collapse=False, region="page", roles=[role])}
        for role in shown
    }

    assert len(shown) >= 15
    assert found == shown


@pytest.mark.rows("R327")
async def test_a_role_is_known_by_its_other_name_and_in_capitals(ask: Ask, pages: Pages) -> None:
    await opened(
        ask, pages.make("<img alt=Photo onclick='1' style='cursor:pointer' width=9 height=9><button>Go</button>")
    )

    assert [await labels(ask, roles=[role]) for role in ("img", "image", "Button")] == [["Photo"], ["Photo"], ["Go"]]


LISTS = """<label>Country <select><option>Chile<option>Germany<option>Peru</select></label>
<label>Plan <select><option>Free<option>Large team</select></label>"""


@pytest.mark.rows("R330")
async def test_a_closed_list_is_found_by_what_it_offers(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(LISTS))

    assert await labels(ask, query="Germany") == ["Country"]
    assert (await ask("ui_pick", {"hint": "choose Large team"})).envelope["result"]["label"] == "Plan"


@pytest.mark.rows("R330")
async def test_what_is_called_so_comes_before_what_offers_it(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(f"{LISTS}<a href='/de'>Offices in Germany</a><button>Germany</button>"))

    assert await labels(ask, query="Germany") == ["Germany", "Offices in Germany", "Country"]


@pytest.mark.rows("R330")
async def test_what_a_list_offers_late_on_a_crowded_page_is_found(ask: Ask, pages: Pages) -> None:
    crowd = "".join(f"<p><button>Task {chr(97 + n % 26) * 3} {n}</button></p>" for n in range(300))
    await opened(ask, pages.make(crowd + LISTS))

    assert (await labels(ask, query="Germany"))[0] == "Country"


@pytest.mark.rows("R332")
@pytest.mark.parametrize(
    ("body", "arguments", "says"),
    [
        ("<p>Only words</p>", {}, "state_read"),
        ("<button>Go</button>", {"roles": ["nonsense"]}, "without query and roles"),
        ("<button>Go</button>", {"query": "xylophone"}, "without query and roles"),
    ],
)
async def test_an_answer_without_controls_says_what_to_do_next(
    ask: Ask, pages: Pages, body: str, arguments: dict[str, object], says: str
) -> None:
    await opened(ask, pages.make(f"<title>Nothing</title>{body}"))

    result = await scan(ask, **arguments)

    assert result["items"] == []
    assert says in result["continuationHint"]
