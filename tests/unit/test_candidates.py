"""Records of the page become candidates whatever the page says, and fingerprints keep one stored form."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.perception.candidates import Box, Candidate, Cover, Fingerprint
from handhold.services.perception.page_text import wire_size

RECORD: dict[str, object] = {
    "k": 7, "tag": "button", "role": "button", "name": "Add to basket", "text": "Add", "testId": "add", "s": "#add",
    "x": 24, "y": 310.4, "w": 160, "h": 44, "st": ["disabled", "covered"], "ev": ["tag", "listener"], "d": 9,
    "cov": {"k": 9, "role": "dialog", "name": "Cookies"}, "lm": "main", "g": "Gunpowder green", "ly": 1, "rel": 0.8,
    "pat": "g2", "row": 3, "rowText": "Gunpowder green", "n": 12, "filled": False,
    "fp": {
        "tag": "button", "id": "add", "label": "Add to basket", "cls": "btn primary", "near": "250 g", "ordinal": 2,
        "path": "main>div>button", "frame": "2.0", "x": 24, "y": 310, "w": 160, "h": 44, "alone": ["id"],
    },
}  # fmt: skip

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
facts = st.dictionaries(
    st.sampled_from(["v", "filled", *RECORD, *Fingerprint().to_json(), "cls", "path", "frame"]), anything
)


def test_a_record_becomes_a_typed_candidate() -> None:
    seen = Candidate.from_record(RECORD, frame=3)

    assert (seen.key, seen.frame, seen.role, seen.label, seen.test_id) == (7, 3, "button", "Add to basket", "add")
    assert seen.box == Box(x=24, y=310, width=160, height=44)
    assert seen.has("covered")
    assert seen.covered_by == Cover(key=9, role="dialog", name="Cookies")
    assert (seen.pattern, seen.row, seen.variants, seen.is_filled) == ("g2", 3, 12, False)
    assert seen.fingerprint.classes == ("btn", "primary")
    assert seen.fingerprint.path == ("main", "div", "button")
    assert seen.fingerprint.frame == (2, 0)
    assert seen.identity == "button:add to basket"


def test_an_empty_record_is_an_empty_candidate() -> None:
    assert Candidate.from_record({}, frame=0) == Candidate(key=0, frame=0)


def test_text_of_the_page_is_bounded_and_on_one_line() -> None:
    seen = Candidate.from_record({"name": "a\n\u202eb" + "x" * 1000, "s": "y" * 99}, frame=0)

    assert seen.name.startswith("a bxxx")
    assert wire_size(seen.name) == 200
    assert wire_size(seen.summary) == 24


@given(facts)
def test_any_record_is_read(record: dict[str, object]) -> None:
    seen = Candidate.from_record({**record, "fp": record}, frame=0)

    json.dumps(seen.fingerprint.to_json()).encode()
    assert seen.variants >= 1
    assert 0 <= seen.page_relevance <= 1


@pytest.mark.rows("R447")
@given(facts)
def test_a_fingerprint_survives_its_stored_form(taken: dict[str, object]) -> None:
    fingerprint = Fingerprint.from_facts(taken)

    stored = json.loads(json.dumps(fingerprint.to_json()))

    assert stored["v"] == 1
    # Which record it was of, and what was typed beside it, is true of one document only.
    assert Fingerprint.from_json(stored) == replace(
        fingerprint, row_kind="", thing="", filled="", about="", about_more=""
    )


def test_the_stored_form_names_only_what_is_known() -> None:
    stored = Fingerprint(tag="a", test_id="go", box=Box(x=1, y=2, width=3, height=4)).to_json()

    assert stored == {"v": 1, "tag": "a", "testId": "go", "ordinal": 0, "x": 1, "y": 2, "w": 3, "h": 4}


@pytest.mark.parametrize("version", [None, 0, -1, "1", True, 1.0])
def test_a_form_without_a_version_is_refused(version: object) -> None:
    with pytest.raises(ValueError, match="has no version"):
        Fingerprint.from_json({"v": version, "tag": "a"})


def test_a_newer_form_is_refused() -> None:
    with pytest.raises(ValueError, match="version 2; this Handhold reads up to version 1"):
        Fingerprint.from_json({"v": 2, "tag": "a"})
