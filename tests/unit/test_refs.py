"""Refs: replaced only by those the caller is given next."""

from __future__ import annotations

import pytest

from handhold.adapters.browser.seen import NodeRef
from handhold.services.targets import Named
from handhold.services.targets.refs import Ref, RefBook, ref_of


def refs(*keys: int) -> list[Ref]:
    return [
        Ref(id=f"e{place}", node=NodeRef("document", key), role="button", name=f"Button {key}")
        for place, key in enumerate(keys, start=1)
    ]


@pytest.mark.rows("R175")
def test_the_next_refs_take_the_place_of_all_before_them() -> None:
    book = RefBook()
    book.replace(refs(7, 8, 9), tab=1)

    book.replace(refs(9), tab=1)

    assert [each.node.key for each in book.given.values()] == [9]
    assert book.find("e3") is None
    assert book.generation == 2


def test_a_node_keeps_its_handle_from_one_snapshot_to_the_next() -> None:
    book = RefBook()
    book.replace(refs(7, 8), tab=1)
    book.given["e2"].handle = "h5"

    book.replace(refs(8, 9), tab=1)

    assert [each.handle for each in book.given.values()] == ["h5", None]


def test_what_is_offered_is_good_when_the_caller_is_told_and_not_before() -> None:
    book = RefBook()
    book.replace(refs(7), tab=1)
    look = book.offer(refs(8), tab=2)
    before = book.given["e1"].node.key

    book.accept([look])
    book.accept([look])

    assert before == 7
    assert (book.given["e1"].node.key, book.tab, book.generation) == (8, 2, 2)


def test_what_is_offered_is_reached_by_its_look_until_the_caller_is_told() -> None:
    book = RefBook()
    book.replace(refs(7), tab=1)
    first, second = book.offer(refs(8), tab=1), book.offer(refs(9), tab=2)

    found = [book.find(each) for each in ("e1", ref_of(first, 1), ref_of(second, 1), ref_of(second, 2))]
    book.accept([first, second])
    left = [book.find(each) for each in (ref_of(first, 1), ref_of(second, 1))]

    assert [(each.node.key, each.tab) if each else None for each in found] == [(7, 1), (8, 1), (9, 2), None]
    assert book.given["e1"].node.key == 9
    assert left == [None, None]


def test_a_look_of_another_session_gives_nothing() -> None:
    book = RefBook()
    book.replace(refs(7), tab=1)

    book.accept([book.offer(refs(8), tab=1) % 9999 + 1])

    assert book.given["e1"].node.key == 7


def test_an_element_keeps_the_handle_it_got_within_a_batch() -> None:
    book = RefBook()
    look = book.offer(refs(8), tab=1)
    offered = book.find(ref_of(look, 1))
    assert offered is not None
    offered.handle = "h5"

    book.accept([look])

    assert book.given["e1"].handle == "h5"


@pytest.mark.rows("R179", "R187")
@pytest.mark.parametrize(
    ("named", "words", "is_sensitive"),
    [
        (Named(test_id="confirm"), "testId:confirm", False),
        (Named(a11y_ref="e3"), "a11yRef:e3", False),
        (Named(a11y_ref="e7001003"), "a11yRef:e3", False),
        (Named(selector="#x"), "selector:#x", False),
        (Named(test_id="unlock-password"), "testId:unlock-password", True),
        (Named(selector="input.srp-word"), "selector:input.srp-word", True),
        (Named(test_id="private-wallet-key"), "testId:private-wallet-key", True),
        (Named(test_id="api_key"), "testId:api_key", True),
    ],
)
def test_a_target_is_told_by_kind_and_value(named: Named, words: str, is_sensitive: bool) -> None:
    assert named.words == words
    assert named.is_sensitive is is_sensitive
