"""Refs: replaced only by those the caller is given next."""

from __future__ import annotations

import pytest

from handhold.adapters.browser.seen import NodeRef
from handhold.services.targets import Named
from handhold.services.targets.refs import Ref, RefBook


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
    book.offer(refs(8), tab=2)
    before = book.given["e1"].node.key

    book.accept()
    book.accept()

    assert before == 7
    assert (book.given["e1"].node.key, book.tab, book.generation) == (8, 2, 2)


@pytest.mark.rows("R179", "R187")
@pytest.mark.parametrize(
    ("named", "words", "is_sensitive"),
    [
        (Named(test_id="confirm"), "testId:confirm", False),
        (Named(a11y_ref="e3"), "a11yRef:e3", False),
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
