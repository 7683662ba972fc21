"""The composition root: settings to adapters to services to engine. The only module that knows every part."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handhold.adapters.files import Approvals, Artifacts, Uploads, read_secrets
from handhold.adapters.telemetry import CallTelemetry
from handhold.adapters.vision import Vision
from handhold.contract import Call, ToolContext
from handhold.contract.schema import inlined
from handhold.engine import Engine, Registry
from handhold.engine.calls import CallerCalls
from handhold.engine.egress import Scrubber
from handhold.engine.ports import Machinery, NoSteps
from handhold.engine.recorder import StepRecorder
from handhold.engine.registry import spec_from_catalogue
from handhold.services.sessions import SessionPool
from handhold.settings import Loaded, Settings, config_folder, load, state_folder
from handhold.tools import load as load_tool

if TYPE_CHECKING:
    # Imported when the first tool is called: a client that starts us waits for the tool list before anything else.
    from handhold.adapters.browser.host import BrowserHost
    from handhold.adapters.browser.session import BrowserSession
    from handhold.engine.outcome import Outcome
    from handhold.services.interaction import Changing, FieldStates, Interaction
    from handhold.services.knowledge.keeping import Keeper
    from handhold.services.knowledge.lore import ScreenLore, SessionLore
    from handhold.services.knowledge.records import Observation, Target
    from handhold.services.perception import Perception, PerceptionMemory
    from handhold.services.primary import Primary
    from handhold.services.sight.sight import Sight
    from handhold.services.state import Extractors, State
    from handhold.services.tabs import TabSource
    from handhold.services.testing.store import TestStore

CATALOGUE = "catalogue.json"


def load_settings(
    flags: Mapping[str, Any], *, environ: Mapping[str, str] = os.environ, cwd: Path | None = None
) -> Loaded:
    """Read every source of settings once."""
    return load(flags=flags, environ=environ, cwd=cwd or Path.cwd(), is_approved=approvals(environ).is_approved)


def approvals(environ: Mapping[str, str] = os.environ) -> Approvals:
    """What the user has approved on this machine."""
    return Approvals(config_folder(environ))


def result_schemas(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The typed result of each tool; imports them all."""
    return {name: inlined(load_tool(name).result.model_json_schema(mode="serialization")) for name in names}


