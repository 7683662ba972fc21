"""Click an element that is named by ref, test id or selector."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, Result, SessionNeed, ToolContext, tool
from handhold.contract.targets import TIMEOUT_MS, ActionTimeout, TargetArgs, recorded_target, without_target
from handhold.services.perception import Changes


class ClickArgs(TargetArgs):
    timeout_ms: ActionTimeout = TIMEOUT_MS
    """0: look once"""


class Clicked(Result):
    clicked: bool
    """Whether it got the click."""
    target: str
    """How it was named: `testId:confirm`."""
    element_id: Annotated[str | None, Field(exclude_if=lambda handle: handle is None)] = None
    """Its handle, for the semantic tools."""
    page_closed_after_click: Annotated[bool, Field(exclude_if=lambda was_closed: not was_closed)] = False
    """The click closed its page, as a confirmation does."""
    changes: Annotated[Changes, Field(exclude_if=lambda changes: changes == "not collected")] = "not collected"
    """What came of it. "none" if nothing."""


@tool(
    title="wallet.click",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=lambda args: args.timeout_ms / 1000 + 2.5,
    target_of=recorded_target,
    sanitize=without_target,
)
async def mm_click(args: ClickArgs, ctx: ToolContext) -> Clicked:
    """Wait for an element and click it.

    Example: {"testId":"confirm-footer-button"}
    Tip: give exactly one of a11yRef, testId, selector.
    """
    done = await ctx.targets.click(args.target, timeout_ms=args.timeout_ms)
    return Clicked(
        clicked=True,
        target=args.target.words,
        element_id=done.element_id,
        page_closed_after_click=done.is_page_closed,
        changes=done.changes,
    )
