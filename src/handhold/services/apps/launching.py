"""Launch an extension: its chain, its fixture server and its browser together, or nothing at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from handhold.errors import InvalidConfig, LaunchFailed, NavigationFailed, SessionAlreadyRunning
from handhold.services.apps.building import Builder, Built, Progress
from handhold.services.apps.configured import profiles_of
from handhold.services.apps.fixtures import StateMode, state_of
from handhold.services.apps.processes import check_ports, start_chain, start_fixtures, together
from handhold.services.apps.profile import HOME, Profile
from handhold.services.apps.running import AppPorts, RunningApp
from handhold.services.apps.screens import SCHEME
from handhold.services.sessions import LiveSession, SessionPool
from handhold.services.sessions.pool import new_session_id
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.extension import ExtensionPlan
    from handhold.adapters.browser.run_folder import RunFolder
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.files import Manifest
    from handhold.services.perception import PerceptionMemory

    OpenExtension = Callable[[str, ExtensionPlan], tuple[BrowserSession, PerceptionMemory]]

GOTO_SECONDS: Final = 20.0
LOADED_SECONDS: Final = 5.0
"""For Chromium to take an extension in; a small one is there with the browser."""
LIMIT_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a caller asks to be launched."""

    profile: str | None = None
    extension_path: str | None = None
    auto_build: bool = True
    state_mode: StateMode = "default"
    fixture_preset: str | None = None
    fixture: Mapping[str, Any] | None = None
    anvil_port: int | None = None
    fixture_port: int | None = None
    slow_mo: int = 0
    force: bool = False
    goal: str = ""
    flow_tags: Sequence[str] = ()
    tags: Sequence[str] = ()
    seed_contracts: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    live: LiveSession
    app: RunningApp
    built: Built
    closed_plain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ready:
    """Everything that was found out before anything is started."""

    profile: Profile
    built: Built
    manifest: Manifest
    ports: AppPorts
    state: Mapping[str, Any]


