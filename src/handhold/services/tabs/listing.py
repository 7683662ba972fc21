"""Choose, group and order the tabs of a source: fetch, join, filter, transform."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from handhold.services.tabs.hosts import NO_HOST, host_of
from handhold.services.tabs.model import Mode, Tab, TabSource
from handhold.services.tabs.patterns import Pattern

GroupBy = Literal["none", "window", "host", "mode"]
OrderBy = Literal["title", "url", "host", "windowId", "tabId", "mode", "loading"]
SortKey = tuple[int | str, ...]

_ALL: Final = "all"
_UNKNOWN: Final = "unknown"
_MODE_RANK: Final[Mapping[str, int]] = {"normal": 0, "incognito": 1, _UNKNOWN: 2}
_MODE_LABELS: Final[Mapping[str, str]] = {
    "normal": "Normal mode",
    "incognito": "Incognito mode",
    _UNKNOWN: "Unknown mode",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TabQuery:
    """Which tabs are wanted and how they are arranged; by default all of them, as the browser has them."""

    pattern: Pattern | None = None
    host_filter: Pattern | None = None
    group_by: GroupBy = "none"
    window_ids: frozenset[int] | None = None
    mode: Mode | None = None
    loading: bool | None = None
    order_by: OrderBy | None = None

    @property
    def needs_modes(self) -> bool:
        """Whether the answer depends on the mode of a window."""
        return self.mode is not None or self.group_by == "mode" or self.order_by == "mode"


@dataclass(frozen=True, slots=True, kw_only=True)
class TabGroup:
    """Tabs under one heading; a listing without grouping has one group of key `all`."""

    key: str
    label: str
    tabs: tuple[Tab, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    groups: tuple[TabGroup, ...]
    total: int
    group_by: GroupBy


async def list_tabs(source: TabSource, query: TabQuery) -> Listing:
    """The tabs of the source that the query asks for, grouped and ordered."""
    tabs = await source.tabs()
    if query.needs_modes and any(tab.mode is None for tab in tabs):
        tabs = _with_modes(tabs, await source.window_modes())
    # In a thread: the engine gives other calls the interpreter while it matches.
    chosen = await asyncio.to_thread(_chosen, tabs, query)
    groups = _grouped(_ordered(chosen, query.order_by), query.group_by)
    return Listing(groups=groups, total=len(chosen), group_by=query.group_by)


def _with_modes(tabs: Iterable[Tab], modes: Mapping[int, Mode]) -> list[Tab]:
    return [replace(tab, mode=modes.get(tab.window_id)) if tab.mode is None else tab for tab in tabs]


def _chosen(tabs: Iterable[Tab], query: TabQuery) -> list[Tab]:
    return [tab for tab in tabs if _is_wanted(tab, query)]


def _is_wanted(tab: Tab, query: TabQuery) -> bool:
    # The expressions come after the cheap tests.
    return (
        (query.window_ids is None or tab.window_id in query.window_ids)
        and (query.loading is None or tab.loading == query.loading)
        and (query.pattern is None or query.pattern.matches(tab.url) or query.pattern.matches(tab.title))
        and (query.host_filter is None or query.host_filter.matches(host_of(tab.url)))
        and (query.mode is None or tab.mode == query.mode)
    )


_SORT_KEYS: Final[Mapping[OrderBy, Callable[[Tab], SortKey]]] = {
    "title": lambda tab: (tab.title.casefold(),),
    "url": lambda tab: (tab.url,),
    "host": lambda tab: (host_of(tab.url),),
    "windowId": lambda tab: (tab.window_id,),
    "tabId": lambda tab: (tab.tab_id,),
    "loading": lambda tab: (tab.loading,),
    "mode": lambda tab: (_MODE_RANK[tab.mode or _UNKNOWN], tab.window_id),
}


def _ordered(tabs: Sequence[Tab], order_by: OrderBy | None) -> Sequence[Tab]:
    return tabs if order_by is None else sorted(tabs, key=_SORT_KEYS[order_by])


_GROUP_KEYS: Final[Mapping[GroupBy, Callable[[Tab], str]]] = {
    "none": lambda tab: _ALL,
    "window": lambda tab: str(tab.window_id),
    "host": lambda tab: host_of(tab.url) or NO_HOST,
    "mode": lambda tab: tab.mode or _UNKNOWN,
}
_GROUP_ORDERS: Final[Mapping[GroupBy, Callable[[str], SortKey]]] = {
    "none": lambda key: (key,),
    "window": lambda key: (int(key),),
    "host": lambda key: (key == NO_HOST, key),
    "mode": lambda key: (_MODE_RANK[key],),
}
_GROUP_LABELS: Final[Mapping[GroupBy, Callable[[str], str]]] = {
    "none": lambda key: "All tabs",
    "window": lambda key: f"Window {key}",
    "host": lambda key: key,
    "mode": lambda key: _MODE_LABELS[key],
}


def _grouped(tabs: Iterable[Tab], group_by: GroupBy) -> tuple[TabGroup, ...]:
    members: defaultdict[str, list[Tab]] = defaultdict(list)
    for tab in tabs:
        members[_GROUP_KEYS[group_by](tab)].append(tab)
    return tuple(
        TabGroup(key=key, label=_GROUP_LABELS[group_by](key), tabs=tuple(members[key]))
        for key in sorted(members, key=_GROUP_ORDERS[group_by])
    )
