"""Somebody who looks at pages through pictures: one browser and one reading process for a whole module."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from playwright.async_api import Page

from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.host import BrowserHost
from handhold.adapters.browser.session import BrowserSession
from handhold.adapters.vision import Vision
from handhold.services.perception import Perception, PerceptionMemory, Region
from handhold.services.sight.promotion import Promotion
from handhold.services.sight.scan import VisualPage, VisualRequest
from handhold.services.sight.sight import Sight
from handhold.services.sight.visual_handles import VisualHandle
from handhold.settings import Settings
from tests.support.person import OpenApp

T = TypeVar("T")
Item = dict[str, Any]
LIMIT_SECONDS = 120.0
ROOM = 1700


class Seer:
    """A session of its own. `counted` holds what was counted, by name."""

    def __init__(self, browser: BrowserSession, vision: Vision, settings: Settings) -> None:
        self.browser = browser
        self.vision = vision
        self.memory = PerceptionMemory()
        self.settings = settings
        self.counted: Counter[str] = Counter()

    @property
    def page(self) -> Page:
        assert self.browser.current is not None
        return self.browser.tabs[self.browser.current].page

    async def open(self, url: str) -> None:
        async def work() -> None:
            await self.browser.current_tab()
            await self.page.goto(url)

        await self.run(work)

    async def scan(
        self, *, region: Region = None, pattern: str | None = None, token: str | None = None, room: int = ROOM
    ) -> VisualPage:
        request = VisualRequest(pattern=pattern)
        return await self.run(lambda: self._sight().scan(request, region=region, page_token=token, budget=room))

    async def items(self, *, region: Region = None, pattern: str | None = None) -> list[Item]:
        """Of all pages of a scan."""
        page = await self.scan(region=region, pattern=pattern)
        found: list[Item] = list(page.items)
        while page.next_token is not None:
            page = await self.scan(token=page.next_token)
            found += page.items
        return found

    async def handle(self, text: str, *, region: Region = None) -> VisualHandle:
        """Of the only thing that says this."""
        item = one(await self.items(region=region), text)
        return self._sight().handle(item["visualHandleId"])

    async def promoting(self, work: Callable[[Promotion], Coroutine[Any, Any, T]]) -> T:
        async def promoted() -> T:
            return await work(await self._sight().promotion())

        return await self.run(promoted)

    async def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async def prepare() -> None:
            await self.browser.ensure_open()

        return await self.browser.actor.run(work, limit=LIMIT_SECONDS, prepare=prepare)

    def _sight(self) -> Sight:
        perception = Perception(self.browser, self.memory, self.settings, count=self._count)
        return Sight(
            self.browser,
            self.memory,
            self.settings,
            perception=perception,
            vision=self.vision,
            count=self._count,
        )

    def _count(self, name: str) -> None:
        self.counted[name] += 1


@asynccontextmanager
async def looking(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., Seer]]:
    """Makes seers that share a browser and a reading process; `seer(device_scale=2)` sees with other settings."""
    base = Settings(root=root, max_sessions=64)
    hosts: dict[float, BrowserHost] = {}
    vision = Vision(timeout=60, idle=600)
    sessions: list[BrowserSession] = []

    def make(**changed: Any) -> Seer:
        settings = base.model_copy(update=changed)
        name = f"seer-{len(sessions)}"
        # The pixel ratio is one of the whole browser.
        host = hosts.get(settings.device_scale)
        if host is None:
            host = BrowserHost(settings, state=Path(environ["HANDHOLD_STATE_DIR"]), environ=environ)
            hosts[settings.device_scale] = host
        browser = BrowserSession(name, host=host, settings=settings, downloads=lambda: root)
        sessions.append(browser)
        return Seer(browser, vision, settings)

    yield make
    for session in sessions:
        await session.close()
    await vision.close()
    for host in hosts.values():
        await host.close()


def one(items: list[Item], text: str) -> Item:
    """The only item with this text."""
    (found,) = [item for item in items if item.get("text") == text]
    return found


def texts(items: list[Item]) -> list[str]:
    return [item["text"] for item in items if "text" in item]


def canvas(*drawn: str, name: str = "c", width: int = 300, height: int = 150, style: str = "display:block") -> str:
    """A canvas on which drawings of `drawing.js` are made: `button(x, y, w, h, "words")`, `words(x, y, "words")`."""
    calls = ";".join(drawn)
    return (
        f'<canvas id="{name}" width="{width}" height="{height}" style="{style}"></canvas>'
        f'<script src="/seeing/drawing.js"></script><script>on("{name}", () => {{{calls}}})</script>'
    )


def picture(words: str, *, width: int = 160, height: int = 40, size: int = 18) -> str:
    """The address of a picture that shows words."""
    size_of = f'width="{width}" height="{height}"'
    text = f'<text x="10" y="{height * 2 // 3}" font-family="sans-serif" font-size="{size}" fill="#112">{words}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size_of}><rect {size_of} fill="#eef"/>{text}</svg>'
    return f"data:image/svg+xml,{quote(svg)}"


async def pinch(page: Page, factor: float) -> None:
    """Zoom in as a person does with two fingers."""
    devtools = await page.context.new_cdp_session(page)
    await send(devtools, "Emulation.setPageScaleFactor", {"pageScaleFactor": factor})


class SeeingApp(OpenApp):
    """A Handhold whose reading process has time on a busy machine, and is shared with others of the module."""

    def __init__(self, settings: Settings, *, environ: Mapping[str, str], vision: Vision) -> None:
        super().__init__(settings, environ=environ)
        self._vision = vision


@asynccontextmanager
async def seeing(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., SeeingApp]]:
    """Makes Handholds that share a reading process: `make(device_scale=2)`; the same settings give the same one."""
    vision = Vision(timeout=60, idle=600)
    apps: dict[str, SeeingApp] = {}
    alone = {"root": root, "knowledge_suggest": False, "knowledge_rank": False}

    def make(**changed: Any) -> SeeingApp:
        name = repr(sorted(changed.items()))
        if name not in apps:
            apps[name] = SeeingApp(Settings.model_validate({**alone, **changed}), environ=environ, vision=vision)
        return apps[name]

    yield make
    for app in apps.values():
        await app.close()
    await vision.close()
