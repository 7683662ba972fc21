"""An element is found again when it is the same one, and never mistaken for another."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_changes import DOUBTFUL, GONE, SURVIVED, Change
from synthetic_page import Page, candidates, shop
from tests.support.alone import with_alone

from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.fingerprint import Ambiguous, Match, find

PAGE = shop()
CHANGES: Mapping[str, Change] = {**SURVIVED, **DOUBTFUL, **GONE}
# A clone that keeps all by which the original was known, while the original loses it, is the original to any observer.
LASTING = [kind for kind in (*SURVIVED, *DOUBTFUL) if not kind.startswith("clone")]
TARGETS = [node.uid for node in PAGE]


@cache
def fingerprints(*, is_counted: bool, with_row: bool) -> dict[str, Fingerprint]:
    """Of every control, as a record keeps them: through the JSON form."""
    seen = candidates(PAGE, with_row=with_row)
    seen = with_alone(seen) if is_counted else seen
    kept = [json.dumps(each.fingerprint.to_json()) for each in seen]
    return {node.uid: Fingerprint.from_json(json.loads(text)) for node, text in zip(PAGE, kept, strict=True)}


@cache
def looked_at(page: Page, *, with_row: bool) -> list[Candidate]:
    return candidates(page, first_key=1000, with_row=with_row)


def outcome(page: Page, fingerprint: Fingerprint, *, with_row: bool = True) -> str:
    """The uid found, or what was said instead."""
    live = looked_at(page, with_row=with_row)
    match find(fingerprint, live):
        case Match(candidate=found):
            return page[live.index(found)].uid
        case Ambiguous():
            return "ambiguous"
        case None:
            return "none"


@cache
def outcomes(kind: str, *, is_counted: bool = True, with_row: bool = True) -> dict[str, str]:
    """What became of the search for each control after one kind of change."""
    taken = fingerprints(is_counted=is_counted, with_row=with_row)
    return {uid: outcome(CHANGES[kind](PAGE, uid), taken[uid], with_row=with_row) for uid in TARGETS}


def mistaken(seen: dict[str, str]) -> dict[str, str]:
    return {uid: found for uid, found in seen.items() if found not in (uid, "none", "ambiguous")}


@pytest.mark.rows("R447")
@pytest.mark.parametrize("kind", SURVIVED)
def test_a_control_is_found_again_after(kind: str) -> None:
    seen = outcomes(kind)

    assert mistaken(seen) == {}
    lost = {uid: found for uid, found in seen.items() if found != uid}
    assert len(lost) / len(seen) <= 0.3, lost


@pytest.mark.rows("R447")
def test_nearly_all_controls_are_found_after_all_kinds_of_change() -> None:
    seen = [pair for kind in SURVIVED for pair in outcomes(kind).items()]

    assert len(SURVIVED) >= 25
    assert len(PAGE) >= 40
    assert sum(uid == found for uid, found in seen) / len(seen) >= 0.95


@pytest.mark.rows("R447")
@pytest.mark.parametrize("kind", DOUBTFUL)
def test_a_control_is_found_or_refused_but_never_mistaken_after(kind: str) -> None:
    assert mistaken(outcomes(kind)) == {}


@pytest.mark.rows("R447")
@pytest.mark.parametrize("kind", GONE)
def test_nothing_is_found_when_the_control_is_gone_because(kind: str) -> None:
    seen = outcomes(kind)

    assert {uid: found for uid, found in seen.items() if found not in ("none", "ambiguous")} == {}


@pytest.mark.rows("R447")
@pytest.mark.parametrize("kind", CHANGES)
def test_without_the_text_of_rows_a_control_is_never_mistaken_after(kind: str) -> None:
    assert mistaken(outcomes(kind, with_row=False)) == {}


@pytest.mark.rows("R447")
@pytest.mark.parametrize("kind", CHANGES)
def test_a_fingerprint_nobody_counted_for_is_never_mistaken_after(kind: str) -> None:
    assert mistaken(outcomes(kind, is_counted=False)) == {}


@pytest.mark.rows("R447")
@settings(max_examples=100, deadline=None)
@given(st.sampled_from(TARGETS), st.lists(st.sampled_from(LASTING), min_size=2, max_size=4))
def test_several_changes_at_once_never_lead_to_another_control(uid: str, kinds: list[str]) -> None:
    page = PAGE
    for kind in kinds:
        page = CHANGES[kind](page, uid)

    found = outcome(page, fingerprints(is_counted=True, with_row=True)[uid])

    assert found in (uid, "none", "ambiguous")


def element(**facts: object) -> Candidate:
    return Candidate.from_record({"k": 1, "ev": ["tag"], "fp": {"tag": "button", "role": "button", **facts}}, frame=0)


def first_of(*seen: Candidate) -> Fingerprint:
    return with_alone(seen)[0].fingerprint


def test_a_match_says_which_facts_agreed() -> None:
    save = element(label="Save", id="save", testId="save-form", near="Cancel")

    match = find(first_of(save, element(label="Cancel", near="Save")), [save])

    assert isinstance(match, Match)
    assert match.score == 1
    assert match.evidence == ("testId", "id", "label", "named", "near", "place")


def test_two_that_differ_only_in_position_are_both_named() -> None:
    upper, lower = element(label="Save", x=10, y=10, ordinal=0), element(label="Save", x=10, y=900, ordinal=1)

    match = find(first_of(lower, upper), [upper, lower])

    assert isinstance(match, Ambiguous)
    assert [each.candidate for each in match.matches] == [lower, upper]


def test_the_last_of_two_that_looked_alike_is_not_taken_for_the_other() -> None:
    upper, lower = element(label="Save", y=10), element(label="Save", y=900)

    assert find(first_of(lower, upper), [replace(upper, fingerprint=lower.fingerprint)]) is None


def test_another_name_and_another_id_at_the_same_place_is_another_element() -> None:
    place = {"x": 10, "y": 10, "w": 90, "h": 30, "near": "Total 12", "heading": "Pay", "path": "html>body>form>button"}
    pay = element(label="Pay now", id="pay", **place)

    assert find(first_of(pay), [element(label="Give up", id="give-up", **place)]) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [("C++", "C#"), ("Price ↑", "Price ↓"), ("Item 12", "Item 13"), ("Version 1", "Version 1 beta 2")],
)
def test_labels_that_differ_in_signs_or_numbers_are_different(before: str, after: str) -> None:
    near = "Choose a language"

    assert find(first_of(element(label=before, near=near)), [element(label=after, near=near)]) is None


@pytest.mark.parametrize(
    ("before", "after"), [("Save", "Save changes"), ("Cart (0)", "Cart (12)"), ("Organize", "Organise")]
)
def test_an_edited_label_in_a_place_of_its_own_is_the_same_element(before: str, after: str) -> None:
    near = "Total 12 euro"

    found = find(first_of(element(label=before, near=near)), [element(label=after, near=near)])

    assert isinstance(found, Match)


def test_the_next_row_of_a_list_of_one_is_another_row() -> None:
    alice = element(label="Delete", testId="delete", row="Alice Adams", path="ul>li>button")
    bob = element(label="Delete", testId="delete", row="Bob Brown", path="ul>li>button")

    assert find(first_of(alice), [bob]) is None


def test_the_same_facts_in_another_frame_are_another_element() -> None:
    pay = element(label="Pay", id="pay", frame="0")

    assert find(first_of(pay), [element(label="Pay", id="pay", frame="1")]) is None


def test_the_text_inside_a_button_is_no_rival_to_it() -> None:
    button = element(label="Save", near="Cancel")
    inside = Candidate.from_record({"k": 2, "fp": {"tag": "span", "label": "Save", "near": "Cancel"}}, frame=0)

    found = find(first_of(button), [inside, button])

    assert isinstance(found, Match)
    assert found.candidate is button


def box(key: int, *, controls: bool = False, around: tuple[int, ...] = ()) -> Candidate:
    """One of several boxes that all say the same."""
    facts = {"tag": "div", "role": "generic", "label": "Subscribe", "near": "No noise", "path": "main>div"}
    evidence = ["listener"] if controls else []
    return Candidate.from_record({"k": key, "ev": evidence, "around": list(around), "fp": facts}, frame=0)


@pytest.mark.rows("R344")
@pytest.mark.parametrize(
    "wrapped", [(box(7), box(8, controls=True, around=(7,))), (box(7, around=(8,)), box(8, controls=True))]
)
def test_a_box_around_a_control_or_in_it_is_no_rival_to_it(wrapped: tuple[Candidate, Candidate]) -> None:
    found = find(first_of(box(1, controls=True)), wrapped)

    assert isinstance(found, Match)
    assert found.candidate.key == 8


@pytest.mark.rows("R344")
def test_a_box_beside_a_control_that_says_the_same_is_a_rival_to_it() -> None:
    assert isinstance(find(first_of(box(1, controls=True)), [box(7), box(8, controls=True)]), Ambiguous)


def test_a_heading_is_not_taken_for_a_link_that_is_gone() -> None:
    link = element(tag="a", role="link", label="Settings", near="Home About")
    heading = Candidate.from_record({"k": 2, "fp": {"tag": "h1", "role": "heading", "label": "Settings"}}, frame=0)

    assert find(first_of(link), [heading]) is None


@pytest.mark.parametrize("count", [0, 60])
def test_any_number_of_candidates_is_answered(count: int) -> None:
    row = [element(label="Delete", id=f"delete-{n}", near="Edit", path="table>tr>td>button") for n in range(count)]

    found = find(first_of(element(label="Delete", id="delete-99", near="Edit", path="table>tr>td>button")), row)

    assert isinstance(found, Ambiguous) == (count > 1)
