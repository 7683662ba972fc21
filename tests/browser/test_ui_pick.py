"""ui_pick: one element, or an error that lets the agent choose."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import LIMIT, code, everything, labelled, opened, scan

PICK = "scan/pick.html"


async def pick(ask: Ask, **arguments: Any) -> dict[str, Any]:
    reply = await ask("ui_pick", arguments)
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= LIMIT
    return reply.envelope["result"]


def selectors(picked: dict[str, Any]) -> dict[str, str]:
    return {each["kind"]: each["value"] for each in picked["selectors"]}


@pytest.mark.rows("R333", "R350", "R352", "R353", "R365")
async def test_a_handle_gives_selectors_place_state_and_evidence(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)
    handle = labelled(await everything(ask), 'Add "now"]')["elementId"]

    picked = await pick(ask, elementId=handle)

    assert picked["elementId"] == handle
    assert (picked["role"], picked["label"], picked["frame"], picked["state"]) == ("button", 'Add "now"]', "main", "")
    assert selectors(picked)["testId"] == "add"
    assert selectors(picked)["css"] == "#add"
    assert picked["bbox"]["x"] == 10
    assert picked["bbox"]["width"] > 30
    assert picked["verificationEvidence"] == {"match": "node", "score": 1.0}


@pytest.mark.rows("R333", "R353")
async def test_every_selector_is_unique_and_no_name_becomes_a_css_attribute(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)
    items = await everything(ask, collapse=False)

    picked = [await pick(ask, elementId=item["elementId"]) for item in items]

    assert len(picked) == len(items) == 8
    for one in picked:
        assert one["selectors"], one
        css = [each["value"] for each in one["selectors"] if each["kind"] == "css"]
        assert not any(one["label"] in value or "aria-label" in value for value in css)
    values = [(one["frame"], each["kind"], each["value"]) for one in picked for each in one["selectors"]]
    assert len(set(values)) == len(values)
    for one in picked:
        for css in [each["value"] for each in one["selectors"] if each["kind"] == "css" and one["frame"] == "main"]:
            found = await everything(ask, region={"selector": css}, collapse=False)
            assert one["elementId"] in {item["elementId"] for item in found}


@pytest.mark.rows("R333")
async def test_states_are_told(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)

    picked = await pick(ask, hint="News")

    assert (picked["role"], picked["state"]) == ("checkbox", "disabled checked")


@pytest.mark.rows("R333")
async def test_the_box_of_something_in_a_scrolled_frame_is_where_the_user_sees_it(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)

    picked = await pick(ask, hint="Framed")

    # 300 + 4 of the border + 20, and 200 + 4 + 600 - 550 scrolled.
    assert picked["bbox"] == {"x": 324, "y": 254, "width": 80, "height": 30}
    assert picked["frame"] != "main"


@pytest.mark.rows("R333", "R348")
@pytest.mark.parametrize(
    "hint",
    ["terms of use", {"name": "Terms of use"}, {"role": "link"}, {"role": "link", "text": "terms"}, "Terms of usee"],
)
async def test_a_hint_that_only_one_element_fits_picks_it(ask: Ask, pages: Pages, hint: object) -> None:
    await opened(ask, pages / PICK)

    assert (await pick(ask, hint=hint))["label"] == "Terms of use"


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    "hint",
    [
        {"name": "Change address", "nearText": "Shipping"},
        {"name": "Change address", "region": {"selector": "section:nth-of-type(2)"}},
    ],
)
async def test_text_nearby_and_a_region_tell_twins_apart(ask: Ask, pages: Pages, hint: object) -> None:
    await opened(ask, pages / PICK)
    items = await everything(ask, region={"nearText": "Shipping"}, collapse=False)
    wanted = labelled(items, "Change address")["elementId"]

    assert (await pick(ask, hint=hint))["elementId"] == wanted


@pytest.mark.rows("R365")
@pytest.mark.parametrize("row", ["<label><input type=checkbox>{}</label>", "<input type=checkbox><label>{}</label>"])
async def test_a_role_near_a_text_is_the_one_beside_it(ask: Ask, pages: Pages, row: str) -> None:
    rows = [f"<li>{row.format(words)}</li>" for words in ("Buy milk", "Walk the dog", "Sleep")]
    await opened(ask, pages.make(f"<h1>todos</h1><ul>{''.join(rows)}</ul>"))

    reply = await ask("ui_pick", {"hint": {"role": "checkbox", "nearText": "Walk the dog"}})

    assert reply.ok, reply.text
    second = (await everything(ask, roles=["checkbox"]))[1]
    assert reply.envelope["result"]["elementId"] == second["elementId"]


@pytest.mark.rows("R333", "R347")
async def test_a_hint_that_fits_several_names_them_with_handles(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)

    reply = await ask("ui_pick", {"hint": "change address"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    candidates = reply.error["details"]["candidates"]
    assert {each["nearText"] for each in candidates} >= {"Billing", "Shipping"}
    assert {"elementId", "role", "label", "relevance", "nearText"} <= candidates[0].keys()
    chosen = await pick(ask, elementId=candidates[0]["elementId"])
    assert chosen["label"] == "Change address"


@pytest.mark.rows("R333")
async def test_a_hint_that_fits_nothing_is_an_error_with_a_next_move(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)

    reply = await ask("ui_pick", {"hint": "xylophone"})

    assert code(reply) in {"MM_TARGET_NOT_FOUND", "MM_TARGET_AMBIGUOUS"}
    assert reply.error["hint"]


@pytest.fixture
async def edit_group(ask: Ask, pages: Pages) -> str:
    """The group of the Edit buttons of a table with 40 rows."""
    await opened(ask, pages / "scan/crowd.html?rows=40")
    return labelled(await everything(ask), "Edit")["groupId"]


@pytest.mark.rows("R332", "R333")
async def test_a_row_number_chooses_from_a_group(ask: Ask, edit_group: str) -> None:
    picked = await pick(ask, group=edit_group, choice=7)
    again = await pick(ask, group=edit_group, choice="Person 6")

    assert picked["label"] == "Edit"
    assert picked["elementId"] == again["elementId"]


@pytest.mark.rows("R332", "R333")
async def test_row_text_that_several_rows_hold_is_ambiguous_unless_one_says_it_whole(ask: Ask, edit_group: str) -> None:
    reply = await ask("ui_pick", {"group": edit_group, "choice": "Person"})
    whole = await pick(ask, group=edit_group, choice="person 1")

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert len(reply.error["details"]["candidates"]) > 1
    assert "Person 0" in reply.error["details"]["candidates"][0]["nearText"]
    assert whole["elementId"] == (await pick(ask, group=edit_group, choice=2))["elementId"]


@pytest.mark.rows("R332", "R333")
@pytest.mark.parametrize("choice", [41, 100_000, "Nobody"])
async def test_a_choice_that_no_row_fits_says_how_many_there_are(ask: Ask, edit_group: str, choice: object) -> None:
    reply = await ask("ui_pick", {"group": edit_group, "choice": choice})

    assert code(reply) == "MM_TARGET_NOT_FOUND"
    assert reply.error["details"]["rows"] == 40
    assert "1 to" in reply.error["hint"]


@pytest.mark.rows("R351", "R447")
async def test_a_handle_of_a_page_that_is_left_is_stale(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / PICK)
    handle = (await scan(ask))["items"][0]["elementId"]
    await opened(ask, pages / "scan/shop.html")

    reply = await ask("ui_pick", {"elementId": handle})

    assert code(reply) == "MM_TARGET_STALE"
    assert "ui_scan" in reply.error["hint"]


async def test_the_only_element_is_not_taken_for_what_was_meant_when_it_fits_badly(ask: Ask, pages: Pages) -> None:
    page = '<!doctype html><dialog open aria-label="Cookie settings"><button>Agree to all</button></dialog>'
    await opened(ask, pages.make(page, name="one"))

    reply = await ask("ui_pick", {"hint": "the settlement of the invoice"})

    assert code(reply) in {"MM_TARGET_NOT_FOUND", "MM_TARGET_AMBIGUOUS"}, reply.text
