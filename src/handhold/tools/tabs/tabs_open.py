"""Work in a new tab."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from handhold.contract import Effect, PageArgs, PageText, Result, TimeoutMs, ToolContext, tool
from handhold.services.navigation.urls import without_password
from handhold.services.perception import Changes, without_url

ROOM = 880
"""Bytes of changes beside the longest URL and title."""


class TabsOpenArgs(PageArgs):
    url: Annotated[str, Field(min_length=1, max_length=4096)] | None = None
    """Full URL"""
    timeout_ms: TimeoutMs = 15_000
    """Limit"""


class Opened(Result):
    tab: str
    """The new tab, which is worked in now."""
    url: PageText
    """Final URL, without user name and password."""
    title: PageText
    """Title of the page."""
    status: int | None
    """HTTP status; null when no server answered."""
    changes: Changes
    """What else happened. "none" if nothing."""


def _without_password(given: dict[str, Any]) -> dict[str, Any]:
    return {**given, "url": without_password(str(given["url"]))[:500]} if "url" in given else given


@tool(
    title="tabs.open",
    family="tabs",
    effect=Effect.SAVES,
    seconds=lambda args: args.timeout_ms / 1000,
    sanitize=_without_password,
)
async def tabs_open(args: TabsOpenArgs, ctx: ToolContext) -> Opened:
    """Open a new tab and go on in it.

    Example: {"url":"http://localhost:3000/"}
    Tip: a URL that leads to no page leaves no tab.
    """
    ctx.count("handhold.tabs.opened")
    done = await ctx.changing.around(lambda: ctx.moves.open(args.url, timeout_ms=args.timeout_ms), room=ROOM, settle=0)
    moved = done.result or await ctx.moves.here()
    return Opened(
        tab=moved.tab or "",
        url=moved.url,
        title=moved.title,
        status=moved.status,
        changes=without_url(done.changes),
    )
