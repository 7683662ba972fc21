"""Run the steps of one attempt, one after the other, and tell what came of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from handhold.errors import AssertionFailed, HandholdError, InvalidInput, raised
from handhold.services.testing.definition import STEP_KINDS, Step, TestDef, acting, shown
from handhold.services.testing.definition.acting import BaseStep
from handhold.services.testing.definition.parts import Json
from handhold.services.testing.definition.steps import Assert, CallTool, Group, If, Repeat, Screenshot, UseFlow
from handhold.services.testing.definition.steps import Path as Place
from handhold.services.testing.running.acting import ACTING, Work
from handhold.services.testing.running.evidence import Evidence
from handhold.services.testing.running.looks import take_screenshot
from handhold.services.testing.running.moving import MOVING
from handhold.services.testing.running.scope import Scope
from handhold.services.testing.running.stage import Bound, Stage, lost
from handhold.services.testing.running.turn import Marks, Turn
from handhold.services.testing.running.waiting import WAITING, holds_now
from handhold.services.testing.runs import Status, StepOutcome

WORKS: Final[dict[type, Work]] = {**ACTING, **MOVING, **WAITING, Screenshot: take_screenshot}
OPENING_SECONDS: Final = 15.0
"""For a step that opens a page and has no time limit of its own."""
KIND_OF: Final = {model: kind for kind, model in STEP_KINDS.items()}
TOOL_SECRET: Final = "secret://"
MOST_DEEP: Final = 30
"""Flows within flows."""
_OPENING: Final = (acting.Goto, acting.Back, acting.Forward, acting.Reload, acting.NewTab)

Lookup = Callable[[str], Awaitable[TestDef | None]]
Tell = Callable[[StepOutcome], Awaitable[None]]


class StepFailed(Exception):
    """A step did not do its work, and the test ends here."""

    def __init__(self, step: BaseStep, path: Place, error: HandholdError) -> None:
        super().__init__(error.message)
        self.step = step
        self.path = path
        self.error = error


@dataclass(slots=True, kw_only=True)
class Begun:
    """A step that has begun; what its turns find out is told when it ends."""

    step: BaseStep
    path: Place
    number: int
    at: float = field(default_factory=time.time)
    clock: float = field(default_factory=time.monotonic)
    turns: list[Turn] = field(default_factory=list[Turn])


@dataclass(slots=True, kw_only=True)
class Play:
    """One attempt's way through its steps."""

    stage: Stage
    definition: TestDef
    scope: Scope
    base_url: str | None
    root: Path
    evidence: Evidence
    lookup: Lookup
    tell: Tell
    completed: int = 0
    soft: list[StepFailed] = field(default_factory=list[StepFailed])
    drift: list[str] = field(default_factory=list[str])
    running: Begun | None = None
    """The step that is under way."""
    _number: int = 0
    _marks: Marks = field(default_factory=Marks)
    _depth: int = 0

    async def run(self, steps: tuple[Step, ...], path: Place) -> None:
        """Raises `StepFailed`."""
        for number, step in enumerate(steps):
            result = await self._step(step, (*path, number))
            if path == ("steps",):
                self.scope.results[number] = result

    async def _step(self, step: Step, path: Place) -> Json:
        match step:
            case Group():
                await self.run(step.steps, (*path, "steps"))
            case If():
                holds = await self._holds(step, path)
                await self.run(step.then if holds else step.otherwise, (*path, "then" if holds else "else"))
            case Repeat():
                await self._repeat(step, path)
            case UseFlow():
                await self._flow(step, path)
            case _:
                return await self.leaf(step, path)
        return None

    async def _holds(self, step: If, path: Place) -> bool:
        return await self._judged(step, path, step.condition)

    async def _judged(self, step: If | Repeat, path: Place, condition: Any) -> bool:
        async def work(bound: Bound) -> bool:
            turn = self._turn(bound, seconds=0.0)
            return await holds_now(self.scope.part(condition), turn)

        try:
            return await self.stage.act(work, seconds=self._seconds(step))
        except HandholdError as problem:
            raise StepFailed(step, path, await self._cause(problem)) from None

    async def _repeat(self, step: Repeat, path: Place) -> None:
        if step.times is not None:
            for _round in range(step.times):
                await self.run(step.steps, (*path, "steps"))
            return
        rounds = 0
        while await self._judged(step, path, step.while_):
            if rounds == step.at_most:
                error = AssertionFailed(f"it still holds after {rounds} rounds", hint="Raise atMost, or end the loop.")
                raise StepFailed(step, path, error)
            rounds += 1
            await self.run(step.steps, (*path, "steps"))

    async def _flow(self, step: UseFlow, path: Place) -> None:
        flow = await self.lookup(step.flow)
        if flow is None or self._depth >= MOST_DEEP:
            what = f"no test {step.flow!r} is saved" if flow is None else "flows use each other too deep"
            raise StepFailed(step, path, InvalidInput(what))
        self.scope.vars |= {**flow.vars, **{name: self.scope.value(value) for name, value in step.args.items()}}
        self._depth += 1
        try:
            await self.run(flow.steps, (*path, step.flow))
        finally:
            self._depth -= 1

    async def leaf(self, step: BaseStep, path: Place) -> Json:
        """A step that does something itself. Raises `StepFailed`, unless its failure is soft."""
        begun = self.running = Begun(step=step, path=path, number=self._number)
        self._number += 1
        await self.evidence.step_begins(begun.number, step.label or f"{shown(path)} {KIND_OF[type(step)]}")
        error, result = None, None
        try:
            result = await self._performed(step, begun.turns)
        except HandholdError as problem:
            error = await self._cause(problem)
        await self.ended(begun, "passed" if error is None else "failed", error)
        if error is None:
            self.completed += 1
        elif isinstance(step, Assert) and step.soft:
            self.soft.append(StepFailed(step, path, error))
        else:
            raise StepFailed(step, path, error)
        return result

    async def _cause(self, problem: HandholdError) -> HandholdError:
        """What a step failed by: whatever it says, a browser that is gone is the reason."""
        browser = self.stage.browser
        return problem if browser is not None and await browser.lives() else lost()

    async def _performed(self, step: BaseStep, turns: list[Turn]) -> Json:
        filled = self.scope.part(step)
        if isinstance(filled, CallTool):
            return await self._tool(filled, turns)
        seconds = self._seconds(filled)

        async def work(bound: Bound) -> Json:
            turn = self._turn(bound, seconds=seconds)
            turns.append(turn)
            before = _last_request(bound)
            await turn.enter_tab()
            try:
                return await WORKS[type(filled)](filled, turn)
            finally:
                self._marks.step_request = before

        return await self.stage.act(work, seconds=seconds)

    async def _tool(self, step: CallTool, turns: list[Turn]) -> Json:
        handles: dict[str, str] = {}

        async def work(bound: Bound) -> None:
            turn = self._turn(bound, seconds=self._seconds(step))
            turns.append(turn)
            for name, target in step.targets.items():
                found = await turn.find(target)
                handles[name] = found.seen or await bound.finder.handle_of(found)

        if step.targets:
            await self.stage.act(work, seconds=self._seconds(step))
        self.scope.used_secret |= TOOL_SECRET in str(step.args)
        envelope = await self.stage.call(step.tool, {**step.args, **handles})
        if not envelope["ok"]:
            raise raised(envelope["error"])
        if step.into is not None:
            self.scope.vars[step.into] = envelope["result"]
        return envelope["result"]

    async def ended(self, begun: Begun, status: Status, error: HandholdError | None) -> None:
        """Tell what came of a step."""
        self.running = None
        turn = begun.turns[-1] if begun.turns else None
        path, drift = shown(begun.path), tuple(turn.drift) if turn else ()
        self.drift += [each for each in (f"{path}: {note}" for note in drift) if each not in self.drift]
        await self.evidence.step_ended(begun.number, failed=error is not None)
        await self.tell(
            StepOutcome(
                number=begun.number,
                path=path,
                kind=KIND_OF[type(begun.step)],
                status=status,
                begun_at=round(begun.at * 1000),
                duration_ms=round((time.monotonic() - begun.clock) * 1000),
                label=begun.step.label,
                error_code=error.wire_code if error else None,
                error=error.message if error else None,
                found_by=turn.found_by if turn else None,
                drift=drift,
                detail=turn.detail if turn else {},
            )
        )

    def _turn(self, bound: Bound, *, seconds: float) -> Turn:
        return Turn(
            bound=bound,
            scope=self.scope,
            ends=asyncio.get_running_loop().time() + seconds,
            base_url=self.base_url,
            root=self.root,
            marks=self._marks,
            evidence=self.evidence,
        )

    def _seconds(self, step: BaseStep) -> float:
        if isinstance(step, acting.Sleep):
            return step.ms / 1000 + 1
        if step.timeout_ms is not None:
            return step.timeout_ms / 1000
        own = self.definition.step_timeout_ms / 1000
        return max(own, OPENING_SECONDS) if isinstance(step, _OPENING) else own


def _last_request(bound: Bound) -> int:
    requests = bound.browser.records.requests
    return requests[-1].number if requests else 0
