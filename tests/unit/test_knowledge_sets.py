"""Sets of numbers as bits: what is packed comes back, and sums are those of adding one by one."""

from __future__ import annotations

import random

import pytest

from handhold.adapters.knowledge.bits import (
    BLOCK,
    CHUNK,
    FEW,
    Blocks,
    Damaged,
    Sums,
    add_packed,
    chunks_down,
    joined,
    of_members,
    of_ranges,
    packed,
    with_more,
)


def members_of(bits: int) -> list[int]:
    return [member for _chunk, members in chunks_down(bits) for member in members][::-1]


@pytest.mark.parametrize("count", [1, FEW, FEW + 1, 5_000, 40_000])
def test_a_block_comes_back_as_it_was_packed(count: int) -> None:
    places = sorted(random.Random(count).sample(range(BLOCK), count))
    blocks: Blocks = {}

    add_packed(blocks, 7, packed(places, salt=3), salt=3)

    assert members_of(joined(blocks, first=7, last=7)) == places
    assert members_of(joined(blocks, first=6, last=8)) == [BLOCK + place for place in places]


@pytest.mark.parametrize(("count", "more"), [(3, 4), (FEW, 1), (5_000, 3_000), (40_000, 1)])
def test_more_members_join_those_that_are_there(count: int, more: int) -> None:
    places = random.Random(count).sample(range(BLOCK), count + more)
    blocks: Blocks = {}

    add_packed(blocks, 0, with_more(packed(places[:count], salt=1), places[count:], salt=1), salt=1)
    add_packed(blocks, 0, packed(places[:5], salt=2), salt=2)
    add_packed(blocks, 0, packed(places, salt=2), salt=2)

    assert members_of(joined(blocks, first=0, last=0)) == sorted(places)


def test_what_was_not_written_so_is_not_read() -> None:
    data = packed(range(1_000), salt=5)

    for bad, salt in ((data, 6), (data[:-1], 5), (data[:10] + b"x" + data[11:], 5), (b"", 5)):
        with pytest.raises(Damaged):
            add_packed({}, 0, bad, salt=salt)


def test_ranges_hold_all_between_their_ends() -> None:
    ranges = [(0, 0), (3, 9), (15, 16), (17, 40), (64, 71), (100, 1_000)]

    bits = of_ranges(ranges, size=BLOCK)

    assert members_of(bits) == [each for first, last in ranges for each in range(first, last + 1)]


def test_members_are_gone_through_by_chunk_from_the_highest() -> None:
    members = [3, CHUNK - 1, CHUNK, 5 * CHUNK + 7]

    assert list(chunks_down(of_members(members, size=BLOCK))) == [
        (5, [5 * CHUNK + 7]),
        (1, [CHUNK]),
        (0, [CHUNK - 1, 3]),
    ]


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_adding_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    size = 500
    sums, right = Sums(), [0] * size
    for _ in range(chance.randrange(1, 30)):
        number = chance.randrange(1, 14)
        some = chance.sample(range(size), chance.randrange(1, size))
        sums.add(of_members(some, size=size), number)
        for member in some:
            right[member] += number
    among = sorted(chance.sample(range(size), 300))
    count = chance.randrange(1, 60)

    certain, equal = sums.largest(count, among=of_members(among, size=size))

    best = sorted((right[member] for member in among), reverse=True)
    least = best[count - 1]
    is_filled = sum(each >= least for each in best) == count
    assert sums.of(list(range(size))) == right
    assert members_of(certain) == [each for each in among if right[each] >= least + (not is_filled)]
    assert members_of(equal) == ([] if is_filled else [each for each in among if right[each] == least])
    for number in (0, 1, least, least + 1, 1_000):
        kept = sums.at_least(number, among=of_members(among, size=size))
        assert members_of(kept) == [each for each in among if right[each] >= number]
