"""A caller whose browser the test can reach as well, to compare what it is told with what is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.async_api import Page

from handhold.adapters.browser.host import Opener
from handhold.adapters.browser.session import BrowserSession
from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.services.perception import PerceptionMemory
from handhold.settings import Settings


class OpenApp(App):
    """A Handhold whose browser the test can reach, to look at the page as the page's own script does."""

    def __init__(self, settings: Settings, *, environ: Mapping[str, str]) -> None:
        super().__init__(settings, environ=environ)
        self.browsers: list[BrowserSession] = []

    def _session_of(
        self, session_id: str, host: Opener, settings: Settings | None = None
    ) -> tuple[BrowserSession, PerceptionMemory]:
        browser, memory = super()._session_of(session_id, host, settings)
        self.browsers.append(browser)
        return browser, memory

    async def page(self) -> Page:
        return (await self.browsers[-1].current_tab()).page


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, app: OpenApp) -> None:
        self.app = app
        self._caller = Caller(key=f"person-{len(app.browsers)}")

    async def ask(self, tool: str, **arguments: Any) -> Reply:
        return await self.app.engine.call(tool, arguments, caller=self._caller)

    async def leave(self) -> None:
        await self.app.engine.end_caller(self._caller.key)

    async def page(self) -> Page:
        return await self.app.page()

    async def handles(self, *, more: bool = False) -> list[str]:
        """Of the first controls of the page; with `more` those that come next, before them."""
        result = (await self.ask("ui_scan", region="page", collapse=False)).envelope["result"]
        items = list(result["items"])
        if more and "nextToken" in result:
            items = (await self.ask("ui_scan", pageToken=result["nextToken"])).envelope["result"]["items"] + items
        return [item["elementId"] for item in items]

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
