"""The browser behind all plain sessions of a server: started on first use, started anew when it died."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from playwright.async_api import Browser, BrowserContext, CDPSession
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.bounded import bounded, retrieve
from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.discovery import FoundBrowser, find_browser
from handhold.adapters.browser.driver import Driver
from handhold.adapters.browser.limits import LAUNCH_SECONDS
from handhold.adapters.browser.options import context_options, launch_arguments
from handhold.errors import HandholdError, LaunchFailed
from handhold.settings import Settings

T = TypeVar("T")

ANSWER_SECONDS = 5.0
CLOSE_SECONDS = 1.0
GONE_SECONDS = 5.0
"""For a browser that nobody wants any more to come up and go; one that takes longer is ended with its folder."""


class Pulse(Enum):
    """What a question to the browser brought."""

    WELL = "well"
    GONE = "gone"
    SILENT = "silent"
    """Neither an answer nor an error: the driver or the browser is frozen."""


@dataclass(slots=True, kw_only=True)
class OpenBrowser:
    """A browser context of one session, and the browser it lives in."""

    context: BrowserContext
    browser: Browser | None
    driver: Driver
    devtools: CDPSession | None
    attached: bool = False
    shared_context: bool = False
    lost: bool = False

    @property
    def is_alive(self) -> bool:
        return not self.lost and self.driver.is_alive and (self.browser is None or self.browser.is_connected())

    async def pulse(self) -> Pulse:
        """Make a round trip through driver and browser; events are not needed to notice that one of them died."""
        if not self.is_alive:
            return Pulse.GONE
        if self.devtools is None:
            return Pulse.WELL
        asking = asyncio.ensure_future(send(self.devtools, "Browser.getVersion"))
        if not await bounded(asking, ANSWER_SECONDS):
            return Pulse.SILENT
        return Pulse.GONE if asking.exception() else Pulse.WELL


class Opener(Protocol):
    """What a session gets its browser from."""

    async def open(self) -> OpenBrowser: ...
    def abandon(self, opened: OpenBrowser, *, frozen: bool) -> None: ...


class FreshContexts:
    """Opens contexts for somebody who shares nothing with other sessions, such as a test."""

    def __init__(self, host: BrowserHost, wishes: Mapping[str, Any]) -> None:
        self._host = host
        self._wishes = wishes

    async def open(self) -> OpenBrowser:
        return await self._host.open_fresh(self._wishes)

    def abandon(self, opened: OpenBrowser, *, frozen: bool) -> None:
        self._host.abandon(opened, frozen=frozen)


class BrowserHost:
    """Opens contexts. One driver and, unless a profile is named, one browser serve them all."""

    def __init__(self, settings: Settings, *, state: Path, environ: Mapping[str, str] = os.environ) -> None:
        self._settings = settings
        self._state = state
        self._environ = environ
        self._driver: Driver | None = None
        self._browser: Browser | None = None
        self._devtools: CDPSession | None = None
        self._default_context_taken = False
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> OpenBrowser:
        """A fresh context, in a browser that is known to live. Raises `LaunchFailed`.

        Whoever waits may be cancelled; what is being started serves others, too, and goes on.
        """
        opening = self._in_background(self._open_in_turn(self._open))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._in_background(self._close_unclaimed(opening))
            raise

    async def open_fresh(self, wishes: Mapping[str, Any]) -> OpenBrowser:
        """A new context with wishes of its own, whatever profile or state other sessions begin with.

        Raises `LaunchFailed`.
        """
        opening = self._in_background(self._open_in_turn(partial(self._open_context, wishes)))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._in_background(self._close_unclaimed(opening))
            raise

    async def open_own(self, profile: Path, options: Mapping[str, Any]) -> OpenBrowser:
        """A browser that nobody else uses, in its own profile folder. Raises `LaunchFailed`.

        Whoever is cancelled gets on when it is gone again: its folder is removed next.
        """

        async def start() -> OpenBrowser:
            return await _persistent(await self._living_driver(), profile, options)

        opening = self._in_background(self._open_in_turn(start))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            closing = self._in_background(self._close_unclaimed(opening))
            await asyncio.wait({closing}, timeout=GONE_SECONDS)
            raise

    async def _open_in_turn(self, start: Callable[[], Coroutine[Any, Any, OpenBrowser]]) -> OpenBrowser:
        async with self._starting:
            try:
                return await asyncio.wait_for(start(), LAUNCH_SECONDS)
            except TimeoutError:
                self.kill()
                raise LaunchFailed(f"the browser did not start within {LAUNCH_SECONDS:.0f} s") from None
            except PlaywrightError as error:
                raise _launch_failure(error) from None

    async def _open(self) -> OpenBrowser:
        driver = await self._living_driver()
        if self._settings.profile:
            return await self._open_profile(driver)
        browser = await self._living_browser(driver)
        attached = bool(self._settings.cdp_url)
        if attached and not self._default_context_taken and browser.contexts:
            self._default_context_taken = True
            context, shared = browser.contexts[0], True
        else:
            context, shared = await browser.new_context(**context_options(self._settings)), False
        return OpenBrowser(
            context=context,
            browser=browser,
            driver=driver,
            devtools=self._devtools,
            attached=attached,
            shared_context=shared,
        )

    async def _open_context(self, wishes: Mapping[str, Any]) -> OpenBrowser:
        driver = await self._living_driver()
        browser = await self._living_browser(driver)
        options = {**context_options(self._settings), "storage_state": None, **wishes}
        context = await browser.new_context(**{name: each for name, each in options.items() if each is not None})
        attached = bool(self._settings.cdp_url)
        return OpenBrowser(context=context, browser=browser, driver=driver, devtools=self._devtools, attached=attached)

    async def _open_profile(self, driver: Driver) -> OpenBrowser:
        folder = self._state / "profiles" / self._settings.profile
        return await _persistent(driver, folder, {**context_options(self._settings), **self._launch_options()})

    async def _living_driver(self) -> Driver:
        if self._driver is None or not self._driver.is_alive:
            if self._driver is not None:
                self._driver.kill()
            self._browser = None
            self._driver = await Driver.start(self._state / "runs")
        return self._driver

    async def _living_browser(self, driver: Driver) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._default_context_taken = False
            self._browser = await self._connect(driver)
            self._devtools = await self._browser.new_browser_cdp_session()
        return self._browser

    async def _connect(self, driver: Driver) -> Browser:
        chromium = driver.playwright.chromium
        if self._settings.cdp_url:
            return await chromium.connect_over_cdp(self._settings.cdp_url)
        if self._settings.ws_url:
            return await chromium.connect(self._settings.ws_url)
        return await chromium.launch(**self._launch_options())

    def _launch_options(self) -> dict[str, Any]:
        found = find_browser(self._settings, self._environ)
        if found is None:
            raise LaunchFailed(
                "no Chromium-family browser was found", hint="Run `handhold setup`; it finds or installs one."
            )
        if self._settings.headed and not has_display(self._environ):
            raise LaunchFailed(
                "the setting `headed` needs a display, and there is none",
                hint="Run without --headed, or under a virtual display: xvfb-run handhold serve --headed.",
            )
        return self.launch_options(found, headless=not self._settings.headed)

    def launch_options(self, found: FoundBrowser, *, headless: bool) -> dict[str, Any]:
        """How this browser is started, in Playwright's words."""
        return {
            "executable_path": str(found.path),
            "headless": headless,
            "args": launch_arguments(is_root=hasattr(os, "geteuid") and os.geteuid() == 0),
            "proxy": {"server": self._settings.proxy} if self._settings.proxy else None,
            # Signals are ours: the server closes its browsers in its own order.
            "handle_sigint": False,
            "handle_sigterm": False,
            "handle_sighup": False,
        }

    def abandon(self, opened: OpenBrowser, *, frozen: bool) -> None:
        """Count a browser as lost, so that the next one is a new one. A frozen one is ended with its driver."""
        opened.lost = True
        if self._browser is opened.browser:
            self._browser = self._devtools = None
        if frozen:
            opened.driver.kill()

    async def close_unused(self) -> None:
        """End the shared browser when no session is in it any more."""
        async with self._starting:
            is_ours = not (self._settings.cdp_url or self._settings.ws_url)
            if self._browser is not None and is_ours and not self._browser.contexts:
                await bounded(self._browser.close(), CLOSE_SECONDS)
                self._browser = self._devtools = None

    def kill(self) -> None:
        """End the driver and every browser it started, at once."""
        if self._driver is not None:
            self._driver.kill()
        self._driver = self._browser = self._devtools = None

    async def close(self) -> None:
        """End everything this host started."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
        try:
            if self._driver is not None and self._driver.is_alive:
                await self._close_politely(self._driver)
        finally:
            self.kill()

    async def _close_politely(self, driver: Driver) -> None:
        """As long as it is answered in time; a frozen driver is asked once."""
        if self._browser is None or await bounded(self._browser.close(), CLOSE_SECONDS):
            await bounded(driver.playwright.stop(), CLOSE_SECONDS)

    async def _close_unclaimed(self, opening: asyncio.Future[OpenBrowser]) -> None:
        """Nobody waits for this context any more: close it as soon as it is open."""
        await asyncio.wait({opening})
        if not opening.cancelled() and opening.exception() is None and not opening.result().shared_context:
            await opening.result().context.close()

    def _in_background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(retrieve)
        return task


async def _persistent(driver: Driver, folder: Path, options: Mapping[str, Any]) -> OpenBrowser:
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True, mode=0o700)
    context = await driver.playwright.chromium.launch_persistent_context(str(folder), **options)
    browser = context.browser
    devtools = await browser.new_browser_cdp_session() if browser else None
    return OpenBrowser(context=context, browser=browser, driver=driver, devtools=devtools)


def has_display(environ: Mapping[str, str]) -> bool:
    """Whether a window could be shown; outside Linux there is always a screen."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _launch_failure(error: PlaywrightError) -> HandholdError:
    text = error.message
    if "ProcessSingleton" in text or "already in use" in text:
        return LaunchFailed(
            "the profile is in use by another browser",
            hint="Close the other session or browser that uses this profile, or choose another `profile`.",
        )
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return LaunchFailed("the browser did not start", details={"lastLines": lines[-5:]})
