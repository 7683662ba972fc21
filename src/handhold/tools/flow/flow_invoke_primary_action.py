"""Press what the page is about."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handhold.contract import Effect, PageArgs, PageText, RegionArg, Result, ToolContext, region_of, tool
from handhold.services.perception import Changes


class PrimaryActionArgs(PageArgs):
    scope: RegionArg | None = None
    """As in ui_scan"""
    intent_hint: Annotated[str, Field(max_length=200)] = ""
    """What it should do"""


class Standing(Result):
    url: PageText
    """Where the tab is."""
    title: Annotated[PageText, Field(exclude_if=lambda text: not text)] = ""
    """Its title."""
    heading: Annotated[PageText, Field(exclude_if=lambda text: not text)] = ""
    """Its main heading."""
    dialog: Annotated[PageText, Field(exclude_if=lambda text: not text)] = ""
    """What the dialog in front is called."""


class PrimaryAction(Result):
    target: PageText
    """Role and name of what was pressed."""
    element_id: str
    """Its handle."""
    strategy: Literal["pointer", "keyboard", "none"]
    """How it was done."""
    received: bool
    """Whether the element itself got the event."""
    evidence: list[str]
    """Why this one, in our words."""
    changes: Changes
    """What came of it. "none" if nothing."""
    state: Standing
    """Where the page stands now."""


@tool(title="flow.invokePrimaryAction", family="flow", effect=Effect.ACTS)
async def flow_invoke_primary_action(args: PrimaryActionArgs, ctx: ToolContext) -> PrimaryAction:
    """Press the main action of the page or dialog, such as next or save.

    Example: {"intentHint":"checkout"}
    Tip: delete, pay and the like only when intentHint says so.
    """
    done = await ctx.primary.invoke(region_of(args.scope), args.intent_hint)
    executed, state = done.executed, done.state
    return PrimaryAction(
        target=executed.target,
        element_id=executed.element_id,
        strategy=executed.strategy,
        received=executed.received,
        evidence=list(done.evidence),
        changes=executed.changes,
        state=Standing(url=state.url, title=state.title, heading=state.heading, dialog=state.dialog),
    )
