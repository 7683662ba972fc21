"""Which control a label means, decided without a page."""

from __future__ import annotations

from typing import Any

import pytest

from handhold.adapters.browser.seen import NodeRef
from handhold.services.interaction.labels import Fit, Label, Near, Sign, choose
from handhold.services.perception.candidates import Box, Candidate

pytestmark = pytest.mark.rows("R326")


def sign(name: str, *, key: int = 1, near: Near = Near.INSIDE, role: str = "link", **facts: Any) -> Sign:
    candidate = Candidate(key=key, frame=0, role=role, name=name, text=name, **facts)
    return Sign(node=NodeRef("d", key), candidate=candidate, near=near)


def names(label: str, *signs: Sign) -> list[str]:
    choice = choose(Label(label), signs)
    return [each.candidate.name for each in choice.signs] if choice else []


@pytest.mark.parametrize(
    ("label", "name", "fit"),
    [
        ("Settings", "settings", Fit.EXACT),
        ("  Settings ", "Settings", Fit.EXACT),
        ("File", "File ▾", Fit.EXACT),
        ("Home", "› Home", Fit.EXACT),
        ("Payment", "2. Payment", Fit.EXACT),
        ("Export", "Export…", Fit.EXACT),
        ("Inbox", "Inbox 12 unread", Fit.BEGINS),
        ("Payment", "Your payment", Fit.LIKE),
        ("Setings", "Settings", Fit.LIKE),
        ("C++", "C", Fit.NONE),
        ("Delete", "Discard", Fit.NONE),
        ("Undo", "Redo", Fit.NONE),
    ],
)
def test_a_label_fits_a_name(label: str, name: str, fit: Fit) -> None:
    found, _score = Label(label).fit(sign(name).candidate)

    assert found is fit


def test_the_very_words_come_before_what_begins_with_them() -> None:
    assert names("Save", sign("Save as", key=1), sign("Save", key=2)) == ["Save"]


def test_a_beginning_in_what_opened_comes_before_the_very_words_elsewhere() -> None:
    found = names("Export", sign("Export", key=1, near=Near.ELSEWHERE), sign("Export as…", key=2))

    assert found == ["Export as…"]


def test_two_with_the_very_words_are_rivals() -> None:
    assert names("Edit", sign("Edit", key=1), sign("Edit", key=2), sign("Edit all", key=3)) == ["Edit", "Edit"]


def test_one_that_can_be_used_is_meant_rather_than_one_that_cannot() -> None:
    usable = sign("Edit", key=2)

    choice = choose(Label("Edit"), [sign("Edit", key=1, states=("inert",)), usable])

    assert choice is not None
    assert choice.signs == (usable,)


def test_a_field_is_never_followed() -> None:
    assert names("Search", sign("Search", role="searchbox")) == []


def test_an_item_and_the_link_in_it_are_one() -> None:
    item = sign("File", key=1, role="menuitem", depth=3, box=Box(x=0, y=0, width=80, height=30))
    link = sign("File", key=2, role="link", depth=4, box=Box(x=5, y=5, width=60, height=20))

    choice = choose(Label("File"), [item, link])

    assert choice is not None
    assert choice.signs == (item,)


def test_what_is_pushed_out_of_the_window_is_not_meant() -> None:
    shown = sign("Menu", key=2, box=Box(x=10, y=10, width=50, height=20))

    choice = choose(Label("Menu"), [sign("Menu", key=1, box=Box(x=-300, y=10, width=200, height=20)), shown])

    assert choice is not None
    assert choice.signs == (shown,)
