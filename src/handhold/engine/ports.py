"""What the engine asks of others, in its own words; the composition root hands the implementations in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from handhold.contract import Call, Reply, ToolContext
from handhold.engine.egress import Scrubber
from handhold.engine.outcome import Outcome
from handhold.services.sessions import SessionPool
from handhold.services.testing.recording import Recordings

Proceed = Callable[[Call], Awaitable[Outcome]]


class StepSink(Protocol):
    """Where steps are recorded. Returns a warning when the record could not be written."""

    async def record(self, call: Call, outcome: Outcome) -> str | None: ...

    def answered(self, call: Call, reply: Reply) -> None:
        """The call has its answer now."""
        ...


class Observer(Protocol):
    """Looks at the page after a call, for tools that do not bring their own observation."""

    async def observe(self, call: Call) -> Mapping[str, Any] | None: ...


class Telemetry(Protocol):
    """Spans and meters. Nothing leaves the machine unless the user configured an exporter."""

    def span(self, tool: str, family: str) -> AbstractContextManager[Callable[[str | None], None]]: ...


class NoSteps:
    """Records nothing."""

    async def record(self, call: Call, outcome: Outcome) -> str | None:
        return None

    def answered(self, call: Call, reply: Reply) -> None:
        return


@dataclass(frozen=True, slots=True, kw_only=True)
class Machinery:
    """Everything the middlewares share."""

    sessions: SessionPool
    scrubber: Scrubber
    steps: StepSink
    observer: Observer
    telemetry: Telemetry
    context_for: Callable[[Call], ToolContext]
    recordings: Recordings = field(default_factory=Recordings)
    """Sessions whose calls become tests."""
