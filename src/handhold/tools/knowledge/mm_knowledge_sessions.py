"""List the recorded sessions."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, Result, SessionNeed, ToolContext, tool
from handhold.contract.knowledge import SessionFilters, filters_of


class KnowledgeSessionsArgs(Args):
    limit: Annotated[int, Field(ge=1, le=50)] = 10
    """How many"""
    filters: SessionFilters | None = None
    """{flowTag?, tag?, screen?, sinceHours?}"""


class GitState(Result):
    branch: Annotated[str | None, Field(exclude_if=lambda value: value is None)] = None
    """Branch."""
    commit: Annotated[str | None, Field(exclude_if=lambda value: value is None)] = None
    """Commit."""
    dirty: Annotated[bool | None, Field(exclude_if=lambda value: value is None)] = None
    """Whether there were changes that were not committed."""


class RecordedSession(Result):
    session_id: str
    """Its id."""
    created_at: str
    """When it began."""
    goal: Annotated[str | None, Field(exclude_if=lambda value: value is None)] = None
    """What it was for."""
    flow_tags: list[str]
    """Flows it belongs to."""
    tags: list[str]
    """Its tags."""
    git: Annotated[GitState | None, Field(exclude_if=lambda value: value is None)] = None
    """State of the repository."""


class KnowledgeSessions(Result):
    sessions: list[RecordedSession]
    """Newest first."""


@tool(
    title="knowledge.sessions",
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
async def mm_knowledge_sessions(args: KnowledgeSessionsArgs, ctx: ToolContext) -> KnowledgeSessions:
    """List recorded sessions, newest first.

    Example: {"limit":5,"filters":{"sinceHours":48}}
    Tip: give an id to mm_knowledge_summarize.
    """
    found = await ctx.knowledge.sessions(limit=args.limit, filters=filters_of(args.filters))
    sessions = [
        RecordedSession(
            session_id=info.name,
            created_at=info.created,
            goal=info.record.goal if info.record else None,
            flow_tags=list(info.record.flow_tags) if info.record else [],
            tags=list(info.record.tags) if info.record else [],
            git=GitState.model_validate(info.record.git.model_dump()) if info.record and info.record.git else None,
        )
        for info in found
    ]
    return KnowledgeSessions(sessions=sessions)
