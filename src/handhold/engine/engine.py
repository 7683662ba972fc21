"""Run a call: find the tool, send it through the pipeline, answer with one envelope."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from handhold.contract import Call, Caller, Meta, Reply, Stopwatch
from handhold.engine.envelope import reply_to
from handhold.engine.outcome import Outcome
from handhold.engine.pipeline import build
from handhold.engine.ports import Machinery
from handhold.engine.registry import Registry
from handhold.errors import UnknownTool

log = logging.getLogger(__name__)


class Engine:
    """The one call path. A frontend turns its request into `call` and carries the reply."""

    def __init__(self, registry: Registry, machinery: Machinery) -> None:
        self.registry = registry
        self._machinery = machinery
        self._run = build(machinery)

    async def call(self, name: str, raw: Mapping[str, Any] | None = None, *, caller: Caller | None = None) -> Reply:
        """Call a tool by name or alias. Every failure is a reply; only cancellation passes through."""
        watch, meta, scrubber = Stopwatch(), Meta(), self._machinery.scrubber
        try:
            tool = self.registry.find(name)
        except UnknownTool as error:
            log.warning("%s", error.message)
            return reply_to(Outcome(error=error), meta=meta, watch=watch, budget=None, scrubber=scrubber)
        call = Call(requested=name, raw=raw or {}, caller=caller or Caller(), tool=tool, watch=watch, meta=meta)
        outcome = await self._run(call)
        return reply_to(outcome, meta=meta, watch=watch, budget=tool.budget, scrubber=scrubber)

    async def end_caller(self, key: str) -> None:
        """A caller has left: close what belonged to it."""
        await self._machinery.sessions.close_of(key)

    async def close(self) -> None:
        await self._machinery.sessions.close_all()
