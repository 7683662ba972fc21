"""Somebody who looks for the elements of saved tests in a browser of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Page
from pydantic import JsonValue

from handhold.services.perception import Perception
from handhold.services.sight.sight import Sight
from handhold.services.testing.definition.targets import Target
from handhold.services.testing.running.finding import Found, TargetFinder
from handhold.services.testing.running.finding_looks import State
from tests.support.seeing import Seer, looking

T = TypeVar("T")
Written = Mapping[str, Any]


def target_of(*by: Written, within: tuple[Written, ...] = (), frame: tuple[str, ...] = ()) -> Target:
    return Target.model_validate({"by": by, "within": within, "frame": frame})


class Searcher:
    """Finds by evidence, as it is written in a definition."""

    def __init__(self, seer: Seer) -> None:
        self.seer = seer
        self._kept: TargetFinder | None = None

    @property
    def page(self) -> Page:
        return self.seer.page

    @property
    def counted(self) -> Mapping[str, int]:
        return self.seer.counted

    async def open(self, url: str) -> None:
        await self.seer.open(url)

    async def find(self, *by: Written, seconds: float = 8.0, state: State = "visible", **around: Any) -> Found:
        target = target_of(*by, **around)
        return await self._run(lambda finder: finder.find(target, ends=_now() + seconds, state=state))

    async def count(self, *by: Written, **around: Any) -> int:
        return await self._run(lambda finder: finder.count(target_of(*by, **around)))

    async def is_there(self, *by: Written, state: State = "visible", **around: Any) -> bool:
        return await self._run(lambda finder: finder.is_there(target_of(*by, **around), state=state))

    async def fact(self, css: str, getter: str, name: str | None = None) -> JsonValue:
        found = await self.find({"css": css}, state="attached")
        return await self.fact_of(found, getter, name)

    async def fact_of(self, found: Found, getter: str, name: str | None = None) -> JsonValue:
        return await self._run(lambda finder: finder.fact(found, getter, name))

    async def handle(self, found: Found) -> str:
        return await self._run(lambda finder: finder.handle_of(found))

    async def fingerprint(self, css: str) -> dict[str, object]:
        """As a handle of the element keeps it."""
        handle = await self.handle(await self.find({"css": css}))
        return {"fingerprint": self.seer.memory.handles.get(handle).fingerprint.to_json()}

    async def _run(self, work: Callable[[TargetFinder], Coroutine[Any, Any, T]]) -> T:
        self._kept = self._kept or self._finder()
        finder = self._kept
        return await self.seer.run(lambda: work(finder))

    def _finder(self) -> TargetFinder:
        seer = self.seer

        def count(name: str) -> None:
            seer.counted[name] += 1

        perception = Perception(seer.browser, seer.memory, seer.settings, count=count)
        sight = Sight(seer.browser, seer.memory, seer.settings, perception=perception, vision=seer.vision, count=count)
        return TargetFinder(seer.browser, seer.memory, seer.settings, sight=sight, count=count)


def _now() -> float:
    return asyncio.get_running_loop().time()


@asynccontextmanager
async def searching(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[[], Searcher]]:
    """Makes searchers that share a browser."""
    async with looking(environ, root) as make:
        yield lambda: Searcher(make())
