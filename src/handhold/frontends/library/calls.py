"""How a method becomes a call, and a failed call an exception of our tree."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from handhold.errors import raised

if TYPE_CHECKING:
    from handhold.app import App
    from handhold.contract import Caller

T = TypeVar("T")


class Calls:
    """Calls tools of one Handhold as one caller."""

    def __init__(self, app: App, caller: Caller) -> None:
        self._app = app
        self._caller = caller

    async def call_tool(self, name: str, required: Mapping[str, object], optional: Mapping[str, object]) -> Any:
        """The tool's result. Raises the error of `handhold.errors` that the answer names."""
        given = {key: value for key, value in optional.items() if value is not None}
        reply = await self._app.engine.call(name, {**required, **given}, caller=self._caller)
        if not reply.ok:
            raise raised(reply.error)
        return reply.answer(self._app.registry.find(name).result)


class WaitingCalls:
    """The same, for code that does not await: the work runs on a loop in a thread of its own."""

    def __init__(self, calls: Calls, loop: asyncio.AbstractEventLoop) -> None:
        self._calls = calls
        self._loop = loop

    def call_tool(self, name: str, required: Mapping[str, object], optional: Mapping[str, object]) -> Any:
        """As `Calls.call_tool`."""
        return run_on(self._loop, self._calls.call_tool(name, required, optional))


def run_on(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    """The result of work on a loop that runs in another thread; an interrupt ends the work too."""
    running = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return running.result()
    except KeyboardInterrupt:
        running.cancel()
        raise
