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
async def test_what_is_not_shown_any_more_says_so(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<dialog open><button onclick='this.parentNode.close()'>Close</button></dialog>"))
    picked = await pick(ask, hint="Close")
    await ask("action_execute", {"handle": picked["elementId"]})

    again = await pick(ask, elementId=picked["elementId"])

    assert (picked["state"], again["state"]) == ("", "hidden")


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


@pytest.mark.rows("R333", "R365")
@pytest.mark.parametrize("more", [{"name": "Edit"}, {"role": "button"}])
async def test_a_text_nearby_and_a_region_are_both_meant(ask: Ask, pages: Pages, more: dict[str, str]) -> None:
    row = "<ul><li>Ada <button>Edit</button></li><li>Bob <button>Edit</button></li></ul>"
    await opened(ask, pages.make(f"<main>{row}</main><aside>{row}</aside>"))
    wanted = (await everything(ask, region="aside", collapse=False))[0]["elementId"]

    both = await pick(ask, hint={**more, "nearText": "Ada", "region": "aside"})
    either = await ask("ui_pick", {"hint": {**more, "nearText": "Ada"}})

    assert both["elementId"] == wanted
    assert code(either) == "MM_TARGET_AMBIGUOUS"


@pytest.mark.rows("R365")
@pytest.mark.parametrize("row", ["<label><input type=checkbox>{}</label>", "<input type=checkbox><label>{}</label>"])
async def test_a_role_near_a_text_is_the_one_beside_it(ask: Ask, pages: Pages, row: str) -> None:
    rows = [f"<li>{row.format(words)}</li>" for words in ("Buy milk", "Walk the dog", "Sleep")]
    await opened(ask, pages.make(f"<h1>todos</h1><ul>{''.join(rows)}</ul>"))

    reply = await ask("ui_pick", {"hint": {"role": "checkbox", "nearText": "Walk the dog"}})

    assert reply.ok, reply.text
    second = (await everything(ask, roles=["checkbox"]))[1]
    assert reply.envelope["result"]["elementId"] == second["elementId"]


@pytest.mark.rows("R365")
@pytest.mark.parametrize("count", [3, 12])
async def test_a_role_near_a_text_is_the_one_of_its_row(ask: Ask, pages: Pages, count: int) -> None:
    rows = [f"<li><span>Person {number}</span> <button>Delete</button></li>" for number in range(count)]
    await opened(ask, pages.make(f"<h1>Members</h1><ul>{''.join(rows)}</ul><button>New</button>"))

    reply = await ask("ui_pick", {"hint": {"role": "button", "name": "Delete", "nearText": "Person 1"}})

    assert reply.ok, reply.text
    second = (await everything(ask, query="Delete", collapse=False))[1]
    assert reply.envelope["result"]["elementId"] == second["elementId"]


@pytest.mark.rows("R365")
async def test_a_button_without_a_name_is_not_called_by_its_neighbour(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<p><button style='width:20px;height:20px'></button> Keep my account</p>"))

    reply = await ask("ui_pick", {"hint": "Keep my account"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert [each["label"] for each in reply.error["details"]["candidates"]] == ["(beside Keep my account)"]


OPTIONS = "<div role=listbox><div role=option tabindex=0>Red</div><div role=option tabindex=0>Blue</div></div>"
NAMED_ALIKE: dict[str, tuple[str, list[str]]] = {
    "an option of a list that is closed": ("<select><option>Red<option>Green</select>", ["Red"]),
    "what is no control": ("<div role=option>Red</div>", ["Red"]),
    "what is not shown": ("<div role=option style='display:none'>Red</div>", []),
}


@pytest.mark.rows("R333", "R353")
@pytest.mark.parametrize("kind", NAMED_ALIKE)
async def test_a_role_that_others_have_under_that_name_is_no_selector(ask: Ask, pages: Pages, kind: str) -> None:
    other, without = NAMED_ALIKE[kind]
    await opened(ask, pages.make(OPTIONS + other))
    items = [item for item in await everything(ask, collapse=False) if item["label"] in {"Red", "Blue"}]

    told = {item["label"]: selectors(await pick(ask, elementId=item["elementId"])) for item in items}

    assert [label for label, kinds in told.items() if "role" not in kinds] == without


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
@pytest.mark.parametrize("choice", [7, "Person 6"])
async def test_a_choice_says_which_row_it_is_of(ask: Ask, edit_group: str, choice: object) -> None:
    picked = await pick(ask, group=edit_group, choice=choice)

    assert "Person 6" in picked["nearText"]
    assert "nearText" not in await pick(ask, elementId=picked["elementId"])


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


@pytest.mark.rows("R332", "R351")
@pytest.mark.parametrize("choice", [1, 7, "User 3", "Nobody"])
async def test_a_group_whose_rows_were_rendered_anew_is_stale(ask: Ask, pages: Pages, choice: object) -> None:
    rows = "".join(f"<li><b>User {number}</b> <button>Ban</button></li>" for number in range(30))
    anew = "<button onclick='users.innerHTML = users.innerHTML'>Refresh</button>"
    await opened(ask, pages.make(f"<ul id=users>{rows}</ul>{anew}"))
    group = labelled(await everything(ask), "Ban")["groupId"]
    await ask("action_execute", {"handle": (await pick(ask, hint="Refresh"))["elementId"]})

    reply = await ask("ui_pick", {"group": group, "choice": choice})

    assert code(reply) == "MM_TARGET_STALE"
    assert "ui_scan again" in reply.error["hint"]


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


ASKED = [
    ("Disable two-factor authentication", ["Enable two-factor authentication"]),
    ("Edit billing address", ["Delete billing address"]),
    ("Delete shipping address", ["Delete billing address"]),
    ("Delete message", ["Delete all messages"]),
    ("Delete selected messages", ["Delete all messages"]),
    ("Deny camera access", ["Allow camera access", "Not now"]),
    ("Block camera access", ["Allow camera access", "Not now"]),
    ("Turn off notifications", ["Turn on notifications"]),
    ("Delete backup codes", ["Generate backup codes"]),
    ("Transfer from savings", ["Transfer to savings"]),
    ("Sort by price: high to low", ["Sort by price: low to high"]),
    ("Address line 1", ["Address line 2"]),
    ("Go to step 3", ["Go to step 2"]),
    ("Download invoice March 2026", ["Download invoice April 2026"]),
    ("Pay invoice April 2026", ["Download invoice April 2026"]),
    ("Export users as CSV", ["Export orders as CSV"]),
    ("Import orders as CSV", ["Export orders as CSV"]),
    ("Remove Red Shirt from cart", ["Remove Blue Shirt from cart"]),
    ("Close account", ["Close"]),
    ("Cancel", ["Cancel subscription"]),
    ("Close", ["Cancel subscription"]),
]


@pytest.mark.rows("R333")
@pytest.mark.parametrize(("hint", "names"), ASKED)
async def test_what_says_half_of_a_hint_or_its_contrary_is_asked_about(
    ask: Ask, pages: Pages, hint: str, names: list[str]
) -> None:
    buttons = "".join(f"<button>{name}</button>" for name in [*names, "Unrelated"])
    await opened(ask, pages.make(f"<h1>x</h1>{buttons}"))

    reply = await ask("ui_pick", {"hint": hint})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert reply.error["details"]["candidates"][0]["label"] in names


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name", "rival"),
    [
        ("the Save", "Save", "Save draft"),
        ("Save button", "Save", "Save draft"),
        ("click the Edit button", "Edit", "Edit profile"),
        ("History menu", "History", "Clear history"),
    ],
)
async def test_what_is_called_so_is_meant_before_what_is_called_something_with_it(
    ask: Ask, pages: Pages, hint: str, name: str, rival: str
) -> None:
    await opened(ask, pages.make(f"<h1>x</h1><button>{rival}</button><button>{name}</button>"))

    assert (await pick(ask, hint=hint))["label"] == name


@pytest.mark.rows("R333")
async def test_what_is_called_so_but_for_a_little_word_is_not_taken_for_its_contrary(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<h1>x</h1><button>Transfer to</button><button>Unrelated</button>"))

    reply = await ask("ui_pick", {"hint": "transfer from button"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"


@pytest.mark.rows("R333")
async def test_another_beginning_is_another_word(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<h1>x</h1><button>Unpublish</button><button>Unrelated</button>"))

    reply = await ask("ui_pick", {"hint": "Republish"})

    assert code(reply) in {"MM_TARGET_NOT_FOUND", "MM_TARGET_AMBIGUOUS"}


@pytest.mark.rows("R333")
async def test_a_checkbox_that_says_no_is_asked_about(ask: Ask, pages: Pages) -> None:
    boxes = "<label><input type=checkbox> I do not want newsletters</label><button>Unrelated</button>"
    await opened(ask, pages.make(f"<h1>x</h1>{boxes}"))

    reply = await ask("ui_pick", {"hint": "I want newsletters"})
    whole = await pick(ask, hint="I do not want newsletters")

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert whole["role"] == "checkbox"


@pytest.mark.rows("R333")
async def test_an_answer_of_a_dialog_is_not_taken_for_what_lies_behind_it(ask: Ask, pages: Pages) -> None:
    dialog = "<dialog id=d><p>Delete file a.txt?</p><button>Cancel</button><button>Delete</button></dialog>"
    script = "<script>d.showModal()</script>"
    await opened(ask, pages.make(f"<h1>x</h1><button>Delete folder</button>{dialog}{script}"))

    reply = await ask("ui_pick", {"hint": "Delete folder"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name", "score"),
    [
        ("Delete all messages", "Delete all messages", 1.0),
        ("Delete all message", "Delete all messages", 0.95),
        ("log in", "Sign in", 0.9),
        ("Chekout", "Checkout", 0.8),
        ("the checkout button", "Checkout", 1.0),
        ("open the settings", "Settings", 1.0),
    ],
)
async def test_a_hint_that_is_said_is_picked_as_surely_as_it_is_said(
    ask: Ask, pages: Pages, hint: str, name: str, score: float
) -> None:
    await opened(ask, pages.make(f"<h1>x</h1><button>{name}</button><button>Unrelated</button>"))

    picked = await pick(ask, hint=hint)

    assert (picked["label"], picked["verificationEvidence"]["score"]) == (name, score)


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "rows", "at"),
    [
        ("Delete Ann Lee", ["Ann Lee", "Bob Lee", "Cyd Lee"], 0),
        ("Delete Cyd Lee", ["Ann Lee", "Bob Lee", "Cyd Lee"], 2),
        ("Delete version 10", ["Version 1", "Version 10", "Version 2"], 1),
        ("Delete version 1", ["Version 1", "Version 10", "Version 2"], 0),
    ],
)
@pytest.mark.parametrize("outer", ["ul", "table"])
async def test_the_only_one_whose_row_says_the_rest_is_picked(
    ask: Ask, pages: Pages, *, hint: str, rows: list[str], at: int, outer: str
) -> None:
    like = "<li>{} {}</li>" if outer == "ul" else "<tr><td>{}<td>{}</tr>"
    listed = "".join(like.format(row, "<button>Delete</button>") for row in rows)
    around = f"<{outer}>{listed}</{outer}>"
    await opened(ask, pages.make(f"<h1>x</h1>{around}"))

    picked = await pick(ask, hint=hint)

    assert picked["elementId"] == (await everything(ask, collapse=False))[at]["elementId"]


@pytest.mark.rows("R333")
async def test_the_name_of_a_group_says_which_of_its_fields_is_meant(ask: Ask, pages: Pages) -> None:
    fields = "".join(
        f"<fieldset><legend>{name}</legend><label>Street <input name={name}></label></fieldset>"
        for name in ("Billing", "Shipping")
    )
    await opened(ask, pages.make(f"<form>{fields}</form>"))

    picked = await pick(ask, hint="Shipping street")

    assert "Shipping" in selectors(picked)["css"]


PEOPLE = "".join(
    f"<tr><td>{first}<td>{second}<td><button>Fire</button>"
    for first, second in (("Ada", "Bob"), ("Bob", "Cyd"), ("Dan", "Cyd"))
)


@pytest.mark.rows("R365")
async def test_a_text_that_several_rows_hold_is_ambiguous_also_where_it_is_the_title_of_one(
    ask: Ask, pages: Pages
) -> None:
    await opened(ask, pages.make(f"<h1>x</h1><table>{PEOPLE}</table>"))

    reply = await ask("ui_pick", {"hint": {"name": "Fire", "nearText": "Bob"}})
    ada = await pick(ask, hint={"name": "Fire", "nearText": "Ada"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert len(reply.error["details"]["candidates"]) == 2
    assert ada["label"] == "Fire"


@pytest.mark.rows("R365")
async def test_text_nearby_is_whole_words(ask: Ask, pages: Pages) -> None:
    rows = "".join(f"<li>Version {number} <button>Restore</button></li>" for number in (10, 1, 2))
    await opened(ask, pages.make(f"<h1>x</h1><ul>{rows}</ul>"))

    first = await pick(ask, hint={"name": "Restore", "nearText": "Version 1"})

    assert first["elementId"] == (await everything(ask, query="Restore", collapse=False))[1]["elementId"]
    reply = await ask("ui_pick", {"hint": {"name": "Restore", "nearText": "Version 3"}})
    assert code(reply) == "MM_REGION_NOT_FOUND"


ORDER = "<ul><li>Order 1 <button>Cancel</button></li></ul>"


@pytest.mark.rows("R365")
@pytest.mark.parametrize(
    "page",
    [
        f"{ORDER}<p>Order 2 (shipped)</p>",
        f"<p>Order 2 (shipped)</p>{ORDER}",
        "<table><tr><td>Order 1<td><button>Cancel</button><tr><td>Order 2<td>shipped</table>",
        "<div class=c>Order 1 <button>Cancel</button></div><div class=c>Order 2 (shipped)</div>",
    ],
)
async def test_a_control_of_a_row_is_not_near_a_text_outside_of_it(ask: Ask, pages: Pages, page: str) -> None:
    await opened(ask, pages.make(f"<h1>x</h1>{page}<button>Unrelated</button>"))

    reply = await ask("ui_pick", {"hint": {"name": "Cancel", "nearText": "Order 2"}})

    assert code(reply) in {"MM_TARGET_AMBIGUOUS", "MM_TARGET_NOT_FOUND", "MM_REGION_NOT_FOUND"}


@pytest.mark.rows("R365")
@pytest.mark.parametrize(
    "page",
    [
        f"<h2>Open orders</h2>{ORDER}",
        "<fieldset><legend>Open orders</legend><ul><li>Order 1 <button>Cancel</button></li></ul></fieldset>",
        "<table><thead><tr><th>Open orders<th></thead><tr><td>Order 1<td><button>Cancel</button></table>",
        "<dl><dt>Open orders</dt><dd>1 <button>Cancel</button></dd></dl>",
        "<ul><li>Open orders <ul><li>1 <button>Cancel</button></li></ul></li></ul>",
        "<div>Open orders</div><div><button>Cancel</button></div>",
        "<div id=t>Open orders</div><ul aria-labelledby=t><li>Order 1 <button>Cancel</button></li></ul>",
    ],
)
async def test_a_control_of_a_row_is_near_what_stands_over_the_row(ask: Ask, pages: Pages, page: str) -> None:
    await opened(ask, pages.make(f"<h1>x</h1>{page}<p><button>Unrelated</button></p>"))

    assert (await pick(ask, hint={"name": "Cancel", "nearText": "Open orders"}))["label"] == "Cancel"


@pytest.mark.rows("R365")
async def test_a_plain_text_right_before_a_list_is_near_its_rows(ask: Ask, pages: Pages) -> None:
    lists = "".join(
        f"<div>{name}</div><ul><li>One of the {name} <button>Edit</button></li></ul>" for name in ("Fees", "Taxes")
    )
    await opened(ask, pages.make(f"<h1>Costs</h1>{lists}"))

    picked = await pick(ask, hint={"role": "button", "nearText": "Taxes"})

    assert picked["elementId"] == (await everything(ask))[1]["elementId"]


@pytest.mark.rows("R365")
@pytest.mark.parametrize(
    "page",
    [
        "<ul><li>Apples</li></ul><ul><li>Pears <button>Buy</button></li></ul>",
        "<div><ul><li>Apples</li></ul></div><div><ul><li>Pears <button>Buy</button></li></ul></div>",
        "<div style='display:flex'><ul><li>Apples</li></ul><ul><li>Pears <button>Buy</button></li></ul></div>",
        "<table><tr><td>Apples<td>sold</table><table><tr><td>Pears<td><button>Buy</button></table>",
        "<table><tr><td><ul><li>Apples</ul><td><ul><li>Pears <button>Buy</button></ul></table>",
        "<section><h2>Fruit</h2><p>Apples</p></section><section><h2>Veg</h2><ul><li>Leek <button>Buy</button></ul>",
        "<div><p>Apples<p>sold</div><div><p>Pears<p><button>Buy</button></div>",
    ],
)
@pytest.mark.parametrize("what", [{"name": "Buy"}, {"role": "button"}])
async def test_a_control_of_another_list_is_not_near_a_text(
    ask: Ask, pages: Pages, page: str, what: dict[str, str]
) -> None:
    await opened(ask, pages.make(f"<h1>x</h1>{page}"))

    reply = await ask("ui_pick", {"hint": {**what, "nearText": "Apples"}})

    assert code(reply) == "MM_REGION_NOT_FOUND"
    assert "belongs to it" in reply.error["message"]


@pytest.mark.rows("R365")
@pytest.mark.parametrize(
    "row",
    [
        "<td><input type=checkbox><td>{}<td>rights<td><input type=checkbox>",
        "<td>{0}<td><label><input type=checkbox>{0} may read</label><td><label><input type=checkbox>write</label>",
        "<td>{0}<td><input type=checkbox aria-label='Select {0}'><input type=checkbox aria-label=Active>",
    ],
)
async def test_a_role_that_several_of_a_row_have_is_asked_about(ask: Ask, pages: Pages, row: str) -> None:
    rows = "".join(f"<tr>{row.format(name)}</tr>" for name in ("Ann", "Bob"))
    await opened(ask, pages.make(f"<h1>x</h1><table>{rows}</table>"))

    reply = await ask("ui_pick", {"hint": {"role": "checkbox", "nearText": "Bob"}})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert len(reply.error["details"]["candidates"]) == 2


@pytest.mark.rows("R365")
@pytest.mark.parametrize(("role", "label"), [("checkbox", "write"), ("link", "Terms"), ("button", "Ban Ann")])
async def test_what_says_the_text_near_itself_is_meant_before_its_neighbours(
    ask: Ask, pages: Pages, role: str, label: str
) -> None:
    boxes = "".join(f"<label><input type=checkbox> {name}</label>" for name in ("read", "write"))
    await opened(ask, pages.make(f"<p>{boxes}<p><a href=#>Terms</a> <a href=#>Privacy</a><p>Ann <button>Ban Ann"))

    picked = await pick(ask, hint={"role": role, "nearText": label})

    assert (picked["role"], picked["label"]) == (role, label)


@pytest.mark.rows("R365")
async def test_what_is_wrong_with_a_text_nearby_is_said(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<header><p>Empty</header><main><ul><li>Ann <button>Ban</button></ul></main>"))

    nowhere = await ask("ui_pick", {"hint": {"role": "button", "nearText": "Zoe"}})
    of_no_kind = await ask("ui_pick", {"hint": {"role": "slider", "nearText": "Ann"}})

    assert (code(nowhere), "says the text" in nowhere.error["message"]) == ("MM_REGION_NOT_FOUND", True)
    assert all(each["controls"] > 0 for each in nowhere.error["details"]["regions"])
    assert (code(of_no_kind), "that role" in of_no_kind.error["message"]) == ("MM_TARGET_NOT_FOUND", True)


@pytest.mark.rows("R365")
@pytest.mark.parametrize(
    ("near", "at"), [("Zurich", 0), ("Zürich", 0), ("geneve", 1), ("Strasse", 2), ("Muller", None), ("Müller", 4)]
)
async def test_accents_are_not_needed_and_tell_apart(ask: Ask, pages: Pages, near: str, at: int | None) -> None:
    places = ("Zürich", "Genève", "Straße", "Muller", "Müller")
    rows = "".join(f"<li>{place} <button>Book</button></li>" for place in places)
    await opened(ask, pages.make(f"<meta charset=utf-8><ul>{rows}</ul>"))

    reply = await ask("ui_pick", {"hint": {"name": "Book", "nearText": near}})

    assert reply.ok is (at is not None)
    if at is not None:
        expected = (await everything(ask, query="Book", collapse=False))[at]["elementId"]
        assert reply.envelope["result"]["elementId"] == expected


@pytest.mark.rows("R333")
async def test_a_link_that_looks_like_a_button_is_found_as_one(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<h1>x</h1><a href=#>Alerts</a><label><input type=checkbox> Sound</label>"))

    picked = await pick(ask, hint={"role": "button", "name": "Alerts"})
    other = await ask("ui_pick", {"hint": {"role": "button", "name": "Sound"}})

    assert (picked["role"], picked["label"]) == ("link", "Alerts")
    assert not other.ok


@pytest.mark.rows("R333")
async def test_a_link_of_the_very_name_is_offered_beside_a_button_that_says_more(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<h1>x</h1><a href=#>Alerts</a><button>Alerts history</button>"))

    reply = await ask("ui_pick", {"hint": {"role": "button", "name": "Alerts"}})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert [each["role"] for each in reply.error["details"]["candidates"]] == ["link", "button"]


@pytest.mark.rows("R333")
async def test_a_cell_does_not_stand_for_the_button_in_it(ask: Ask, pages: Pages) -> None:
    rows = "".join(
        f"<div role=row><div role=gridcell tabindex=0>{name} <button>Delete</button></div></div>"
        for name in ("Ann", "Bob")
    )
    await opened(ask, pages.make(f"<h1>x</h1><div role=grid>{rows}</div>"))

    picked = await pick(ask, hint="Delete Ann")

    assert picked["role"] == "button"


SIGNS = {
    "close": "✖",
    "delete": "🗑️",
    "add": "+",
    "more": "⋮",
    "edit": "✎",
    "settings": "⚙",
    "search": "🔍",
    "menu": "☰",
}


@pytest.mark.rows("R333")
@pytest.mark.parametrize("hint", SIGNS)
async def test_a_sign_is_picked_by_what_it_means(ask: Ask, pages: Pages, hint: str) -> None:
    buttons = "".join(f"<button>{sign}</button>" for sign in SIGNS.values())
    await opened(ask, pages.make(f"<meta charset=utf-8><h1>x</h1>{buttons}"))

    assert (await pick(ask, hint=hint))["label"].startswith(SIGNS[hint][0])


@pytest.mark.rows("R333")
async def test_a_sign_does_not_outdo_a_word(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<h1>x</h1><button>-</button><button>+</button><button>Add to cart</button>"))

    reply = await ask("ui_pick", {"hint": "add"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
    assert {each["label"] for each in reply.error["details"]["candidates"]} == {"+", "Add to cart"}


CARD = (
    "<div class=card><div><h3><a href='#'>{0}</a></h3><div>Nurse</div></div>"
    "<div class=acts><a href='#'>Email</a><a href='#'>Call</a></div></div>"
)
STYLE = "<style>.card{float:left;width:200px;margin:8px;border:1px solid}.acts{display:flex}.acts a{flex:1}</style>"
CARDS = STYLE + "".join(map(CARD.format, ("Egan Poetz", "Emmy Levet", "Dunn Slane")))
TAB = "<div role=tab tabindex=0>{0} <button aria-label=Close>x</button></div>"
TABS = f"<div role=tablist style='display:flex;gap:200px'>{''.join(map(TAB.format, ('Inbox', 'Custom')))}</div>"


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("body", "hint", "meant"),
    [
        (CARDS, "email Egan Poetz", ("Email", "Egan Poetz")), (CARDS, "Emmy Levet's email", ("Email", "Emmy Levet")),
        (CARDS, "call Dunn Slane", ("Call", "Dunn Slane")), (CARDS, "Dunn Slane", ("Dunn Slane", "Dunn Slane")),
        (TABS, "close Custom", ("Close", "Custom")), (TABS, "Close the Inbox tab", ("Close", "Inbox")),
        (TABS, "the Custom tab", ("Custom Close", "Custom")),
    ],
)  # fmt: skip
async def test_a_name_beside_the_one_that_is_meant_only_says_which(
    ask: Ask, pages: Pages, body: str, hint: str, meant: tuple[str, str]
) -> None:
    label, beside = meant
    await opened(ask, pages.make(f"<title>Which</title><main><h1>Users</h1>{body}</main>"))
    named = await pick(ask, hint=beside)

    picked = await pick(ask, hint=hint)

    assert picked["label"] == label
    assert 0 <= picked["bbox"]["x"] - named["bbox"]["x"] < 180
