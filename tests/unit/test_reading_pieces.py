"""A long text in pieces: nothing lost, nothing twice, no word cut that fits, every piece small enough."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.perception.page_text import many_lines
from handhold.services.perception.paging import size_of
from handhold.services.perception.readings import MOST_READINGS, Reading, Readings
from handhold.services.reading.pieces import ReadToken, piece_end

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs",)) | st.sampled_from(' \n\t"\\é漢😀'), max_size=800
)
ROOM = 60


def pieces(text: str, *, room: int) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(text):
        end = piece_end(text, at, room=room)
        found.append(text[at:end])
        at = end
    return found


@given(TEXTS)
def test_pieces_are_the_text_and_each_is_small(text: str) -> None:
    found = pieces(text, room=ROOM)

    assert "".join(found) == text
    assert all(size_of(piece) - 2 <= ROOM for piece in found)


@given(st.lists(st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=40), max_size=60))
def test_no_word_that_fits_is_cut(words: list[str]) -> None:
    found = pieces(" ".join(words), room=ROOM)

    assert [word for piece in found for word in piece.split()] == words
    assert not any(piece.startswith(" ") for piece in found)


def test_a_word_longer_than_a_piece_is_cut_but_not_between_a_letter_and_its_mark() -> None:
    found = pieces("e\u0301" * 500, room=101)

    assert "".join(found) == "e\u0301" * 500
    assert not any(unicodedata.combining(piece[0]) for piece in found)


def test_a_piece_ends_with_a_line_where_one_ends_late_enough() -> None:
    text = "\n".join(f"line {number} of the text" for number in range(40))

    found = pieces(text, room=100)

    assert all(piece.endswith("\n") for piece in found[:-1])


@pytest.mark.parametrize("token", ["", "r", "r0.1", "p1.1", "r1.01", "r1.A", "r1.1 ", "r1.1\n", "r1.12345678"])
def test_only_tokens_of_a_reading_are_taken(token: str) -> None:
    with pytest.raises(ValueError, match="not a token"):
        ReadToken.parse(token)


def test_a_token_comes_back_as_it_was() -> None:
    token = ReadToken(reading=17, position=123_456)

    assert ReadToken.parse(token.encode()) == token


def test_lines_and_indentation_stay_and_what_cannot_be_seen_goes() -> None:
    text = "  one\u202e\n\ttwo\u200b\x07\r\nthr\u00adee\ud800"

    assert many_lines(text) == "  one\n\ttwo\nthree"


def test_only_the_newest_readings_are_kept_and_equal_ones_share_a_number() -> None:
    readings = Readings()
    made = [
        Reading(tab=1, main_document="d", region="page", format="text", text=str(number))
        for number in range(MOST_READINGS + 1)
    ]

    numbers = [readings.keep(reading) for reading in made]

    assert readings.get(numbers[0]) is None
    assert readings.get(numbers[1]) == made[1]
    assert readings.keep(made[1]) == numbers[1]


def test_one_long_reading_is_kept_whatever_its_size() -> None:
    readings = Readings()
    long = Reading(tab=1, main_document="d", region="page", format="text", text="x" * 17_000_000)

    number = readings.keep(long)

    assert readings.get(number) is long
