"""Navigate, wait for what the caller waits for, and check that the page is the one that was meant."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast

from handhold.errors import InvalidInput, NavigationFailed, WaitTimeout
from handhold.services.navigation.urls import check_url, without_password
from handhold.services.perception.page_text import clean
from handhold.services.sessions import running
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.navigation import Landing
    from handhold.adapters.browser.session import BrowserSession

Direction = Literal["back", "forward", "reload"]
POLL_SECONDS: Final = 0.05
SETTLE_SECONDS: Final = 2.0
"""A page that redirects by script gets this long to become the one that was asserted."""
QUIET_MS: Final = 500
LOOK_SECONDS: Final = 2.0
TITLE: Final = 200
URL: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """What to wait for: a moment of loading, a quiet page, or a text or selector to appear."""

    kind: Literal["commit", "domcontentloaded", "load", "quiet", "text", "selector"] = "load"
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What the final page must be."""

    url_includes: str | None = None
    title_includes: str | None = None

    def missing(self, url: str, title: str) -> list[str]:
        """The conditions that do not hold."""
        wanted = (("urlIncludes", self.url_includes, url), ("titleIncludes", self.title_includes, title))
        return [name for name, part, text in wanted if part is not None and part not in text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """The page that is open now. `url` and `title` are page text."""

    url: str
    title: str
    status: int | None
    redirected: bool


class Navigation:
    def __init__(self, browser: BrowserSession | None, settings: Settings) -> None:
        self._browser = browser
        self._settings = settings

    def check(self, url: str) -> str:
        """The URL as it may be opened. Raises `InvalidInput`, `Blocked`, or `CrashLoop`."""
        address = check_url(url, schemes=self._settings.allowed_schemes)
        running(self._browser).refuse_crash_loop(address)
        return address

    async def goto(self, url: str, *, wait: Wait, expect: Expectation, timeout_ms: int) -> Arrival:
        """Open `url` in the session's tab."""
        from handhold.adapters.browser.navigation import go

        address = check_url(url, schemes=self._settings.allowed_schemes)
        browser = running(self._browser)
        ends = asyncio.get_running_loop().time() + timeout_ms / 1000
        until = wait.kind if wait.kind in {"commit", "domcontentloaded"} else "load"
        landing = await go(browser, address, until=cast(Literal["commit"], until), seconds=timeout_ms / 1000)
        if landing.held_by_dialog:
            return self._arrival(browser, landing, title="", address=address)
        title = await self._title_unless_dialog(browser, wait, expect, ends)
        return self._arrival(browser, landing, title=title, address=address)

    async def history(self, direction: Direction, *, timeout_ms: int) -> Arrival:
        """Go back or forward by one page in the session's tab, or load it again."""
        from handhold.adapters.browser.navigation import go_in_history

        browser = running(self._browser)
        ends = asyncio.get_running_loop().time() + timeout_ms / 1000
        landing = await go_in_history(browser, direction, until="load", seconds=timeout_ms / 1000)
        if landing.held_by_dialog:
            return self._arrival(browser, landing, title="", address="")
        title = await self._title_unless_dialog(browser, Wait(), Expectation(), ends)
        return self._arrival(browser, landing, title=title, address="")

    def held(self, url: str) -> Arrival:
        """As far as a navigation got when a dialog holds the page."""
        from handhold.adapters.browser.navigation import Landing

        return self._arrival(running(self._browser), Landing.of(None, held_by_dialog=True), title="", address=url)

    async def _title_unless_dialog(self, browser: BrowserSession, wait: Wait, expect: Expectation, ends: float) -> str:
        """The title of the page that was waited for; empty when a dialog holds the page, so that it cannot be asked."""
        from handhold.adapters.browser.dialogs import DialogInterrupted

        looking = asyncio.ensure_future(self._look(browser, wait, expect, ends))
        try:
            return await browser.dialogs.outrun(looking)
        except DialogInterrupted:
            return ""
        finally:
            looking.cancel()

    async def _look(self, browser: BrowserSession, wait: Wait, expect: Expectation, ends: float) -> str:
        await self._wait_for(browser, wait, ends)
        return await self._settled_title(browser, expect, ends)

    async def _wait_for(self, browser: BrowserSession, wait: Wait, ends: float) -> None:
        if wait.kind == "quiet":
            await self._wait_quiet(browser, ends)
        elif wait.kind in {"text", "selector"}:
            await self._wait_present(browser, wait, ends)

    async def _wait_quiet(self, browser: BrowserSession, ends: float) -> None:
        scripts = await (await browser.shown_tab()).scripts()
        left = _left(ends)
        arguments = {"quietMs": QUIET_MS, "timeoutMs": left * 1000}
        found = cast(Mapping[str, object], await scripts.call("untilQuiet", arguments, timeout=left + LOOK_SECONDS))
        if not found.get("quiet"):
            raise WaitTimeout(
                "the page did not become quiet in time",
                hint="It is open and usable; some pages never stop changing. Use waitFor 'load' for them.",
                details={"phase": "quiet"},
            )

    async def _wait_present(self, browser: BrowserSession, wait: Wait, ends: float) -> None:
        name = "hasText" if wait.kind == "text" else "hasSelector"
        while True:
            scripts = await (await browser.shown_tab()).scripts()
            for _frame, answer in await scripts.call_everywhere(name, {wait.kind: wait.value}, timeout=LOOK_SECONDS):
                seen = cast(Mapping[str, object], answer)
                if seen.get("error"):
                    raise InvalidInput(
                        "waitFor.selector is not a CSS selector; the page is open",
                        hint="Write CSS, such as #total or .price.",
                    )
                if seen.get("found"):
                    return
            if _left(ends) <= 0:
                raise await self._absent(browser, wait)
            await asyncio.sleep(POLL_SECONDS)

    async def _absent(self, browser: BrowserSession, wait: Wait) -> WaitTimeout:
        """With what is there instead: another page, or the same in other words."""
        from handhold.adapters.browser.waiting import Waiting

        tab = await browser.shown_tab()
        waiting = Waiting(tab, ends=asyncio.get_running_loop().time())
        close = {"closeTexts": await waiting.lines_near(wait.value)} if wait.kind == "text" else {}
        title = clean(await waiting.title(), limit=TITLE)
        return WaitTimeout(
            f"the page loaded but the {wait.kind} of waitFor did not appear in time",
            hint="The page is open; look at details and at the page before you call again.",
            details={"phase": wait.kind, "url": _shown(tab.page.url), "title": title, **close},
        )

    async def _settled_title(self, browser: BrowserSession, expect: Expectation, ends: float) -> str:
        """The title, once what was asserted holds. Raises `NavigationFailed` when it does not come to hold."""
        patience = min(ends, asyncio.get_running_loop().time() + SETTLE_SECONDS)
        while True:
            tab = await browser.shown_tab()
            facts = cast(Mapping[str, object], await (await tab.scripts()).call("documentFacts", timeout=LOOK_SECONDS))
            title = str(facts.get("title", ""))
            missing = expect.missing(tab.page.url, title)
            if not missing:
                return title
            if _left(patience) <= 0:
                raise NavigationFailed(
                    f"the page that opened is not the one asserted: {' and '.join(missing)} not met",
                    hint="Look at details.url and details.title: a redirect, a login page or a wrong address.",
                    details={"assert": missing, "url": _shown(tab.page.url), "title": clean(title, limit=TITLE)},
                )
            await asyncio.sleep(POLL_SECONDS)

    def _arrival(self, browser: BrowserSession, landing: Landing, *, title: str, address: str) -> Arrival:
        tab = browser.tabs.get(browser.current) if browser.current is not None else None
        url = tab.page.url if tab is not None else address
        return Arrival(
            url=_shown(url),
            title=clean(title, limit=TITLE),
            status=landing.status,
            redirected=landing.redirected or _moved_on(url, landing.answered_url),
        )


def _left(ends: float) -> float:
    return ends - asyncio.get_running_loop().time()


def _shown(url: str) -> str:
    return clean(without_password(url), limit=URL)


def _moved_on(url: str, answered: str) -> bool:
    """Whether the page went elsewhere by itself after the server had answered."""
    return bool(answered) and url.split("#", 1)[0] != answered.split("#", 1)[0]
