"""Amounts of money as people of many countries write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.state.money import amount_of, amounts_in


@pytest.mark.rows("R357", "R449")
@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("€ 12.40", "12.40", "EUR"),
        ("12,40 €", "12.40", "EUR"),
        ("US$12.40", "12.40", "USD"),
        ("$1,299.99", "1299.99", "$"),
        ("$80", "80", "$"),
        ("¥1,200", "1200", "¥"),
        ("1.299,00 kr", "1299.00", "kr"),
        ("1 299:-", None, None),
        ("1 299 kr", "1299", "kr"),
        ("CHF 1’200.–", "1200", "CHF"),
        ("CHF 1'200.50", "1200.50", "CHF"),
        ("49,99\u00a0zł", "49.99", "PLN"),
        ("1 234,50 Kč", "1234.50", "CZK"),
        ("₹1,23,456.00", "123456.00", "INR"),
        ("R$ 1.234,56", "1234.56", "BRL"),
        ("A$25", "25", "AUD"),
        ("25 EUR", "25", "EUR"),
        ("GBP 9.99", "9.99", "GBP"),
        ("£0.999", "0.999", "GBP"),
        ("3.499 Ft", "3499", "HUF"),
        ("2 500 руб.", "2500", "RUB"),
        ("1,980円", "1980", "JPY"),
        ("$30.000,00", "30000.00", "$"),
        ("-$5.00", "-5.00", "$"),
        ("from 12,40 € a month", "12.40", "EUR"),
        ("12 items", None, None),
        ("Version 3.2.0", None, None),
        ("80 EURO", None, None),
        ("room 12 krona", None, None),
        ("", None, None),
    ],
)
def test_an_amount_is_read_as_it_is_meant(text: str, amount: str | None, currency: str | None) -> None:
    found = list(amounts_in(text))

    assert [(each.amount, each.currency) for each in found] == (
        [] if amount is None or currency is None else [(Decimal(amount), currency)]
    )


def test_several_amounts_are_read_in_their_order_and_as_they_are_written() -> None:
    found = list(amounts_in("was $45.00, now $40.00 - $80.00"))

    assert [each.text for each in found] == ["$45.00", "$40.00", "$80.00"]


@pytest.mark.parametrize(
    ("number", "amount"),
    [("1.299", "1299"), ("1,299", "1299"), ("12.4", "12.4"), ("0.500", "0.500"), ("1.234.567", "1234567"), ("x", None)],
)
def test_points_and_commas_are_told_apart(number: str, amount: str | None) -> None:
    assert amount_of(number) == (None if amount is None else Decimal(amount))


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    for money in amounts_in(text):
        assert money.sign
        assert money.amount.is_finite()


@given(st.decimals(min_value=0, max_value=999_999, places=2), st.sampled_from(["€", "£", "kr", "CHF", "$"]))
def test_what_is_written_one_way_and_the_other_is_the_same(amount: Decimal, sign: str) -> None:
    english = f"{sign} {amount:,.2f}"
    german = f"{amount:,.2f}".translate(str.maketrans(",.", ".,")) + f" {sign}"

    assert [each.amount for each in amounts_in(english)] == [amount]
    assert [each.amount for each in amounts_in(german)] == [amount]
