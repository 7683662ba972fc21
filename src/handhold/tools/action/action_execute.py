"""Activate one element."""

from __future__ import annotations

from typing import Literal

from handhold.contract import AnyHandleId, Effect, PageArgs, PageText, Result, ToolContext, handle_seconds, tool
from handhold.services.interaction import Intent
from handhold.services.perception import Changes


class ExecuteArgs(PageArgs):
    handle: AnyHandleId
    """elementId or visualHandleId"""
    intent: Intent = "press"
    """What it is for; chooses pointer or keyboard"""


class Activated(Result):
    target: PageText
    """Role and name of the element."""
    element_id: str
    """Its handle."""
    strategy: Literal["pointer", "keyboard", "none"]
    """How it was done; none when it was in that state already."""
    received: bool
    """Whether the element itself got the event."""
    changes: Changes
    """What came of it. "none" if nothing."""


@tool(title="action.execute", family="action", effect=Effect.ACTS, seconds=lambda args: handle_seconds(args.handle))
async def action_execute(args: ExecuteArgs, ctx: ToolContext) -> Activated:
    """Click, open, confirm, toggle… one element, and say what changed.

    Example: {"handle":"h3"}
    Tip: covered or disabled is an error that names the cause.
    """
    done = await ctx.handling.execute(args.handle, args.intent)
    return Activated(
        target=done.target,
        element_id=done.element_id,
        strategy=done.strategy,
        received=done.received,
        changes=done.changes,
    )
