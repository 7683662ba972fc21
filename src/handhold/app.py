"""The composition root: settings to adapters to services to engine. The only module that knows every part."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
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
from handhold.engine.learning import Learning
from handhold.engine.noting import desk_of
from handhold.engine.ports import Machinery, NoSteps
from handhold.engine.recorder import StepRecorder
from handhold.engine.registry import spec_from_catalogue
from handhold.services.sessions import SessionPool
from handhold.services.testing.recording import Recordings
from handhold.settings import Loaded, Settings, config_folder, load, state_folder
from handhold.tools import load as load_tool
from handhold.tools import read_catalogue

if TYPE_CHECKING:
    # Imported when the first tool is called: a client that starts us waits for the tool list before anything else.
    from handhold.adapters.browser.extension import ExtensionPlan
    from handhold.adapters.browser.host import BrowserHost, Opener
    from handhold.adapters.browser.session import BrowserSession
    from handhold.services.apps import Apps
    from handhold.services.apps.launching import Launched, Launcher, Wish
    from handhold.services.apps.lifecycle import Lifecycle
    from handhold.services.interaction import Changing, FieldStates, Interaction
    from handhold.services.perception import Perception, PerceptionMemory
    from handhold.services.primary import Primary
    from handhold.services.sight.handling import Handling
    from handhold.services.sight.pointing import Pointing
    from handhold.services.sight.sight import Sight
    from handhold.services.state import Extractors, State
    from handhold.services.tabs import TabSource
    from handhold.services.testing.running.desk import Desk
    from handhold.services.testing.store import TestStore


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
        self._sessions = SessionPool(settings, open_session=lambda name: self._session_of(name, self._browser_host()))
        self.registry = Registry(
            map(spec_from_catalogue, read_catalogue()),
            load=load_tool,
            toolsets=settings.toolsets,
            names=settings.tool_names,
        )
        self._secrets = read_secrets(settings.secrets_file, environ)
        self._scrubber = Scrubber(self._secrets.values())
        self._uploads = Uploads([settings.root / folder for folder in settings.upload_folders] or [settings.root])
        self._learning = Learning(settings)
        self._recordings = Recordings()
        steps = StepRecorder(
            lambda: self._learning.keeper, scrubber=self._scrubber, observation_of=self._learning.observed
        )
        machinery = Machinery(
            sessions=self._sessions,
            scrubber=self._scrubber,
            steps=steps if settings.knowledge_record else NoSteps(),
            observer=self,
            telemetry=self._telemetry,
            context_for=self._context_for,
            recordings=self._recordings,
        )
        self.engine = Engine(self.registry, machinery)

    async def observe(self, call: Call) -> Mapping[str, Any] | None:
        """What the call's session shows now; for the engine."""
        from handhold.engine.screens import look_at_screen
        from handhold.services.batch import glance

        if call.live is None:
            return None
        if call.caller.sees == "screen":
            return await look_at_screen(call, self._perception(call), self._apps(call), count=self._telemetry.count)
        at = "place" if call.caller.looks == "place" else "page"
        return await glance(call.live.browser, self._perception(call), at=at)

    def artifacts_of(self, caller: str) -> list[Path]:
        """The files that sessions of this caller have kept."""
        taken, sessions = self._learning.keeper.store.folder, [live.id for live in self._sessions.of(caller)]
        return [file for each in sessions for file in (*self._artifacts.files_of(each), *taken.screenshots(each))]

    @property
    def running_sessions(self) -> int:
        return self._sessions.running

    def sweep(self) -> list[Path]:
        """Remove what servers that were killed left behind."""
        from handhold.adapters.browser.run_folder import sweep

        return sweep(self.state / "runs")

    def unwritable(self) -> Path | None:
        """The folder that steps are to be recorded in, when they cannot be."""
        from handhold.adapters.knowledge import KnowledgeFolder

        folder = KnowledgeFolder(self.settings.root.absolute())
        return folder.path if self.settings.knowledge_record and not folder.is_writable else None

    def kill(self) -> None:
        """End every process at once."""
        self._vision.kill()
        self._sessions.kill()
        if self._host is not None:
            self._host.kill()

    async def close(self) -> None:
        """End every session and every process."""
        if "_desk" in vars(self):
            await self._desk.close()
        await self.engine.close()
        await self._vision.close()
        await self._learning.close()
        if "_tests" in vars(self):
            await asyncio.to_thread(self._tests.close)
        if self._host is not None:
            await self._host.close()

    def _open_extension(self, session_id: str, plan: ExtensionPlan) -> tuple[BrowserSession, PerceptionMemory]:
        from handhold.adapters.browser.extension import ExtensionHost

        own = ExtensionHost(self._browser_host(), plan, self.settings, environ=self._environ)
        return self._session_of(session_id, own)

    def _browser_host(self, settings: Settings | None = None) -> BrowserHost:
        """The one behind all plain sessions; with settings of its own, another one, which its caller closes."""
        # Playwright costs a tenth of a second to import; a server that is only asked for its tools never pays it.
        from handhold.adapters.browser.host import BrowserHost

        if settings is not None:
            return BrowserHost(settings, state=self.state, environ=self._environ)
        if self._host is None:
            self._host = BrowserHost(self.settings, state=self.state, environ=self._environ)
        return self._host

    def _session_of(
        self, session_id: str, host: Opener, settings: Settings | None = None
    ) -> tuple[BrowserSession, PerceptionMemory]:
        from handhold.adapters.browser.session import BrowserSession
        from handhold.services.perception import PerceptionMemory, look_ahead

        downloads, settings = partial(self._artifacts.prepare, session_id), settings or self.settings
        browser = BrowserSession(session_id, host=host, settings=settings, downloads=downloads)
        if self._learning.is_wanted:
            self._learning.lore.begin()
        if self.settings.knowledge_record:
            self._learning.keeper.session_begins(asyncio.get_running_loop())
        if settings.look_ahead:
            browser.actor.meanwhile = partial(look_ahead, browser, count=self._telemetry.count)
        return browser, PerceptionMemory()

    def _context_for(self, call: Call) -> ToolContext:
        from handhold.services.apps.moving import AppMoves
        from handhold.services.chain import Contracts
        from handhold.services.knowledge.asking import Knowledge
        from handhold.services.logs import Logs
        from handhold.services.navigation import DialogAnswers, Navigation
        from handhold.services.overview import Overview, Pictures
        from handhold.services.primary import Primary
        from handhold.services.reading import Reads
        from handhold.services.tabs import TabMoves
        from handhold.services.targets.targets import Targets
        from handhold.services.testing.asking import Tests
        from handhold.services.waiting import Waits

        browser, memory, count, warn = call.browser, call.memory, self._telemetry.count, call.meta.warnings.append
        changing, interaction, fields = self._hands(call)
        navigation, perception = Navigation(browser, self.settings), self._perception(call)
        sight, apps = self._sight(call, perception), self._apps(call)
        pointing, handling = self._by_sight(sight, changing, interaction, fields, perception)
        primary = Primary(browser, memory, self.settings, interaction=interaction, count=count)
        targets = Targets(call.live, self.settings, changing=changing, fields=fields, observe=call.observe, count=count)
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
            handling=handling,
            dialogs=DialogAnswers(browser),
            tabs=self._tab_source(browser),
            moves=TabMoves(browser, navigation),
            waits=Waits(browser, memory, self.settings, count=count),
            knowledge=Knowledge(lambda: self._learning.keeper.store, current=call.meta.session_id, warn=warn),
            tests=Tests(lambda: self._tests, desk=lambda: self._desk, patience=self._patience(call)),
            recording=desk_of(call, self._recordings, root=self.settings.root, mask=self._scrubber),
            logs=Logs(browser, scrub=self._scrubber.text),
            apps=apps,
            lifecycle=self._lifecycle(call, apps),
            app_moves=AppMoves(apps, self.settings),
            targets=targets,
            overview=Overview(browser, memory, perception=perception, in_batch=call.in_batch, count=count),
            pictures=Pictures(
                call.live, lambda: self._learning.keeper.store.folder, targets=targets, warn=warn, count=count
            ),
            prior_knowledge=partial(self._learning.prior_for, call),
            contracts=Contracts(lambda: apps.running),
            calls=CallerCalls(self.engine, call),
            state=self._state(call, perception, primary, sight),
            warn=warn,
            note=call.meta.extra.__setitem__,
            progress=call.caller.progress,
            count=count,
            measure=self._telemetry.measure,
            observe=call.observe,
        )

    def _hands(self, call: Call) -> tuple[Changing, Interaction, FieldStates]:
        from handhold.services.interaction import Changing, FieldStates, Interaction

        browser, memory, count = call.browser, call.memory, self._telemetry.count
        changing = Changing(browser, memory, observe=call.observe, count=count)
        interaction = Interaction(browser, memory, self.settings, changing=changing, count=count)
        fields = FieldStates(
            interaction,
            changing=changing,
            secrets=self._secrets,
            learn=partial(self._learn, call),
            allowed_file=self._uploads.allowed,
            count=count,
        )
        return changing, interaction, fields

    def _patience(self, call: Call) -> float | None:
        return None if call.caller.is_patient else self.settings.run_patience_ms / 1000

    def _learn(self, call: Call, secret: str) -> None:
        call.typed_secret = True
        self._scrubber.learn(secret)

    def _apps(self, call: Call) -> Apps:
        from handhold.services.apps import Apps

        return Apps(call, perception=lambda: self._perception(call), screen_of_web=self._learning.lore.screen_of)

    def _lifecycle(self, call: Call, apps: Apps) -> Lifecycle:
        from handhold.services.apps.lifecycle import Lifecycle

        return Lifecycle(
            self._launcher,
            self._sessions,
            apps,
            owner=call.caller.key,
            enter=call.enter,
            record=self._begun,
            progress=call.caller.progress,
        )

    def _begun(self, launched: Launched, wish: Wish) -> None:
        from handhold.services.apps.recording import begin_session

        if self.settings.knowledge_record:
            begin_session(launched, wish, self._learning.keeper, scrub=self._scrubber.json_text)

    @cached_property
    def _launcher(self) -> Launcher:
        from handhold.services.apps.building import Builder
        from handhold.services.apps.launching import Launcher

        settings, environ = self.settings, self._environ
        return Launcher(
            settings,
            self._sessions,
            builder=Builder(settings.root, approvals(environ), environ=environ, elsewhere=settings.extension_folders),
            runs=self.state / "runs",
            environ=environ,
            open_extension=self._open_extension,
            close_unused=lambda: self._browser_host().close_unused(),
        )

    def _state(self, call: Call, perception: Perception, primary: Primary, sight: Sight) -> State:
        from handhold.services.state import State

        return State(
            call.browser,
            call.memory,
            perception=perception,
            calls=primary,
            extractors=self._extractors,
            sight=sight,
            warn=call.meta.warnings.append,
            count=self._telemetry.count,
        )

    def _sight(self, call: Call, perception: Perception) -> Sight:
        from handhold.services.sight.sight import Sight

        browser, memory, count = call.browser, call.memory, self._telemetry.count
        return Sight(browser, memory, self.settings, perception=perception, vision=self._vision, count=count)

    def _by_sight(
        self, sight: Sight, changing: Changing, interaction: Interaction, fields: FieldStates, perception: Perception
    ) -> tuple[Pointing, Handling]:
        from handhold.services.sight.handling import Handling
        from handhold.services.sight.pointing import Pointing

        pointing = Pointing(sight=sight, interaction=interaction, changing=changing, count=self._telemetry.count)
        handling = Handling(
            sight=sight, pointing=pointing, interaction=interaction, fields=fields, perception=perception
        )
        return pointing, handling

    @cached_property
    def _tests(self) -> TestStore:
        from handhold.services.testing.store import TestStore

        # A test that saved or ran tests would be no test any more.
        callable_tools = frozenset(spec.name for spec in self.registry.specs if spec.toolset != "tests")
        settings, scrub = self.settings, self._scrubber.text
        return TestStore(settings.root, folder=settings.tests_folder, tools=callable_tools, scrub=scrub)

    @cached_property
    def _desk(self) -> Desk:
        from handhold.engine.staging import Staging
        from handhold.services.testing.running import run_desk

        host, session_of, count = self._browser_host, self._session_of, self._telemetry.count
        staging = Staging(self.engine, self._sessions, self.settings, host=host, session_of=session_of, count=count)
        return run_desk(
            lambda: self._tests,
            root=self.settings.root,
            secrets=self._secrets,
            environ=self._environ,
            scrub=self._scrubber.text,
            open_stage=staging.open,
        )

    def _perception(self, call: Call) -> Perception:
        from handhold.services.perception import Perception

        count, lore = self._telemetry.count, self._learning.lore_for(call)
        return Perception(call.browser, call.memory, self.settings, count=count, lore=lore)

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
