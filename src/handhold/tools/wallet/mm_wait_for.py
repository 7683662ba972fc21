"""Wait for an element that is named by ref, test id or selector."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, Result, SessionNeed, ToolContext, tool
from handhold.contract.targets import TIMEOUT_MS, TargetArgs, recorded_target, without_target
from handhold.services.perception import ChangeSet

ROOM = 1_100


class WaitForArgs(TargetArgs):
    timeout_ms: Annotated[int, Field(ge=100, le=120_000)] = TIMEOUT_MS
    """Longest wait"""


class WaitedFor(Result):
    found: bool
    """Whether it is visible."""
    target: str
    """How it was named: `testId:account-menu-icon`."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """What happened meanwhile."""


@tool(
    title="wallet.waitFor",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=lambda args: args.timeout_ms / 1000 + 2.5,
    target_of=recorded_target,
    sanitize=without_target,
)
async def mm_wait_for(args: WaitForArgs, ctx: ToolContext) -> WaitedFor:
    """Wait until an element is visible.

    Example: {"testId":"account-menu-icon"}
    Tip: a timeout tells what was found instead.
    """
    await ctx.targets.wait_for(args.target, timeout_ms=args.timeout_ms)
    return WaitedFor(found=True, target=args.target.words, changes=await ctx.changing.since(room=ROOM))
