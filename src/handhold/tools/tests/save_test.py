"""Save a test."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from handhold.contract import Args, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.contract.testing import SavedTest, TestId


class SaveTestArgs(Args):
    id: TestId
    """Like add-to-cart"""
    name: Annotated[str, Field(min_length=1, max_length=300)]
    """Title"""
    definition: Annotated[Annotated[dict[str, Any], Field(description="A test definition")] | str, Field(alias="def")]
    """Test; also as JSON or YAML text"""
    description: Annotated[str, Field(max_length=2_000)] | None = None
    """Purpose"""
    tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=50)] | None = None
    """To choose it by"""


def _without_definition(arguments: dict[str, Any]) -> dict[str, Any]:
    """A definition may be long, and what it types is nobody's business."""
    return {name: value for name, value in arguments.items() if name != "def"}


@tool(
    title="tests.save",
    family="tests",
    toolset="tests",
    effect=Effect.SAVES,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
    sanitize=_without_definition,
)
async def save_test(args: SaveTestArgs, ctx: ToolContext) -> SavedTest:
    """Save a test; over one of that id, a new revision.

    Example: {"id":"add","name":"Add","def":{"url":"http://x","steps":[{"click":"#add"}]}}
    Tip: warnings tell what is weak.
    """
    saved = await ctx.tests.ask(
        lambda store: store.save(args.id, args.name, args.definition, description=args.description, tags=args.tags)
    )
    for finding in saved.findings[:10]:
        ctx.warn(finding.sentence)
    return SavedTest.of(saved)
