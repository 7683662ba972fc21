"""Which arguments a record or an error may repeat."""

from __future__ import annotations

from handhold.engine.inputs import masked


def test_what_is_named_like_a_secret_is_masked_wherever_it_is() -> None:
    given = {"seedPhrase": "a b c", "deep": [{"privateWalletKey": "x", "apiKey": 1}], "text": "seed"}

    shown = masked(given)

    assert shown == {
        "seedPhrase": "[REDACTED]",
        "deep": [{"privateWalletKey": "[REDACTED]", "apiKey": "[REDACTED]"}],
        "text": "seed",
    }


def test_contracts_to_seed_a_chain_with_are_no_secret() -> None:
    assert masked({"seedContracts": ["hst"]}) == {"seedContracts": ["hst"]}
