"""Words are told, and looked for, as people read them: parted by the style, whole within a word, in their slots."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, everything, opened

APART = "scan/shown_words.html"
SLOTTED = "scan/slotted_words.html"


async def asked_back(ask: Ask, **hint: str) -> list[dict[str, Any]]:
    reply = await ask("ui_pick", {"hint": hint})
    assert code(reply) == "MM_TARGET_AMBIGUOUS", reply.text
    return reply.error["details"]["candidates"]


async def picked(ask: Ask, **hint: str) -> str:
    reply = await ask("ui_pick", {"hint": hint})
    assert reply.ok, reply.text
    return reply.envelope["result"]["elementId"]


async def called(ask: Ask, label: str) -> list[str]:
    return [each["elementId"] for each in await everything(ask, collapse=False) if each["label"] == label]


@pytest.mark.rows("R365")
async def test_words_that_the_style_parts_are_told_apart_and_letters_of_a_word_together(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / APART)

    rows = {each["nearText"] for each in await asked_back(ask, role="button", name="Archive")}
    titles = {each["nearText"] for each in await asked_back(ask, role="button", name="Today")}
    texts = {each["nearText"] for each in await asked_back(ask, role="checkbox", name="Reach me")}

    assert rows == {"Re: Q1 design review work", "forest.jpg | 4.2 MB", "Inbox | 4", "Save H2O preview", "Let"}
    assert titles == {"November 2026", "December"}
    assert texts == {"Email Call", "Write"}


@pytest.mark.rows("R365")
async def test_labels_of_candidates_are_parted_as_the_browser_parts_names(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / APART)
    names = {each["label"] for each in await everything(ask, query="Stars")}

    told = {each["label"] for each in await asked_back(ask, role="button", text="Stars")}

    assert told == names == {"4 Stars", "5 Stars", "Stars 67"}


@pytest.mark.rows("R365")
async def test_a_text_is_looked_for_as_it_is_read(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / APART)
    (first, _second) = await called(ask, "Reach me")
    archive = await called(ask, "Archive")

    assert await picked(ask, role="checkbox", nearText="Email Call") == first
    assert await picked(ask, name="Archive", nearText="Save H2O preview") == archive[3]
    assert await picked(ask, name="Archive", nearText="Let") == archive[4]


@pytest.mark.rows("R365")
@pytest.mark.parametrize(
    ("near", "name", "at"),
    [
        ("Saved", "Close", 0),
        ("Payment failed", "Close", 1),
        ("Country", "Clear", 0),
        ("City", "Clear", 1),
        ("Region", "Clear", 2),
        ("Town", "Clear", 3),
        ("Harbour", "Remove", 0),
    ],
)
async def test_a_text_in_a_slot_is_near_what_stands_beside_the_slot(
    ask: Ask, pages: Pages, near: str, name: str, at: int
) -> None:
    await opened(ask, pages / SLOTTED)
    expected = (await called(ask, name))[at]

    assert await picked(ask, role="button", name=name, nearText=near) == expected


@pytest.mark.rows("R365")
@pytest.mark.parametrize("near", ["Shown nowhere", "Place"])
async def test_a_text_that_no_slot_shows_is_not_on_the_page(ask: Ask, pages: Pages, near: str) -> None:
    await opened(ask, pages / SLOTTED)

    reply = await ask("ui_pick", {"hint": {"role": "button", "nearText": near}})

    assert code(reply) == "MM_REGION_NOT_FOUND"
    assert "says the text" in reply.error["message"]


@pytest.mark.rows("R365")
async def test_a_button_in_a_component_stands_under_the_label_of_its_own_field(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / SLOTTED)
    order = await called(ask, "Clear")

    told = {each["elementId"]: each["nearText"] for each in await asked_back(ask, role="button", name="Clear")}

    labels = ["Country", "City", "Region", "Town", "Harbour"]
    assert [told[each].split(" ")[0] for each in order] == labels


@pytest.mark.rows("R365")
async def test_what_stands_beside_a_slotted_control_is_in_its_slot(ask: Ask, pages: Pages) -> None:
    shadow = "<p><slot name=a></slot></p><p><slot name=b></slot></p>"
    slotted = "<i slot=b>Blue</i><button slot=a style='width:20px'></button><i slot=b>Green</i><i slot=a>Red</i>"
    await opened(ask, pages.make(f"<h1>x</h1><div><template shadowrootmode=open>{shadow}</template>{slotted}</div>"))

    labels = [each["label"] for each in await everything(ask)]

    assert labels == ["(beside Red)"]
