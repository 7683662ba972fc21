"""Run several tools of the wallet family in one call."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from handhold.contract import Effect, Observe, PageArgs, SessionNeed, ToolContext, tool
from handhold.contract.batch import BUDGET, StepArg, StepsRun, steps_run, without_arguments
from handhold.services.batch import Batch, Plan, Step

LEFT_FOR_REST: Final = 2560
"""Bytes for the summary and the envelope."""
STEPS: Final = frozenset(
    {
        *("mm_click", "mm_type", "mm_wait_for", "mm_navigate", "mm_wait_for_notification", "mm_list_testids"),
        *("mm_accessibility_snapshot", "mm_describe_screen", "mm_screenshot", "mm_get_state"),
    }
)


class MmRunStepsArgs(PageArgs):
    steps: Annotated[list[StepArg], Field(min_length=1, max_length=50)]
    """{tool, args?}"""
    stop_on_error: bool = False
    """Skip the rest after a failure"""
    include_observations: Literal["none", "failures", "all"] = "all"
    """After which steps to look at the page"""
    timeout_ms: Annotated[int, Field(ge=1, le=300_000)] = 120_000
    """For all steps"""


@tool(
    title="wallet.runSteps",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,  # each step takes its own turn in the session; holding it would lock the steps out
    observe=Observe.NONE,
    budget=BUDGET,
    seconds=lambda args: args.timeout_ms / 1000,
    recorded=False,
    sanitize=without_arguments,
)
async def mm_run_steps(args: MmRunStepsArgs, ctx: ToolContext) -> StepsRun:
    """Execute multiple tools in sequence. Reduces round trips for multi-step flows.

    Example: {"steps":[{"tool":"mm_click","args":{"testId":"send"}}],"includeObservations":"none"}
    Tip: refs in steps are those you had before; the final observation gives new ones.
    """
    plan = Plan(
        session=args.session,
        stop_on_error=args.stop_on_error,
        observations=args.include_observations,
        timeout_ms=args.timeout_ms,
        only=STEPS,
    )
    steps = [Step(tool=step.tool, args=step.args) for step in args.steps]
    batch = Batch(ctx.calls.seeing_screens(), progress=ctx.progress, count=ctx.count)
    return steps_run(await batch.run(steps, plan, room=BUDGET - LEFT_FOR_REST))
