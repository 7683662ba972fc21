"""Ranking orders by what was asked, annotates what was not, and always gives the same answer."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.query import Query
from handhold.services.perception.ranking import WEIGHTS, Mode, Ranked, rank

MODES: tuple[Mode, ...] = get_args(Mode)


def control(name: str, **record: object) -> Candidate:
    given_record = {"k": 1, "role": "button", "w": 100, "h": 40, "ev": ["tag"], "d": 10, "rel": 0.5, "name": name}
    return Candidate.from_record({**given_record, **record}, frame=0)


def ranked(*page: Candidate, text: str | None = None, mode: Mode = "blend", **priors: float) -> list[Ranked]:
    known = {name.replace("_", ":"): value for name, value in priors.items()}
    return rank(page, query=None if text is None else Query.parse(text), mode=mode, priors=known)


def relevance(candidate: Candidate, *, mode: Mode = "blend") -> float:
    return ranked(candidate, mode=mode)[0].relevance


candidates = st.builds(
    control,
    st.sampled_from(["Save", "save", "Cancel", "Delete", "", "Save all", "Löschen"]),
    k=st.integers(0, 999),
    d=st.integers(0, 60),
    ev=st.lists(st.sampled_from(["tag", "role", "pointer", "listener", "unknown"]), max_size=2),
    st=st.lists(st.sampled_from(["offscreen", "covered", "disabled"]), max_size=2),
    rel=st.floats(0, 1),
    n=st.integers(1, 2000),
    w=st.integers(0, 900),
)
pages = st.lists(candidates, max_size=20)
queries = st.none() | st.sampled_from(["save", "remove", "cancel button", "nothing of it", ""])


@pytest.mark.rows("R358", "R359")
@given(pages, queries, st.sampled_from(MODES), st.dictionaries(st.just("button:save"), st.floats(), max_size=1))
def test_ranking_loses_nothing_and_repeats_itself(
    page: list[Candidate], text: str | None, mode: Mode, priors: dict[str, float]
) -> None:
    query = None if text is None else Query.parse(text)

    first = rank(page, query=query, mode=mode, priors=priors)

    assert rank(page, query=query, mode=mode, priors=priors) == first
    assert sorted(id(each.candidate) for each in first) == sorted(id(each) for each in page)
    assert all(0 <= each.relevance <= 1 and each.relevance == round(each.relevance, 2) for each in first)
    assert all(re.fullmatch(r"s\dt\dd\dv\d" + (r"k\d" if priors else ""), each.ranking_signals) for each in first)


@given(pages)
def test_without_a_query_the_page_order_stays(page: list[Candidate]) -> None:
    assert [each.candidate for each in rank(page, query=None, mode="blend", priors={})] == page


@given(pages, st.sampled_from([mode for mode in MODES if mode != "blend"]))
def test_without_a_query_a_mode_that_was_chosen_orders(page: list[Candidate], mode: Mode) -> None:
    found = [each.relevance for each in rank(page, query=None, mode=mode, priors={})]

    assert found == sorted(found, reverse=True)


@given(pages)
def test_with_a_query_relevance_falls(page: list[Candidate]) -> None:
    found = [each.relevance for each in rank(page, query=Query.parse("save"), mode="blend", priors={})]

    assert found == sorted(found, reverse=True)


@pytest.mark.rows("R358")
def test_the_best_match_comes_first() -> None:
    page = [control("Cancel"), control("Save and close"), control("Save"), control("Apply")]

    found = ranked(*page, text="save")

    assert [each.candidate.name for each in found] == ["Save", "Save and close", "Apply", "Cancel"]
    assert found[-1].relevance == 0


def test_equal_matches_keep_the_page_order() -> None:
    page = [control("Delete", k=key) for key in (5, 3, 9)]

    assert [each.candidate.key for each in ranked(*page, text="delete")] == [5, 3, 9]


@pytest.mark.rows("R358")
def test_each_signal_says_what_it_stands_for() -> None:
    assert ranked(control("Save", d=0))[0].ranking_signals == "s9t9d9v9"
    assert ranked(control("Save", ev=["pointer"]))[0].ranking_signals.startswith("s4")
    assert ranked(control("Row", n=1000))[0].ranking_signals.startswith("s9t1")
    assert ranked(control("Save", d=60))[0].ranking_signals.startswith("s9t9d2")
    assert ranked(control("Save", st=["offscreen"]))[0].ranking_signals.endswith("v3")
    assert ranked(control("Save"), button_save=0.3)[0].ranking_signals.endswith("k3")
    assert ranked(control("Save"), button_other=1)[0].ranking_signals.endswith("k0")


@pytest.mark.rows("R359")
def test_each_mode_trusts_its_own_tier() -> None:
    marked_up = control("Save", ev=["role"], st=["offscreen"], d=30, w=5, h=5, rel=0.3)
    drawn = control("Save", ev=["pointer"], d=30, w=300, h=60, rel=0.3)
    shallow = control("Save", ev=["pointer"], st=["offscreen"], d=2, w=5, h=5, rel=0.3)
    page = {"semantic": marked_up, "visual": drawn, "structural": shallow}

    best = {mode: max(page, key=lambda kind: relevance(page[kind], mode=mode)) for mode in MODES if mode != "blend"}

    assert best == {mode: mode for mode in page}


def test_what_cannot_be_used_now_is_less_relevant() -> None:
    usable = relevance(control("Save"))

    assert relevance(control("Save", st=["disabled"])) < usable
    assert relevance(control("Save", st=["covered"])) < usable


def test_what_was_learnt_parts_equal_matches() -> None:
    page = [control("Delete account"), control("Delete address")]

    found = rank(page, query=Query.parse("delete"), mode="blend", priors={"button:delete address": 1.0})

    assert [each.candidate.name for each in found] == ["Delete address", "Delete account"]


@pytest.mark.parametrize("mode", MODES)
def test_the_weights_of_a_mode_sum_to_one(mode: Mode) -> None:
    weights = WEIGHTS[mode]

    assert weights.semantic + weights.text + weights.depth + weights.visual + weights.page == pytest.approx(1)
