"""One piece of work at a time on a session, each with a limit, and a rescue for what hangs."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from handhold.adapters.browser.bounded import bounded, retrieve
from handhold.errors import Aborted, BrowserGone, HandholdError, PageHung

T = TypeVar("T")

HEARTBEAT_SECONDS = 3.0
"""How often a long piece of work is interrupted by the question whether its driver still answers."""
STEP_SECONDS = 1.5
"""What one step of the rescue may take; all of them together stay below the five seconds a caller grants."""
END_SECONDS = 0.5
"""What a piece of work gets to end by itself after each step."""


class Rescue(Protocol):
    """What can be taken from under a piece of work that does not end, gentlest first."""

    async def close_hung_tabs(self) -> None: ...
    async def close_context(self) -> None: ...
    def kill_driver(self) -> None: ...
    async def is_answering(self) -> bool: ...


@dataclass(slots=True)
class _Job(Generic[T]):
    prepare: Callable[[], Coroutine[Any, Any, None]]
    work: Callable[[], Coroutine[Any, Any, T]]
    limit: float
    context: contextvars.Context
    outcome: asyncio.Future[T]
    given_up: asyncio.Event = field(default_factory=asyncio.Event)


class Actor:
    """Runs what it is given in order of arrival.

    Cancelling a caller cancels its work, but no browser call in mid-flight: the session shields those.
    """

    def __init__(self, rescue: Rescue) -> None:
        self._rescue = rescue
        self._jobs: asyncio.Queue[_Job[Any]] = asyncio.Queue()
        self._loop: asyncio.Task[None] | None = None
        self.busy = False
        self.meanwhile: Callable[[], Coroutine[Any, Any, None]] | None = None
        """What is done after a piece of work while no other waits; it is cancelled as soon as one comes."""

    async def run(
        self,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        limit: float,
        prepare: Callable[[], Coroutine[Any, Any, None]],
    ) -> T:
        """Do `work` when its turn comes. Raises `PageHung` or `BrowserGone` when it takes over `limit` seconds.

        `prepare` comes first and keeps its own limit: a browser that starts is nothing to interrupt.
        """
        if self._loop is None:
            self._loop = asyncio.create_task(self._work_off(), name="session actor")
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = _Job(prepare, work, limit, contextvars.copy_context(), outcome)
        self._jobs.put_nowait(job)
        try:
            return await asyncio.shield(outcome)
        except asyncio.CancelledError:
            job.given_up.set()
            outcome.add_done_callback(retrieve)
            raise

    async def close(self) -> None:
        """Stop working; whoever still waits is told so."""
        if self._loop is not None:
            self._loop.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._loop
        while not self._jobs.empty():
            _fail(self._jobs.get_nowait().outcome, Aborted("the session was closed"))

    async def _work_off(self) -> None:
        while True:
            job = await self._next()
            if job.given_up.is_set():
                _fail(job.outcome, Aborted("Aborted"))
                continue
            self.busy = True
            try:
                await self._run_one(job)
            except asyncio.CancelledError:
                _fail(job.outcome, Aborted("the session was closed"))
                raise
            finally:
                self.busy = False

    async def _next(self) -> _Job[Any]:
        if self.meanwhile is None or not self._jobs.empty():
            return await self._jobs.get()
        passing_time = asyncio.create_task(self.meanwhile(), name="session meanwhile")
        passing_time.add_done_callback(retrieve)
        try:
            return await self._jobs.get()
        finally:
            passing_time.cancel()

    async def _run_one(self, job: _Job[Any]) -> None:
        preparing = self._start(job.prepare(), job)
        try:
            await asyncio.wait({preparing})
        except asyncio.CancelledError:
            # A browser that came up after we were closed would be nobody's.
            preparing.cancel()
            await asyncio.wait({preparing})
            raise
        if (error := preparing.exception()) is not None:
            job.outcome.set_exception(error)
            return
        if job.given_up.is_set():
            _fail(job.outcome, Aborted("Aborted"))
            return
        task = self._start(job.work(), job)
        failure = await self._watch(task, job)
        if failure is not None:
            _fail(job.outcome, failure)
        elif not job.outcome.done():
            _settle(job.outcome, task)

    @staticmethod
    def _start(work: Coroutine[Any, Any, T], job: _Job[Any]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work, context=job.context)
        task.add_done_callback(retrieve)  # it may end after we have stopped waiting for it
        return task

    async def _watch(self, task: asyncio.Task[Any], job: _Job[Any]) -> HandholdError | None:
        """Wait for the task. None means it ended by itself."""
        ends = asyncio.get_running_loop().time() + job.limit
        giving_up = asyncio.ensure_future(job.given_up.wait())
        try:
            while True:
                left = ends - asyncio.get_running_loop().time()
                pause = max(0.0, min(left, HEARTBEAT_SECONDS))
                await asyncio.wait({task, giving_up}, timeout=pause, return_when="FIRST_COMPLETED")
                if task.done():
                    return None
                if giving_up.done():
                    task.cancel()
                    if not await self._ended(task, within=STEP_SECONDS):
                        await self._free(task)
                    return Aborted("Aborted")
                if not await self._rescue.is_answering():
                    self._rescue.kill_driver()
                    await self._ended(task)
                    return BrowserGone("the browser's driver stopped answering and was ended")
                if ends <= asyncio.get_running_loop().time():
                    await self._free(task)
                    return PageHung(f"the page did not answer within {job.limit:.0f} s")
        finally:
            giving_up.cancel()

    async def _free(self, task: asyncio.Task[Any]) -> None:
        """Take things away from the task, one after the other, until it ends."""
        for step in (self._rescue.close_hung_tabs, self._rescue.close_context):
            await bounded(step(), STEP_SECONDS)
            if await self._ended(task):
                return
        self._rescue.kill_driver()
        if not await self._ended(task):
            task.cancel()

    async def _ended(self, task: asyncio.Task[Any], *, within: float = END_SECONDS) -> bool:
        await asyncio.wait({task}, timeout=within)
        return task.done()


def _settle(outcome: asyncio.Future[Any], task: asyncio.Task[Any]) -> None:
    if task.cancelled():
        outcome.set_exception(Aborted("Aborted"))
    elif (error := task.exception()) is not None:
        outcome.set_exception(error)
    else:
        outcome.set_result(task.result())


def _fail(outcome: asyncio.Future[Any], error: HandholdError) -> None:
    if not outcome.done():
        outcome.set_exception(error)
