"""Fixtures of all tests: a loopback site, and an engine with a real browser behind it."""

from __future__ import annotations

import itertools
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from xdist.remote import Producer

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings
from tests.support.pages import Pages
from tests.support.spreading import Spreading

# The same examples every time, and no verdict about how fast a busy machine makes them up.
settings.register_profile("handhold", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("handhold")

Ask = Callable[..., Awaitable[Reply]]
_numbers = itertools.count(1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Spreading:
    return Spreading(config, log)


@pytest.fixture(scope="session")
def pages() -> Generator[Pages]:
    server = Pages()
    yield server
    server.close()


@pytest.fixture(autouse=True)
def fresh_cues(request: pytest.FixtureRequest) -> None:
    """A cue that another test has given is not given to this one, whatever its name."""
    if "pages" in request.fixturenames:
        request.getfixturevalue("pages").forget_cues()


@pytest.fixture(scope="session")
def environ(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment, with Handhold's own folders in a temporary place."""
    folder = tmp_path_factory.mktemp("handhold")
    return {**os.environ, "HANDHOLD_CONFIG_DIR": str(folder / "config"), "HANDHOLD_STATE_DIR": str(folder / "state")}


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest_asyncio.fixture(scope="session")
async def app(environ: Mapping[str, str], root: Path) -> AsyncGenerator[App]:
    """One Handhold for the whole run; tests take a caller of their own, so each has its own session."""
    # What one test does to a page is nothing that another one should be told.
    alone = {"knowledge_suggest": False, "knowledge_rank": False}
    handhold = App(Settings.model_validate({"root": root, "max_sessions": 64, **alone}), environ=environ)
    yield handhold
    await handhold.close()


@pytest_asyncio.fixture
async def ask(app: App) -> AsyncGenerator[Ask]:
    """Call a tool as a caller nobody else is."""
    key = f"test-{next(_numbers)}"

    async def call(name: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller(key=key, **options))

    yield call
    await app.engine.end_caller(key)


@pytest_asyncio.fixture
async def own(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[Ask]:
    """A server that keeps its records and pictures in `tmp_path`."""
    app = App(Settings(root=tmp_path), environ=environ)

    async def call(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller())

    yield call
    await app.close()


@pytest_asyncio.fixture
async def ask_with(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., Ask]]:
    """A Handhold of one's own, with other settings: `ask_with(dialogs="ask")`."""
    apps: list[App] = []

    def make(**settings: Any) -> Ask:
        alone = {"knowledge_suggest": False, "knowledge_rank": False}
        own = App(Settings.model_validate({"root": root, **alone, **settings}), environ=environ)
        apps.append(own)

        async def call(name: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Reply:
            return await own.engine.call(name, arguments, caller=Caller(**options))

        return call

    yield make
    for own in apps:
        await own.close()
