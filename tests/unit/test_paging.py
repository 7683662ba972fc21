"""Items say what answers.md promises, in that order, and never take more bytes than there are."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.paging import Item, PageToken, fit, item_of, page_of, shorten, size_of, squeeze
from handhold.services.perception.ranking import Ranked

anything = st.text(st.characters(codec=None), max_size=300)


def ranked(**record: object) -> Ranked:
    candidate = Candidate.from_record({"k": 1, "role": "button", "name": "Save", "s": "#save", **record}, frame=0)
    return Ranked(candidate=candidate, relevance=0.9449, ranking_signals="s9t9d6v8")


@st.composite
def items(draw: st.DrawFn) -> Item:
    states = draw(st.lists(st.sampled_from(["disabled", "checked", "offscreen"])))
    texts = {key: draw(anything) for key in ("name", "s", "g", "role")}
    seen = ranked(**texts, st=states, n=draw(st.integers(1, 9999)), pat="g12")
    return item_of(seen, element_id="hzzzzz", previous_group="before")


@pytest.mark.rows("R329")
def test_an_item_says_what_is_promised_in_this_order() -> None:
    everything = ranked(g="Green", st=["focused", "selected", "disabled"], n=1000, pat="g2")

    item = item_of(everything, element_id="h3", previous_group=None)

    assert json.dumps(item) == json.dumps(
        {
            "elementId": "h3", "role": "button", "label": "Save", "selectorSummary": "#save", "relevance": 0.94,
            "rankingSignals": "s9t9d6v8", "group": "Green", "state": "disabled focused", "variantCount": 1000,
            "groupId": "g2",
        }
    )  # fmt: skip


@pytest.mark.rows("R329", "R365")
def test_a_plain_item_has_only_the_six_members() -> None:
    item = item_of(ranked(st=["selected", "collapsed"]), element_id="h3", previous_group=None)

    assert list(item) == ["elementId", "role", "label", "selectorSummary", "relevance", "rankingSignals"]


@pytest.mark.parametrize(
    ("own", "previous", "said"),
    [("A", None, "A"), ("A", "B", "A"), ("A", "A", None), ("", "A", ""), ("", None, None), ("", "", None)],
)
def test_a_group_is_named_when_it_changes(own: str, previous: str | None, said: str | None) -> None:
    assert item_of(ranked(g=own), element_id="h1", previous_group=previous).get("group") == said


@pytest.mark.rows("R332", "R360")
def test_collapsed_duplicates_say_how_many_they_are() -> None:
    item = item_of(ranked(n=1000, pat=2), element_id="h9", previous_group=None)

    assert (item["variantCount"], item["groupId"]) == (1000, "g2")


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("Save", 4, "Save"),
        ("Save all", 5, "Save…"),
        ("abcdef", 4, "abc…"),
        ("abcdef", 1, "…"),
        ("a\u0323\u0301b\u0323\u0301cdef", 5, "a\u0323\u0301…"),
        ("a\n b\x00", 9, "a b"),
        ("", 3, ""),
    ],
)
def test_texts_are_cut_with_an_ellipsis(text: str, limit: int, short: str) -> None:
    assert shorten(text, limit=limit) == short


@pytest.mark.rows("R451")
@given(items())
def test_every_member_keeps_its_limit(item: Item) -> None:
    assert len(str(item["label"])) <= 60
    assert len(str(item["selectorSummary"])) <= 24
    assert len(str(item["role"])) <= 24
    assert len(str(item.get("group", ""))) <= 60
    assert size_of(item) < 900


@pytest.mark.rows("R360", "R451")
@given(st.lists(items(), max_size=25), st.integers(0, 2048), st.integers(0, 400), st.integers(0, 20))
def test_what_fits_never_exceeds_the_budget(seen: list[Item], budget: int, overhead: int, most: int) -> None:
    count = fit(seen, budget=budget, overhead=overhead, most=most)

    written = json.dumps(seen[:count], ensure_ascii=False, separators=(",", ":")).encode()
    assert count <= min(len(seen), most)
    assert count == 0 or overhead + len(written) - len("[]") <= budget
    if count < min(len(seen), most):
        more = json.dumps(seen[: count + 1], ensure_ascii=False, separators=(",", ":")).encode()
        assert overhead + len(more) - len("[]") > budget


@pytest.mark.rows("R360", "R451")
@given(st.lists(items(), min_size=1, max_size=5), st.integers(300, 2048))
def test_at_least_one_item_always_fits(seen: list[Item], budget: int) -> None:
    page = page_of(seen, budget=budget, overhead=30, most=20)

    assert page
    assert 30 + size_of(page) - len("[]") <= budget
    assert page[0]["elementId"] == seen[0]["elementId"]


def test_a_shortened_item_keeps_its_label_longest() -> None:
    item = item_of(ranked(name="Save " * 12, g="Group " * 10), element_id="h1", previous_group=None)

    squeezed = squeeze(item, budget=size_of(item) - 20)

    assert squeezed["label"] == item["label"]
    assert len(str(squeezed["group"])) <= 30


def test_a_budget_below_any_item_is_refused() -> None:
    with pytest.raises(ValueError, match="20 bytes cannot hold one item"):
        page_of([item_of(ranked(), element_id="h1", previous_group=None)], budget=20, overhead=0, most=5)


def test_no_items_make_an_empty_page() -> None:
    assert page_of([], budget=10, overhead=0, most=5) == []


@pytest.mark.rows("R360")
@given(st.integers(1, 999_999_999), st.integers(0, 36**7 - 1))
def test_a_token_is_read_as_it_was_written(scan: int, position: int) -> None:
    token = PageToken(scan, position)

    assert PageToken.parse(token.encode()) == token


def test_a_token_is_short_and_readable() -> None:
    assert PageToken(2, 267).encode() == "p2.7f"
    assert PageToken(1, 0).encode() == "p1.0"


@pytest.mark.parametrize(
    "text",
    ["", "p", "p2", "p2.", "p.7f", "p0.1", "p02.1", "p2.07", "P2.7f", "p2.7F", "p2.7f\n", " p2.7f", "p-1.2", "r2",
     "p٢.1", "p1.zzzzzzzz", "p9999999999.1", "p2.7f.1"],
)  # fmt: skip
def test_anything_else_is_not_a_token(text: str) -> None:
    with pytest.raises(ValueError, match="not a page token"):
        PageToken.parse(text)


@given(anything)
def test_a_text_that_is_read_is_a_token_as_written(text: str) -> None:
    try:
        token = PageToken.parse(text)
    except ValueError:
        return
    assert token.encode() == text
