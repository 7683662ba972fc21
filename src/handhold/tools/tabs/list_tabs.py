"""List the open tabs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handhold.contract import (
    ContentBlock,
    Effect,
    Observe,
    PageArgs,
    PageText,
    RegexPattern,
    Result,
    SessionNeed,
    ToolContext,
    tool,
)
from handhold.services.tabs import (
    Listing,
    Mode,
    Tab,
    TabQuery,
    compile_pattern,
    format_listing,
    title_line,
    url_line,
)
from handhold.services.tabs import list_tabs as choose

WindowId = Annotated[int, Field(ge=0)]


class ListTabsArgs(PageArgs):
    pattern: RegexPattern | None = None
    """RE2 on URL or title"""
    group_by: Literal["none", "window", "host", "mode"] = "none"
    """Grouping"""
    window_id: WindowId | list[WindowId] | None = None
    """One or several"""
    mode: Mode | None = None
    """Kind of window"""
    loading: bool | None = None
    """Loading or loaded"""
    host_filter: RegexPattern | None = None
    """Regex on host"""
    order_by: Literal["title", "url", "host", "windowId", "tabId", "mode", "loading"] | None = None
    """Order within groups"""


class ListedTab(Result):
    tab_id: int
    """Number of the tab, never reused."""
    window_id: int
    """Number of its window."""
    title: PageText
    """Title of the page."""
    url: PageText
    """Its URL."""
    loading: bool
    """Whether it is still loading."""
    mode: Mode | None
    """normal or incognito; null where the source cannot tell."""
    crashed: bool = False
    """Its renderer died; title and URL are what it showed before."""


class ListedGroup(Result):
    key: str
    """Host, window number or mode; "all" without grouping."""
    tabs: list[ListedTab]
    """The tabs of the group."""


class TabsListed(Result):
    text: PageText
    """The listing for people, also given as a second content block."""
    groups: list[ListedGroup]
    """The same tabs as data."""


def _shown(tab: Tab) -> ListedTab:
    return ListedTab(
        tab_id=tab.tab_id,
        window_id=tab.window_id,
        title=title_line(tab.title),
        url=url_line(tab.url),
        loading=tab.loading,
        mode=tab.mode,
        crashed=tab.crashed,
    )


def _result(listing: Listing) -> TabsListed:
    groups = [ListedGroup(key=group.key, tabs=[_shown(tab) for tab in group.tabs]) for group in listing.groups]
    return TabsListed(text=format_listing(listing), groups=groups)


def _as_text(result: TabsListed) -> tuple[ContentBlock, ...]:
    return (ContentBlock(text=result.text),)


@tool(
    title="tabs.list",
    family="tabs",
    effect=Effect.READS,
    session=SessionNeed.LOOKS,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
    under_dialog=True,
    blocks_of=_as_text,
)
async def list_tabs(args: ListTabsArgs, ctx: ToolContext) -> TabsListed:
    """List the open tabs; never starts a browser.

    Example: {"groupBy":"host","orderBy":"title"}
    Tip: patterns ignore case.
    """
    windows = args.window_id if isinstance(args.window_id, list) or args.window_id is None else [args.window_id]
    query = TabQuery(
        pattern=compile_pattern(args.pattern) if args.pattern else None,
        host_filter=compile_pattern(args.host_filter) if args.host_filter else None,
        group_by=args.group_by,
        window_ids=None if windows is None else frozenset(windows),
        mode=args.mode,
        loading=args.loading,
        order_by=args.order_by,
    )
    return _result(await choose(ctx.tabs, query))
