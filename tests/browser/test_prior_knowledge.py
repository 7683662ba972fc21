"""What earlier sessions did on a screen is offered where it helps, in few bytes, and never wrongly."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support import errand
from tests.support.pages import Pages
from tests.support.wanderer import Wanderer

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings

Start = Callable[..., Ask]


@pytest_asyncio.fixture
async def start(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[Start]:
    """A server of its own on one and the same store."""
    apps: list[App] = []

    def begin(**settings: Any) -> Ask:
        own = App(Settings.model_validate({"root": tmp_path, **settings}), environ=environ)
        apps.append(own)

        async def call(name: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Reply:
            return await own.engine.call(name, arguments, caller=Caller(**options))

        return call

    yield begin
    for own in apps:
        await own.close()


@pytest.mark.rows("R271", "R278")
async def test_the_second_run_of_an_errand_needs_fewer_calls_and_bytes(start: Start, pages: Pages) -> None:
    first = Wanderer(start(), errand.GOAL, errand.ANSWERS)
    await first.go(errand.build(pages, day=1))

    second = Wanderer(start(), errand.GOAL, errand.ANSWERS)
    await second.go(errand.build(pages, day=2))

    print(f"\nfirst run: {first.calls} calls, {first.bytes} bytes; second: {second.calls} calls, {second.bytes} bytes")
    assert second.calls < first.calls
    assert second.bytes < first.bytes
