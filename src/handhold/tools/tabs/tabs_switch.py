"""Work in another tab."""

from __future__ import annotations

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, TabId, ToolContext, tab_number, tool
from handhold.services.perception import Changes, without_url

ROOM = 880
"""Bytes of changes beside the longest URL and title."""


class TabsSwitchArgs(PageArgs):
    tab: TabId
    """t2"""


class Switched(Result):
    tab: str
    """The tab that is worked in now."""
    url: PageText
    """Its URL."""
    title: PageText
    """Its title."""
    changes: Changes
    """What else happened. "none" if nothing."""


@tool(title="tabs.switch", family="tabs", effect=Effect.MOVES, session=SessionNeed.RUNNING)
async def tabs_switch(args: TabsSwitchArgs, ctx: ToolContext) -> Switched:
    """Go on in another tab.

    Example: {"tab":"t2"}
    Tip: handles belong to their tab.
    """
    ctx.count("handhold.tabs.switched")
    done = await ctx.changing.around(lambda: ctx.moves.switch(tab_number(args.tab)), room=ROOM, settle=0)
    moved = done.result or await ctx.moves.here()
    return Switched(tab=moved.tab or "", url=moved.url, title=moved.title, changes=without_url(done.changes))
