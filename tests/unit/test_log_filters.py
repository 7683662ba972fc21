"""The small grammar of state_log's filter, and its tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.adapters.browser.records import Level, MessageSeen
from handhold.services.logs import Kind, Place, parse_filter


def message(text: str, *, level: Level = "log", url: str = "", tab: int = 1) -> MessageSeen:
    return MessageSeen(number=1, at=0, level=level, text=text, is_cut=False, url=url, line=1, tab=tab)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", True),
        ("basket", True),
        ("BASKET full", True),
        ("basket empty", False),
        ("level:error", True),
        ("level:warning", False),
        ("level:warning,error basket", True),
        ("LEVEL:Error", True),
        ("tab:t2", True),
        ("tab:2", True),
        ("tab:t1", False),
        ('"shop:8080"', True),
        ('"basket full"', False),
        ("http://shop", True),
    ],
)
def test_all_terms_must_hold(text: str, wanted: bool) -> None:
    seen = message("The basket is full", level="error", url="http://shop:8080/app.js", tab=2)

    assert parse_filter(text, "console").wants(seen) is wanted


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("console", "status:404", "unknown key"),
        ("network", "level:error", "unknown key"),
        ("downloads", "slow:5", "unknown key"),
        ("network", "foo:bar", "unknown key"),
        ("console", "level:fatal", "write level:error"),
        ("network", "status:", "write status:404"),
        ("network", "status:999", "write status:404"),
        ("network", "slow:fast", "write slow:500"),
        ("network", "tab:t0", "write tab:t2"),
    ],
)
def test_what_is_not_in_the_grammar_is_refused_and_not_repeated(kind: Kind, text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as refused:
        parse_filter(text, kind)

    assert "bar" not in str(refused.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = parse_filter(text, "console")
    except ValueError:
        return
    assert read.is_default == (not read.words and not read.terms)


@pytest.mark.parametrize(
    "place",
    [
        Place(letter="r", number=41),
        Place(letter="r", number=41, filter='status:404 "a b"'),
        Place(letter="r", number=7, offset=1200),
    ],
)
def test_a_token_says_where_to_go_on(place: Place) -> None:
    assert Place.parse(place.encode(), "network") == place


@pytest.mark.parametrize("token", ["", "p1.7f", "c12", "r0", "r1@", "r1@x", "r1 level:error", "r1\n", "r99999999999"])
def test_another_token_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match=r"token|unknown key"):
        Place.parse(token, "network")
