"""Tell the latest recorded steps."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, PageText, Result, SessionNeed, ToolContext, tool
from handhold.contract.knowledge import ScopeArg, SessionFilters, filters_of, scope_of


class KnowledgeLastArgs(Args):
    n: Annotated[int, Field(ge=1, le=200)] = 20
    """How many"""
    scope: ScopeArg = "current"
    """current, all or {sessionId}"""
    filters: SessionFilters | None = None
    """{flowTag?, tag?, screen?, sinceHours?}"""


class LatestStep(Result):
    timestamp: str
    """When it was taken."""
    tool: str
    """Tool that was called."""
    screen: PageText
    """Where."""
    snippet: PageText
    """Target, labels, screen, error."""
    session_id: str
    """Session it belongs to."""


class KnowledgeLast(Result):
    steps: list[LatestStep]
    """Latest first."""


@tool(
    title="knowledge.last",
    family="knowledge",
    toolset="knowledge",
    effect=Effect.READS,
    session=SessionNeed.LOOKS,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
    under_dialog=True,
)
async def mm_knowledge_last(args: KnowledgeLastArgs, ctx: ToolContext) -> KnowledgeLast:
    """Tell the latest steps, latest first.

    Example: {"n":5}
    Tip: scope all for every session.
    """
    steps = await ctx.knowledge.last(args.n, scope=scope_of(args.scope), filters=filters_of(args.filters))
    told = [
        LatestStep(
            timestamp=step.timestamp,
            tool=step.tool,
            screen=step.screen,
            snippet=step.snippet,
            session_id=step.session_id,
        )
        for step in steps
    ]
    return KnowledgeLast(steps=told)
