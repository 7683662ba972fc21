"""Sets of numbers as bits: packed for the disk a block at a time, and added up as points, all members at once.

A whole set is one `int`: the and, or and sum of a million members take some microseconds, which no loop over them does.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Final

BLOCK: Final = 1 << 16
"""Members of a block; a member's place in it fits into two bytes."""
BLOCK_BYTES: Final = BLOCK // 8
CHUNK: Final = 1 << 10
"""Members that are looked at together when a set is gone through."""
CHUNK_BYTES: Final = CHUNK // 8
FEW: Final = 256
"""Members up to which a list is read as fast as a field of bits, and is smaller."""
LITTLE: Final = BLOCK_BYTES * 3 // 4
"""Bytes to which a field must shrink to be worth unpacking."""
SUM_BYTES: Final = 4
LIST, SQUEEZED, FIELD = b"l", b"z", b"f"

Blocks = dict[int, bytearray]
"""A set in the making: the fields of the blocks that have members."""


class Damaged(ValueError):
    """What was read is not what was written."""


def packed(places: Sequence[int], *, salt: int) -> bytes:
    """A block's members as bytes, with a sum over them that only the same `salt` confirms."""
    if len(places) <= FEW:
        return _sealed(LIST + array("H", places).tobytes(), salt)
    field = bytearray(BLOCK_BYTES)
    _set(field, places)
    return _packed_field(field, salt)


def with_more(data: bytes, places: Sequence[int], *, salt: int) -> bytes:
    """A packed block with some members added that it does not have. Raises `Damaged`."""
    kind, rest = _opened(data, salt)
    if kind == LIST and len(rest) // 2 + len(places) <= FEW:
        return _sealed(LIST + rest + array("H", places).tobytes(), salt)
    blocks: Blocks = {}
    add_packed(blocks, 0, data, salt=salt)
    _set(blocks[0], places)
    return _packed_field(blocks[0], salt)


def add_packed(blocks: Blocks, block: int, data: bytes, *, salt: int) -> None:
    """Join a packed block's members to those that are there. Raises `Damaged`."""
    kind, rest = _opened(data, salt)
    field = blocks.get(block)
    if kind == LIST:
        if field is None:
            field = blocks[block] = bytearray(BLOCK_BYTES)
        members = array("H")
        members.frombytes(rest)
        _set(field, members)
        return
    whole = zlib.decompress(rest) if kind == SQUEEZED else rest
    if field is not None:
        both = int.from_bytes(field, "little") | int.from_bytes(whole, "little")
        whole = both.to_bytes(BLOCK_BYTES, "little")
    blocks[block] = bytearray(whole)


def joined(blocks: Blocks, *, first: int, last: int) -> int:
    """The set, counted from the first member of the block `first`."""
    if not blocks:
        return 0
    empty = bytes(BLOCK_BYTES)
    return int.from_bytes(b"".join(blocks.get(number, empty) for number in range(first, last + 1)), "little")


def of_ranges(ranges: Sequence[tuple[int, int]], *, size: int) -> int:
    """The set of all members from each first to each last one."""
    field = bytearray(size // 8 + 1)
    for first, last in ranges:
        start, end = (first + 7) // 8, (last + 1) // 8
        if end > start:
            field[start:end] = b"\xff" * (end - start)
            _set(field, range(first, start * 8))
            _set(field, range(end * 8, last + 1))
        else:
            _set(field, range(first, last + 1))
    return int.from_bytes(field, "little")


def of_members(members: Sequence[int], *, size: int) -> int:
    field = bytearray(size // 8 + 1)
    _set(field, members)
    return int.from_bytes(field, "little")


def chunks_down(bits: int) -> Iterator[tuple[int, list[int]]]:
    """Members from the highest to the lowest, by chunk: its number, and those it has, highest first."""
    size = -(-bits.bit_length() // CHUNK)
    data = bits.to_bytes(size * CHUNK_BYTES, "little")
    for number in range(size - 1, -1, -1):
        value = int.from_bytes(data[number * CHUNK_BYTES : (number + 1) * CHUNK_BYTES], "little")
        if value:
            yield number, _members_down(value, number * CHUNK)


class Sums:
    """A number for every member of a set, kept as one field for each of its binary digits."""

    def __init__(self) -> None:
        self._digits: list[int] = []

    def add(self, bits: int, number: int) -> None:
        """Add a number to the sums of these members."""
        place = 0
        while number and bits:
            if number & 1:
                self._carry(bits, place)
            number >>= 1
            place += 1

    def at_least(self, number: int, *, among: int) -> int:
        """Those of the members whose sum is not smaller."""
        if number >= 1 << len(self._digits):
            return 0
        larger, equal = 0, among
        for place in reversed(range(len(self._digits))):
            digit = self._digits[place]
            if number >> place & 1:
                equal &= digit
            else:
                larger |= equal & digit
                equal &= ~digit
        return larger | equal

    def largest(self, count: int, *, among: int) -> tuple[int, int]:
        """Members certainly among the so many largest, and those that are equal and fill the rest."""
        certain, pool = 0, among
        left = count
        for digit in reversed(self._digits):
            high = pool & digit
            size = high.bit_count()
            if size > left:
                pool = high
            else:
                certain |= high
                left -= size
                pool ^= high
        return (certain, pool) if left else (certain, 0)

    def of(self, members: Sequence[int]) -> list[int]:
        """The sums of these members."""
        size = (max(members, default=0) >> 3) + 1
        mask = (1 << (size * 8)) - 1
        fields = [(digit & mask).to_bytes(size, "little") for digit in self._digits]
        return [
            sum((field[each >> 3] >> (each & 7) & 1) << place for place, field in enumerate(fields)) for each in members
        ]

    def _carry(self, bits: int, place: int) -> None:
        digits = self._digits
        while bits:
            while len(digits) <= place:
                digits.append(0)
            digit = digits[place]
            digits[place] = digit ^ bits
            bits &= digit
            place += 1


def _set(field: bytearray, places: Sequence[int]) -> None:
    for place in places:
        field[place >> 3] |= 1 << (place & 7)


def _members_down(value: int, start: int) -> list[int]:
    found: list[int] = []
    while value:
        top = value.bit_length() - 1
        found.append(start + top)
        value ^= 1 << top
    return found


def _packed_field(field: bytearray, salt: int) -> bytes:
    squeezed = zlib.compress(field, 1)
    return _sealed(SQUEEZED + squeezed if len(squeezed) <= LITTLE else FIELD + field, salt)


def _sealed(data: bytes, salt: int) -> bytes:
    return zlib.crc32(data, salt & 0xFFFFFFFF).to_bytes(SUM_BYTES, "little") + data


def _opened(data: bytes, salt: int) -> tuple[bytes, bytes]:
    told = data[SUM_BYTES:]
    if zlib.crc32(told, salt & 0xFFFFFFFF).to_bytes(SUM_BYTES, "little") != data[:SUM_BYTES]:
        raise Damaged("a part of the index is damaged")
    return told[:1], told[1:]
