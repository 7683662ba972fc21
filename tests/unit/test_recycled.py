"""Nodes that are still there: edited, or given to another item."""

from __future__ import annotations

import pytest

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.recycled import is_moved_on, shows_the_same


def facts(**said: str) -> Fingerprint:
    return Fingerprint.from_facts({"tag": "button", "role": "button", "label": "Delete", "alone": "", **said})


SAME = {
    "nothing changed": (facts(), facts()),
    "a toggle": (facts(label="Play", near="Volume"), facts(label="Pause", near="Volume")),
    "a count": (facts(label="Cart (2)"), facts(label="Cart (3)")),
    "the status of its row": (
        facts(row="Ada Lovelace | active", alone="row title"),
        facts(row="Ada Lovelace | blocked"),
    ),
    "a test id of its own": (facts(testId="go", alone="testId", near="a b"), facts(testId="go", near="c d")),
    "an id of its own": (facts(id="go", alone="id", row="a | b"), facts(id="go", row="c | d")),
    "an id a framework counts": (facts(id="radix-1"), facts(id="radix-2")),
    "what stands around": (facts(near="three items", alone="label"), facts(near="four pieces", alone="label")),
    "its row, but for its title": (
        facts(row="Adults | 2", near="Adults 2", alone="row title"),
        facts(row="Adults | 3", near="Adults 3"),
    ),
    "a record that got its number": (
        facts(id="del-x", testId="x", row="Ada | active", alone="row title"),
        facts(id="del-y", testId="y", row="Ada | active"),
    ),
    "what was worked out of its fields": (
        facts(row="0 €", near="0 €", filled="a.1.3"),
        facts(row="80 €", near="80 €", filled="b.1.3"),
    ),
    "a card that was left alone": (
        facts(row="Ada | active", rowKind="div.card", near="Ada"),
        facts(row="Done | Ada", rowKind="section", near="Ada"),
    ),
    "a card that was marked": (
        facts(row="Ada | active", rowKind="div.card.open", near="Ada", alone="row title"),
        facts(row="Ada | blocked", rowKind="div.card.done", near="Ada"),
    ),
    "a list that is counted": (
        facts(heading="12 people", alone="label"),
        facts(heading="3 people", alone="label"),
    ),
    "the next step of a wizard that says so": (
        facts(label="Next", near="Back", heading="Address", alone="label"),
        facts(label="Next", near="Back", heading="Payment"),
    ),
    "one of several with nothing around": (facts(), facts()),
    "a row that another one was inserted before, counted by the page": (
        facts(thing="id=3", row="Ada | active", alone="row title"),
        facts(thing="id=4", row="Ada | active"),
    ),
    "a number that was given later": (facts(), facts(thing="id=3")),
    "a dialog that counts down": (
        facts(about="Still there? You will be signed out in 29 s", aboutMore="Cart: 3 items"),
        facts(about="Still there? You will be signed out in 9 s", aboutMore="Cart: 1 item"),
    ),
    "a dialog that complains": (
        facts(about="Rename Ada New name", aboutMore="At most 20 letters"),
        facts(about="Rename Ada That name is taken", aboutMore="New name At most 20 letters"),
    ),
    "a heading that counts": (facts(heading="Cart (3)", alone="label"), facts(heading="Cart (4)", alone="label")),
    "a heading that says how far it is": (facts(heading="3 of 10 done"), facts(heading="4 of 10 done")),
    "a clock in the only row that has it": (
        facts(row="2 min ago | Build passed", alone="label"),
        facts(row="3 min ago | Build passed", alone="label"),
    ),
    "a clock in the row its menu is of": (
        facts(role="menuitem", about="Ada | 2 min ago"),
        facts(role="menuitem", about="Ada | 3 min ago"),
    ),
    "a record that was drawn anew": (
        facts(thing="id=3 timestamp=1700000000", row="Ada"),
        facts(thing="id=3 timestamp=1700000060", row="Ada"),
    ),
    "a button whose value is its label": (
        facts(tag="input", type="submit", label="Save", value="Save", near="Name"),
        facts(tag="input", type="submit", label="Saved", value="Saved", near="Name"),
    ),
    "an empty row that was filled in before another one was added": (
        facts(filled=".1.1", near="x"),
        facts(filled="a.1.2", near="x"),
    ),
    "a row among fewer, of the only control called so": (
        facts(filled="a.1.3", alone="label"),
        facts(filled="b.1.2", alone="label"),
    ),
    "a node that was turned round": (facts(label="Enable", near="Alarm"), facts(label="Disable", near="Alarm")),
    "a count on a button and over it": (
        facts(label="Pay (3)", heading="Cart (3)", near="Total"),
        facts(label="Pay (4)", heading="Cart (4)", near="Total"),
    ),
    "one of several whose row stayed": (facts(row="Ada | active", near="a"), facts(row="Ada | active", near="b")),
}
OTHER = {
    "the same button of another row": (facts(row="Ada | active"), facts(row="Bob | active")),
    "the neighbour it changed places with": (facts(near="Bob Marley Cyd"), facts(near="Cyd Bob Marley")),
    "the same button of another subject": (
        facts(near="Analyst", heading="Ada Lovelace", alone="label"),
        facts(near="Singer", heading="Bob Marley"),
    ),
    "the same button beside another name": (facts(near="Ada Lovelace"), facts(near="Bob Marley")),
    "the same button of the only card left": (facts(row="Ada | Analyst", near="Analyst"), facts(near="Singer")),
    "a test id of the only row": (facts(testId="go", alone="testId", row="a | b"), facts(testId="go", row="c | d")),
    "a row that begins like others": (
        facts(row="Porsche | Boxster 72000 red", alone="row"),
        facts(row="Porsche | Cayman 64000 red"),
    ),
    "the next row, which is in another state": (
        facts(row="Ada | active", rowKind="tr.selected", near="Ada"),
        facts(row="Bob | active", rowKind="tr", near="Bob"),
    ),
    "the next card, which is in another state": (
        facts(row="Ada | active", rowKind="div.card.open"),
        facts(row="Bob | active", rowKind="div.card.done"),
    ),
    "a row of another kind that does not say it": (
        facts(row="Ada | active", rowKind="div.card", near="same"),
        facts(row="Bob | active", rowKind="section", near="same"),
    ),
    "a numbered row without a title": (facts(row="Order 1001 is pending"), facts(row="Order 1002 is pending")),
    "a pool of numbered nodes": (
        facts(id="row-3", alone="id", row="Ada | active"),
        facts(id="row-3", row="Bob | active"),
    ),
    "another record": (facts(thing="id=ab", id="go", alone="id label"), facts(thing="id=cd", id="go")),
    "the same row of another record": (
        facts(thing="id=ab", row="Ada | active", alone="row"),
        facts(thing="id=cd", row="Ada | active"),
    ),
    "a day of another month": (
        facts(label="15", thing="date=15 month=1 year=2026", row="14 16", alone="label row"),
        facts(label="15", thing="date=15 month=2 year=2026", row="14 16"),
    ),
    "another target": (facts(tag="a", href="/a"), facts(tag="a", href="/b")),
    "another test id": (facts(testId="a"), facts(testId="b")),
    "another id": (facts(id="save"), facts(id="send")),
    "another radio": (facts(type="radio", name="n", value="1"), facts(type="radio", name="n", value="2")),
    "one of two by now": (facts(near="Disk full", alone="label"), facts(near="CPU hot")),
    "the next item of icons": (
        facts(label="Delete Bob", path="ul>li:nth-of-type(2)>button", alone="label"),
        facts(label="Delete Cyd", path="ul>li:nth-of-type(2)>button", alone="label"),
    ),
    "a name beside what all have": (
        facts(label="Ada", row="Owner", near="Owner", alone="label"),
        facts(label="Bob", row="Owner", near="Owner", alone="label"),
    ),
    "what is called alike": (
        facts(label="Download the invoice for Ada", near="Download the invoice for Bob", alone="label"),
        facts(label="Download the invoice for Bob", near="Download the invoice for Cyd", alone="label"),
    ),
    "another hour": (facts(label="09:00 – 09:30", near="10:00"), facts(label="14:00 – 14:30", near="15:00")),
    "the same button of the next record": (
        facts(heading="Ada Lovelace", near="Member since 2020", id="delete", alone="id label"),
        facts(heading="Bob Marley", near="Member since 2020", id="delete", alone="id label"),
    ),
    "a seat of another coach": (
        facts(label="A1", heading="Coach 1", alone="label"),
        facts(label="A1", heading="Coach 2", alone="label"),
    ),
    "a dialog that came again": (
        facts(label="Yes, delete", about="Delete Ada?", alone="label"),
        facts(label="Yes, delete", about="Delete Bob?", alone="label"),
    ),
    "a dialog about the next number": (
        facts(about="Delete invoice 17?", alone="label"),
        facts(about="Delete invoice 18?", alone="label"),
    ),
    "a dialog that says its number further down": (
        facts(about="Delete", aboutMore="Invoice 17", alone="label"),
        facts(about="Delete", aboutMore="Invoice 18", alone="label"),
    ),
    "a heading that shares words with the next": (
        facts(heading="Profile of Ann", id="delete", alone="id label"),
        facts(heading="Profile of Bob", id="delete", alone="id label"),
    ),
    "a house of the same road": (facts(heading="12 Oxford Road"), facts(heading="14 Oxford Road")),
    "a row that is told from others by its clock": (
        facts(row="Build | 2 min ago", alone="row"),
        facts(row="Build | 5 min ago", alone="row"),
    ),
    "a box that says the same as its neighbour": (
        facts(type="checkbox", label="Select", value="yes", alone="value", row="Ada | active"),
        facts(type="checkbox", label="Select", value="yes", alone="value", row="Bob | active"),
    ),
    "a button of the next row that is labelled the same": (
        facts(type="submit", label="Delete", value="Delete", alone="value", row="Ada | active"),
        facts(type="submit", label="Delete", value="Delete", row="Bob | active"),
    ),
    "a message of another moment": (facts(thing="timestamp=1700000000"), facts(thing="timestamp=1700000060")),
    "a day of the same id": (facts(thing="id=3 date=2026-01-03"), facts(thing="id=3 date=2026-02-03")),
    "a row that holds something else since one went": (
        facts(filled="a.1.3", near="x"),
        facts(filled="b.1.2", near="x"),
    ),
    "a row that holds something else since one came": (
        facts(filled="a.2.3", near="x"),
        facts(filled=".2.4", near="x"),
    ),
    "an empty row that is filled since one went": (facts(filled=".1.3", near="x"), facts(filled="b.1.2", near="x")),
    "a numbered place of a list": (
        facts(row="Guest 1 | Ada Lovelace", alone="row title"),
        facts(row="Guest 1 | Bob Marley"),
    ),
    "the next entry of a menu": (facts(label="B", near="A C"), facts(label="C", near="B D")),
    "the next step of a wizard": (facts(label="Next", heading="Address"), facts(label="Pay", heading="Payment")),
}


@pytest.mark.parametrize("kind", SAME)
def test_what_was_edited_in_place_is_the_same(kind: str) -> None:
    before, now = SAME[kind]

    assert shows_the_same(before, now)


@pytest.mark.parametrize("kind", OTHER)
def test_what_shows_another_thing_is_another(kind: str) -> None:
    before, now = OTHER[kind]

    assert not shows_the_same(before, now)


@pytest.mark.parametrize(
    ("before", "now", "moved"),
    [
        ("a.1.3", "b.1.2", True),  # the first of three went
        ("a.1.3", "b.1.3", False),  # typed in by somebody
        ("a.1.3", "c.1.2", False),  # what no other row held
        ("a.1.3", "a.1.2", False),
        ("", "b.1.2", False),
        (".1.2", "b.1.3", True),  # one came before it
        ("a.1.3", "", False),
        ("a.2.3", "b.2.2", False),  # it is the row that was seen with it
    ],
)
def test_a_row_that_holds_what_another_held_has_moved_on_when_rows_went(before: str, now: str, *, moved: bool) -> None:
    others = [facts(filled="a.1.3"), facts(filled="b.2.3")]

    assert is_moved_on(facts(filled=before), facts(filled=now), others) is moved
