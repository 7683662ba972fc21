"""Which labels say the opposite of each other."""

from __future__ import annotations

import pytest

from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.fingerprint import find
from handhold.services.perception.opposites import are_opposites


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Buy BTC", "Sell BTC"),
        ("Approve", "Reject"),
        ("Enable alarm", "Disable alarm"),
        ("Like", "Unlike"),
        ("Activate", "Deactivate"),
        ("Connect", "Disconnect"),
        ("Encrypt disk", "Decrypt disk"),
        ("Import", "Export"),
        ("Upload", "Download"),
        ("Check in", "Check out"),
        ("Kaufen", "Verkaufen"),
    ],
)
def test_the_opposite_is_known_from_both_sides(one: str, other: str) -> None:
    assert are_opposites(one, other)
    assert are_opposites(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Buy", "Buy now"), ("Save", "Saved"), ("Pay", "Pay 3 €"), ("It", "Unit"), ("Edit", "Editor")]
)
def test_a_label_that_was_edited_is_no_opposite(one: str, other: str) -> None:
    assert not are_opposites(one, other)


def named(label: str, **said: str) -> Candidate:
    told = {"tag": "button", "role": "button", "label": label, "near": "Bitcoin 30 000 €", "alone": "id label place"}
    facts = Fingerprint.from_facts({**told, **said})
    return Candidate(key=1, frame=0, role="button", name=label, fingerprint=facts, evidence=("role",))


@pytest.mark.parametrize("mark", [{}, {"id": "order"}])
def test_a_node_made_anew_with_the_opposite_label_is_another(mark: dict[str, str]) -> None:
    taken = named("Enable trading", **mark).fingerprint

    assert find(taken, [named("Disable trading", **mark)]) is None
    assert find(taken, [named("Enable trading now", **mark)]) is not None
