"""Type into a field that is named by ref, test id or selector."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, Result, SessionNeed, ToolContext, tool
from handhold.contract.targets import TIMEOUT_MS, ActionTimeout, TargetArgs, recorded_target, without_target
from handhold.services.perception import Changes


class TypeArgs(TargetArgs):
    text: Annotated[str, Field(max_length=100_000)]
    """Replaces what is there; secret://NAME for a secret"""
    timeout_ms: ActionTimeout = TIMEOUT_MS
    """0: look once"""


class Typed(Result):
    typed: bool
    """Whether the field holds the text."""
    target: str
    """How it was named: `testId:unlock-password`."""
    text_length: Annotated[int | None, Field(exclude_if=lambda length: length is None)] = None
    """Characters; not told of a secret by name. The text itself is never repeated."""
    element_id: Annotated[str | None, Field(exclude_if=lambda handle: handle is None)] = None
    """Its handle, for the semantic tools."""
    changes: Annotated[Changes, Field(exclude_if=lambda changes: changes == "not collected")] = "not collected"
    """What came of it. "none" if nothing."""


@tool(
    title="wallet.type",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    budget=None,
    seconds=lambda args: args.timeout_ms / 1000 + 2.5,
    target_of=recorded_target,
    sanitize=without_target,
)
async def mm_type(args: TypeArgs, ctx: ToolContext) -> Typed:
    """Wait for a field and put text into it.

    Example: {"testId":"unlock-password","text":"secret://WALLET"}
    Tip: what is typed is never recorded.
    """
    done = await ctx.targets.type(args.target, args.text, timeout_ms=args.timeout_ms)
    return Typed(
        typed=True,
        target=args.target.words,
        text_length=done.text_length,
        element_id=done.element_id,
        changes=done.changes,
    )
