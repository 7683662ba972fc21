"""What a text is about: words that go for others name another thing, clocks and counts do not."""

from __future__ import annotations

import pytest

from handhold.services.perception.subjects import is_another_subject, is_same_but_for_clocks


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Session expires. This closes in 29 s", "Session expires. This closes in 9 s"),
        ("You will be signed out in 30 seconds", "You will be signed out in 1 second"),
        ("Your seats are held for 04:59", "Your seats are held for 04:58"),
        ("Offer ends in 1h 20m", "Offer ends in 1h 19m"),
        ("Are you still there? Closing in 0:29", "Are you still there? Closing in 0:28"),
        ("Saved just now", "Saved 2 minutes ago"),
        ("Recording 1:02:03", "Recording 1:02:04"),
        ("Video 0:29 / 3:45", "Video 0:30 / 3:45"),
        ("Gespeichert vor 2 Min.", "Gespeichert vor 3 Min."),
        ("Cart (3)", "Cart (4)"),
        ("Cart (3)", "Cart"),
        ("Reviews (1,234)", "Reviews (1,235)"),
        ("Inbox 12", "Inbox 13"),
        ("Inbox", "Inbox 1"),
        ("3 of 10", "4 of 10"),
        ("3 of 10 selected", "4 of 10 selected"),
        ("Uploading 3 of 10", "Uploading 4 of 10"),
        ("Showing 1–20 of 134", "Showing 21–40 of 134"),
        ("Files 3/10 done", "Files 4/10 done"),
        ("1 item in your cart", "2 items in your cart"),
        ("Your cart: 3 items", "Your cart: 1 item"),
        ("12 people", "3 people"),
        ("Checkout | 3 items", "Checkout | 4 items"),
        ("You have 3 items in your cart", "You have 1 item in your cart"),
        ("12 Ergebnisse", "3 Ergebnisse"),
        ("3 unread messages", "14 unread messages"),
        ("Cart Total: 30 €", "Cart Total: 1.060,00 €"),
        ("Subtotal $29.00", "Subtotal $58.00"),
        ("Uploading 45%", "Uploading 46 %"),
        ("Settings", "Settings Saved"),
        ("Edit profile The name is too short", "Edit profile"),
    ],
)
def test_what_is_counted_on_added_or_dropped_is_the_same(before: str, now: str) -> None:
    assert not is_another_subject(before, now)
    assert not is_another_subject(now, before)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Profile of Ann", "Profile of Bob"),
        ("Invoice for ACME Ltd", "Invoice for EVIL Ltd"),
        ("Delete invoice 17?", "Delete invoice 18?"),
        ("Delete 3 items?", "Delete 5 items?"),
        ("Order #1", "Order #2"),
        ("Order 1", "Order 2"),
        ("Order 12 items", "Order 13 items"),
        ("Lesson 3 exercises", "Lesson 4 exercises"),
        ("Ticket #1001", "Ticket #1002"),
        ("Coach 1", "Coach 2"),
        ("Coach 1 (2)", "Coach 2 (1)"),
        ("12 Oxford Road", "14 Oxford Road"),
        ("12 James Road", "14 James Road"),
        ("Question 3 of 10", "Question 4 of 10"),
        ("15 August", "16 August"),
        ("Report (2024)", "Report (2025)"),
        ("report (1).pdf", "report (2).pdf"),
        ("Book 14:30", "Book 15:30"),
        ("Delivery in 3 days", "Delivery in 5 days"),
        ("Plan for 1 month", "Plan for 12 months of TV"),
        ("10% discount", "50% discount"),
        ("Pay 30 €", "Pay 60 €"),
        ("iPhone 5s", "iPhone 6s"),
        ("Windows 10", "Windows 11"),
        ("Saturday 3/10", "Saturday 4/10"),
    ],
)
def test_what_names_something_else_is_another(before: str, now: str) -> None:
    assert is_another_subject(before, now)
    assert is_another_subject(now, before)


def test_words_that_moved_between_two_texts_are_not_exchanged() -> None:
    more = ("", "Delete Ann and all she wrote")

    assert not is_another_subject("Team Delete Ann", "Team That name is taken", more=more)
    assert is_another_subject("Team Delete Ann", "Team Delete Bob")


def test_what_was_pushed_out_of_a_text_that_is_cut_is_not_exchanged() -> None:
    before = ("", "Your name Your address Your telephone number")
    now = ("", "Fill this in Your name Your address Your…")

    assert not is_another_subject("Account", "Account", more=(before[1], now[1]))


@pytest.mark.parametrize(
    ("before", "now", "is_other"),
    [
        ("Adults 1 Children 0", "Adults 2 Children 0", False),
        ("Apples 1 30 €", "Apples 2 60 €", False),
        ("Invoice 17", "Invoice 18", True),
        ("Delete number 17?", "Delete number 18?", True),
        ("Card 4711", "Card 4712", True),
    ],
)
def test_small_numbers_beside_the_subject_count_unless_something_is_called_by_them(
    before: str, now: str, *, is_other: bool
) -> None:
    assert is_another_subject("Booking", "Booking", more=(before, now)) is is_other


@pytest.mark.parametrize(
    ("before", "now", "is_same"),
    [
        ("Ada | 2 min ago", "Ada | 3 min ago", True),
        ("Ada | 2 min ago", "Bob | 2 min ago", False),
        ("2 min ago", "3 min ago", False),
        ("Untitled (2)", "Untitled (3)", False),
    ],
)
def test_of_two_rows_only_clocks_may_differ(before: str, now: str, *, is_same: bool) -> None:
    assert is_same_but_for_clocks(before, now) is is_same
