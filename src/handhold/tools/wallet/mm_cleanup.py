"""End a session."""

from __future__ import annotations

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool


class CleanupArgs(PageArgs):
    session_id: str | None = None
    """Of mm_launch; default: your session"""


class CleanedUp(Result):
    cleaned_up: bool
    """Whether there was a session; nothing of it is left running."""


@tool(
    title="wallet.cleanup",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    under_dialog=True,
)
async def mm_cleanup(args: CleanupArgs, ctx: ToolContext) -> CleanedUp:
    """End the session: browser, chain and state server.

    Example: {}
    Tip: records and screenshots stay.
    """
    return CleanedUp(cleaned_up=await ctx.lifecycle.end(session_id=args.session_id, session=args.session))
