"""Find recorded steps by words."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, PageText, Result, SessionNeed, ToolContext, tool
from handhold.contract.knowledge import ScopeArg, SessionFilters, filters_of, scope_of


class KnowledgeSearchArgs(Args):
    query: Annotated[str, Field(min_length=1, max_length=200)]
    """Words"""
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    """Most matches"""
    scope: ScopeArg = "all"
    """current, all or {sessionId}"""
    filters: SessionFilters | None = None
    """{flowTag?, tag?, screen?, sinceHours?}"""


class MatchedStep(Result):
    timestamp: str
    """When it was taken."""
    tool: str
    """Tool that was called."""
    screen: PageText
    """Where."""
    snippet: PageText
    """What was found, target, labels, screen, error."""
    session_id: str
    """Session it belongs to."""
    matched_fields: list[PageText]
    """Where the words were found."""
    session_goal: Annotated[str | None, Field(exclude_if=lambda value: value is None)] = None
    """What the session was for."""


class KnowledgeFound(Result):
    matches: list[MatchedStep]
    """Best first."""
    query: str
    """What was asked."""
    truncated: Annotated[bool, Field(exclude_if=lambda value: not value)] = False
    """There may be other matches among older steps that were not looked at."""


@tool(
    title="knowledge.search",
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
async def mm_knowledge_search(args: KnowledgeSearchArgs, ctx: ToolContext) -> KnowledgeFound:
    """Find what was done before: steps by tool, screen, test id, control.

    Example: {"query":"confirm order"}
    Tip: mm_knowledge_summarize tells a whole session.
    """
    found = await ctx.knowledge.search(
        args.query, limit=args.limit, scope=scope_of(args.scope), filters=filters_of(args.filters)
    )
    matches = [
        MatchedStep(
            timestamp=step.timestamp,
            tool=step.tool,
            screen=step.screen,
            snippet=step.snippet,
            session_id=step.session_id,
            matched_fields=list(step.matched_fields),
            session_goal=step.session_goal,
        )
        for step in found.matches
    ]
    return KnowledgeFound(matches=matches, query=args.query, truncated=found.is_cut)
