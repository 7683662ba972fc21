"""How what happened becomes the `changes` of an answer."""

from __future__ import annotations

from handhold.services.perception.changes import Stretch, told

STATUS, PLAIN = 1, 3


def test_a_text_that_a_longer_one_says_too_is_told_once() -> None:
    stretch = Stretch(messages=[(PLAIN, "200 ok No links"), (PLAIN, "ok"), (PLAIN, "No"), (PLAIN, "okay")])

    changes = told(stretch, room=500)

    assert changes == {"messages": ["200 ok No links", "okay"]}


def test_an_announcement_is_told_even_where_the_page_repeats_it() -> None:
    stretch = Stretch(messages=[(STATUS, "Saved"), (PLAIN, "Saved at noon")])

    changes = told(stretch, room=500)

    assert changes == {"messages": ["Saved", "Saved at noon"]}


def test_what_does_not_fit_is_counted() -> None:
    stretch = Stretch(messages=[(PLAIN, "first"), (PLAIN, "second " * 20)], vanished=3)

    changes = told(stretch, room=80)

    assert changes == {"vanished": 3, "messages": ["first"], "more": 1}
