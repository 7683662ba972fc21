"""Fixtures of tests that look at the page themselves."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest_asyncio
from tests.support.person import OpenApp, Person

from handhold.settings import Settings


@pytest_asyncio.fixture(scope="module")
async def shared(environ: Mapping[str, str], root: Path) -> AsyncGenerator[OpenApp]:
    app = OpenApp(Settings(root=root), environ=environ)
    yield app
    await app.close()


@pytest_asyncio.fixture
async def person(shared: OpenApp) -> AsyncGenerator[Person]:
    someone = Person(shared)
    yield someone
    await someone.leave()
