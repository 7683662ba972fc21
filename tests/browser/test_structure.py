"""The structure of a page in a real browser: layers, landmarks, regions, groups, like rows, order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

from handhold.adapters.browser.scripts import PageScripts

SITES = Path(__file__).parent.parent / "sites/structure"
Record = dict[str, Any]


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=SITES))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    yield await context.new_page()
    await context.close()


class Looker:
    """Calls the page functions of one page."""

    def __init__(self, page: Page, scripts: PageScripts, site: str) -> None:
        self.page = page
        self._scripts = scripts
        self._site = site

    async def open(self, path: str) -> None:
        await self.page.goto(f"{self._site}/{path}")

    async def call(self, name: str, **arguments: object) -> dict[str, Any]:
        return await self._scripts.call(name, arguments, timeout=20)

    async def scan(self, **arguments: object) -> dict[str, Any]:
        return await self.call("scan", **arguments)

    async def names(self, **arguments: object) -> list[str]:
        return [record["name"] for record in (await self.scan(**arguments))["records"]]


@pytest.fixture
async def looker(page: Page, site: str) -> Looker:
    return Looker(page, await PageScripts.attach(page), site)


def unpacked(order: str) -> list[int]:
    """The keys of an order: `3,5-7` is 3, 5, 6, 7."""
    keys: list[int] = []
    for part in order.split(",") if order else []:
        first, _, last = part.partition("-")
        keys.extend(range(int(first), int(last or first) + 1))
    return keys


def by_name(answer: dict[str, Any]) -> dict[str, Record]:
    return {record["name"]: record for record in answer["records"]}


@pytest.mark.rows("R354", "R355")
async def test_parts_of_a_page_of_boxes_are_told_by_layout(looker: Looker) -> None:
    await looker.open("divs.html")

    found = by_name(await looker.scan())

    landmarks = {name: found[name]["lm"] for name in found}
    assert landmarks == {
        "Tea House": "header",
        "Find tea": "header",
        **dict.fromkeys(["Home", "Shop", "Blog", "About", "Green", "Black", "White", "Oolong"], "nav"),
        **dict.fromkeys(["Add to basket", "Grams"], "main"),
        "Join the club": "aside",
        **dict.fromkeys(["Imprint", "Terms", "Privacy"], "footer"),
    }


@pytest.mark.rows("R354")
@pytest.mark.parametrize(
    ("region", "expected"),
    [
        ("header", {"Home", "Search"}),
        ("nav", {"Alpha", "Beta"}),
        ("main", {"Share", "Comment", "Nickname"}),
        ("aside", {"Aside button"}),
        ("footer", {"Imprint", "Footer field"}),
        ("search", {"Search"}),
        ("form", {"Nickname", "Your mail", "Footer field"}),
        ({"selector": "article footer"}, {"Comment"}),
        ({"selector": "nav, main form"}, {"Alpha", "Beta", "Nickname"}),
    ],
)
async def test_a_region_holds_what_aria_html_or_a_selector_says(
    looker: Looker, region: object, expected: set[str]
) -> None:
    await looker.open("landmarks.html")

    answer = await looker.scan(region=region)

    assert {record["name"] for record in answer["records"]} == expected
    assert answer["region"]["box"]["w"] > 0


@pytest.mark.rows("R354")
async def test_layout_gives_regions_to_boxes(looker: Looker) -> None:
    await looker.open("divs.html")

    assert await looker.names(region="footer") == ["Imprint", "Terms", "Privacy"]
    assert await looker.names(region="main") == ["Add to basket", "Grams"]
    assert (await looker.scan(region="search"))["error"] == "not-found"


async def test_content_is_read_before_what_frames_it(looker: Looker) -> None:
    await looker.open("landmarks.html")

    answer = await looker.scan()

    tiers = [record["lm"] for record in answer["records"]]
    assert tiers == ["search", "main", "main", "main", "form", "nav", "nav", "header", "aside", "footer", "footer"]


@pytest.mark.rows("R354")
@pytest.mark.parametrize("region", ["sidebar", "dialog", "", {"selector": "#none"}, {"nearText": "nowhere at all"}, {}])
async def test_an_unknown_region_is_an_error_that_lists_what_is_there(looker: Looker, region: object) -> None:
    await looker.open("landmarks.html")

    answer = await looker.scan(region=region)

    assert answer["error"] == "not-found"
    listed = {fact["name"]: fact for fact in answer["regions"]}
    assert {"header", "nav", "main", "aside", "footer", "search", "form", "viewport", "page"} == set(listed)
    assert listed["nav"]["label"] == "Main menu"
    assert listed["page"]["controls"] == 11


async def test_a_bad_selector_and_an_unknown_key_are_told_apart(looker: Looker) -> None:
    await looker.open("landmarks.html")

    bad = await looker.scan(region={"selector": "div["})
    unknown = await looker.scan(region={"key": 999})

    assert bad["error"] == "bad-selector"
    assert unknown["error"] == "not-found"


async def test_the_viewport_region_leaves_out_what_has_to_be_scrolled_to(looker: Looker) -> None:
    await looker.open("rows.html?rows=100")

    before = await looker.names(region="viewport", collapse=False)
    await looker.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    after = await looker.names(region="viewport", collapse=False)

    assert "New article" in before
    assert "Load more" not in before
    assert "Load more" in after
    assert "New article" not in after


async def test_near_text_finds_the_row_the_section_or_the_neighbours(looker: Looker) -> None:
    await looker.open("rows.html?rows=100")
    row = await looker.scan(region={"nearText": "cem 17"})
    link = await looker.names(region={"nearText": "Article 77"})
    chosen = await looker.names(region={"selector": "td", "nearText": "Article 77"})
    await looker.open("forms.html")
    section = await looker.names(region={"nearText": "Payment"})
    heading = await looker.names(region={"nearText": "danger  ZONE"})

    assert [record["name"] for record in row["records"]] == ["Article 17", "Edit", "Delete"]
    assert row["region"]["name"] == "nearText"
    assert link == ["Article 77", "Edit", "Delete"]
    assert chosen == ["Article 77"]
    assert section == ["Card", "Invoice"]
    assert "Remove account" in heading


async def test_a_key_as_region_is_the_element_or_its_neighbourhood(looker: Looker) -> None:
    await looker.open("forms.html")
    street = by_name(await looker.scan())["Street"]

    near = await looker.names(region={"key": street["k"]})

    assert near == ["Street", "Town"]


@pytest.mark.rows("R354")
async def test_only_the_topmost_modal_is_looked_at(looker: Looker) -> None:
    await looker.open("modals.html")
    show = "id => document.getElementById(id).showModal()"
    page_first = await looker.scan()

    await looker.page.evaluate(show, "first")
    one = await looker.scan()
    await looker.page.evaluate(show, "second")
    two = await looker.scan()
    whole = await looker.scan(region="page")
    await looker.page.evaluate("document.getElementById('second').close()")
    back = await looker.names()

    assert page_first["region"]["name"] == "page"
    assert (one["region"]["name"], [record["name"] for record in one["records"]]) == ("dialog", ["Confirm first"])
    # The second stands before the first in the document: what counts is what lies on top.
    assert [record["name"] for record in two["records"]] == ["Confirm second"]
    assert {"Page button", "Confirm first", "Confirm second"} == {record["name"] for record in whole["records"]}
    assert whole["records"][0]["name"] == "Confirm second"
    assert by_name(whole)["Page button"]["ly"] == 0
    assert back == ["Confirm first"]


@pytest.mark.parametrize(
    ("shown", "region", "first"),
    [
        ("aria", "dialog", "Agree"),
        ("unsaid", "dialog", "Unsaid agree"),
        ("bare", "dialog", "Bare agree"),
        # A veil without controls and a box that covers nothing leave the page as it is.
        ("waiting", "page", "Page button"),
        ("banner", "page", "Accept cookies"),
    ],
)
async def test_modals_are_known_by_aria_and_by_what_they_cover(
    looker: Looker, shown: str, region: str, first: str
) -> None:
    await looker.open("modals.html")
    await looker.page.evaluate("id => { document.getElementById(id).hidden = false }", shown)

    answer = await looker.scan()

    assert answer["region"]["name"] == region
    assert answer["records"][0]["name"] == first
    assert len(answer["records"]) == (1 if region == "dialog" else 2 if shown == "banner" else 1)


async def test_a_popover_comes_first_but_keeps_the_page(looker: Looker) -> None:
    await looker.open("modals.html")
    await looker.page.evaluate("document.getElementById('hint').showPopover()")

    answer = await looker.scan()

    assert answer["region"]["name"] == "page"
    assert [(record["name"], record["ly"]) for record in answer["records"]] == [
        ("In the popover", 1),
        ("Page button", 0),
    ]


@pytest.mark.rows("R328")
async def test_controls_carry_the_words_above_them(looker: Looker) -> None:
    await looker.open("forms.html")

    found = by_name(await looker.scan())

    groups = {name: found[name]["g"] for name in ["Town", "Invoice", "Day", "Place order", "Download invoice"]}
    assert groups == {
        "Town": "Address",
        "Invoice": "Payment",
        "Day": "Delivery",
        "Place order": "Order",
        "Download invoice": "Billing",
    }
    assert found["Remove account"]["g"] == "Danger zone"
    assert found["Town"]["fp"]["heading"] == "Address"


async def test_fields_of_a_form_and_entries_of_a_menu_do_not_collapse(looker: Looker) -> None:
    await looker.open("forms.html")
    form = await looker.scan()
    await looker.open("cards.html")
    menu = await looker.scan(region="nav")

    assert form["total"] == form["controls"] == 21
    assert form["patterns"] == []
    assert menu["total"] == 12


@pytest.mark.rows("R332", "R360")
@pytest.mark.parametrize("rows", [10, 100, 1_000, 5_000])
async def test_like_rows_collapse_and_open_again(looker: Looker, rows: int) -> None:
    await looker.open(f"rows.html?rows={rows}")

    collapsed = await looker.scan()
    everything = await looker.scan(collapse=False)

    shown = [(record["name"], record.get("n")) for record in collapsed["records"]]
    assert shown == [
        ("New article", None),
        ("Load more", None),
        ("Sort by name", None),
        ("Article 0", rows),
        ("Edit", rows),
        ("Delete", rows),
    ]
    assert collapsed["total"] == 6
    assert collapsed["controls"] == everything["total"] == 3 * rows + 3
    keys = unpacked(everything["order"])
    assert len(keys) == len(set(keys)) == everything["total"]
    assert "truncated" not in everything
    assert all("n" not in record for record in everything["records"])
    print(f"{rows} rows: collapsed {collapsed['tookMs']} ms, all {everything['tookMs']} ms")


async def test_members_of_a_pattern_come_in_row_order_with_what_their_row_says(looker: Looker) -> None:
    await looker.open("rows.html?rows=100")
    delete = by_name(await looker.scan())["Delete"]

    answer = await looker.call("variants", pattern=delete["pat"], **{"from": 41, "count": 2})
    by_text = await looker.call("variants", pattern=delete["pat"], text="bea 56")
    unknown = await looker.call("variants", pattern="r999999")

    assert answer["total"] == 100
    assert [record["row"] for record in answer["records"]] == [41, 42]
    assert [record["rowText"] for record in answer["records"]] == [
        "Article 41 Bea 41 Edit Delete",
        "Article 42 Cem 42 Edit Delete",
    ]
    assert {record["name"] for record in answer["records"]} == {"Delete"}
    assert [record["row"] for record in by_text["records"]] == [56]
    assert unknown["error"] == "unknown-pattern"


async def test_cards_collapse_by_place_even_when_one_is_made_otherwise(looker: Looker) -> None:
    await looker.open("cards.html")

    answer = await looker.scan(region="main")

    assert [(record["name"], record["g"], record.get("n")) for record in answer["records"]] == [
        ("Sort", "Teas", None),
        ("Load more", "Teas", None),
        ("Assam", "Assam", 12),
        ("Add to basket", "Assam", 12),
        ("Notify me", "Earl", None),
    ]


@pytest.mark.rows("R360")
async def test_the_same_link_twice_is_shown_once(looker: Looker) -> None:
    await looker.open("cards.html")

    collapsed = await looker.scan()
    everything = await looker.names(collapse=False)

    names = [record["name"] for record in collapsed["records"]]
    assert names.count("Home") == 1
    assert by_name(collapsed)["Home"]["n"] == 2
    assert by_name(collapsed)["Home"]["lm"] == "nav"
    # The same address under another name is another link.
    assert "All our tea" in names
    assert everything.count("Home") == 2


async def test_a_virtual_list_collapses_to_what_is_drawn(looker: Looker) -> None:
    await looker.open("virtual.html")

    first = await looker.scan()
    await looker.page.evaluate("document.getElementById('list').scrollTop = 40000")
    await looker.page.wait_for_function("document.body.textContent.includes('Person 1000')")
    second = await looker.scan()

    assert [(record["name"], record.get("n")) for record in first["records"]] == [
        ("Above", None),
        ("Message", 14),
        ("Block", 14),
    ]
    assert [record["name"] for record in second["records"]] == ["Above", "Message", "Block"]
    assert set(unpacked(first["order"])[1:]).isdisjoint(unpacked(second["order"])[1:])


async def test_words_bring_forward_the_row_they_fit(looker: Looker) -> None:
    await looker.open("rows.html?rows=1000")

    answer = await looker.scan(words=["delete", "dora", "433"], first=5)

    best = {record["name"]: record for record in answer["records"][:3]}
    assert {record["row"] for record in best.values()} == {433}
    assert best["Delete"]["k"] in unpacked(answer["order"])
    assert len(answer["records"]) == 5
    assert answer["total"] < 100


async def test_words_find_what_is_misspelt_and_come_before_what_does_not_fit(looker: Looker) -> None:
    await looker.open("forms.html")

    misspelt = await looker.scan(words=["donwload"])
    by_group = await looker.scan(words=["payment"])
    nothing = await looker.scan(words=["zebra"])

    assert [matched["name"] for matched in misspelt["records"][: misspelt["matched"]]] == ["Download invoice"]
    assert {matched["name"] for matched in by_group["records"][: by_group["matched"]]} == {"Card", "Invoice"}
    assert nothing["matched"] == 0
    # Others follow, for who knows more than words to judge.
    assert {len(each["records"]) for each in (misspelt, by_group, nothing)} == {nothing["total"]} == {21}


async def test_roles_choose_controls(looker: Looker) -> None:
    await looker.open("forms.html")

    answer = await looker.scan(roles=["radio", "combobox"])

    assert [record["role"] for record in answer["records"]] == ["radio", "radio", "combobox"]


@pytest.mark.rows("R330")
@pytest.mark.parametrize("path", ["divs.html", "landmarks.html", "forms.html", "cards.html", "rows.html?rows=100"])
async def test_equal_calls_give_equal_answers(looker: Looker, path: str) -> None:
    await looker.open(path)

    answers = [await looker.scan(words=words) for words in ([], [], ["home", "edit"], ["home", "edit"])]

    for answer in answers:
        del answer["tookMs"], answer["kept"]  # of the call, and not of the page
    assert answers[0] == answers[1]
    assert answers[2] == answers[3]


@pytest.mark.rows("R330")
@pytest.mark.parametrize(
    "path", ["divs.html", "landmarks.html", "forms.html", "cards.html", "virtual.html", "shadow.html"]
)
async def test_every_control_is_in_the_order_once_and_behind_the_collapsed_ones(looker: Looker, path: str) -> None:
    await looker.open(path)

    everything = unpacked((await looker.scan(collapse=False))["order"])
    collapsed = await looker.scan()
    opened: set[int] = set(unpacked(collapsed["order"]))
    for pattern in collapsed["patterns"]:
        variants = await looker.call("variants", pattern=pattern["id"], count=200)
        opened |= {record["k"] for record in variants["records"]}

    assert len(everything) == len(set(everything))
    assert opened == set(everything)


async def test_description_is_fresh_and_says_what_is_gone(looker: Looker) -> None:
    await looker.open("divs.html")
    found = by_name(await looker.scan())
    home, add = found["Home"]["k"], found["Add to basket"]["k"]

    await looker.page.evaluate("document.getElementById('add').remove()")
    await looker.page.evaluate("document.querySelector('#menu div').textContent = 'Start'")
    answer = await looker.call("describe", keys=[home, add, 999_999, home])

    assert [record and record["name"] for record in answer["records"]] == ["Start", None, None, "Start"]
    assert answer["records"][0]["lm"] == "nav"


@pytest.mark.parametrize("path", ["divs.html", "forms.html", "cards.html", "rows.html?rows=100", "modals.html"])
async def test_description_agrees_with_the_scan(looker: Looker, path: str) -> None:
    await looker.open(path)
    if path == "modals.html":
        await looker.page.evaluate("document.getElementById('bare').hidden = false")
    scanned = (await looker.scan())["records"]

    described = (await looker.call("describe", keys=[record["k"] for record in scanned]))["records"]

    # How many came before it is known only where all are listed; what they have alone is said only of the first.
    for record in scanned:
        record["fp"].pop("ordinal", None)
    for record in described[24:]:
        record["fp"].pop("alone", None)
    assert described == scanned


@pytest.mark.rows("A35")
async def test_a_page_with_patched_builtins_and_unlucky_names_keeps_its_structure(looker: Looker) -> None:
    await looker.open("clobbered.html")

    answer = await looker.scan(region="form")
    regions = await looker.call("regions")
    near = await looker.names(region={"key": answer["records"][0]["k"]})
    located = await looker.call("locate", facts=answer["records"][3]["fp"])

    assert len(answer["records"]) == len(near) == 12
    assert {record["g"] for record in answer["records"]} == {"Unlucky"}
    assert [region["name"] for region in regions["regions"]] == ["main", "form", "viewport", "page"]
    assert located["records"][0]["name"] == "Four"


async def test_shadow_roots_and_slots_are_part_of_the_structure(looker: Looker) -> None:
    await looker.open("shadow.html")

    answer = await looker.scan(region="main")
    selected = await looker.names(region={"selector": ".deep"})

    assert [(record["name"], record["g"]) for record in answer["records"]] == [
        ("Shadow button", "Inside"),
        ("Slotted", "Inside"),
        ("Deep button", "Inside"),
    ]
    assert selected == ["Deep button"]


async def test_an_element_is_located_by_what_is_known_of_it(looker: Looker) -> None:
    await looker.open("cards.html")
    facts = by_name(await looker.scan())["Load more"]["fp"]

    await looker.page.evaluate(
        """() => {
            const old = document.getElementById("more");
            const wrapper = document.createElement("div");
            wrapper.innerHTML = '<a role="button" tabindex="0" class="x9f2">Load more teas</a>';
            old.replaceWith(wrapper);
        }"""
    )
    answer = await looker.call("locate", facts=facts)

    assert answer["records"][0]["name"] == "Load more teas"
    assert len(answer["records"]) <= 60
    assert answer["records"][0]["score"] > answer["records"][1]["score"]


async def test_text_that_is_no_control_any_more_is_located_too(looker: Looker) -> None:
    await looker.open("landmarks.html")
    facts = by_name(await looker.scan())["Share"]["fp"]

    await looker.page.evaluate("document.getElementById('share').outerHTML = '<span id=share>Share</span>'")
    answer = await looker.call("locate", facts=facts, limit=3)

    assert answer["records"][0]["tag"] == "span"
    assert len(answer["records"]) <= 3


@pytest.mark.parametrize(
    ("path", "most"),
    [("rows.html?rows=5000", 3_000), ("big.html?nodes=100000", 3_000), ("big.html?deep=2500", 2_000)],
)
async def test_big_pages_answer_soon(looker: Looker, path: str, most: int) -> None:
    await looker.open(path)

    answers = [await looker.scan(), await looker.scan(), await looker.scan(words=["deepest"])]
    regions = await looker.call("regions")

    times = [answer["tookMs"] for answer in answers]
    print(f"{path}: {times} ms")
    # The bound is for a machine that is busy with other things; what is aimed at is a fifth of it.
    assert min(times) < most
    assert regions["regions"]


async def test_a_button_below_many_levels_that_are_not_shown_is_not_listed(looker: Looker) -> None:
    await looker.open("big.html?hidden=20000")

    assert await looker.names() == ["First"]


@pytest.mark.rows("R453")
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("null", ["Page button"]),
        ("document.getElementById('hint').showPopover()", ["In the popover", "Page button"]),
        ("document.getElementById('first').showModal()", ["Confirm first"]),
        ("document.styleSheets[0].insertRule('#page-button { display: none }')", []),
        ("document.styleSheets[0].cssRules[0].style.visibility = 'hidden'", []),
        ("document.querySelector('style').sheet.disabled = true", []),
    ],
)
async def test_a_second_scan_sees_what_changed_without_a_trace(
    looker: Looker, change: str, expected: list[str]
) -> None:
    await looker.open("modals.html")
    await looker.page.evaluate("document.styleSheets[0].insertRule('#page-button { visibility: visible }')")
    if "disabled" in change:
        await looker.page.evaluate("document.querySelector('html').style.visibility = 'hidden'")
    await looker.scan()

    await looker.page.evaluate(change)

    assert await looker.names() == expected


async def test_a_second_scan_says_where_things_are_and_how_they_are_now(looker: Looker) -> None:
    await looker.open("forms.html")
    before = by_name(await looker.scan())

    await looker.page.evaluate(
        "document.body.style.minHeight = '4000px'; document.querySelector('[type=radio]').checked = true"
    )
    await looker.scan()
    await looker.page.evaluate("scrollTo(0, 900); document.querySelectorAll('[type=radio]')[1].checked = true")
    after = by_name(await looker.scan())

    assert after["Street"]["y"] == before["Street"]["y"] - 900
    assert "offscreen" in after["Street"]["st"]
    assert "checked" in after["Invoice"]["st"]
    assert "checked" not in after["Card"]["st"]
