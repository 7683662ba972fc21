"""Which URLs are one page."""

from __future__ import annotations

import pytest

from handhold.services.perception.whereabouts import LONGEST, Route

SAME = [
    ("http://a/cart", "http://a/cart/"),
    ("http://a/cart", "http://a/cart?from=mail"),
    ("http://a/user?id=1&from=mail", "http://a/user?id=1"),
    ("http://a/list?tag=a&tag=b", "http://a/list?tag=a&tag=b"),
    ("http://a/#top", "http://a/#end"),
]
OTHER = [
    ("http://a/user?id=1", "http://a/user?id=2"),
    ("http://a/search?q=", "http://a/search?q=bob"),
    ("http://a/list?tag=a&tag=b", "http://a/list?tag=a"),
    ("http://a/#/users", "http://a/#/orders"),
    ("http://a/#/user?id=1", "http://a/#/user?id=2"),
    ("http://a/", "http://b/"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_parameter_that_came_or_went_changes_nothing(one: str, other: str) -> None:
    assert Route.of(one).is_same(Route.of(other))
    assert Route.of(other).is_same(Route.of(one))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_a_parameter_that_says_something_else_makes_another_page(one: str, other: str) -> None:
    assert not Route.of(one).is_same(Route.of(other))
    assert not Route.of(other).is_same(Route.of(one))


def test_only_the_beginning_of_a_very_long_query_is_read() -> None:
    route = Route.of(f"http://a/?{'a=1&' * 400_000}")

    assert 0 < len(route.asked["a"]) <= LONGEST
