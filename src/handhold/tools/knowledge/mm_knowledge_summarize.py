"""Tell a recorded session as a recipe."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Args, Effect, Observe, PageText, Result, SessionNeed, ToolContext, tool
from handhold.contract.knowledge import ScopeArg, scope_of


class KnowledgeSummarizeArgs(Args):
    scope: ScopeArg = "current"
    """current or {sessionId}"""
    session_id: Annotated[str, Field(min_length=4, max_length=100)] | None = None
    """Deprecated: scope.sessionId"""


class RecipeLine(Result):
    step_number: int
    """From 1, in the order of time."""
    tool: str
    """Tool that was called."""
    notes: PageText
    """Target as another session can find it, screen, failure."""


class SessionRecipe(Result):
    session_id: str
    """The session; empty when none was ever recorded."""
    step_count: int
    """Steps it has."""
    recipe: list[RecipeLine]
    """The steps; of a long session the last 500."""
    truncated: Annotated[bool, Field(exclude_if=lambda value: not value)] = False
    """Whether earlier steps are left out."""


@tool(
    title="knowledge.summarize",
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
async def mm_knowledge_summarize(args: KnowledgeSummarizeArgs, ctx: ToolContext) -> SessionRecipe:
    """Tell a session as a recipe: its steps with targets that last.

    Example: {"scope":"current"}
    Tip: mm_knowledge_sessions lists ids.
    """
    made = await ctx.knowledge.summarize(args.session_id or scope_of(args.scope))
    recipe = [RecipeLine(step_number=step.number, tool=step.tool, notes=step.notes) for step in made.steps]
    return SessionRecipe(session_id=made.session_id, step_count=made.step_count, recipe=recipe, truncated=made.is_cut)
