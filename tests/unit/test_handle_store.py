"""Handles in their store: made, got, refreshed, deleted; and no id ever stands for two elements."""

from __future__ import annotations

import time

import pytest
from tests.support.promises import promised

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import TargetNotFound
from handhold.services.perception import handles
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.handles import Handle, HandleStore
from handhold.services.perception.whereabouts import Route

MOST_SECONDS = 5.0
HERE = (Route.of("http://shop.test/cart"),)


def control(label: str) -> Candidate:
    facts = {"tag": "button", "role": "button", "label": label, "alone": "label named"}
    return Candidate(key=1, frame=0, role="button", name=label, fingerprint=Fingerprint.from_facts(facts))


def made(store: HandleStore, label: str, *, key: int) -> Handle:
    return store.create_from_element(control(label), NodeRef("page", key), tab=1, route=HERE)


@pytest.mark.rows("R349", "R350")
def test_an_element_has_one_handle_for_as_long_as_it_is_the_same() -> None:
    store = HandleStore()
    first = made(store, "Cart (2)", key=1)

    again = made(store, "Cart (3)", key=1)

    assert again.id == first.id
    assert store.get(first.id).label == "Cart (3)"
    assert store.created == 1


@pytest.mark.rows("R349", "R350")
def test_a_node_that_has_a_handle_keeps_it_when_an_older_one_turns_out_to_mean_it_too() -> None:
    store = HandleStore()
    older, younger = made(store, "Cart", key=1), made(store, "Cart", key=2)

    found = store.refresh(older, control("Cart"), younger.node, route=HERE)

    assert (found.id, found.node) == (older.id, younger.node)
    assert made(store, "Cart", key=2).id == younger.id


@pytest.mark.rows("R349", "R350")
def test_a_node_that_shows_something_else_gets_another_handle_and_the_old_one_is_kept() -> None:
    store = HandleStore()
    first = made(store, "Delete Ada", key=1)

    other = made(store, "Pay now", key=1)

    assert other.id != first.id
    assert store.get(first.id).label == "Delete Ada"


@pytest.mark.rows("R350")
def test_a_handle_goes_with_its_element_to_another_node() -> None:
    store = HandleStore()
    first = made(store, "Pay", key=1)

    moved = store.refresh(first, control("Pay"), NodeRef("page", 9), route=HERE)

    assert store.node_of(first.id) == NodeRef("page", 9)
    assert made(store, "Pay", key=9).id == moved.id == first.id
    assert made(store, "Pay", key=1).id != first.id


@pytest.mark.rows("R350")
def test_a_deleted_handle_is_unknown_and_its_id_does_not_come_again() -> None:
    store = HandleStore()
    first = made(store, "Pay", key=1)

    store.delete(first.id)
    store.delete(first.id)
    second = made(store, "Pay", key=1)

    with pytest.raises(TargetNotFound):
        store.get(first.id)
    assert second.id != first.id


@pytest.mark.rows("R349")
def test_the_oldest_handles_make_room_and_no_id_comes_twice() -> None:
    store = HandleStore()
    too_many = handles.MOST + 5

    ids = [made(store, f"Row {number}", key=number).id for number in range(too_many)]

    assert len(set(ids)) == too_many
    assert [store.find(each) is None for each in (ids[4], ids[5])] == [True, False]


def test_a_handle_that_was_deleted_does_not_take_the_node_from_a_younger_one() -> None:
    store = HandleStore()
    old = made(store, "Delete Ada", key=1)
    young = made(store, "Pay now", key=1)

    store.delete(old.id)

    assert made(store, "Pay now", key=1).id == young.id


def said_of(label: str, *, row: str) -> Candidate:
    facts = {"tag": "button", "role": "button", "label": label, "near": row, "row": row, "alone": "label row title"}
    return Candidate(key=1, frame=0, role="button", name=label, fingerprint=Fingerprint.from_facts(facts))


@pytest.mark.rows("R349", "R350")
def test_a_node_that_shows_what_another_one_was_called_has_been_given_to_it() -> None:
    store = HandleStore()
    first = store.create_from_element(said_of("Pay Ann", row="Ann"), NodeRef("page", 1), tab=1, route=HERE)
    second = store.create_from_element(said_of("Pay Anna", row="Ann"), NodeRef("page", 2), tab=1, route=HERE)
    now = said_of("Pay Anna", row="Ann").fingerprint

    assert not store.means_the_same(first, now)
    store.refresh(second, said_of("Pay Bob", row="Ann"), NodeRef("page", 2), route=HERE)
    assert store.means_the_same(first, now)
    store.refresh(second, said_of("Pay Anna", row="Ann"), NodeRef("page", 2), route=HERE)
    store.delete(second.id)
    assert store.means_the_same(first, now)


def test_a_look_at_a_thousand_edited_elements_does_not_go_through_all_handles_for_each() -> None:
    store = HandleStore()
    for number in range(10_000):
        made(store, f"Row {number}", key=number)

    begin = time.perf_counter()
    for number in range(1_000):
        made(store, f"Row {number} edited", key=number)

    assert store.created == 10_000
    assert time.perf_counter() - begin < promised(MOST_SECONDS)
