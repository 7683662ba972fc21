"""ui_scan on pages that hide, move and mislead."""

from __future__ import annotations

import itertools
from collections import Counter
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


@pytest.mark.rows("R332", "R360")
async def test_links_to_the_same_place_are_one_item(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/shop.html")

    collapsed = [item for item in await everything(ask, region="main") if item["label"] == "Details"]
    apart = [item for item in await everything(ask, region="main", collapse=False) if item["label"] == "Details"]

    assert [item["variantCount"] for item in collapsed] == [3]
    assert len(apart) == 3
    assert all("variantCount" not in item for item in apart)


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