class Launcher:
    """Launches for all callers of a server."""

    def __init__(
        self,
        settings: Settings,
        pool: SessionPool,
        *,
        builder: Builder,
        runs: Path,
        environ: Mapping[str, str],
        open_extension: OpenExtension,
        close_unused: Callable[[], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._pool = pool
        self._builder = builder
        self._runs = runs
        self._environ = environ
        self._open_extension = open_extension
        self._close_unused = close_unused
        self._under_way: set[tuple[str, str | None]] = set()

    def profile(self, name: str | None = None) -> Profile:
        """A profile by name; the configured one without. Raises `InvalidConfig`."""
        wanted, known = name or self._settings.app, profiles_of(self._settings.apps, root=self._settings.root)
        if wanted not in known:
            raise InvalidConfig(
                f"there is no profile {wanted!r}",
                hint=f"Profiles: {', '.join(sorted(known))}. Another one is a table [apps.NAME] in handhold.toml.",
            )
        return known[wanted]

    async def build(self, *, force: bool, progress: Progress) -> Built:
        """Build the configured profile's extension."""
        return await self._builder.build(self.profile(), force=force, progress=progress)

    async def launch(self, wish: Wish, *, owner: str, name: str | None, progress: Progress) -> Launched:
        """A session of its own for the extension. When anything fails, nothing of it is left."""
        key = (owner, name)
        if key in self._under_way:
            raise SessionAlreadyRunning("a launch is under way already", hint="Wait for its answer.")
        self._under_way.add(key)
        try:
            self._refuse_second(owner, name, wish)
            ready = await self._prepare(wish, progress)
            # A launch that cannot succeed does not end the session it was to replace, whose ports will be free.
            replaced = self._pool.find(owner, name)
            await self._check_ports(ready.ports, but=replaced.app if replaced is not None else None)
            anvil = self._anvil(ready.profile)
            closed_plain = await self._make_room(owner, name)
            await self._check_ports(ready.ports)
            async with asyncio.timeout(LIMIT_SECONDS):
                live = await self._start(ready, wish, owner=owner, name=name, anvil=anvil)
        except TimeoutError:
            raise LaunchFailed(f"the launch took more than {LIMIT_SECONDS:.0f} s and was ended") from None
        finally:
            self._under_way.discard(key)
        assert live.app is not None, "a launched session has an app"
        return Launched(live=live, app=live.app, built=ready.built, closed_plain=closed_plain)

    def _refuse_second(self, owner: str, name: str | None, wish: Wish) -> None:
        live = self._pool.find(owner, name)
        if live is not None and live.app is not None and live.browser.is_open and not wish.force:
            raise SessionAlreadyRunning(
                "a launched session is running",
                hint="Go on in it, end it with mm_cleanup, or launch with force to replace it.",
                details={"sessionId": live.id, "profile": live.app.profile.name},
            )

    async def _prepare(self, wish: Wish, progress: Progress) -> _Ready:
        from handhold.adapters.files import read_manifest
        from handhold.services.chain import check_names

        check_names(wish.seed_contracts)
        profile, built = await self._chosen(wish, progress)
        manifest = await asyncio.to_thread(read_manifest, built.folder)
        ports = AppPorts(
            anvil=(wish.anvil_port or profile.chain_port) if profile.has_chain else None,
            fixture_server=(wish.fixture_port or profile.fixture_port) if profile.has_fixtures else None,
        )
        if ports.anvil is not None and ports.anvil == ports.fixture_server:
            raise InvalidConfig("chain and fixture server cannot share a port", hint="Give two different ports.")
        if wish.seed_contracts and not profile.has_chain:
            raise InvalidConfig(
                f"the profile {profile.name!r} has no chain to seed contracts on",
                hint=f"Set chain = true in [apps.{profile.name}], or leave seedContracts out.",
            )
        if not profile.has_fixtures and (wish.fixture is not None or wish.fixture_preset is not None):
            raise InvalidConfig(
                f"the profile {profile.name!r} has no fixture server to serve a state",
                hint=f"Set fixtures = true in [apps.{profile.name}], or leave fixture and fixturePreset out.",
            )
        state = state_of(
            profile, mode=wish.state_mode, preset=wish.fixture_preset, fixture=wish.fixture, chain_port=ports.anvil
        )
        return _Ready(profile=profile, built=built, manifest=manifest, ports=ports, state=state)

    async def _chosen(self, wish: Wish, progress: Progress) -> tuple[Profile, Built]:
        """Which profile, and where its extension is; built if need be."""
        from handhold.adapters.files import read_manifest

        if wish.extension_path is not None:
            folder = self._builder.place(wish.extension_path)
            if wish.profile is None:
                profile = self._by_manifest(await asyncio.to_thread(read_manifest, folder))
            else:
                profile = self.profile(wish.profile)
            return profile, Built(folder=folder, path=self._builder.told(folder), ran=False)
        profile = self.profile(wish.profile)
        if wish.auto_build and profile.build is not None:
            return profile, await self._builder.build(profile, force=False, progress=progress)
        return profile, self._builder.output(profile)

    def _by_manifest(self, manifest: Manifest) -> Profile:
        known = profiles_of(self._settings.apps, root=self._settings.root)
        named = (profile for profile in known.values() if manifest.name in profile.manifest_names)
        return next(named, known["extension"])

    async def _check_ports(self, ports: AppPorts, *, but: RunningApp | None = None) -> None:
        spared = but.ports if but is not None else AppPorts()
        await asyncio.to_thread(check_ports, ports, runs=self._runs, spared=spared)

    def _anvil(self, profile: Profile) -> Path | None:
        """The chain's program, if the app has a chain. Raises `DependenciesMissing`."""
        from handhold.adapters.chain import find_anvil

        return find_anvil(environ=self._environ, folders=[self._settings.root]) if profile.has_chain else None

    async def _make_room(self, owner: str, name: str | None) -> bool:
        """End the session this one takes the place of. Returns whether it was a plain one."""
        live = self._pool.find(owner, name)
        if live is not None:
            await self._pool.close(live)
        self._pool.refuse_when_full(owner)
        is_plain = live is not None and live.app is None
        if is_plain:
            await self._close_unused()
        return is_plain

    async def _start(
        self, ready: _Ready, wish: Wish, *, owner: str, name: str | None, anvil: Path | None
    ) -> LiveSession:
        from handhold.adapters.browser.run_folder import RunFolder

        async with AsyncExitStack() as undo:
            grounds = await asyncio.to_thread(RunFolder.create, self._runs)
            app = RunningApp(
                profile=ready.profile,
                extension_id=ready.manifest.extension_id,
                home=_home_of(ready),
                grounds=grounds,
                ports=ready.ports,
                slow_mo=wish.slow_mo,
            )
            undo.push_async_callback(app.stop)
            await start_fixtures(app, state=ready.state)  # the extension asks for it as soon as it runs
            plan = await self._plan(ready, app, grounds)
            live = self._live(plan, app, owner=owner, name=name)
            undo.push_async_callback(live.browser.close)
            chain = start_chain(
                app, grounds=grounds, environ=self._environ, program=anvil, contracts=wish.seed_contracts
            )
            await together(chain, open_home(live.browser, app.home))
            await self._make_room(owner, name)  # a call of the same caller may have come in between
            self._pool.add(live)
            undo.pop_all()
        return live

    async def _plan(self, ready: _Ready, app: RunningApp, grounds: RunFolder) -> ExtensionPlan:
        """How the browser is shown: on a display if there is one, real or virtual."""
        from handhold.adapters.browser.display import VirtualDisplay, can_be_virtual
        from handhold.adapters.browser.extension import ExtensionPlan
        from handhold.adapters.browser.host import has_display

        environment = dict(grounds.environment)
        asked = self._settings.app_mode
        if asked == "headless":
            app.mode = "headless"
        elif has_display(self._environ):
            app.mode = "headed"
        elif can_be_virtual(self._environ):
            app.mode = "virtual"
            app.display = await VirtualDisplay.start(grounds.temporary, environ=self._environ, marks=environment)
            environment["DISPLAY"] = app.display.name
        elif asked == "headed":
            raise LaunchFailed(
                "the setting `app_mode` asks for a window, and there is no display",
                hint="Install Xvfb for a virtual one, or set app_mode to auto or headless.",
            )
        return ExtensionPlan(
            extension=ready.manifest.folder,
            folder=grounds.temporary,
            headless=app.mode == "headless",
            environment=environment,
        )

    def _live(self, plan: ExtensionPlan, app: RunningApp, *, owner: str, name: str | None) -> LiveSession:
        session_id = new_session_id()
        browser, memory = self._open_extension(session_id, plan)
        return LiveSession(id=session_id, owner=owner, name=name, browser=browser, memory=memory, app=app)


async def open_home(browser: BrowserSession, url: str) -> None:
    """Start the browser and show the extension's page in its first tab. Raises `LaunchFailed`."""

    async def prepare() -> None:
        await browser.ensure_open()

    async def show() -> None:
        browser.current = browser.home = next(iter(browser.tabs), None)
        await _go(browser, url)

    await browser.actor.run(show, limit=GOTO_SECONDS + 5, prepare=prepare)


async def _go(browser: BrowserSession, url: str) -> None:
    """Open the page; an extension that is large is not there with the browser's first breath."""
    from handhold.adapters.browser.navigation import go

    if not url:
        await browser.current_tab()
        return
    ends = asyncio.get_running_loop().time() + LOADED_SECONDS
    while True:
        try:
            await go(browser, url, until="domcontentloaded", seconds=GOTO_SECONDS)
        except NavigationFailed as error:
            if asyncio.get_running_loop().time() > ends:
                raise LaunchFailed(
                    "the browser runs, but the page of the extension did not open",
                    hint="See that the manifest is valid, and that `pages` of the profile names a page of it.",
                    details={"reason": error.details.get("reason", error.message)},
                ) from None
            await asyncio.sleep(0.1)
        else:
            return


def _home_of(ready: _Ready) -> str:
    page = ready.profile.pages.get(HOME) or ready.manifest.page
    return f"{SCHEME}://{ready.manifest.extension_id}/{page}" if page else ""
