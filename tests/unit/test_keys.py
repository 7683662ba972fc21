"""Keys as people write them, and which of them put text into a field."""

from __future__ import annotations

import pytest

from handhold.errors import InvalidInput
from handhold.services.interaction.keys import MOST, parse_keys, types_text


@pytest.mark.parametrize(
    ("given", "chords"),
    [
        ("Enter", ("Enter",)),
        ("enter", ("Enter",)),
        ("esc", ("Escape",)),
        ("Control+A", ("Control+A",)),
        ("ctrl+shift+k", ("Control+Shift+k",)),
        ("mod+s", ("ControlOrMeta+s",)),
        ("Control++", ("Control++",)),
        ("+", ("+",)),
        ("plus", ("+",)),
        ("a b  Tab", ("a", "b", "Tab")),
        ("ArrowDown down PgDn", ("ArrowDown", "ArrowDown", "PageDown")),
        (["Control+A", "Delete"], ("Control+A", "Delete")),
        (["é", "木"], ("é", "木")),
    ],
)
def test_keys_are_read_in_the_spellings_people_use(given: str | list[str], chords: tuple[str, ...]) -> None:
    assert parse_keys(given) == chords


@pytest.mark.parametrize(
    "given", ["Entre", "hello", "Control+hello", "a+b", "Enter+A", "++", "Control+", [""], ["a b"]]
)
def test_what_is_no_key_is_refused_by_its_place_and_not_repeated(given: str | list[str]) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_keys(given)

    written = given if isinstance(given, str) else given[0]
    assert "key 1 of keys" in refused.value.message
    assert len(written) < 3 or written not in refused.value.message
    assert "hello" not in refused.value.hint


def test_a_near_miss_is_answered_with_the_key_that_was_meant() -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_keys("Tab Entre")

    assert "key 2 of keys" in refused.value.message
    assert "Did you mean Enter?" in refused.value.hint


@pytest.mark.parametrize("given", ["", "   ", [], ["a"] * (MOST + 1)])
def test_too_few_and_too_many_keys_are_refused(given: str | list[str]) -> None:
    with pytest.raises(InvalidInput, match="1 to 50"):
        parse_keys(given)


@pytest.mark.parametrize(
    ("chords", "types"),
    [
        (("a",), True),
        (("Space",), True),
        (("Shift+A",), True),
        (("Alt+l",), True),
        (("+",), True),
        (("Tab", "x"), True),
        (("Enter", "Tab", "ArrowDown"), False),
        (("Shift+Tab",), False),
        (("Control+A", "Delete"), False),
        (("ControlOrMeta+v",), False),
        (("Control++",), False),
    ],
)
def test_only_characters_without_a_command_are_text(*, chords: tuple[str, ...], types: bool) -> None:
    assert types_text(chords) is types
