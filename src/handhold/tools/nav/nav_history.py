"""Go back, forward, or load again."""

from __future__ import annotations

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, TimeoutMs, ToolContext, tool
from handhold.services.navigation import Direction
from handhold.services.perception import Changes, without_url

ROOM = 880
"""Bytes of changes beside the longest URL and title."""


class NavHistoryArgs(PageArgs):
    direction: Direction
    """Where to"""
    timeout_ms: TimeoutMs = 15_000
    """Limit"""


class Revisited(Result):
    url: PageText
    """URL of the page, without user name and password."""
    title: PageText
    """Its title."""
    status: int | None
    """HTTP status; null when no server was asked."""
    changes: Changes
    """What else happened. "none" if nothing."""


@tool(
    title="nav.history",
    family="nav",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    seconds=lambda args: args.timeout_ms / 1000,
)
async def nav_history(args: NavHistoryArgs, ctx: ToolContext) -> Revisited:
    """Go back or forward one page, or reload.

    Example: {"direction":"back"}
    Tip: at either end it fails and stays.
    """
    ctx.count(f"handhold.nav.history.{args.direction}")
    done = await ctx.changing.around(
        lambda: ctx.navigation.history(args.direction, timeout_ms=args.timeout_ms), room=ROOM, settle=0
    )
    arrival = done.result or ctx.navigation.held("")
    return Revisited(url=arrival.url, title=arrival.title, status=arrival.status, changes=without_url(done.changes))
