"""What an actor does while nobody waits, and that it stops when somebody does, or when it is closed."""

from __future__ import annotations

import asyncio

import pytest

from handhold.adapters.browser.actor import Actor
from handhold.errors import Aborted


class NoRescue:
    async def close_hung_tabs(self) -> None: ...
    async def close_context(self) -> None: ...
    def kill_driver(self) -> None: ...
    async def is_answering(self) -> bool:
        return True


class Pastime:
    """Something without an end."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.cancelled = 0

    async def __call__(self) -> None:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


async def nothing() -> None:
    return


async def run(actor: Actor) -> str:
    async def work() -> str:
        return "done"

    return await actor.run(work, limit=5, prepare=nothing)


async def test_time_is_passed_after_the_work_and_ends_with_the_next() -> None:
    actor, pastime = Actor(NoRescue()), Pastime()
    actor.meanwhile = pastime
    await run(actor)
    await asyncio.wait_for(pastime.begun.wait(), 5)

    assert await run(actor) == "done"

    assert pastime.cancelled == 1
    await actor.close()


async def test_time_is_not_passed_while_work_waits() -> None:
    actor, pastime = Actor(NoRescue()), Pastime()
    actor.meanwhile = pastime

    await asyncio.gather(run(actor), run(actor), run(actor))
    await actor.close()

    assert pastime.cancelled <= 1


async def test_closing_ends_what_passes_the_time() -> None:
    actor, pastime = Actor(NoRescue()), Pastime()
    actor.meanwhile = pastime
    await run(actor)
    await asyncio.wait_for(pastime.begun.wait(), 5)

    await actor.close()
    await asyncio.sleep(0)

    assert pastime.cancelled == 1


async def test_a_failure_while_passing_the_time_is_nobodys(recwarn: pytest.WarningsRecorder) -> None:
    async def fails() -> None:
        raise ValueError("of no interest")

    actor = Actor(NoRescue())
    actor.meanwhile = fails
    await run(actor)

    assert await run(actor) == "done"

    await actor.close()
    assert not recwarn.list


async def test_closing_ends_what_prepares_a_piece_of_work() -> None:
    actor, preparing = Actor(NoRescue()), Pastime()
    waiting = asyncio.create_task(actor.run(nothing, limit=5, prepare=preparing))
    await asyncio.wait_for(preparing.begun.wait(), 5)

    await actor.close()

    assert preparing.cancelled == 1
    with pytest.raises(Aborted):
        await waiting
