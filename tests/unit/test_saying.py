"""A control is what a hint means when it says all of it, and nothing to the contrary."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.promises import promised

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.saying import Wish, certainty


def control(name: str, *, role: str = "button", **facts: object) -> Candidate:
    return Candidate.from_record({"k": 1, "role": role, "name": name, "fp": facts}, frame=0)


def sureness(hint: str, candidate: Candidate) -> float:
    return certainty(Wish.parse(hint), candidate)


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("log in", "Sign in"), ("basket", "Cart"), ("add to basket", "Add to cart"), ("close", "Cancel"),
        ("Chekout", "Checkout"), ("setings", "Settings"), ("Terms of usee", "Terms of use"),
        ("the checkout button", "Checkout"), ("terms", "Terms of use"), ("Save", "Save draft"),
        ("Delete all message", "Delete all messages"), ("Delete the billing address", "Delete billing address"),
        ("open the settings", "Settings"), ("Go to cart", "Cart (2)"), ("click on Log out", "Log out"),
        ("I want to log in", "Login"), ("please press Save", "Save"), ("Save in this dialog", "Save"),
        ("Sign up", "Don't have an account? Sign up"), ("Don't allow", "Don’t allow"),
        ("Ann's profile", "Profile of Ann"),
        ("Sort by price high to low", "Sort by price: high to low"),
        ("Transfer from my savings", "Transfer from savings"),
        ("Turn notifications off", "Turn off notifications"), ("Checkout in the header", "Check out, header"),
        ("close", "Close dialog"), ("Invoice 5", "Invoice no. 5"), ("検索", "サイト内検索"), ("the button", "Anything"),
    ],
)  # fmt: skip
def test_all_of_a_hint_is_said_in_many_ways(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) > 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Disable two-factor authentication", "Enable two-factor authentication"),
        ("Edit billing address", "Delete billing address"), ("Delete shipping address", "Delete billing address"),
        ("Deny camera access", "Allow camera access"), ("Block camera access", "Allow camera access"),
        ("Delete backup codes", "Generate backup codes"), ("Export users as CSV", "Export orders as CSV"),
        ("Import orders as CSV", "Export orders as CSV"), ("Remove Red Shirt from cart", "Remove Blue Shirt from cart"),
        ("Delete selected messages", "Delete all messages"), ("Close account", "Close"), ("Delete folder", "Delete"),
        ("Sign in with Google", "Sign in"), ("Mark as read", "Mark as unread"), ("View order", "Cancel order"),
        ("Delete field", "Delete"), ("Save", "Saved items"), ("Sett", "Settings"),
    ],
)  # fmt: skip
def test_a_word_that_is_not_said_is_missed(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Turn off notifications", "Turn on notifications"), ("Notifications on", "Notifications: off"),
        ("Transfer from savings", "Transfer to savings"), ("Log in", "Log out"), ("Zoom in", "Zoom out"),
        ("Export with images", "Export without images"), ("Open chat", "Close chat"),
        ("Sort by price: high to low", "Sort by price: low to high"), ("Sort A to Z", "Sort Z to A"),
        ("Convert USD to EUR", "Convert EUR to USD"), ("From Rome to Oslo", "From Oslo to Rome"),
        ("Range 1 to 2", "Range 2 to 1"),
        ("I want newsletters", "I do not want newsletters"), ("Send newsletters", "Don't send newsletters"),
        ("Do not send newsletters", "Send newsletters"), ("thanks", "No thanks"),
    ],
)  # fmt: skip
def test_the_contrary_is_not_what_was_meant(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Delete message", "Delete all messages"), ("Delete", "Delete all"),
        ("Accept cookies", "Accept only some cookies"),
        ("Cancel", "Cancel subscription"), ("Close", "Cancel subscription"), ("Dismiss", "Close account"),
    ],
)  # fmt: skip
def test_what_does_more_than_was_said_is_not_meant(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Address line 1", "Address line 2"), ("Go to step 3", "Go to step 2"), ("Version 1", "Version 10"),
        ("Download invoice March 2026", "Download invoice April 2026"),
        ("Pay invoice April 2026", "Download invoice April 2026"), ("page2", "page3"),
    ],
)  # fmt: skip
def test_numbers_are_said_exactly(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0
    assert sureness(hint, control(name, heading=hint)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Republish", "Unpublish"), ("Increasing", "Decreasing"), ("Edit", "Exit"), ("Move", "More"), ("Cart", "Card"),
        ("Shipping", "Shopping"), ("Country", "County"), ("Thursday", "Tuesday"), ("Save", "Wave"), ("Jon", "John"),
    ],
)  # fmt: skip
def test_another_word_is_no_typing_error(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Australia", "Austria"), ("Martine", "Martina"), ("Slovenia", "Slovakia"), ("Martin", "Marin"),
        ("Delete Roberts", "Delete Robert"), ("News", "New"), ("Customs", "Custom"),
    ],
)  # fmt: skip
def test_another_name_is_no_slip(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
def test_a_row_of_somebody_else_of_nearly_that_name_is_not_meant() -> None:
    assert sureness("Delete Robert", control("Delete", row="Ann Roberts")) == 0
    assert sureness("Delete invoice", control("Delete", row="Invoices of May")) > 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Size L", "Size M"), ("Vitamin D", "Vitamin C"), ("Plan A", "Plan B"), ("plan a", "Plan B"),
        ("plan a details", "Plan B details"), ("Size", "Siz"), ("vitamin e", "Vitamin"), ("button A", "Other"),
        ("La Paz", "El Paz"), ("la paz", "El Paz"), ("La Paso", "El Paso"), ("Des Moines", "Moines"),
        ("pick up", "Up"), ("find out", "Out"),
    ],
)  # fmt: skip
def test_letters_and_little_words_of_names_are_said(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Size L", "Size L"), ("size l", "Size L"), ("Plan A", "Plan A"), ("button A", "A"), ("la paz", "La Paz"),
        ("supprimer la facture", "Supprimer facture"), ("Annuler l’achat", "Annuler l'achat"),
        ("create a project", "Create project"), ("Ajouter au panier", "Ajouter au panier"), ("pick up", "Pick up"),
        ("pick the red shirt", "Red shirt"),
    ],
)  # fmt: skip
def test_little_words_that_say_nothing_are_not_missed(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) > 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Transfer 10", "Transfer 10.50"), ("Transfer 10.50", "Transfer 10"), ("Transfer 50", "Transfer 10.50"),
        ("Pay 1", "Pay 1,000"), ("Pay $20", "Pay €20"), ("Pay in $", "Pay in €"), ("C++", "C#"), ("C", "C++"),
        ("C++", "C"), ("Grade A+", "Grade A-"), ("10% off", "$10 off"),
    ],
)  # fmt: skip
def test_amounts_and_signs_are_said_whole(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "name"),
    [("Transfer 10.50", "Transfer $10.50"), ("Pay 1,000", "Pay 1000"), ("C++", "C++"), ("Learn C#", "Learn C# now")],
)
def test_amounts_and_signs_are_found(hint: str, name: str) -> None:
    assert sureness(hint, control(name)) > 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("name", "row"),
    [("Delete", "Order 11 | 1 item"), ("Delete order", "11 | Ann | 1 item"), ("Delete order", "11 | 1")],
)
def test_a_count_in_a_row_is_not_its_number(name: str, row: str) -> None:
    assert sureness("Delete order 1", control(name, row=row)) == 0
    assert sureness("Delete order 11", control(name, row=row)) > 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize("hint", ["go to settings", "open settings", "view the settings"])
def test_a_field_is_no_place_to_go_to(hint: str) -> None:
    assert sureness(hint, control("Settings", role="textbox")) == 0
    assert sureness(hint, control("Settings", role="link")) > 0
    assert sureness("find settings", control("Settings", role="textbox")) > 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize("hint", ["Löschen Gus Pike", "Gus Pike löschen", "Supprimer Gus Pike", "Eliminar Gus Pike"])
@pytest.mark.parametrize("deed", ["Delete", "Löschen", "Supprimer"])
def test_a_deed_in_another_language_is_a_deed(hint: str, deed: str) -> None:
    assert sureness(hint, control(deed, row=f"Gus Pike | {deed}")) > 0
    assert sureness(hint, control("Gus Pike", role="link", row=f"Gus Pike | {deed}")) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "role", "is_meant"),
    [
        ("Alerts checkbox", "button", False), ("Alerts checkbox", "link", False), ("Alerts checkbox", "switch", True),
        ("Alerts button", "link", True), ("Alerts button", "switch", True), ("Alerts link", "button", True),
    ],
)  # fmt: skip
def test_a_kind_is_taken_for_another_only_where_both_look_alike(hint: str, role: str, *, is_meant: bool) -> None:
    assert (sureness(hint, control("Alerts", role=role)) > 0) is is_meant


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("hint", "meant", "other"),
    [
        ("Delete Ann Lee", control("Delete", row="Ann Lee | Edit"), control("Delete", row="Bob Lee | Edit")),
        ("Delete Ann Lee", control("Delete", row="Ann Lee | Edit"), control("Edit", row="Ann Lee | Delete")),
        ("Delete Ann Lee", control("Delete user", row="Ann Lee"), control("Delete user", row="Bob Lee")),
        ("Delete Christina", control("Delete", row="Christina"), control("Delete", row="Christine")),
        ("Restore version 1", control("Restore", row="Version 1"), control("Restore", row="Version 10")),
        ("Restore version 10", control("Restore", row="Version 10"), control("Restore", row="Version 1")),
        ("Shipping street", control("Street line", heading="Shipping"), control("Street line", heading="Billing")),
        ("Export users", control("Export", heading="Users"), control("Export orders", heading="Users")),
        ("Export users as CSV", control("Export as CSV", row="Users"), control("Export orders as CSV", row="Users")),
        ("Edit address", control("Edit", heading="Address"), control("Address", heading="Edit or delete")),
    ],
)  # fmt: skip
def test_its_row_and_heading_speak_for_a_control(hint: str, meant: Candidate, other: Candidate) -> None:
    assert sureness(hint, meant) > 0
    assert sureness(hint, other) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    "hint",
    [
        "Edit in the row of Ann", "Edit next to Ann", "Edit in Ann's row", "Edit in the Ann row",
        "Edit button near Ann", "the Edit button beside Ann", "Edit below Ann", "Edit Ann",
    ],
)  # fmt: skip
def test_a_row_is_named_in_many_ways(hint: str) -> None:
    assert sureness(hint, control("Edit", row="Ann | Delete")) > 0
    assert sureness(hint, control("Edit", row="Bob | Delete")) == 0
    assert sureness(hint, control("Delete", row="Ann | Edit")) == 0


@pytest.mark.rows("R333")
@pytest.mark.parametrize("hint", ["second button", "the second button", "the 2nd link", "last button"])
def test_which_of_a_kind_is_not_a_name(hint: str) -> None:
    assert sureness(hint, control("Second")) == 0
    assert sureness(hint, control("Last")) == 0


@pytest.mark.rows("R333")
def test_a_number_that_is_part_of_a_name_stays_one() -> None:
    assert sureness("first name field", control("First name", role="textbox")) > 0
    assert sureness("Second", control("Second")) > 0


@pytest.mark.rows("R333")
def test_the_less_literally_a_hint_is_said_the_less_sure_it_is() -> None:
    sure = [
        sureness("delete messages", control("Delete messages")),
        sureness("delete message", control("Delete messages")),
        sureness("remove messages", control("Delete messages")),
        sureness("delete mesages", control("Delete messages")),
        sureness("delete drafts", control("Delete messages")),
    ]

    assert sure == sorted(sure, reverse=True)
    assert len(set(sure)) == len(sure)
    assert (sure[0], sure[-1]) == (1, 0)


def test_a_hint_too_long_to_be_read_is_not_said() -> None:
    words = "red orange yellow green blue indigo violet black white grey brown pink"

    assert sureness(f"{words} and beige", control(words)) == 0


@given(st.text(st.characters(codec=None), max_size=600), st.text(max_size=80))
def test_any_hint_is_judged(hint: str, name: str) -> None:
    assert 0 <= sureness(hint, control(name)) <= 1


def test_two_hundred_candidates_are_judged_quickly() -> None:
    wish = Wish.parse("delete the acount of Alice Adams in settings please")
    page = [control(f"Remove user {n}", row="Alice Adams | Admin active since", heading="Users") for n in range(200)]

    started = time.perf_counter()
    sure = [certainty(wish, each) for each in page]

    assert len(sure) == 200
    assert time.perf_counter() - started < promised(1)
