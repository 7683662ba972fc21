"""Which tabs are listed, in which groups and in which order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from handhold.services.tabs import (
    GroupBy,
    Listing,
    Mode,
    Numbering,
    OrderBy,
    Tab,
    TabQuery,
    compile_pattern,
    list_tabs,
)


class RecordedTabs:
    """A source with given tabs that counts what it is asked."""

    def __init__(self, tabs: Sequence[Tab], modes: Mapping[int, Mode] | None = None) -> None:
        self._tabs = tabs
        self._modes = modes or {}
        self.asked: list[str] = []

    async def tabs(self) -> Sequence[Tab]:
        self.asked.append("tabs")
        return self._tabs

    async def window_modes(self) -> Mapping[int, Mode]:
        self.asked.append("windows")
        return self._modes


def tab(
    tab_id: int, url: str, title: str = "Page", *, window: int = 1, loading: bool = False, mode: Mode | None = None
) -> Tab:
    return Tab(tab_id=tab_id, window_id=window, title=title, url=url, loading=loading, mode=mode)


TABS = (
    tab(1, "https://example.com/docs", "beta", window=1),
    tab(2, "https://example.org/", "Alpha", window=2, loading=True),
    tab(3, "chrome://version/", "alpha", window=10),
    tab(4, "https://Example.com:8443/", "Docs", window=3),
    tab(5, "not a url", "Gamma", window=1, loading=True),
)
MODES: Mapping[int, Mode] = {1: "normal", 2: "incognito", 3: "normal", 10: "incognito"}


def ids(listing: Listing) -> list[int]:
    return [tab.tab_id for group in listing.groups for tab in group.tabs]


async def listed(query: TabQuery) -> Listing:
    return await list_tabs(RecordedTabs(TABS, MODES), query)


@pytest.mark.rows("R402", "R401")
async def test_without_any_input_every_tab_is_listed_in_the_order_of_the_source() -> None:
    listing = await listed(TabQuery())

    assert ids(listing) == [1, 2, 3, 4, 5]
    assert (listing.total, listing.group_by, len(listing.groups)) == (5, "none", 1)


@pytest.mark.rows("R395")
@pytest.mark.parametrize(
    ("text", "expected"), [("DOCS", [1, 4]), ("^alpha$", [2, 3]), ("version", [3]), ("", [1, 2, 3, 4, 5])]
)
async def test_the_pattern_is_looked_for_in_url_and_title(text: str, expected: list[int]) -> None:
    listing = await listed(TabQuery(pattern=compile_pattern(text)))

    assert ids(listing) == expected


@pytest.mark.rows("R397")
async def test_only_tabs_of_the_given_windows_are_listed() -> None:
    assert ids(await listed(TabQuery(window_ids=frozenset({1})))) == [1, 5]
    assert ids(await listed(TabQuery(window_ids=frozenset({1, 3})))) == [1, 4, 5]
    assert ids(await listed(TabQuery(window_ids=frozenset({99})))) == []


@pytest.mark.rows("R416")
async def test_windows_and_pattern_together() -> None:
    listing = await listed(TabQuery(window_ids=frozenset({1, 3}), pattern=compile_pattern("docs")))

    assert ids(listing) == [1, 4]


@pytest.mark.rows("R399")
async def test_loading_chooses_loading_or_loaded_tabs() -> None:
    assert ids(await listed(TabQuery(loading=True))) == [2, 5]
    assert ids(await listed(TabQuery(loading=False))) == [1, 3, 4]


@pytest.mark.rows("R400")
async def test_the_host_filter_sees_the_normalised_host_and_an_empty_one_where_there_is_none() -> None:
    assert ids(await listed(TabQuery(host_filter=compile_pattern(r"^EXAMPLE\.com:8443$")))) == [4]
    assert ids(await listed(TabQuery(host_filter=compile_pattern("^$")))) == [3, 5]


@pytest.mark.rows("R418")
async def test_a_host_filter_with_alternatives() -> None:
    listing = await listed(TabQuery(host_filter=compile_pattern(r"^example\.(com|org)$")))

    assert ids(listing) == [1, 2]


@pytest.mark.rows("R398")
async def test_the_mode_of_a_tab_is_that_of_its_window() -> None:
    listing = await listed(TabQuery(mode="incognito"))

    assert ids(listing) == [2, 3]
    assert all(tab.mode == "incognito" for tab in listing.groups[0].tabs)


@pytest.mark.rows("R398")
async def test_a_tab_of_an_unknown_window_has_neither_mode() -> None:
    source = RecordedTabs([tab(1, "https://a.example/", window=7)], {})

    assert ids(await list_tabs(source, TabQuery(mode="normal"))) == []
    assert [group.label for group in (await list_tabs(source, TabQuery(group_by="mode"))).groups] == ["Unknown mode"]


@pytest.mark.rows("R406", "R421")
@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (TabQuery(), ["tabs"]),
        (TabQuery(group_by="window", order_by="windowId", loading=True), ["tabs"]),
        (TabQuery(group_by="host", order_by="host", host_filter=compile_pattern("a")), ["tabs"]),
        (TabQuery(mode="normal"), ["tabs", "windows"]),
        (TabQuery(group_by="mode"), ["tabs", "windows"]),
        (TabQuery(order_by="mode"), ["tabs", "windows"]),
    ],
)
async def test_windows_are_asked_for_only_when_a_mode_matters(query: TabQuery, asked: list[str]) -> None:
    source = RecordedTabs(TABS, MODES)

    await list_tabs(source, query)

    assert source.asked == asked


@pytest.mark.rows("R406")
async def test_a_source_that_gives_the_mode_with_the_tab_is_not_asked_for_windows() -> None:
    source = RecordedTabs([replace(TABS[0], mode="normal")])

    listing = await list_tabs(source, TabQuery(mode="normal"))

    assert (ids(listing), source.asked) == ([1], ["tabs"])


@pytest.mark.rows("R401")
@pytest.mark.parametrize(
    ("order_by", "expected"),
    [
        ("title", [2, 3, 1, 4, 5]),
        ("url", [3, 4, 1, 2, 5]),
        ("host", [3, 5, 1, 4, 2]),
        ("windowId", [1, 5, 2, 4, 3]),
        ("tabId", [1, 2, 3, 4, 5]),
        ("loading", [1, 3, 4, 2, 5]),
        ("mode", [1, 5, 4, 2, 3]),
    ],
)
async def test_tabs_are_ordered_by_the_field_and_equal_ones_keep_their_order(
    order_by: OrderBy, expected: list[int]
) -> None:
    listing = await listed(TabQuery(order_by=order_by))

    assert ids(listing) == expected


@pytest.mark.rows("R401")
async def test_tab_numbers_are_ordered_as_numbers() -> None:
    source = RecordedTabs([tab(10, "https://a.example/"), tab(9, "https://b.example/")])

    assert ids(await list_tabs(source, TabQuery(order_by="tabId"))) == [9, 10]


@pytest.mark.rows("R396", "R403", "R404")
@pytest.mark.parametrize(
    ("group_by", "keys", "labels"),
    [
        ("none", ["all"], ["All tabs"]),
        ("window", ["1", "2", "3", "10"], ["Window 1", "Window 2", "Window 3", "Window 10"]),
        (
            "host",
            ["example.com", "example.com:8443", "example.org", "(no host)"],
            ["example.com", "example.com:8443", "example.org", "(no host)"],
        ),
        ("mode", ["normal", "incognito"], ["Normal mode", "Incognito mode"]),
    ],
)
async def test_groups_are_sorted_by_their_key(group_by: GroupBy, keys: list[str], labels: list[str]) -> None:
    listing = await listed(TabQuery(group_by=group_by))

    assert [group.key for group in listing.groups] == keys
    assert [group.label for group in listing.groups] == labels
    assert sum(len(group.tabs) for group in listing.groups) == listing.total == 5


@pytest.mark.rows("R404")
async def test_tabs_without_a_host_come_last_even_after_hosts_that_sort_behind_a_bracket() -> None:
    source = RecordedTabs([tab(1, "about:blank"), tab(2, "http://zz.example/"), tab(3, "http://!.example/")])

    listing = await list_tabs(source, TabQuery(group_by="host"))

    assert [group.key for group in listing.groups] == ["!.example", "zz.example", "(no host)"]


@pytest.mark.rows("R415", "R401")
async def test_grouped_by_host_and_ordered_by_title_within_each_group() -> None:
    source = RecordedTabs(
        [tab(1, "https://b.example/", "z"), tab(2, "https://a.example/", "b"), tab(3, "https://a.example/", "A")]
    )

    listing = await list_tabs(source, TabQuery(group_by="host", order_by="title"))

    assert [(group.key, [tab.tab_id for tab in group.tabs]) for group in listing.groups] == [
        ("a.example", [3, 2]),
        ("b.example", [1]),
    ]


@pytest.mark.rows("R417")
async def test_incognito_tabs_grouped_by_window() -> None:
    listing = await listed(TabQuery(mode="incognito", group_by="window"))

    assert [(group.key, [tab.tab_id for tab in group.tabs]) for group in listing.groups] == [("2", [2]), ("10", [3])]


@pytest.mark.rows("R414")
async def test_a_thousand_tabs_are_all_listed() -> None:
    source = RecordedTabs([tab(number, f"https://h{number % 7}.example/") for number in range(1, 1001)])

    listing = await list_tabs(source, TabQuery(group_by="host"))

    assert sorted(ids(listing)) == list(range(1, 1001))


@pytest.mark.rows("A22")
async def test_others_are_served_while_a_heavy_pattern_is_matched() -> None:
    source = RecordedTabs([tab(number, "a" * 10_000, "é" * 10_000) for number in range(50)])
    gaps: list[float] = []

    async def watch() -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(0)
            gaps.append(time.perf_counter() - started)

    watching = asyncio.create_task(watch())
    await list_tabs(source, TabQuery(pattern=compile_pattern("(.?){300}!")))
    watching.cancel()

    assert max(gaps) < 1


def test_numbers_are_given_in_order_of_appearance_and_never_again() -> None:
    numbering = Numbering()

    assert [numbering.number(name) for name in ("C", "A", "C", "B")] == [1, 2, 1, 3]
    assert Numbering().number("Z") == 1
