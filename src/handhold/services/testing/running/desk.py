"""Where runs are asked for: what they need is looked up, and those that take long go on when nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from handhold.adapters.browser.bounded import retrieve
from handhold.errors import InvalidInput
from handhold.services.testing.asking import Tests
from handhold.services.testing.running.plan import Job, RunOptions, jobs_of
from handhold.services.testing.running.runner import Dispatcher, Finished
from handhold.services.testing.running.suites import Heard, SuiteProgress, SuiteRunner, SuiteWish, left_of
from handhold.services.testing.runs import RunId, SuiteRunId
from handhold.services.testing.saved import StoredTest
from handhold.services.testing.store import TestStore

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Which tests of a suite run: exactly one of these is given."""

    suite_id: str | None = None
    tag: str | None = None
    test_ids: Sequence[str] | None = None
    resume: SuiteRunId | None = None


@dataclass(slots=True, kw_only=True)
class TestRun:
    """Runs of one test, under way or done."""

    __test__ = False

    runs: list[RunId] = field(default_factory=list[RunId])
    finished: list[Finished] = field(default_factory=list[Finished])
    is_done: bool = False


class Desk:
    """Lives as long as the server; closing it interrupts what still runs."""

    def __init__(self, tests: Tests, dispatcher: Dispatcher, *, root: Path, secrets: Mapping[str, str]) -> None:
        self._tests = tests
        self._dispatcher = dispatcher
        self._root = root
        self._secrets = secrets
        self._running: set[asyncio.Task[Any]] = set()

    async def saved(self, id: str, options: RunOptions) -> list[Job]:
        """The jobs of a saved test. Raises `InvalidInput` when there is none of that id."""
        test = await self._tests.ask(lambda store: store.get(id))
        if test is None:
            raise InvalidInput(f"no test {id!r} is saved", hint="list_tests shows which there are.")
        return await self._jobs(test, options, is_saved=True)

    async def inline(self, definition: object, options: RunOptions) -> list[Job]:
        """The jobs of a definition that is not saved. Raises `InvalidInput` that names what is wrong with it."""
        test = await self._tests.ask(lambda store: store.check(definition))
        return await self._jobs(test, options, is_saved=False)

    async def run_test(self, jobs: Sequence[Job], *, heard: Heard, patience: float | None) -> TestRun:
        """Run them one after the other. What has not ended after `patience` seconds goes on without us."""
        test = TestRun()
        definition = jobs[0].definition
        steps = sum(1 for _ in definition.every_step()) + (definition.url is not None)

        async def run() -> None:
            for number, job in enumerate(jobs):

                async def progress(done: int, *, job: Job = job, number: int = number) -> None:
                    await heard(number * steps + done, steps * len(jobs), f"{job.id} {done}/{max(steps, done)}")

                test.finished.append(await self._dispatcher.run(job, began=test.runs.append, progress=progress))
            test.is_done = True

        await self._waited(run(), patience)
        return test

    async def run_suite(
        self, chosen: Chosen, options: RunOptions, *, stop_on_failure: bool, heard: Heard, patience: float | None
    ) -> tuple[SuiteProgress, bool]:
        """The suite, and whether it is done. What has not ended after `patience` seconds goes on without us."""
        wish = await self._wish(chosen, options, stop_on_failure=stop_on_failure)
        runner = SuiteRunner(self._tests, self._dispatcher)
        suite = await runner.begin(wish)
        is_done = await self._waited(runner.run(suite, heard=heard), patience)
        return suite, is_done

    async def close(self) -> None:
        """Interrupt what still runs."""
        running = list(self._running)
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def _wish(self, chosen: Chosen, options: RunOptions, *, stop_on_failure: bool) -> SuiteWish:
        if chosen.resume is not None:
            left = await left_of(self._tests, chosen.resume)
            ids = list(dict.fromkeys(name.partition("[")[0] for name in left.planned))
            jobs = [job for id in ids for job in await self.saved(id, options) if job.id in left.planned]
            return SuiteWish(
                jobs=jobs, suite_id=left.suite.suite_id, stop_on_failure=stop_on_failure, earlier=left.done
            )
        tests = await self._tests.ask(lambda store: _chosen(store, chosen))
        jobs = [job for test in tests for job in await self._jobs(test, options, is_saved=True)]
        return SuiteWish(jobs=jobs, suite_id=chosen.suite_id, stop_on_failure=stop_on_failure)

    async def _jobs(self, test: StoredTest, options: RunOptions, *, is_saved: bool) -> list[Job]:
        return await asyncio.to_thread(
            jobs_of, test, options, root=self._root, secrets=self._secrets, is_saved=is_saved
        )

    async def _waited(self, work: Coroutine[Any, Any, T], patience: float | None) -> bool:
        """Whether it ended in time. Whoever gives up waiting before that ends it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(retrieve)
        try:
            await asyncio.wait({task}, timeout=patience)
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait({task})
            raise
        if task.done():
            task.result()
        return task.done()


def _chosen(store: TestStore, chosen: Chosen) -> list[StoredTest]:
    if chosen.tag is not None:
        tests, _skipped = store.list(chosen.tag)
        if not tests:
            raise InvalidInput(f"no test has the tag {chosen.tag!r}", hint="list_tests shows which there are.")
        return tests
    ids = chosen.test_ids
    if chosen.suite_id is not None:
        suite = store.get_suite(chosen.suite_id)
        if suite is None:
            raise InvalidInput(f"no suite {chosen.suite_id!r} is saved", hint="list_suites shows which there are.")
        ids = suite.test_ids
    found = {id: store.get(id) for id in ids or ()}
    if missing := [id for id, test in found.items() if test is None]:
        raise InvalidInput(
            f"no test {missing[0]!r} is saved",
            hint="list_tests shows which there are.",
            details={"unknown": missing[:20]},
        )
    if not found:
        raise InvalidInput("there is no test to run", hint="Put tests into the suite with save_suite.")
    return [test for test in found.values() if test is not None]
