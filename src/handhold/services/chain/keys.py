"""The address that belongs to a private key: secp256k1 and Keccak, as Ethereum uses them.

For keys of a local test chain. Nothing is signed with them and nothing here keeps its timing secret.
"""

from __future__ import annotations

from typing import Final

# SEC 2, secp256k1: the field, the order of the group, and its generator.
_P: Final = 2**256 - 2**32 - 977
_N: Final = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_G: Final = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
_RATE: Final = 136  # bytes that Keccak-256 takes in at once
_ROTATIONS: Final = (
    (0, 36, 3, 41, 18),
    (1, 44, 10, 45, 2),
    (62, 6, 43, 15, 61),
    (28, 55, 25, 21, 56),
    (27, 20, 39, 8, 14),
)
_WORD: Final = 2**64 - 1

Point = tuple[int, int]


def address_of(private_key: str) -> str:
    """The address, in lower case. Raises `ValueError` when no account can have such a key."""
    secret = int(private_key, 16)
    if not 0 < secret < _N:
        raise ValueError("no account has such a key")
    x, y = _times(secret)
    return "0x" + keccak256(x.to_bytes(32, "big") + y.to_bytes(32, "big"))[-20:].hex()


def keccak256(message: bytes) -> bytes:
    """Keccak-256 with its original padding, which SHA-3 has changed."""
    padded = bytearray(message) + b"\x01" + bytes(-(len(message) + 1) % _RATE)
    padded[-1] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), _RATE):
        for place in range(_RATE // 8):
            word = padded[start + 8 * place : start + 8 * place + 8]
            lanes[place % 5][place // 5] ^= int.from_bytes(word, "little")
        lanes = _permuted(lanes)
    return b"".join(lanes[place][0].to_bytes(8, "little") for place in range(4))


def _permuted(lanes: list[list[int]]) -> list[list[int]]:
    register = 1
    for _ in range(24):
        parity = [a ^ b ^ c ^ d ^ e for a, b, c, d, e in lanes]
        mixed = [parity[x - 1] ^ _rotated(parity[(x + 1) % 5], 1) for x in range(5)]
        moved = [[0] * 5 for _ in range(5)]
        for x in range(5):
            for y in range(5):
                moved[y][(2 * x + 3 * y) % 5] = _rotated(lanes[x][y] ^ mixed[x], _ROTATIONS[x][y])
        lanes = [
            [moved[x][y] ^ (~moved[(x + 1) % 5][y] & moved[(x + 2) % 5][y] & _WORD) for y in range(5)] for x in range(5)
        ]
        # The round's constant: seven bits of a shift register, at the places 2**j - 1.
        for j in range(7):
            lanes[0][0] ^= (register & 1) << (2**j - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
    return lanes


def _rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _WORD


def _times(factor: int) -> Point:
    """The generator, so many times."""
    total: Point | None = None
    doubled = _G
    while factor:
        if factor & 1:
            total = _sum(total, doubled)
        doubled = _sum(doubled, doubled)
        factor >>= 1
    assert total is not None, "the factor is not zero"
    return total


def _sum(one: Point | None, other: Point) -> Point:
    """Of two points that are not each other's negative, as multiples of the generator below its order never are."""
    if one is None:
        return other
    if one == other:
        slope = 3 * one[0] * one[0] * pow(2 * one[1], -1, _P) % _P
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, _P) % _P
    x = (slope * slope - one[0] - other[0]) % _P
    return x, (slope * (one[0] - x) - one[1]) % _P
