"""Nodes that are still there: edited, or given to another item."""

from __future__ import annotations

import pytest

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.recycled import shows_the_same


def facts(**said: str) -> Fingerprint:
    return Fingerprint.from_facts({"tag": "button", "role": "button", "label": "Delete", "alone": "", **said})


SAME = {
    "nothing changed": (facts(), facts()),
    "a toggle": (facts(label="Play", near="Volume"), facts(label="Pause", near="Volume")),
    "a count": (facts(label="Cart (2)"), facts(label="Cart (3)")),
    "the status of its row": (facts(row="Ada Lovelace | active"), facts(row="Ada Lovelace | blocked")),
    "a test id of its own": (facts(testId="go", alone="testId", row="a | b"), facts(testId="go", row="c | d")),
    "an id a framework counts": (facts(id="radix-1"), facts(id="radix-2")),
    "what stands around": (facts(near="three items"), facts(near="four pieces")),
}
OTHER = {
    "the same button of another row": (facts(row="Ada | active"), facts(row="Bob | active")),
    "a numbered row without a title": (facts(row="Order 1001 is pending"), facts(row="Order 1002 is pending")),
    "a pool of numbered nodes": (
        facts(id="row-3", alone="id", row="Ada | active"),
        facts(id="row-3", row="Bob | active"),
    ),
    "another target": (facts(tag="a", href="/a"), facts(tag="a", href="/b")),
    "another test id": (facts(testId="a"), facts(testId="b")),
    "another id": (facts(id="save"), facts(id="send")),
    "another radio": (facts(type="radio", name="n", value="1"), facts(type="radio", name="n", value="2")),
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
