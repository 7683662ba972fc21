"""An engine with tools made for a test: no browser, the real pipeline."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from handhold.adapters.vision import Vision
from handhold.contract import Call, Reply, Tool, ToolContext
from handhold.engine import Engine, Registry
from handhold.engine.calls import CallerCalls
from handhold.engine.egress import Scrubber
from handhold.engine.noting import desk_of
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery
from handhold.services.interaction import Changing, FieldStates, Interaction
from handhold.services.knowledge import KnowledgeStore
from handhold.services.knowledge.asking import Knowledge
from handhold.services.logs import Logs
from handhold.services.navigation import DialogAnswers, Navigation
from handhold.services.perception import Perception, PerceptionMemory
from handhold.services.primary import Primary
from handhold.services.reading import Reads
from handhold.services.sessions import SessionPool
from handhold.services.sight.handling import Handling
from handhold.services.sight.pointing import Pointing
from handhold.services.sight.sight import Sight
from handhold.services.state import Extractors, State
from handhold.services.tabs import SessionSource, TabMoves
from handhold.services.testing.asking import Tests
from handhold.services.testing.store import TestStore
from handhold.services.waiting import Waits
from handhold.settings import Settings


@dataclass
class Recorder:
    """Remembers the steps it was given, and may fail."""

    steps: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])
    warning: str | None = None
    answers: int = 0

    async def record(self, call: Call, outcome: Outcome) -> str | None:
        self.steps.append((call.tool.name, outcome.ok))
        return self.warning

    def answered(self, call: Call, reply: Reply) -> None:
        self.answers += 1


@dataclass
class Observer:
    looks: int = 0

    async def observe(self, call: Call) -> Any:
        self.looks += 1
        return {"look": self.looks}


@dataclass
class Spans:
    ended: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])

    def span(self, tool: str, family: str) -> AbstractContextManager[Callable[[str | None], None]]:
        def finish(code: str | None) -> None:
            self.ended.append((tool, code))

        @contextmanager
        def open_span() -> Generator[Callable[[str | None], None]]:
            yield finish

        return open_span()


class IdleActor:
    """Runs work at once, as an actor with nothing else to do would."""

    busy = False

    async def run(self, work: Callable[[], Any], *, limit: float, prepare: Callable[[], Any]) -> Any:
        await prepare()
        return await work()


class NoDialogs:
    def refuse_while_waiting(self) -> None:
        return


class BrowserStandIn:
    """A session without a browser, for tests of the pipeline around it."""

    def __init__(self) -> None:
        self.actor = IdleActor()
        self.dialogs = NoDialogs()
        self.is_open = True
        self.closed = False
        self.current: int | None = None
        self.tabs: dict[int, object] = {}

    async def ensure_open(self) -> bool:
        return False

    async def close(self) -> None:
        self.closed = True


@dataclass
class Workbench:
    """An engine and everything around it that a test may look at."""

    engine: Engine
    recorder: Recorder
    observer: Observer
    spans: Spans
    sessions: SessionPool


def workbench(tools: Iterable[Tool], *, secrets: Iterable[str] = (), max_sessions: int = 4) -> Workbench:
    by_name = {tool.name: tool for tool in tools}
    settings = Settings(root=Path("/nowhere"), max_sessions=max_sessions)
    sessions = SessionPool(settings, open_session=lambda _id: (cast(Any, BrowserStandIn()), PerceptionMemory()))
    recorder, observer, spans = Recorder(), Observer(), Spans()
    store = KnowledgeStore(settings.root, index="off")

    def context_for(call: Call) -> ToolContext:
        changing = Changing(None, None, observe=call.observe, count=lambda _name: None)
        interaction = Interaction(None, None, settings, changing=changing, count=lambda _name: None)
        fields = FieldStates(
            interaction,
            changing=changing,
            secrets={},
            learn=machinery.scrubber.learn,
            allowed_file=str,
            count=lambda _name: None,
        )
        perception = Perception(None, None, settings, count=lambda _name: None)
        primary = Primary(None, None, settings, interaction=interaction, count=lambda _name: None)
        sight = Sight(
            None,
            None,
            settings,
            perception=perception,
            vision=Vision(timeout=1, idle=1),
            count=lambda _name: None,
        )
        unused = cast(Any, None)  # what only the wallet family works with
        pointing = Pointing(sight=sight, interaction=interaction, changing=changing, count=lambda _name: None)
        return ToolContext(
            settings=settings,
            apps=unused,
            lifecycle=unused,
            app_moves=unused,
            targets=unused,
            overview=unused,
            pictures=unused,
            prior_knowledge=unused,
            contracts=unused,
            navigation=Navigation(None, settings),
            perception=perception,
            interaction=interaction,
            changing=changing,
            fields=fields,
            primary=primary,
            state=State(
                None,
                None,
                perception=perception,
                calls=primary,
                extractors=Extractors(),
                sight=sight,
                warn=call.meta.warnings.append,
                count=lambda _name: None,
            ),
            reads=Reads(None, None, perception, mask=machinery.scrubber.text, count=lambda _name: None),
            sight=sight,
            pointing=pointing,
            handling=Handling(
                sight=sight, pointing=pointing, interaction=interaction, fields=fields, perception=perception
            ),
            dialogs=DialogAnswers(None),
            tabs=SessionSource(None),
            moves=TabMoves(None, Navigation(None, settings)),
            waits=Waits(None, None, settings, count=lambda _name: None),
            knowledge=Knowledge(lambda: store, current=call.meta.session_id, warn=call.meta.warnings.append),
            tests=Tests(lambda: TestStore(settings.root)),
            recording=desk_of(call, machinery.recordings, root=settings.root, mask=machinery.scrubber),
            logs=Logs(None, scrub=machinery.scrubber.text),
            calls=CallerCalls(engine, call),
            warn=call.meta.warnings.append,
            note=call.meta.extra.__setitem__,
            progress=call.caller.progress,
            count=lambda _name: None,
            measure=lambda _name, _value: None,
            observe=call.observe,
        )

    machinery = Machinery(
        sessions=sessions,
        scrubber=Scrubber(secrets),
        steps=recorder,
        observer=observer,
        telemetry=spans,
        context_for=context_for,
    )
    registry = Registry([tool.spec for tool in by_name.values()], load=by_name.__getitem__, toolsets={"core"})
    engine = Engine(registry, machinery)
    return Workbench(engine, recorder, observer, spans, sessions)
