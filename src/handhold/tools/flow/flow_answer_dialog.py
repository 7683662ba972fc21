"""Answer the dialog that holds the page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from handhold.contract import Effect, PageArgs, PageText, Result, SessionNeed, ToolContext, tool
from handhold.services.perception import Changes


class AnswerArgs(PageArgs):
    accept: bool
    """OK or Cancel"""
    text: Annotated[str, Field(max_length=10_000)] | None = None
    """Prompt text"""


class Answered(Result):
    kind: str
    """confirm or prompt."""
    message: PageText
    """What the dialog said."""
    answer: Literal["accepted", "dismissed"]
    """What was done."""
    changes: Changes
    """What else happened."""


def _without_text(given: dict[str, Any]) -> dict[str, Any]:
    text = given.get("text")
    return {**given, "text": f"[{len(text)} characters]"} if isinstance(text, str) else given


@tool(
    title="flow.answerDialog",
    family="flow",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    under_dialog=True,
    sanitize=_without_text,
)
async def flow_answer_dialog(args: AnswerArgs, ctx: ToolContext) -> Answered:
    """Answer the dialog that waits (setting dialogs = ask).

    Example: {"accept":true}
    Tip: by default dialogs are dismissed.
    """
    around = await ctx.changing.around(lambda: ctx.dialogs.answer(accept=args.accept, text=args.text))
    done = around.result
    assert done is not None, "an answered dialog no longer holds its page"
    return Answered(kind=done.kind, message=done.message, answer=done.answer, changes=around.changes)
