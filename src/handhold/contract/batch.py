"""Several tools in one call, on the wire: what both names of the batch take and tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, cast

from pydantic import Field

from handhold.contract.models import Args, Result

if TYPE_CHECKING:
    from handhold.services.batch import Ran

BUDGET: Final = 64 * 1024


class StepArg(Args):
    tool: str
    """Any page tool"""
    args: Annotated[dict[str, Any], Field(default_factory=dict)]
    """Arguments of that tool"""


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


def steps_run(ran: Ran) -> StepsRun:
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
