"""What the wallet family costs: a description of a large screen beside its own parts."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final, TypeVar, cast

from bench.client import ServerFailed
from bench.site import serving
from bench.table import Row, Table, target

from handhold.adapters.browser.host import BrowserHost
from handhold.adapters.browser.seen import NodeRef
from handhold.adapters.browser.session import BrowserSession
from handhold.app import App
from handhold.contract import Caller
from handhold.services.overview.overview import MOST_NATIVE, MOST_NODES, TEST_IDS
from handhold.settings import Settings

T = TypeVar("T")
SCREEN: Final = "screen.html"
LIMIT: Final = 3.0
"""Times of the page script that a description may take, beside the names the browser is asked for (row 66)."""
WANTED: Final = {"nodes": MOST_NODES, "testIds": TEST_IDS, "text": 100, "rows": "all", "keys": True}


async def measure(folder: Path, rounds: int) -> list[Table]:
    return [await describe_screen(folder / "wallet", rounds)]


async def describe_screen(folder: Path, rounds: int) -> Table:
    """`mm_describe_screen` on 300 nodes, through the whole pipeline, recorded; the page changes before each round."""
    environ = {**os.environ, "HANDHOLD_CONFIG_DIR": f"{folder}/config", "HANDHOLD_STATE_DIR": f"{folder}/state"}
    settings = Settings(root=folder)
    folder.mkdir(parents=True, exist_ok=True)
    app = App(settings, environ=environ)
    whole, script, names = Watch(), Watch(), Watch()
    try:
        with serving() as site:
            await _called(app, "nav_goto", url=f"{site}/{SCREEN}")
            async with Parts.of(settings, environ, f"{site}/{SCREEN}") as parts:
                for _round in range(rounds):
                    await _called(app, "mm_click", testId="tick")
                    await whole.time(lambda: _called(app, "mm_describe_screen"))
                    await parts.change()
                    nodes = await script.time(parts.look)
                    await names.time(lambda nodes=nodes: parts.name(nodes))
    finally:
        await app.close()
    allowed = LIMIT * script.milliseconds + names.milliseconds
    rows = [
        Row(what="describe 300 nodes", ours=whole.milliseconds, theirs=allowed, against="3 × script + names"),
        Row(what="its page script", ours=script.milliseconds),
        Row(what=f"{MOST_NATIVE} native names", ours=names.milliseconds),
    ]
    ratio = whole.milliseconds / allowed
    notes = [target("description beside what it may take", 1.0, ratio)]
    return Table(title="wallet: a screen of 300 nodes, median", rows=rows, notes=notes)


@dataclass(slots=True)
class Watch:
    times: list[float] = field(default_factory=list[float])

    async def time(self, work: Callable[[], Awaitable[T]]) -> T:
        began = time.perf_counter()
        result = await work()
        self.times.append((time.perf_counter() - began) * 1000)
        return result

    @property
    def milliseconds(self) -> float:
        return median(self.times)


@dataclass(slots=True)
class Parts:
    """The same page in a browser of its own, asked for each part by itself."""

    browser: BrowserSession

    @classmethod
    @asynccontextmanager
    async def of(cls, settings: Settings, environ: dict[str, str], url: str) -> AsyncGenerator[Parts]:
        host = BrowserHost(settings, state=Path(environ["HANDHOLD_STATE_DIR"]), environ=environ)
        browser = BrowserSession("bench", host=host, settings=settings, downloads=lambda: None)
        await browser.ensure_open()
        try:
            await (await browser.current_tab()).page.goto(url)
            yield cls(browser)
        finally:
            await browser.close()
            await host.close()

    async def change(self) -> None:
        """Make another version of the document, of which nothing is known yet."""
        tab = await self.browser.current_tab()
        await tab.page.locator("#count").evaluate("(count) => { count.textContent += 1; }")

    async def look(self) -> list[NodeRef]:
        """All that the page script is asked for: how large the document is, who listens in it, and what is there."""
        tab = await self.browser.current_tab()
        told = await (await tab.eyes()).observe(WANTED)
        nodes = cast(list[dict[str, int]], told["nodes"])
        return [NodeRef(str(told["documentId"]), node["k"]) for node in nodes[:MOST_NATIVE]]

    async def name(self, nodes: list[NodeRef]) -> None:
        eyes = await (await self.browser.current_tab()).eyes()
        if len(await eyes.native(nodes)) < len(nodes):
            raise ServerFailed("the browser did not name all nodes")


async def _called(app: App, tool: str, **arguments: object) -> None:
    reply = await app.engine.call(tool, arguments, caller=Caller())
    if not reply.ok:
        raise ServerFailed(reply.text[:300])
