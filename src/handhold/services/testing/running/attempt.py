"""One attempt at a test: a fresh session, its steps, its teardown, and what is kept of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from handhold.errors import BrowserGone, HandholdError, InvalidInput, WaitTimeout
from handhold.services.testing.definition import TestDef, acting
from handhold.services.testing.definition.model import Evidences
from handhold.services.testing.running.evidence import Evidence
from handhold.services.testing.running.globs import absolute
from handhold.services.testing.running.plan import Job
from handhold.services.testing.running.play import Lookup, Play, StepFailed, Tell
from handhold.services.testing.running.results import Ended, Telling
from handhold.services.testing.running.scope import Scope
from handhold.services.testing.running.stage import OpenStage, Stage, StagePlan
from handhold.services.testing.runs import StepOutcome

LEAST_TEARDOWN_SECONDS: Final = 10.0
EVIDENCE_SECONDS: Final = 20.0
LOOK_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What attempts have in common."""

    root: Path
    secrets: Mapping[str, str]
    environ: Mapping[str, str]
    open_stage: OpenStage
    lookup: Lookup
    evidence: Callable[[Path, Evidences], Evidence]
    """Of an attempt: its folder and how much is kept."""


@dataclass(slots=True, kw_only=True)
class Attempt:
    job: Job
    around: Surroundings
    folder: Path
    """Where its evidence goes."""
    tell: Tell
    progress: Callable[[int], Awaitable[None]]

    async def run(self) -> Ended:
        """What came of it. Only cancellation is raised, and then everything is closed."""
        began = time.monotonic()
        telling = Telling()
        play: Play | None = None
        evidence = self.around.evidence(self.folder, self.job.evidence)
        try:
            stage = await self.around.open_stage(self._stage_plan())
        except HandholdError as error:
            telling.break_off(error, "failed" if isinstance(error, InvalidInput) else "error")
            return telling.ended(None, _since(began))
        try:
            play = self._play(stage, evidence)
            await self._through(play, stage, telling)
        finally:
            await _to_its_end(self._end(stage, evidence, play, telling))
        return telling.ended(play, _since(began))

    async def _through(self, play: Play, stage: Stage, telling: Telling) -> None:
        definition = self.job.definition
        try:
            async with asyncio.timeout(definition.timeout_ms / 1000):
                await self._begin(stage, play)
                await play.run(definition.setup, ("setup",))
                await self._open(play)
                await play.run(definition.steps, ("steps",))
        except StepFailed as failure:
            telling.fail(failure)
        except TimeoutError:
            await self._ran_out(play, telling)
        except HandholdError as error:
            telling.break_off(error, "error")
        if telling.status != "passed":
            await self._look(stage, telling)
        await self._tear_down(play, telling)
        for failure in play.soft:
            telling.fail(failure)

    async def _begin(self, stage: Stage, play: Play) -> None:
        """The session is opened here, so that what it costs is within the test's time."""
        await stage.act(_nothing, seconds=self.job.definition.timeout_ms / 1000)
        if stage.browser is not None:
            # Of a test that types a secret no trace would be kept.
            await play.evidence.begin(stage.browser, may_trace=not self.job.definition.secrets)

    async def _open(self, play: Play) -> None:
        definition = self.job.definition
        if definition.url is None:
            return
        url = absolute(play.scope.value(definition.url), play.base_url)
        await play.leaf(acting.Goto(do="goto", url=url), ("url",))
        play.completed -= 1  # it is no step of the test's own
        play.base_url = play.base_url or url

    async def _ran_out(self, play: Play, telling: Telling) -> None:
        limit = self.job.definition.timeout_ms
        error = WaitTimeout(f"the test took longer than its {limit} ms", hint="Raise timeoutMs, or find what is slow.")
        if play.running is None:
            telling.break_off(error, "timedOut")
            return
        begun = play.running
        telling.failure, telling.status = StepFailed(begun.step, begun.path, error), "timedOut"
        await play.ended(begun, "timedOut", error)

    async def _tear_down(self, play: Play, telling: Telling) -> None:
        """Always, whatever came before."""
        if not self.job.definition.teardown:
            return
        seconds = max(self.job.definition.timeout_ms / 1000, LEAST_TEARDOWN_SECONDS)
        try:
            async with asyncio.timeout(seconds):
                await play.run(self.job.definition.teardown, ("teardown",))
        except StepFailed as failure:
            telling.fail(failure)
        except TimeoutError:
            telling.break_off(WaitTimeout("the teardown did not end in time"), "timedOut")

    async def _look(self, stage: Stage, telling: Telling) -> None:
        """What the page shows where the test stopped."""
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                telling.page = _kept(await stage.look())
        except (TimeoutError, HandholdError):
            telling.page = None

    async def _end(self, stage: Stage, evidence: Evidence, play: Play | None, telling: Telling) -> None:
        browser = stage.browser
        if browser is not None:
            messages = [each for each in browser.records.messages if each.level == "error"]
            telling.console_errors = [each.text for each in messages]
        try:
            async with asyncio.timeout(EVIDENCE_SECONDS):
                typed = stage.typed_secret or (play is not None and play.scope.used_secret)
                telling.artefacts = await evidence.end(failed=telling.status != "passed", typed_secret=typed)
        except (TimeoutError, BrowserGone):
            telling.missing = ("the evidence could not be taken: the browser did not answer",)
        telling.missing = (*telling.missing, *evidence.missing)
        await stage.close()

    def _play(self, stage: Stage, evidence: Evidence) -> Play:
        job, definition = self.job, self.job.definition

        async def tell(outcome: StepOutcome) -> None:
            await self.tell(outcome)
            await self.progress(outcome.number + 1)

        return Play(
            stage=stage,
            definition=definition,
            scope=self._scope(definition),
            base_url=job.base_url,
            root=self.around.root,
            evidence=evidence,
            lookup=self.around.lookup,
            tell=tell,
        )

    def _scope(self, definition: TestDef) -> Scope:
        environ = self.around.environ
        case = self.job.case
        return Scope(
            vars=dict(self.job.vars),
            env={name: environ.get(name, "") if value is None else value for name, value in definition.env.items()},
            secrets={name: self.around.secrets[name] for name in definition.secrets},
            case={} if case is None else {"id": case.id, "number": self.job.case_number},
        )

    def _stage_plan(self) -> StagePlan:
        definition = self.job.definition
        size = definition.viewport
        launch: dict[str, Any] | None = None
        if definition.app is not None:
            launch = {**definition.app.launch, "profile": definition.app.profile}
        state = definition.storage_state
        return StagePlan(
            viewport=None if size is None else (size.width, size.height),
            storage_state=None if state is None else str(self._file(state)),
            port=self.job.options.port,
            launch=launch,
        )

    def _file(self, path: str) -> Path:
        file = (self.around.root / path).resolve()
        if not file.is_relative_to(self.around.root.resolve()) or not file.is_file():
            raise InvalidInput(f"there is no file {path!r} in the repository")
        return file


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait for it, also when nobody wants to wait any more: a browser that is left open would be nobody's."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


async def _nothing(_bound: object) -> None:
    return None


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _kept(page: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """What was seen, without handles of a session that ends with the test."""
    if page is None or "controls" not in page:
        return page
    shown = [{name: each for name, each in control.items() if name != "elementId"} for control in page["controls"]]
    return {**page, "controls": shown}
