"""Run several tools in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, cast

from pydantic import Field

from handhold.contract import Args, Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.services.batch import Batch, Plan, Ran, Step

BUDGET: Final = 64 * 1024
LEFT_FOR_REST: Final = 4096
"""Bytes for the summary, the final observation and the envelope."""


class StepArg(Args):
    tool: str
    """Any page tool"""
    args: Annotated[dict[str, Any], Field(default_factory=dict)]
    """Arguments of that tool"""


class RunStepsArgs(PageArgs):
    steps: Annotated[list[StepArg], Field(min_length=1, max_length=50)]
    """{tool, args?}"""
    stop_on_error: bool = False
    """Skip the rest after a failure"""
    include_observations: Literal["failures", "all", "none"] = "failures"
    """After which steps to look at the page"""
    timeout_ms: Annotated[int, Field(ge=1, le=300_000)] = 120_000
    """For all steps"""


class BatchSummary(Result):
    ok: bool
    """Whether no step failed."""
    requested: int
    """Steps given."""
    total: int
    """Steps with a result here."""
    succeeded: int
    """Of these, how many did their work."""
    failed: int
    """And how many did not."""
    skipped: int
    """Steps that were not begun."""
    duration_ms: int
    """Time of all steps."""
    stopped: Annotated[Literal["error", "timeout"] | None, Field(exclude_if=lambda why: why is None)] = None
    """Why steps were skipped: stopOnError, or timeoutMs."""


class StepsRun(Result):
    steps: list[dict[str, Any]]
    """One per step that was begun: tool, ok, result or error {code, message, hint?, details}, meta {durationMs,
    timestamp}, and observation {url, title, region, controls} where it was asked for."""
    summary: BatchSummary
    """How it went."""
    observation: Annotated[dict[str, Any] | None, Field(exclude_if=lambda seen: seen is None)] = None
    """The page at the end: url, title and, unless observations are off, its first controls with handles."""
    truncated: Annotated[bool, Field(exclude_if=lambda was_cut: not was_cut)] = False
    """Whether older observations, then older results, were cut to keep the answer below 64 KB."""


def _result(ran: Ran) -> StepsRun:
    counted = ran.summary
    return StepsRun(
        steps=ran.steps,
        summary=BatchSummary(
            ok=counted.failed == 0,
            requested=counted.requested,
            total=counted.total,
            succeeded=counted.succeeded,
            failed=counted.failed,
            skipped=counted.skipped,
            duration_ms=counted.duration_ms,
            stopped=counted.stopped,
        ),
        observation=dict(ran.observation) if ran.observation is not None else None,
        truncated=ran.truncated,
    )


def without_arguments(given: dict[str, Any]) -> dict[str, Any]:
    """What may be repeated of a batch: the names of its tools. Their arguments may hold typed text."""
    steps = cast(list[Mapping[str, Any]], given.get("steps", []))
    return {**given, "steps": [str(step.get("tool"))[:64] for step in steps]}


@tool(
    title="batch.runSteps",
    family="batch",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,  # each step takes its own turn in the session; holding it would lock the steps out
    observe=Observe.NONE,
    budget=BUDGET,
    seconds=lambda args: args.timeout_ms / 1000,
    recorded=False,
    sanitize=without_arguments,
)
async def run_steps(args: RunStepsArgs, ctx: ToolContext) -> StepsRun:
    """Execute multiple tools in sequence. Reduces round trips for multi-step flows.

    Example: {"steps":[{"tool":"ui_pick","args":{"hint":"Pay"}}]}
    Tip: later args may hold ${steps[0].result.elementId}.
    """
    plan = Plan(
        session=args.session,
        stop_on_error=args.stop_on_error,
        observations=args.include_observations,
        timeout_ms=args.timeout_ms,
    )
    steps = [Step(tool=step.tool, args=step.args) for step in args.steps]
    batch = Batch(ctx.calls, progress=ctx.progress, count=ctx.count)
    return _result(await batch.run(steps, plan, room=BUDGET - LEFT_FOR_REST))
