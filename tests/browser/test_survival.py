"""Handles after the page has changed: the same element, or none; never another one."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page
from tests.support.pages import Pages

from handhold.adapters.browser.session import BrowserSession
from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.services.perception import PerceptionMemory
from handhold.settings import Settings

SITES = ("form", "shop", "table", "menu", "dashboard", "settings", "soup", "frames", "shadow", "article", "dialog")
FEWEST_KINDS = 30
HANDLES = 6
"""Handles followed through one change; which ones goes round with the kind of change."""
# Nobody can tell an element from its exact copy after both were made anew.
HOPELESS = frozenset({"exact copies inserted"})


class OpenApp(App):
    """A Handhold whose browser the test can reach, to look at the page as the page's own script does."""

    def __init__(self, settings: Settings, *, environ: Mapping[str, str]) -> None:
        super().__init__(settings, environ=environ)
        self.browsers: list[BrowserSession] = []

    def _open_session(self, session_id: str) -> tuple[BrowserSession, PerceptionMemory]:
        browser, memory = super()._open_session(session_id)
        self.browsers.append(browser)
        return browser, memory

    async def page(self) -> Page:
        return (await self.browsers[-1].current_tab()).page


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, app: OpenApp) -> None:
        self.app = app

    async def ask(self, tool: str, **arguments: Any) -> Reply:
        return await self.app.engine.call(tool, arguments, caller=Caller(key="survival"))

    async def page(self) -> Page:
        return await self.app.page()

    async def handles(self) -> list[str]:
        """Of everything the page has, page by page."""
        reply = await self.ask("ui_scan", region="page", collapse=False)
        found = [item["elementId"] for item in reply.envelope["result"]["items"]]
        while token := reply.envelope["result"].get("nextToken"):
            reply = await self.ask("ui_scan", pageToken=token)
            found += [item["elementId"] for item in reply.envelope["result"]["items"]]
        return found

    async def who_is(self, handle: str) -> str:
        """Who the handle leads to, by the page's own book; the error code when it leads nowhere."""
        reply = await self.ask("ui_pick", elementId=handle)
        if not reply.envelope["ok"]:
            return str(reply.envelope["error"]["code"])
        return await self.seen(reply.envelope["result"]["bbox"])

    async def seen(self, bbox: Mapping[str, int]) -> str:
        page = await self.page()
        box = [bbox["x"], bbox["y"], bbox["width"], bbox["height"]]
        found: list[str] = await page.evaluate("box => survival.whoIs(box)", box)
        return "|".join(sorted(set(found))) or f"nobody at {box}"


@pytest_asyncio.fixture(scope="session")
async def person(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Person]:
    app = OpenApp(Settings(root=root), environ=environ)
    yield Person(app)
    await app.close()


class Tally:
    """Found, refused and wrong, by kind of change."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.notes: list[str] = []

    def note(self, kind: str, outcome: str, text: str) -> None:
        self.counts[kind, outcome] += 1
        if outcome in ("wrong", "lost"):
            self.notes.append(f"{outcome:6} {kind}: {text}")

    def of(self, outcome: str, kind: str | None = None) -> int:
        return sum(count for (each, what), count in self.counts.items() if what == outcome and kind in (None, each))

    @property
    def share(self) -> float:
        hopeful = [kind for kind in self.kinds if kind not in HOPELESS]
        found = sum(self.of("found", kind) for kind in hopeful)
        return found / (found + sum(self.of("lost", kind) for kind in hopeful))

    @property
    def kinds(self) -> list[str]:
        return list(dict.fromkeys(kind for kind, _ in self.counts))

    def table(self) -> str:
        rows = [f"{'kind of change':34} found  lost refused wrong"]
        for kind in self.kinds:
            numbers = [self.of(outcome, kind) for outcome in ("found", "lost", "refused", "wrong")]
            rows.append(f"{kind:34} {numbers[0]:5} {numbers[1]:5} {numbers[2]:7} {numbers[3]:5}")
        return "\n".join(rows)


async def follow(person: Person, url: str, kind: str, tally: Tally, *, turn: int) -> None:
    """Load the page, take handles, change the page, and see where each handle leads."""
    page = await person.page()
    await page.goto(url, wait_until="load")
    handles = await person.handles()
    chosen = [handles[(turn * HANDLES + step) % len(handles)] for step in range(min(HANDLES, len(handles)))]
    before = {handle: await person.who_is(handle) for handle in chosen}
    await page.evaluate("kind => survival.change(kind)", kind)
    present = set(await page.evaluate("survival.everybody()"))
    for handle, identity in before.items():
        now = await person.who_is(handle)
        is_error = now.startswith("MM_")
        if is_error:
            outcome = "lost" if identity in present else "refused"
        else:
            outcome = "found" if now == identity else "wrong"
        tally.note(kind, outcome, f"{Path(url).stem} {handle} was {identity}, is {now}")


@pytest.fixture(scope="session")
def tally() -> Tally:
    return Tally()


@pytest.mark.rows("R347", "R350", "R351")
@pytest.mark.parametrize("site", SITES)
async def test_a_handle_leads_to_its_element_or_nowhere(person: Person, pages: Pages, tally: Tally, site: str) -> None:
    url = pages / f"survival/{site}.html"
    await person.ask("nav_goto", url=url)
    kinds: Mapping[str, list[str]] = await (await person.page()).evaluate("survival.kinds")

    for turn, kind in enumerate([*kinds["rendered"], *kinds["inPlace"]]):
        await follow(person, url, kind, tally, turn=turn)

    assert tally.of("wrong") == 0, "\n".join(tally.notes)
    assert len(tally.kinds) >= FEWEST_KINDS


@pytest.mark.rows("R347", "R350")
def test_nearly_all_handles_survive(tally: Tally) -> None:
    if "SURVIVAL_NOTES" in os.environ:
        print("\n".join(tally.notes))
    print(tally.table())

    assert tally.of("wrong") == 0
    assert tally.share >= 0.95, "\n".join([f"{tally.share:.1%}", *tally.notes])
