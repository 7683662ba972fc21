"""Addresses of private keys, against values that are known in public."""

from __future__ import annotations

import pytest

from handhold.services.chain.keys import address_of, keccak256


@pytest.mark.parametrize(
    ("message", "digest"),
    [
        (b"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        (b"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
        # The last length that fits into one block with its padding, and the first that does not.
        (b"a" * 135, "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446"),
        (b"a" * 136, "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e"),
        (b"transfer(address,uint256)", "a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b"),
    ],
)
def test_keccak_is_the_one_of_ethereum_and_not_sha_3(message: bytes, digest: str) -> None:
    assert keccak256(message).hex() == digest


@pytest.mark.parametrize(
    ("key", "address"),
    [
        ("0x" + "0" * 63 + "1", "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"),
        (
            "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
            "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
        ),
    ],
)
def test_a_key_has_its_address(key: str, address: str) -> None:
    assert address_of(key) == address


@pytest.mark.parametrize("key", ["0x" + "0" * 64, "0x" + "f" * 64])
def test_a_key_outside_the_group_has_none(key: str) -> None:
    with pytest.raises(ValueError, match="no account"):
        address_of(key)
