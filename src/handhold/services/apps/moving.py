"""Move about in an app: to one of its screens, to a notification, to a tab by its role."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Literal

from handhold.errors import InvalidInput, NavigationFailed, NotificationTimeout, PageCrashed, TabNotFound
from handhold.services.apps.profile import NOTIFICATION
from handhold.services.apps.screens import SCHEME
from handhold.services.apps.state import UNKNOWN, RoledTab, TabRole
from handhold.services.navigation.urls import check_url
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.tab import Tab
    from handhold.services.apps.apps import Apps
    from handhold.services.apps.running import RunningApp

Screen = Literal["home", "settings", "notification"]

GOTO_SECONDS: Final = 30.0
SHOWN_SECONDS: Final = 2.0
"""For the app to show a screen after its page has loaded."""
LOOK_AGAIN: Final = 0.05
MOST_NAMED: Final = 10


class AppMoves:
    def __init__(self, apps: Apps, settings: Settings) -> None:
        self._apps = apps
        self._settings = settings

    async def to_screen(self, screen: Screen) -> str:
        """Go to a screen of the app, in a tab of its own. Returns the URL."""
        app = self._running(screen)
        page = app.profile.pages.get(screen, "")
        if screen == NOTIFICATION and (open_one := self._find(role="notification")) is not None:
            await self._apps.browser.show_tab(self._tab(open_one))
            return await self._arrived()
        if not page and screen != "home":
            raise InvalidInput(
                f"the profile {app.profile.name!r} does not say where {screen} is",
                hint=f"Set pages.{screen} in [apps.{app.profile.name}], or use screen url.",
            )
        await self._take_tab("extension" if screen != NOTIFICATION else None)
        await self._go(app.home if screen == "home" else f"{SCHEME}://{app.extension_id}/{page}")
        return await self._arrived()

    async def to_url(self, url: str) -> str:
        """Go to a URL; the app's own tab is kept for the app. Returns the URL that was reached."""
        app = self._apps.running
        own = app is not None and url.strip().startswith(f"{SCHEME}://{app.extension_id}/")
        address = url.strip() if own else check_url(url, schemes=self._settings.allowed_schemes)
        active = self._apps.tabs().active
        if own:
            await self._take_tab("extension")
        elif app is not None and active is not None and active.role in {"extension", "notification"}:
            return await self._to_new_tab(address)
        await self._go(address)
        return await self._arrived()

    async def _to_new_tab(self, address: str) -> str:
        """Open it in a tab of its own; one that leads to no page is closed again."""
        browser = self._apps.browser
        before = browser.current
        await self._take_tab(None)
        opened = browser.current
        try:
            await self._go(address)
        except (NavigationFailed, PageCrashed):
            if opened is not None and opened in browser.tabs:
                await browser.close_tab(browser.tabs[opened])
            browser.current = before if before in browser.tabs else browser.current
            raise
        return await self._arrived()

    async def await_notification(self, *, timeout_ms: int) -> str:
        """Wait for a notification window and work in it. Returns its URL. Raises `NotificationTimeout`."""
        app = self._apps.running
        if app is None or not app.profile.pages.get(NOTIFICATION):
            raise NotificationTimeout(
                "no notification can come: the session has no app with a notification page",
                hint="Launch one with mm_launch; a popup of a plain page is a tab of list_tabs.",
            )
        loop = asyncio.get_running_loop()
        ends = loop.time() + timeout_ms / 1000
        while (found := self._find(role="notification")) is None:
            if loop.time() >= ends:
                raise NotificationTimeout(
                    f"no notification window opened within {timeout_ms} ms",
                    hint="See with mm_get_state whether the action that asks for it was done.",
                    details={"tabs": self._named()},
                )
            await asyncio.sleep(LOOK_AGAIN)
        await self._apps.browser.show_tab(self._tab(found))
        return await self._arrived()

    async def switch(self, *, role: TabRole | None, url: str | None) -> RoledTab:
        """Work in the newest tab of that role, or whose URL begins so. Raises `TabNotFound`."""
        found = self._found(role=role, url=url)
        await self._apps.browser.show_tab(self._tab(found))
        return found

    async def close(self, *, role: TabRole | None, url: str | None) -> RoledTab:
        """Close such a tab; when it was the one worked in, the app's own is next. Returns the closed one."""
        found = self._found(role=role, url=url)
        if found.role == "extension":
            raise InvalidInput(
                "the tab of the extension is not closed", hint="End the session with mm_cleanup instead."
            )
        browser = self._apps.browser
        await browser.close_tab(self._tab(found))
        if browser.current is not None and browser.current in browser.tabs:
            await browser.show_tab(browser.tabs[browser.current])
        return found

    def _running(self, screen: str) -> RunningApp:
        app = self._apps.running
        if app is None:
            raise InvalidInput(
                f"a plain session has no screen {screen}", hint="Launch an extension, or use screen url."
            )
        return app

    async def _take_tab(self, role: TabRole | None) -> None:
        """Work in the tab of that role; in a new one where there is none."""
        browser = self._apps.browser
        found = self._find(role=role) if role is not None else None
        tab = self._tab(found) if found is not None else await browser.open_tab()
        await browser.show_tab(tab)
        if role == "extension" and browser.home not in browser.tabs:
            browser.home = tab.number

    async def _go(self, url: str) -> None:
        from handhold.adapters.browser.navigation import go

        await go(self._apps.browser, url, until="load", seconds=GOTO_SECONDS)

    async def _arrived(self) -> str:
        """Where the tab is, once the app shows a screen there; apps draw it after their page has loaded."""
        ends = asyncio.get_running_loop().time() + SHOWN_SECONDS
        while True:
            state = await self._apps.look()
            app = self._apps.running
            is_drawn = app is None or not app.profile.shown or state.current_screen != UNKNOWN
            if is_drawn or asyncio.get_running_loop().time() > ends:
                return state.current_url
            await asyncio.sleep(LOOK_AGAIN)

    def _found(self, *, role: TabRole | None, url: str | None) -> RoledTab:
        found = self._find(role=role, url=url)
        if found is None:
            raise TabNotFound(
                "there is no such tab in this session",
                hint="Choose one of details.tabs; a URL is matched from its beginning.",
                details={"tabs": self._named()},
            )
        return found

    def _find(self, *, role: TabRole | None = None, url: str | None = None) -> RoledTab | None:
        tabs = reversed(self._apps.tabs().tracked)
        fitting = (tab for tab in tabs if (tab.role == role if role is not None else tab.url.startswith(url or "")))
        return next(fitting, None)

    def _named(self) -> list[dict[str, object]]:
        return [{"role": tab.role, "url": tab.url} for tab in self._apps.tabs().tracked[-MOST_NAMED:]]

    def _tab(self, roled: RoledTab) -> Tab:
        return self._apps.browser.tabs[roled.number]
