"""Stock fields decide by the evidence: sure where it is clear, doubtful or silent where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from handhold.services.perception.paging import size_of
from handhold.services.state import Evidence, Extractors, Finding, Found, Hint, Missing
from handhold.services.state.evidence import evidence_of
from handhold.services.state.fitting import Entry, fitted
from handhold.services.state.hinted import read_hint


def evidence(hints: list[dict[str, Any]] | None = None, **clues: list[dict[str, Any]]) -> Evidence:
    """What a page would answer; clues get keys of their own."""
    found = {name: [{"k": at, **each} for at, each in enumerate(value, 1)] for name, value in clues.items()}
    answer: dict[str, object] = {"documentId": "d", "region": {"name": "page"}, "found": found, "hints": hints or []}
    return evidence_of(answer, title="T", url="http://x/", hinted=["own"])


def read(field: str, **clues: list[dict[str, Any]]) -> Finding:
    return Extractors().get(field).read(evidence(**clues))


def price_tag(text: str, **facts: Any) -> dict[str, Any]:
    return {"text": text, "size": 16, "like": 1, "title": -1, "buy": -1, "struck": False, **facts}


def sure(finding: Finding) -> bool:
    return isinstance(finding, Found) and finding.confidence > 0.8


def value(finding: Finding) -> object:
    return finding.value if isinstance(finding, Found) else None


def test_the_amount_beside_the_heading_and_the_button_is_the_price() -> None:
    main = price_tag("€ 12.40", size=24, title=20, buy=40)
    others = [price_tag(f"€ {n}.00", size=14, like=4) for n in range(1, 5)]

    found = read("price", prices=[main, *others])

    assert value(found) == "€ 12.40"
    assert sure(found)


def test_many_amounts_of_one_kind_are_no_price() -> None:
    cards = [price_tag(f"$ {n}.00", like=5, marks="price") for n in range(1, 6)]

    assert isinstance(read("price", prices=cards), Missing)


def test_two_amounts_as_large_as_each_other_are_no_price() -> None:
    plans = [price_tag("$9", size=40, title=30), price_tag("$49", size=40, title=30)]

    assert isinstance(read("price", prices=plans), Missing)


def test_what_only_machines_are_told_is_no_price_but_confirms_one() -> None:
    told = [{"amount": "12.40", "currency": "EUR"}]

    alone = read("price", structured=told)
    seen = read("price", prices=[price_tag("$12.40")], structured=told)
    code = read("currency", prices=[price_tag("$12.40")], structured=[{"amount": "12.40", "currency": "CAD"}])

    assert isinstance(alone, Missing)
    assert value(seen) == "$12.40"
    assert value(code) == "CAD"


@pytest.mark.parametrize(
    ("label", "is_total"),
    [
        ("Total", True),
        ("Order total", True),
        ("Total (incl. VAT)", True),
        ("Gesamtsumme", True),
        ("Total à payer", True),
        ("Итого", True),
        ("Subtotal", False),
        ("Zwischensumme", False),
        ("Shipping", False),
        ("Total savings", False),
        ("Total revenue", False),
        ("", False),
    ],
)
def test_a_total_is_what_is_called_so(label: str, is_total: bool) -> None:
    found = read("total", prices=[price_tag("$5.00", label=f"{label}:")])

    assert (value(found) == "$5.00") is is_total


def test_totals_that_differ_are_doubtful() -> None:
    tags = [price_tag("$5.00", label="Total"), price_tag("$9.00", label="Total")]

    assert not sure(read("total", prices=tags))


def test_the_only_first_level_heading_wins_and_equals_are_doubtful() -> None:
    one = [{"text": "Tea", "level": 1, "size": 30}, {"text": "More", "level": 2, "size": 20}]
    two = [{"text": "Tea", "level": 2, "size": 20}, {"text": "Cup", "level": 2, "size": 20}]

    assert sure(read("heading", headings=one))
    assert not sure(read("heading", headings=two))


def test_choices_are_told_by_their_name_in_several_languages() -> None:
    groups = [
        {"kind": "radios", "name": "Farbe", "chosen": "Rot", "count": 3},
        {"kind": "select", "name": "Größe", "chosen": "Bitte wählen", "count": 3},
    ]

    assert value(read("selectedColor", choices=groups)) == "Rot"
    assert isinstance(read("selectedSize", choices=groups), Missing)
    assert value(read("selectedOptions", choices=groups)) == {"Farbe": "Rot", "Größe": "Bitte wählen"}


def test_a_choice_that_only_the_eye_can_see_is_doubtful() -> None:
    groups = [{"kind": "class", "name": "Colour", "chosen": "Red", "count": 3}]

    assert not sure(read("selectedColor", choices=groups))


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [("Cart (2)", "", 2), ("3", "Basket", 3), ("Warenkorb 0", "", 0), ("Cart", "", None), ("Cart $12.40", "", None)],
)
def test_a_cart_is_counted_by_its_only_number(text: str, name: str, count: int | None) -> None:
    assert value(read("cartCount", carts=[{"text": text, "name": name, "by": "name"}])) == count


@pytest.mark.parametrize(
    ("text", "by", "name"),
    [
        ("Hello, Ada!", "greeting", "Ada"),
        ("Signed in as ada@example.org", "greeting", "ada@example.org"),
        ("Alexander Pierce", "class", "Alexander Pierce"),
        ("My account", "class", None),
        ("Sign in", "class", None),
        ("A", "class", None),
        ("Version 3", "class", None),
    ],
)
def test_a_user_is_a_name_and_nothing_else(text: str, by: str, name: str | None) -> None:
    assert value(read("user", people=[{"text": text, "by": by}])) == name


def test_members_that_are_missing_or_malformed_are_taken_as_absent() -> None:
    strange: dict[str, Any] = {
        name: [{"text": 5, "size": "large", "like": None, "items": "x", "columns": 7, "rows": float("inf")}]
        for name in ("prices", "headings", "choices", "carts", "people", "tables", "lists", "forms", "pages", "tabs")
    }

    for name in Extractors().names:
        assert read(name, **strange) is not None


def test_a_hint_reads_the_exact_words_first() -> None:
    found = {"found": [{"k": 1, "text": "other", "exact": False}, {"k": 2, "text": "LC-1", "exact": True}], "total": 2}
    hinted = evidence([found]).hinted["own"]

    finding = read_hint(hinted, Hint(text_includes="Order"), None, region="page")

    assert value(finding) == "LC-1"
    assert sure(finding)


@pytest.mark.rows("R336", "R346")
def test_an_answer_is_shortened_before_fields_are_cut() -> None:
    entries: dict[str, Entry] = {
        "heading": {"value": "word " * 100, "confidence": 0.9},
        "messages": {"value": ["message " * 10] * 8, "confidence": 0.9},
    }

    fields, cut = fitted(entries, budget=600)
    few, left_out = fitted(entries, budget=100)

    assert cut == []
    assert size_of({"fields": fields, "cut": cut}) <= 600
    assert fields["messages"]["more"]
    assert left_out == ["messages"]
    assert list(few) == ["heading"]
