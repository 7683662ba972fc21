"""Close a tab."""

from __future__ import annotations

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, TabId, ToolContext, tab_number, tool
from handhold.services.perception import Changes, without_url

ROOM = 880
"""Bytes of changes beside the longest URL and title."""


class TabsCloseArgs(PageArgs):
    tab: TabId
    """t2"""


class Closed(Result):
    closed: str
    """The tab that is gone."""
    tab: str | None
    """The tab that is worked in now; null when none is left."""
    url: PageText
    """Its URL."""
    title: PageText
    """Its title."""
    changes: Changes
    """What else happened. "none" if nothing."""


@tool(title="tabs.close", family="tabs", effect=Effect.ACTS, session=SessionNeed.RUNNING)
async def tabs_close(args: TabsCloseArgs, ctx: ToolContext) -> Closed:
    """Close a tab, without asking its page.

    Example: {"tab":"t2"}
    Tip: after the last one nav_goto opens another.
    """
    ctx.count("handhold.tabs.closed")
    number = tab_number(args.tab)
    done = await ctx.changing.around(lambda: ctx.moves.close(number), room=ROOM, settle=0)
    moved = done.result or await ctx.moves.here()
    return Closed(
        closed=f"t{number}", tab=moved.tab, url=moved.url, title=moved.title, changes=without_url(done.changes)
    )