class App:
    """A whole Handhold: an engine, and the browser host behind it."""

    def __init__(self, settings: Settings, *, environ: Mapping[str, str] = os.environ) -> None:
        self.settings = settings
        self.config = config_folder(environ)
        self.state = state_folder(environ)
        self._environ = environ
        self._host: BrowserHost | None = None
        self._telemetry = CallTelemetry()
        self._artifacts = Artifacts(settings.root)
        self._vision = Vision(timeout=settings.vision_timeout_ms / 1000, idle=settings.vision_idle_s)
        self._sessions = SessionPool(settings, open_session=self._open_session)
        self.registry = Registry(
            map(spec_from_catalogue, read_catalogue()),
            load=load_tool,
            toolsets=settings.toolsets,
            names=settings.tool_names,
        )
        self._secrets = read_secrets(settings.secrets_file, environ)
        self._scrubber = Scrubber(self._secrets.values())
        self._uploads = Uploads([settings.root / folder for folder in settings.upload_folders] or [settings.root])
        records = settings.knowledge_record
        steps = StepRecorder(lambda: self._keeper, scrubber=self._scrubber, observation_of=self._observed)
        machinery = Machinery(
            sessions=self._sessions,
            scrubber=self._scrubber,
            steps=steps if records else NoSteps(),
            observer=self,
            telemetry=self._telemetry,
            context_for=self._context_for,
        )
        self.engine = Engine(self.registry, machinery)

    async def observe(self, call: Call) -> Mapping[str, Any] | None:
        """What the call's session shows now; for the engine."""
        from handhold.services.batch import glance

        if call.live is None:
            return None
        at = "place" if call.caller.looks == "place" else "page"
        return await glance(call.live.browser, self._perception(call), at=at)

    def artifacts_of(self, caller: str) -> list[Path]:
        """The files that sessions of this caller have kept."""
        return [file for live in self._sessions.of(caller) for file in self._artifacts.files_of(live.id)]

    @property
    def running_sessions(self) -> int:
        return self._sessions.running

    def sweep(self) -> list[Path]:
        """Remove what servers that were killed left behind."""
        from handhold.adapters.browser.run_folder import sweep

        return sweep(self.state / "runs")

    def kill(self) -> None:
        """End every process at once."""
        self._vision.kill()
        if self._host is not None:
            self._host.kill()

    async def close(self) -> None:
        """End every session and every process."""
        await self.engine.close()
        await self._vision.close()
        if "_keeper" in vars(self):
            await self._keeper.close()
        if "_tests" in vars(self):
            await asyncio.to_thread(self._tests.close)
        if self._host is not None:
            await self._host.close()

    def _open_session(self, session_id: str) -> tuple[BrowserSession, PerceptionMemory]:
        # Playwright costs a tenth of a second to import; a server that is only asked for its tools never pays it.
        from handhold.adapters.browser.host import BrowserHost
        from handhold.adapters.browser.session import BrowserSession
        from handhold.services.perception import PerceptionMemory, look_ahead

        if self._host is None:
            self._host = BrowserHost(self.settings, state=self.state, environ=self._environ)
        downloads = partial(self._artifacts.prepare, session_id)
        browser = BrowserSession(session_id, host=self._host, settings=self.settings, downloads=downloads)
        if self._knows:
            self._lore.begin()
        if self.settings.knowledge_record:
            self._keeper.session_begins(asyncio.get_running_loop())
        if self.settings.look_ahead:
            browser.actor.meanwhile = partial(look_ahead, browser, count=self._telemetry.count)
        return browser, PerceptionMemory()

    def _context_for(self, call: Call) -> ToolContext:
        from handhold.services.interaction import Changing, Interaction
        from handhold.services.knowledge.asking import Knowledge
        from handhold.services.logs import Logs
        from handhold.services.navigation import DialogAnswers, Navigation
        from handhold.services.primary import Primary
        from handhold.services.reading import Reads
        from handhold.services.sight.handling import Handling
        from handhold.services.sight.pointing import Pointing
        from handhold.services.tabs import TabMoves
        from handhold.services.testing.asking import Tests
        from handhold.services.waiting import Waits

        browser = call.live.browser if call.live is not None else None
        memory = call.live.memory if call.live is not None else None
        count, warn = self._telemetry.count, call.meta.warnings.append
        changing = Changing(browser, memory, observe=call.observe, count=count)
        navigation = Navigation(browser, self.settings)
        interaction = Interaction(browser, memory, self.settings, changing=changing, count=count)
        fields = self._fields(interaction, changing)
        perception = self._perception(call)
        sight = self._sight(call, perception)
        pointing = Pointing(sight=sight, interaction=interaction, changing=changing, count=count)
        primary = Primary(browser, memory, self.settings, interaction=interaction, count=count)
        return ToolContext(
            settings=self.settings,
            navigation=navigation,
            perception=perception,
            interaction=interaction,
            changing=changing,
            fields=fields,
            primary=primary,
            reads=Reads(browser, memory, self._perception(call), mask=self._scrubber.text, count=count),
            sight=sight,
            pointing=pointing,
            handling=Handling(
                sight=sight, pointing=pointing, interaction=interaction, fields=fields, perception=perception
            ),
            dialogs=DialogAnswers(browser),
            tabs=self._tab_source(browser),
            moves=TabMoves(browser, navigation),
            waits=Waits(browser, memory, self.settings, count=count),
            knowledge=Knowledge(lambda: self._keeper.store, current=call.meta.session_id, warn=warn),
            tests=Tests(lambda: self._tests),
            logs=Logs(browser, scrub=self._scrubber.text),
            calls=CallerCalls(self.engine, call),
            state=self._state(call, perception, primary, sight),
            warn=warn,
            note=call.meta.extra.__setitem__,
            progress=call.caller.progress,
            count=count,
            measure=self._telemetry.measure,
            observe=call.observe,
        )

    def _fields(self, interaction: Interaction, changing: Changing) -> FieldStates:
        from handhold.services.interaction import FieldStates

        return FieldStates(
            interaction,
            changing=changing,
            secrets=self._secrets,
            learn=self._scrubber.learn,
            allowed_file=self._uploads.allowed,
            count=self._telemetry.count,
        )

    def _state(self, call: Call, perception: Perception, primary: Primary, sight: Sight) -> State:
        from handhold.services.state import State

        return State(
            call.live.browser if call.live is not None else None,
            call.live.memory if call.live is not None else None,
            perception=perception,
            calls=primary,
            extractors=self._extractors,
            sight=sight,
            warn=call.meta.warnings.append,
            count=self._telemetry.count,
        )

    def _sight(self, call: Call, perception: Perception) -> Sight:
        from handhold.services.sight.sight import Sight

        browser = call.live.browser if call.live is not None else None
        memory = call.live.memory if call.live is not None else None
        count = self._telemetry.count
        return Sight(browser, memory, self.settings, perception=perception, vision=self._vision, count=count)

    @cached_property
    def _keeper(self) -> Keeper:
        from handhold.services.knowledge import KnowledgeStore
        from handhold.services.knowledge.care import Retention
        from handhold.services.knowledge.keeping import Keeper, Purpose

        settings = self.settings
        store = KnowledgeStore(settings.root, index=settings.knowledge_index, fsync=settings.knowledge_fsync)
        purpose = Purpose(goal=settings.goal, flow_tags=settings.flow_tags, tags=settings.tags)
        keep = Retention(days=settings.knowledge_keep_days, megabytes=settings.knowledge_keep_mb)
        return Keeper(store, purpose, retention=keep)

    @cached_property
    def _tests(self) -> TestStore:
        from handhold.services.testing.store import TestStore

        # A test that saved or ran tests would be no test any more.
        callable_tools = frozenset(spec.name for spec in self.registry.specs if spec.toolset != "tests")
        settings, scrub = self.settings, self._scrubber.text
        return TestStore(settings.root, folder=settings.tests_folder, tools=callable_tools, scrub=scrub)

    def _perception(self, call: Call) -> Perception:
        from handhold.services.perception import Perception

        browser = call.live.browser if call.live is not None else None
        memory = call.live.memory if call.live is not None else None
        return Perception(browser, memory, self.settings, count=self._telemetry.count, lore=self._lore_for(call))

    @cached_property
    def _lore(self) -> ScreenLore:
        from handhold.services.knowledge.experience import Experience
        from handhold.services.knowledge.lore import ScreenLore

        return ScreenLore(Experience(self._keeper.store.folder, window_hours=self.settings.knowledge_window_hours))

    @property
    def _knows(self) -> bool:
        settings = self.settings
        return settings.knowledge_record or settings.knowledge_suggest or settings.knowledge_rank

    def _lore_for(self, call: Call) -> SessionLore | None:
        from handhold.services.knowledge.lore import SessionLore

        asks = self.settings.knowledge_suggest or self.settings.knowledge_rank
        return SessionLore(self._lore, call.live.id) if call.live is not None and asks else None

    def _observed(self, call: Call, outcome: Outcome, target: Target | None) -> Observation:
        """What a step's record says of the page, without another look at it."""
        from handhold.services.knowledge.observing import observation_of
        from handhold.services.knowledge.sightings import observation_of_sighting

        assert call.live is not None, "only calls of a session are recorded"
        browser, seen = call.live.browser, call.live.memory.sighting
        tab = browser.tabs.get(browser.current) if browser.current is not None else None
        url = None if tab is None or tab.crashed else tab.page.url
        if seen is not None and seen.is_of(url, since=call.watch.monotonic):
            screen = self._lore.screen_of(seen)
            self._lore.note(call.live.id, tool=call.tool.name, target=target, ok=outcome.ok, screen=screen)
            return observation_of_sighting(seen, screen=screen)
        return observation_of(url=url, result=outcome.result, target=target)

    def _tab_source(self, browser: BrowserSession | None) -> TabSource:
        from handhold.services.tabs import SessionSource

        asks_user_browser = self.settings.tabs_source == "applescript" and browser is None
        return self._user_tabs if asks_user_browser else SessionSource(browser)

    @cached_property
    def _extractors(self) -> Extractors:
        from handhold.services.state import Extractors

        return Extractors()

    @cached_property
    def _user_tabs(self) -> TabSource:
        from handhold.adapters.applescript import AppleScriptRunner, AppleScriptTabs
        from handhold.services.tabs import AppleScriptSource

        runner = AppleScriptRunner(timeout_ms=self.settings.applescript_timeout_ms)
        return AppleScriptSource(AppleScriptTabs(runner, self.settings.applescript_app))


def read_catalogue() -> list[dict[str, Any]]:
    """What is known of every tool without importing it; generated from the tools by `scripts/generate.py`."""
    entries: list[dict[str, Any]] = json.loads(resources.files("handhold.tools").joinpath(CATALOGUE).read_text("utf-8"))
    return entries
