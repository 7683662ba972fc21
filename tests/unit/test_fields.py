"""What a state means for a field, and why a field refuses one: decided without a page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handhold.errors import InvalidInput, StateRefused
from handhold.services.interaction.choosing import closest_to, meant_by
from handhold.services.interaction.decisions import decide
from handhold.services.interaction.fields import Choice, Field, field_of
from handhold.services.interaction.formats import same_value
from handhold.services.interaction.goals import (
    Check,
    ChooseFromPopup,
    ChooseMembers,
    ChooseNative,
    Expand,
    Goal,
    Reach,
    Select,
    SetValue,
    TypeText,
    Upload,
)
from handhold.services.interaction.wanted import Wanted, wanted_of

SIZES = (
    Choice(key=1, place=0, label="Choose…", value=""),
    Choice(key=2, place=1, label="Small", value="s"),
    Choice(key=3, place=2, label="Large", value="l", selected=True),
    Choice(key=4, place=3, label="Huge", value="xl", disabled=True),
)
TEXT = Field(kind="text", typable=True, length=0)
SELECT = Field(kind="select", choices=SIZES, total=4, selected=("Large",))
MULTI = replace(SELECT, kind="multiselect", multiple=True)
NUMBER = Field(kind="number", typable=True, minimum="1", maximum="10", step="0.5")
DATE = Field(kind="date", minimum="2026-01-01", maximum="2026-12-31", value="")
COMBOBOX = Field(kind="combobox", choices=SIZES, total=4, expanded=False)

POSSIBLE: list[tuple[str, Field, object, Goal]] = [
    ("text", TEXT, "Ada", TypeText("Ada")),
    ("a number as text", TEXT, 7, TypeText("7")),
    ("null empties", TEXT, None, TypeText("")),
    ("a named text", TEXT, {"text": "Ada"}, TypeText("Ada")),
    ("lines into an area", replace(TEXT, multiline=True), "a\nb", TypeText("a\nb")),
    ("an editable document", Field(kind="editable", typable=True, multiline=True), "a", TypeText("a")),
    ("a number", NUMBER, 2.5, TypeText("2.5", is_number=True)),
    ("a number written out", NUMBER, " 3 ", TypeText("3", is_number=True)),
    ("no number", NUMBER, "", TypeText("")),
    ("decimals where no step is named", Field(kind="number", typable=True), 1.25, TypeText("1.25", is_number=True)),
    ("a date", DATE, "2026-02-28", SetValue("2026-02-28")),
    ("no date", DATE, None, SetValue("")),
    ("a time over midnight", Field(kind="time", minimum="22:00", maximum="06:00"), "23:30", SetValue("23:30")),
    ("a moment", Field(kind="datetime-local"), "2026-02-28 10:00", SetValue("2026-02-28T10:00")),
    ("a month", Field(kind="month"), "2026-11", SetValue("2026-11")),
    ("a week", Field(kind="week"), "2026-W53", SetValue("2026-W53")),
    ("a colour", Field(kind="color"), "#F0A", SetValue("#ff00aa")),
    ("a range", Field(kind="range", minimum="0", maximum="50", step="5"), 15, SetValue("15")),
    ("a slider", Field(kind="slider", minimum="0", maximum="100"), 42, Reach(42.0)),
    ("a spin button that is no field", Field(kind="spinbutton"), 3, Reach(3.0)),
    ("a spin button that is one", Field(kind="spinbutton", typable=True), 3, TypeText("3", is_number=True)),
    ("a check", Field(kind="checkbox", checked=False), True, Check(True)),
    ("a word for it", Field(kind="switch", checked=True), "off", Check(False)),
    ("a toggle button", Field(kind="toggle", checked=False), {"checked": True}, Check(True)),
    ("a radio button", Field(kind="radio", checked=False), True, Check(True)),
    ("its neighbour by name", Field(kind="radio", choices=SIZES, total=4), "small", ChooseMembers((1,))),
    ("a group of them", Field(kind="radiogroup", choices=SIZES, total=4), "Small", ChooseMembers((1,))),
    ("an option by label", SELECT, "Small", ChooseNative((1,))),
    ("an option by value", SELECT, "s", ChooseNative((1,))),
    ("an option in other letters", SELECT, {"selected": "  lARGE "}, ChooseNative((2,))),
    ("the empty option", SELECT, None, ChooseNative((0,))),
    ("several options", MULTI, ["Small", "Large"], ChooseNative((1, 2))),
    ("no options", MULTI, [], ChooseNative(())),
    ("a list that opens", COMBOBOX, "Small", ChooseFromPopup(("Small",))),
    ("its value", COMBOBOX, {"value": "s"}, ChooseFromPopup(("s",), True)),
    ("opening it", COMBOBOX, {"expanded": True}, Expand(True)),
    ("text in it", replace(COMBOBOX, typable=True), {"text": "Sm"}, TypeText("Sm")),
    (
        "an option that typing may bring",
        replace(COMBOBOX, typable=True),
        {"selected": "X"},
        ChooseFromPopup(("X",)),
    ),
    ("option or text", replace(COMBOBOX, typable=True), "X", ChooseFromPopup(("X",), or_text=True)),
    ("a tab", Field(kind="tab", chosen=False), True, Select(True)),
    ("a row", Field(kind="row", chosen=True, multiple=True), False, Select(False)),
    ("a tree item", Field(kind="treeitem", chosen=False), True, Select(True)),
    ("a tree item with a box", Field(kind="treeitem", checked=False), True, Check(True)),
    ("its branch", Field(kind="treeitem", expanded=False), {"expanded": True}, Expand(True)),
    ("an accordion", Field(kind="disclosure", expanded=False), True, Expand(True)),
    ("a file", Field(kind="file"), "a.txt", Upload(("a.txt",))),
    ("files", Field(kind="file", multiple=True), {"files": ["a", "b"]}, Upload(("a", "b"))),
    ("no file", Field(kind="file"), None, Upload(())),
]

IMPOSSIBLE: list[tuple[str, Field, object, str]] = [
    ("text into a number", NUMBER, "Ada", "not a number"),
    ("a number too small", NUMBER, 0, "below"),
    ("a number too big", NUMBER, 11, "above"),
    ("a number between steps", NUMBER, 1.3, "between two steps"),
    ("no date at all", DATE, "yesterday", "YYYY-MM-DD"),
    ("a day that is not", DATE, "2026-02-30", "YYYY-MM-DD"),
    ("a date too late", DATE, "2027-01-01", "above"),
    ("a week that is not", Field(kind="week"), "2025-W53", "YYYY-Www"),
    ("a time that is not", Field(kind="time"), "24:00", "HH:MM"),
    ("a colour by name", Field(kind="color"), "red", "#rrggbb"),
    ("a range between steps", Field(kind="range", minimum="0", maximum="50", step="5"), 12, "between two steps"),
    ("a range beyond its default end", Field(kind="range"), 101, "above"),
    ("a slider too far", Field(kind="slider", minimum="0", maximum="10"), 11, "above"),
    ("two lines into one", TEXT, "a\nb", "one line"),
    ("too long", replace(TEXT, max_length=3), "four", "at most 3"),
    ("true as text", TEXT, True, "one text"),
    ("a list as text", TEXT, ["a"], "one text"),
    ("read-only", replace(TEXT, readonly=True), "Ada", "read-only"),
    ("no such option", SELECT, "Smal", "no such option"),
    ("a disabled option", SELECT, "Huge", "disabled"),
    ("several of one", SELECT, ["Small", "Large"], "only one"),
    ("no such option in a closed list", COMBOBOX, "Tiny", "no such option"),
    ("two of one name", replace(SELECT, choices=(SIZES[1], replace(SIZES[2], label="Small"))), "Small", "several"),
    ("unchecking a radio button", Field(kind="radio", checked=True, choices=SIZES), False, "cannot be unchecked"),
    ("text on a checkbox", Field(kind="checkbox", checked=False), "maybe", "on or off"),
    ("the wrong member", Field(kind="checkbox", checked=False), {"text": "x"}, "takes no 'text'"),
    ("unselecting the only tab", Field(kind="tab", chosen=True), False, "always selected"),
    ("opening what does not open", Field(kind="treeitem"), {"expanded": True}, "neither opens nor closes"),
    ("a state for a link", Field(kind="plain"), "text", "no state"),
    ("files for text", TEXT, {"files": ["a"]}, "takes no 'files'"),
    ("two files for one", Field(kind="file"), ["a", "b"], "one file"),
]


def wanted(state: object) -> Wanted:
    return wanted_of(state, secrets={})


@pytest.mark.rows("R335", "R366")
@pytest.mark.parametrize(("field", "state", "goal"), [row[1:] for row in POSSIBLE], ids=[row[0] for row in POSSIBLE])
def test_a_state_that_fits_becomes_a_goal(field: Field, state: object, goal: Goal) -> None:
    assert decide(field, wanted(state)) == goal


@pytest.mark.rows("R335")
@pytest.mark.parametrize(
    ("field", "state", "reason"), [row[1:] for row in IMPOSSIBLE], ids=[row[0] for row in IMPOSSIBLE]
)
def test_a_state_that_cannot_be_is_refused_with_the_reason(field: Field, state: object, reason: str) -> None:
    with pytest.raises(StateRefused) as caught:
        decide(field, wanted(state))

    assert reason in caught.value.message


def test_a_refusal_lists_what_is_allowed_and_what_comes_close() -> None:
    with pytest.raises(StateRefused) as caught:
        decide(SELECT, wanted("Smal"))

    assert caught.value.details == {
        "kind": "select",
        "accepts": ["selected", "value"],
        "allowed": ["Choose…", "Small", "Large", "Huge (disabled)"],
        "closest": ["Small"],
    }


def test_a_refusal_tells_at_most_twenty_options_and_how_many_more_there_are() -> None:
    many = tuple(Choice(place=place, label=f"Option {place} " + "x" * 40) for place in range(200))

    with pytest.raises(StateRefused) as caught:
        decide(replace(SELECT, choices=many, total=1000), wanted("none of them"))

    allowed: Any = caught.value.details["allowed"]
    assert 10 < len(allowed) <= 20
    assert caught.value.details["more"] == 1000 - len(allowed)


def test_a_number_between_steps_is_told_its_neighbours() -> None:
    with pytest.raises(StateRefused) as caught:
        decide(NUMBER, wanted(1.3))

    assert caught.value.details["allowed"] == {
        "format": "number",
        "min": "1",
        "max": "10",
        "step": "0.5",
        "nearest": ["1", "1.5"],
    }


@pytest.mark.rows("A53")
@pytest.mark.parametrize("row", [row for row in IMPOSSIBLE if isinstance(row[2], str)], ids=lambda row: row[0])
def test_a_refusal_never_repeats_what_was_given(row: tuple[str, Field, str, str]) -> None:
    with pytest.raises(StateRefused) as caught:
        decide(row[1], wanted(f"canary-7f3a {row[2]}"))

    assert "canary" not in f"{caught.value.message} {caught.value.hint} {caught.value.details}"


def test_goals_and_wishes_do_not_show_what_is_typed() -> None:
    assert "canary" not in repr(TypeText("canary"))
    assert "canary" not in repr(wanted("canary"))


@pytest.mark.rows("A52")
def test_a_secret_is_known_by_its_name() -> None:
    found = wanted_of({"text": "secret://LOGIN"}, secrets={"LOGIN": "hunter22"})

    assert (found.member, found.value, found.is_secret) == ("text", "hunter22", True)


@pytest.mark.rows("A52")
def test_an_unknown_secret_is_refused_with_the_names_that_are_known() -> None:
    with pytest.raises(InvalidInput) as caught:
        wanted_of("secret://LOGINN", secrets={"LOGIN": "hunter22", "PIN": "1234"})

    assert caught.value.details == {"known": ["LOGIN", "PIN"]}


@pytest.mark.parametrize("state", [{}, {"text": "a", "checked": True}, {"colour": "x"}, ["a", 1], {"text": {"a": 1}}])
def test_a_state_has_one_meaning(state: object) -> None:
    with pytest.raises(InvalidInput):
        wanted(state)


def test_a_label_that_was_cut_is_still_found() -> None:
    long = Choice(label="A very long label that was c…")

    assert meant_by("a very long label that was cut somewhere", [long]) == [long]
    assert meant_by("x", [Choice(label="…")]) == []


def test_close_labels_are_found_by_likeness_and_by_part() -> None:
    labels = [Choice(label=label) for label in ("United Kingdom", "United States", "Ukraine")]

    assert closest_to("united kingdon", labels)[0] == "United Kingdom"
    assert closest_to("states", labels) == ["United States"]


@pytest.mark.parametrize(
    ("kind", "one", "other", "same"),
    [
        ("time", "10:00", "10:00:00", True),
        ("range", "5", "5.0", True),
        ("color", "#FF0000", "#ff0000", True),
        ("date", "2026-01-01", "2026-01-02", False),
        ("date", "", "2026-01-02", False),
    ],
)
def test_values_are_compared_by_what_they_mean(kind: str, one: str, other: str, same: bool) -> None:
    assert same_value(kind, one, other) is same


def test_what_the_page_says_of_a_field_is_read_with_care() -> None:
    field = field_of(
        {
            "key": 3,
            "press": 4,
            "kind": "select",
            "choices": [{"k": 5, "i": 0, "label": "A\u0007", "selected": True}, "junk"],
            "total": 1,
            "checked": "mixed",
            "maxLength": True,
            "selected": ["A", 7],
        },
        "d1",
    )

    assert field.node == ("d1", 3)
    assert [choice.label for choice in field.choices] == ["A"]
    assert (field.checked, field.max_length, field.selected) == ("mixed", None, ("A",))
