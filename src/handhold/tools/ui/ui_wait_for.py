"""Wait for the page."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, HandleId, PageArgs, PageText, Result, SessionNeed, TimeoutMs, ToolContext, tool
from handhold.services.perception import ChangeSet
from handhold.services.waiting import Condition, ElementState

ROOM = 1100
Words = Annotated[str, Field(min_length=1, max_length=200)]


class UiWaitForArgs(PageArgs):
    text: Words | None = None
    """To appear"""
    gone: Words | None = None
    """Text to go"""
    handle: HandleId | None = None
    """elementId"""
    state: ElementState | None = None
    """Of handle"""
    url: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    """Part of it"""
    idle: Literal[True] | None = None
    """Quiet"""
    timeout_ms: TimeoutMs = 15_000
    """Limit; 0 looks once"""

    @model_validator(mode="after")
    def _one_condition(self) -> Self:
        given = sum(value is not None for value in (self.text, self.gone, self.handle, self.url, self.idle))
        if given != 1 or (self.handle is None) != (self.state is None):
            raise ValueError("give exactly one of text, gone, handle with state, url, idle")
        return self


class WaitedFor(Result):
    met: Literal["text", "gone", "state", "url", "idle"]
    """What came true."""
    saw: PageText
    """The line with the text, the URL, or the states of the element."""
    waited_ms: int
    """After how long."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """What happened since the last answer."""


@tool(
    title="ui.waitFor",
    family="ui",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    seconds=lambda args: args.timeout_ms / 1000,
)
async def ui_wait_for(args: UiWaitForArgs, ctx: ToolContext) -> WaitedFor:
    """Wait for text, an element's state, URL or quiet.

    Example: {"text":"Order placed"}
    Tip: giving up, it tells what was there.
    """
    condition = Condition(text=args.text, gone=args.gone, handle=args.handle, state=args.state, url=args.url)
    waited = await ctx.waits.until(condition, timeout_ms=args.timeout_ms)
    since = await ctx.changing.since(room=ROOM)
    return WaitedFor(met=waited.met, saw=waited.saw, waited_ms=waited.waited_ms, changes=since)
