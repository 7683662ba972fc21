"""Which control a page is about, decided on plain facts."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.candidates import Box, Candidate, Fingerprint
from handhold.services.primary.decide import Best, Decision, Nothing, Rivals, decide
from handhold.services.primary.facts import Form, Looks, Option, surfaces_of

pytestmark = pytest.mark.rows("R339")
_keys = itertools.count(1)


def option(label: str, *, role: str = "button", states: tuple[str, ...] = (), **looks: Any) -> Option:
    key = next(_keys)
    candidate = Candidate(
        key=key,
        frame=0,
        role=role,
        name=label,
        box=Box(width=160, height=44),
        states=states,
        fingerprint=Fingerprint(label=label, role=role),
    )
    return Option(node=NodeRef("d", key), candidate=candidate, looks=Looks(**looks))


def pressed(decision: Decision) -> str:
    assert isinstance(decision, Best), decision
    return decision.weighed.label


def rivals(decision: Decision) -> set[str]:
    assert isinstance(decision, Rivals), decision
    return {each.label for each in decision.weighed}


def test_the_filled_one_goes_before_the_outlined_one() -> None:
    decision = decide([option("Save", fill="outline"), option("Publish", fill="solid")], "")

    assert pressed(decision) == "Publish"
    assert isinstance(decision, Best)
    assert "filled with colour" in decision.evidence
    assert 0.5 < decision.confidence < 1


def test_two_that_are_equal_are_both_told() -> None:
    decision = decide([option("Start blank", fill="solid"), option("Start from template", fill="solid")], "")

    assert rivals(decision) == {"Start blank", "Start from template"}


def test_the_hint_tells_equals_apart() -> None:
    equals = [option("Start blank", fill="solid"), option("Start from template", fill="solid")]

    assert pressed(decide(equals, "template")) == "Start from template"


def test_a_hint_that_fits_nothing_presses_nothing() -> None:
    decision = decide([option("Save", fill="solid")], "teleport")

    assert isinstance(decision, Nothing)
    assert [each.label for each in decision.nearest] == ["Save"]


@pytest.mark.parametrize("hint", ["view bag", "go to my bag", "open the bag", "Bag"])
def test_a_thing_is_opened_by_what_bears_its_name_and_by_nothing_that_does_more(hint: str) -> None:
    shop = [
        option("Add to bag", fill="solid"),
        option("Save for later", fill="outline"),
        option("Search"),
        option("Bag", role="link", zones=("header",)),
    ]

    assert pressed(decide(shop, hint)) == "Bag"


def test_a_thing_that_only_others_speak_of_is_not_opened() -> None:
    decision = decide([option("Add to bag", fill="solid"), option("Search")], "open the bag")

    assert isinstance(decision, Nothing)


def test_a_hint_of_which_a_label_says_half_fits_only_what_means_the_same() -> None:
    buttons = [option("Continue", fill="solid"), option("Delivery times", role="link")]

    assert pressed(decide(buttons, "continue to delivery")) == "Continue"
    assert isinstance(decide(buttons, "print delivery slip"), Nothing)


def test_a_way_out_never_wins_beside_another_button() -> None:
    decision = decide([option("Cancel", fill="solid", is_auto=True), option("More", fill="plain")], "")

    assert isinstance(decision, Nothing)


def test_the_only_button_of_a_dialog_is_its_answer() -> None:
    assert pressed(decide([option("Close", fill="soft", surface="What is new")], "")) == "Close"


def test_yes_to_a_dangerous_question_is_dangerous() -> None:
    dialog = "Delete this file? It cannot be restored."
    decision = decide([option("Yes", fill="solid", surface=dialog), option("No", fill="soft", surface=dialog)], "")

    assert isinstance(decision, Best)
    assert decision.weighed.danger == "delete"


def test_a_confirmation_beside_card_fields_pays() -> None:
    form = Form(key=9, fields=3, pays=True, submits=True, is_first=True)

    decision = decide([option("Confirm", fill="solid", form=form)], "")

    assert isinstance(decision, Best)
    assert decision.weighed.danger == "pay"


@pytest.mark.parametrize("zone", ["header", "nav", "footer", "search"])
def test_what_is_on_every_page_does_not_speak_for_this_one(zone: str) -> None:
    alone = [option("Subscribe", fill="solid", zones=(zone,))]

    assert isinstance(decide(alone, ""), Nothing)
    assert pressed(decide(alone, "", is_scoped=True)) == "Subscribe"
    assert pressed(decide(alone, "subscribe")) == "Subscribe"


def test_consent_is_a_decision_of_the_caller() -> None:
    over = "We use cookies and share data with partners."
    asked = [option("Accept all", fill="solid", surface=over), option("Reject all", fill="soft", surface=over)]

    assert rivals(decide(asked, "")) == {"Accept all", "Reject all"}
    assert pressed(decide(asked, "reject")) == "Reject all"


def test_a_bar_that_asks_for_consent_never_wins_over_the_page() -> None:
    bar = "We use cookies."
    page = [option("Accept all", fill="solid", bar=bar), option("Get started", fill="soft")]

    assert pressed(decide(page, "")) == "Get started"
    assert isinstance(decide(page[:1], ""), Nothing)


def test_one_of_many_cards_is_not_the_action() -> None:
    cards = [option("Add to cart", fill="solid", twins=("Add to cart",) * 3) for _ in range(4)]

    decision = decide(cards, "")

    assert isinstance(decision, Rivals)
    assert decision.why == "repeated"


def test_one_control_that_stands_for_many_rows_is_not_pressed_even_by_name() -> None:
    row = option("Delete", fill="solid")
    many = replace(row, candidate=replace(row.candidate, variants=12))

    assert isinstance(decide([many], "delete"), Rivals)


def test_what_a_small_frame_offers_is_somebody_elses() -> None:
    advertisement = replace(option("Get started", fill="solid"), in_small_frame=True)

    assert isinstance(decide([advertisement], ""), Nothing)
    assert pressed(decide([advertisement], "get started")) == "Get started"


def test_a_label_that_is_there_three_times_is_not_the_action() -> None:
    rows = [option("Delete", fill="solid") for _ in range(3)]

    assert pressed(decide([*rows, option("Add user", fill="solid")], "")) == "Add user"


def test_two_forms_are_two_purposes_even_when_one_is_larger() -> None:
    near = option("Submit", fill="solid", form=Form(key=1, fields=3, submits=True, is_first=True), zones=("main",))
    far = option("Sign in", fill="solid", form=Form(key=2, fields=2, submits=True, is_first=True), zones=("main",))

    decision = decide([near, replace(far, screens_away=3.0)], "")

    assert rivals(decision) == {"Submit", "Sign in"}


def test_sections_with_other_buttons_are_no_cards() -> None:
    saves = option("Save changes", fill="solid", twins=("Revoke", "Connect", "Upload"))

    assert pressed(decide([saves], "")) == "Save changes"


def test_the_same_button_in_a_bar_is_one_action() -> None:
    twice = [option("Add to bag", fill="solid"), option("Add to bag", fill="solid", bar="€ 40 Add to bag")]

    assert pressed(decide(twice, "")) == "Add to bag"


def test_a_disabled_action_is_found_before_an_enabled_second_best() -> None:
    form = Form(key=3, fields=2, missing=2, submits=True, is_first=True)
    decision = decide([option("Next", states=("disabled",), form=form), option("Back", fill="outline")], "")

    assert isinstance(decision, Best)
    assert decision.weighed.is_disabled


def test_an_icon_without_a_name_is_not_called_by_its_neighbours() -> None:
    icon = option("", fill="soft", is_bare=True)
    told = replace(icon, candidate=replace(icon.candidate, text="Buy now"))

    assert isinstance(decide([told], ""), Nothing)


def test_a_name_that_hides_a_danger_does_not_hide_it_from_us() -> None:
    save = option("Save", fill="solid")
    lying = replace(save, candidate=replace(save.candidate, text="Delete everything"))

    decision = decide([lying], "")

    assert isinstance(decision, Best)
    assert decision.weighed.danger == "delete"


def test_what_should_not_happen_is_not_pressed() -> None:
    over = "We use cookies and share data with partners."
    asked = [option("Accept all", fill="solid", surface=over), option("Reject all", fill="soft", surface=over)]

    assert pressed(decide(asked, "do not accept")) == "Reject all"
    assert isinstance(decide([option("Delete", fill="solid")], "never delete"), Nothing)


def test_nothing_comes_of_nothing() -> None:
    assert isinstance(decide([], ""), Nothing)
    assert isinstance(decide([], "buy"), Nothing)


def test_facts_that_are_missing_or_odd_are_absent() -> None:
    looks = Looks.from_record({"fill": "glitter", "bar": 7, "form": None}, {7: "bar"})

    assert looks == Looks(bar="bar")
    assert surfaces_of({"surfaces": [{"k": 4, "text": "a\u202eb\n c"}]}) == {4: "ab c"}
