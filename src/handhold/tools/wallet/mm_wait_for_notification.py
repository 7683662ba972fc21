"""Wait for the window in which a wallet asks its user."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, ToolContext, tool


class WaitForNotificationArgs(PageArgs):
    timeout_ms: Annotated[int, Field(ge=1_000, le=60_000)] = 15_000
    """How long"""


class NotificationFound(Result):
    found: Literal[True] = True
    """It is open, and worked in now."""
    page_url: PageText
    """Its address."""


@tool(
    title="wallet.waitForNotification",
    family="wallet",
    toolset="wallet",
    effect=Effect.MOVES,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=lambda args: args.timeout_ms / 1000 + 3.0,
)
async def mm_wait_for_notification(args: WaitForNotificationArgs, ctx: ToolContext) -> NotificationFound:
    """Wait for the notification window and go on in it.

    Example: {}
    Tip: when it closes, the extension's tab is next.
    """
    return NotificationFound(page_url=await ctx.app_moves.await_notification(timeout_ms=args.timeout_ms))
