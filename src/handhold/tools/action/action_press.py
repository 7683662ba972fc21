"""Press keys."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from handhold.contract import Effect, HandleId, PageArgs, PageText, Result, ToolContext, tool
from handhold.services.perception import Changes

Keys = Annotated[str, Field(min_length=1, max_length=500)]


class PressArgs(PageArgs):
    keys: Keys | Annotated[list[Keys], Field(min_length=1, max_length=50)]
    """Enter, Control+A; several with spaces between"""
    handle: HandleId | None = None
    """Element to focus first"""


class KeysPressed(Result):
    target: PageText
    """Role and name of the element; empty for what had the keyboard."""
    element_id: Annotated[str | None, Field(exclude_if=lambda value: value is None)]
    """Its handle."""
    pressed: int
    """How many keys or chords."""
    changes: Changes
    """What came of it. "none" if nothing."""


def _counted(given: dict[str, Any]) -> dict[str, Any]:
    """Keys can be typed text, which is never repeated."""
    return {**given, "keys": "[keys]"}


@tool(title="action.press", family="action", effect=Effect.ACTS, sanitize=_counted)
async def action_press(args: PressArgs, ctx: ToolContext) -> KeysPressed:
    """Press keys or chords on an element or where the keyboard is.

    Example: {"keys":"Control+A Delete","handle":"h3"}
    Tip: to type text use action_set_state.
    """
    done = await ctx.interaction.press(args.keys, args.handle)
    return KeysPressed(target=done.target, element_id=done.element_id, pressed=done.pressed, changes=done.changes)
