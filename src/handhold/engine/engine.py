"""Run a call: find the tool, send it through the pipeline, answer with one envelope."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from handhold.contract import Args, Call, Caller, Meta, Reply, Stopwatch, Tool, ToolContext
from handhold.engine.calls import Nothing, look_tool
from handhold.engine.envelope import reply_to
from handhold.engine.outcome import Outcome
from handhold.engine.pipeline import build
from handhold.engine.ports import Machinery
from handhold.engine.registry import Registry
from handhold.errors import HandholdError, UnknownTool

log = logging.getLogger(__name__)


class Engine:
    """The one call path. A frontend turns its request into `call` and carries the reply."""

    def __init__(self, registry: Registry, machinery: Machinery) -> None:
        self.registry = registry
        self._machinery = machinery
        self._run = build(machinery)

    async def call(self, name: str, raw: Mapping[str, Any] | None = None, *, caller: Caller | None = None) -> Reply:
        """Call a tool by name or alias. Every failure is a reply; only cancellation passes through."""
        watch = Stopwatch()
        try:
            tool = self.registry.find(name)
        except UnknownTool as error:
            log.warning("%s", error.message)
            return self.refuse(error)
        return await self._answer(
            Call(requested=name, raw=raw or {}, caller=caller or Caller(), tool=tool, watch=watch)
        )

    def refuse(self, error: HandholdError) -> Reply:
        """The answer to a call that is not made."""
        scrubber = self._machinery.scrubber
        return reply_to(Outcome(error=error), meta=Meta(), watch=Stopwatch(), budget=None, scrubber=scrubber)

    async def look(self, session: str | None, *, caller: Caller) -> Reply:
        """A reply whose observation says what the caller's session shows, if one runs."""
        raw = {} if session is None else {"session": session}
        return await self._answer(Call(requested="look", raw=raw, caller=caller, tool=self._look_tool))

    async def within(self, work: Callable[[Call, ToolContext], Awaitable[None]], *, tool: Tool, caller: Caller) -> None:
        """Do something in the session's turn, as a call of this tool would. Raises what goes wrong with it."""
        call = Call(requested=tool.name, raw={}, caller=caller, tool=tool)

        async def handler(_args: Args, ctx: ToolContext) -> Nothing:
            await work(call, ctx)
            return Nothing()

        call.tool = replace(tool, handler=handler)
        outcome = await self._run(call)
        if outcome.error is not None:
            raise outcome.error

    def is_running(self, key: str, session: str | None) -> bool:
        """Whether the caller has such a session."""
        return self._machinery.sessions.find(key, session) is not None

    def give_refs(self, key: str, looks: Sequence[int]) -> None:
        """The caller is told what these looks at its sessions saw."""
        for live in self._machinery.sessions.of(key):
            live.memory.refs.accept(looks)

    async def end_caller(self, key: str) -> None:
        """A caller has left: close what belonged to it."""
        self._machinery.recordings.forget(key)
        await self._machinery.sessions.close_of(key)

    async def close(self) -> None:
        await self._machinery.sessions.close_all()

    async def _answer(self, call: Call) -> Reply:
        outcome = await self._run(call)
        reply = reply_to(
            outcome,
            meta=call.meta,
            watch=call.watch,
            budget=call.tool.budget,
            scrubber=self._machinery.scrubber,
            observation=call.observation,
        )
        self._machinery.steps.answered(call, reply)
        return reply

    @cached_property
    def _look_tool(self) -> Tool:
        return look_tool()
