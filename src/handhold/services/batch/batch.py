"""Run steps one after the other, each through the whole pipeline, and tell what came of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from handhold.errors import BatchTimeout, HandholdError, InvalidInput, NoActiveSession
from handhold.services.batch.looks import looks_told, part_told, step_told
from handhold.services.batch.ports import Answer, Calls, Observations
from handhold.services.batch.references import resolve
from handhold.services.batch.sizing import StepJson, fitted, size_of

LOOK_SECONDS: Final = 2.5
"""For a look at the page when all is done; a session that is just being freed may take this long."""
SHOWN_NAME: Final = 64
_TOLD_META: Final = ("durationMs", "timestamp", "warnings", "restarted")

Progress = Callable[[float, float | None, str], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    tool: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How the steps are run."""

    session: str | None
    stop_on_error: bool
    observations: Observations
    timeout_ms: int
    only: frozenset[str] | None = None
    """The tools that may be steps; all that work on a page where it is None. All of them need a running session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    requested: int
    total: int
    succeeded: int
    duration_ms: int
    stopped: Literal["error", "timeout"] | None

    @property
    def failed(self) -> int:
        return self.total - self.succeeded

    @property
    def skipped(self) -> int:
        return self.requested - self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What came of a batch; steps and observation as plain JSON values."""

    steps: list[StepJson]
    summary: Summary
    observation: Mapping[str, Any] | None
    truncated: bool


@dataclass(slots=True)
class _Progress:
    """What has been done so far, and how much time is left."""

    started: float = field(default_factory=time.monotonic)
    steps: list[StepJson] = field(default_factory=list[StepJson])
    stopped: Literal["error", "timeout"] | None = None

    @property
    def milliseconds(self) -> int:
        return round((time.monotonic() - self.started) * 1000)


class Batch:
    """Holds no session itself: calls of others may come in between two steps, never into one."""

    def __init__(self, calls: Calls, *, progress: Progress, count: Callable[[str], None]) -> None:
        self._calls = calls
        self._progress = progress
        self._count = count

    async def run(self, steps: Sequence[Step], plan: Plan, *, room: int) -> Ran:
        """Raises `NoActiveSession` when no session runs and no step can do without. The answer fits in `room` bytes."""
        self._refuse_no_session(steps, plan)
        self._count("handhold.batch.runs")
        done = _Progress()
        ends = asyncio.get_running_loop().time() + plan.timeout_ms / 1000
        for step in steps:
            told = await self._run_in_time(step, plan, done, ends)
            done.steps.append(told)
            self._count("handhold.batch.steps")
            await self._progress(len(done.steps), len(steps), "ok" if told["ok"] else told["error"]["code"])
            if done.stopped is None and plan.stop_on_error and not told["ok"]:
                done.stopped = "error"
            if done.stopped is not None:
                break
        return await self._ran(len(steps), done, plan, room)

    def _refuse_no_session(self, steps: Sequence[Step], plan: Plan) -> None:
        if self._calls.is_running(plan.session):
            return
        if plan.only is not None or not any(self._calls.need_of(step.tool) in {"starts", "looks"} for step in steps):
            starts = "A nav_goto step" if plan.only is None else "nav_goto"
            raise NoActiveSession(
                "No active session. Call mm_launch first.", hint=f"{starts} starts a plain browser by itself."
            )

    async def _run_in_time(self, step: Step, plan: Plan, done: _Progress, ends: float) -> StepJson:
        """One step; the one that the batch's limit meets, running or not, fails with `BatchTimeout`."""
        started = time.monotonic()
        try:
            if asyncio.get_running_loop().time() >= ends:
                raise TimeoutError
            async with asyncio.timeout_at(ends):
                return await self._run(step, plan, done)
        except TimeoutError:
            done.stopped = "timeout"
            error = BatchTimeout(
                f"the time limit of the batch, {plan.timeout_ms} ms, is over",
                hint="Look at the page: this step may have done its work. Then go on with the steps from this one.",
            )
            told = _told(step, self._calls.refuse(error))
            return {**told, "meta": {**told["meta"], "durationMs": round((time.monotonic() - started) * 1000)}}

    async def _run(self, step: Step, plan: Plan, done: _Progress) -> StepJson:
        answer = await self._answer(step, plan, done.steps)
        told = _told(step, answer)
        if plan.observations == "none" or (plan.observations == "failures" and told["ok"]):
            return told
        # A step that was refused before it reached the page has not looked at it.
        seen = answer.observation or await self._calls.look(plan.session, at="page")
        return {**told, "observation": seen} if seen else told

    async def _answer(self, step: Step, plan: Plan, earlier: Sequence[StepJson]) -> Answer:
        try:
            arguments = self._arguments(step, plan, earlier)
        except HandholdError as error:
            return self._calls.refuse(error)
        return await self._calls.call(step.tool, arguments, observations=plan.observations)

    def _arguments(self, step: Step, plan: Plan, earlier: Sequence[StepJson]) -> dict[str, Any]:
        need = self._calls.need_of(step.tool)
        if plan.only is not None and need != "unknown" and self._calls.name_of(step.tool) not in plan.only:
            raise InvalidInput(
                "Invalid input: tool: it cannot be a step of this batch",
                hint=f"Steps may be {', '.join(sorted(plan.only))}; run_steps takes all tools that work on a page.",
            )
        if need == "none":
            raise InvalidInput(
                "Invalid input: tool: it does not work on a page and cannot be a step", hint="Call it by itself."
            )
        arguments = resolve(step.args, earlier)
        return {"session": plan.session, **arguments} if plan.session is not None else arguments

    async def _ran(self, requested: int, done: _Progress, plan: Plan, room: int) -> Ran:
        seen = done.steps[-1].get("observation") or await self._last_look(plan)
        steps, was_cut = fitted([step_told(step) for step in done.steps], room=room - size_of(seen))
        self._calls.told_looks(looks_told(done.steps, steps, seen))
        summary = Summary(
            requested=requested,
            total=len(done.steps),
            succeeded=sum(1 for step in done.steps if step["ok"]),
            duration_ms=done.milliseconds,
            stopped=done.stopped,
        )
        return Ran(steps=steps, summary=summary, observation=part_told(seen), truncated=was_cut)

    async def _last_look(self, plan: Plan) -> Mapping[str, Any] | None:
        """What the page shows at the end, so that the caller can go on without looking."""
        at: Literal["place", "page"] = "place" if plan.observations == "none" else "page"
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                return await self._calls.look(plan.session, at=at)
        except TimeoutError:
            return None


def _told(step: Step, answer: Answer) -> StepJson:
    envelope = answer.envelope
    told: StepJson = {"tool": _shown(step.tool), "ok": bool(envelope["ok"])}
    if told["ok"]:
        told["result"] = envelope["result"]
    else:
        told["error"] = _named(envelope["error"])
    return {**told, "meta": {name: envelope["meta"][name] for name in _TOLD_META if name in envelope["meta"]}}


def _named(error: Mapping[str, Any]) -> dict[str, Any]:
    """A bug of ours says so in the words a batch has always had for it."""
    if error["code"] != "MM_INTERNAL_ERROR":
        return dict(error)
    return {**error, "message": f"Unexpected error: {error['message']}"}


def _shown(tool: str) -> str:
    return "".join(char for char in tool[:SHOWN_NAME] if char.isprintable())
