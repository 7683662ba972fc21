"""The app of a session, launched or plain: its state and its tabs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, cast

from handhold.errors import HandholdError, PageCrashed, PageHung, StateFailed
from handhold.services.apps.reading import app_state
from handhold.services.apps.running import RunningApp
from handhold.services.apps.screens import address_in, role_of, wanted_test_ids
from handhold.services.apps.state import UNKNOWN, AppState, RoledTab, TabsNow
from handhold.services.navigation.urls import without_password
from handhold.services.perception.page_text import clean
from handhold.services.sessions import LiveSession, running

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab
    from handhold.services.perception import Perception
    from handhold.services.perception.observation import Sighting

LOOK_SECONDS = 3.0
URL = 500
TEXT = 100


class Seat(Protocol):
    """A call's place in a session; a launch takes it."""

    @property
    def live(self) -> LiveSession | None: ...


class Apps:
    def __init__(
        self,
        seat: Seat,
        *,
        perception: Callable[[], Perception],
        screen_of_web: Callable[[Sighting], str],
    ) -> None:
        self._seat = seat
        self._perception = perception
        self._screen_of_web = screen_of_web

    @property
    def running(self) -> RunningApp | None:
        """What was launched; None in a plain session."""
        return self._seat.live.app if self._seat.live is not None else None

    @property
    def browser(self) -> BrowserSession:
        """The session's browser. Raises `NoActiveSession`."""
        return running(self._seat.live.browser if self._seat.live is not None else None)

    async def state(self, *, seen: Sighting | None = None) -> AppState:
        """The state of the tab that is worked in, from one look. Raises `StateFailed`.

        `seen`: what was seen of it just now, for whoever has looked already. A window that closes by itself meanwhile,
        as one does that has asked for a confirmation, is not worked in any more: then it is the state of the app's own.
        """
        tab = await self.browser.shown_tab()
        try:
            state = await self._state_of(tab, seen)
        except (PageCrashed, PageHung):
            raise
        except HandholdError as error:
            if tab.page.is_closed() and self.browser.current is not None:
                return await self.state()
            raise StateFailed(f"the state could not be read: {error.message}", hint=error.hint) from None
        if self.running is not None:
            self.running.note(state)
        return state

    async def look(self) -> AppState:
        """The state, and for the record what is on the page beside it."""
        return await self.state(seen=await self._perception().observe())

    def tabs(self) -> TabsNow:
        """The tabs and their roles."""
        browser = self.browser
        tracked = tuple(self._roled(tab) for tab in browser.tabs.values())
        active = next((tab for tab in tracked if tab.number == browser.current), None)
        return TabsNow(active=active, tracked=tracked)

    def _roled(self, tab: Tab) -> RoledTab:
        app = self.running
        url = tab.page.url
        role = role_of(url, extension_id=app.extension_id if app else "", profile=app.profile if app else None)
        return RoledTab(number=tab.number, role=role, url=_shown(url))

    async def _state_of(self, tab: Tab, seen: Sighting | None) -> AppState:
        app = self.running
        address = address_in(tab.page.url, app.extension_id) if app is not None else None
        if app is None or address is None:
            return await self._web_state(tab, seen)
        wanted = {"testIds": wanted_test_ids(app.profile), "text": TEXT}
        told = await (await tab.scripts()).call("shownTestIds", wanted, timeout=LOOK_SECONDS)
        shown = {name: clean(text, limit=TEXT) for name, text in cast(Mapping[str, str], told["shown"]).items()}
        return app_state(
            app.profile,
            extension_id=app.extension_id,
            address=address,
            url=_shown(tab.page.url),
            shown=shown,
            chain_id=app.profile.chain_id,
        )

    async def _web_state(self, tab: Tab, seen: Sighting | None) -> AppState:
        """Of an ordinary page: its screen is known by what can be done on it."""
        app = self.running
        extension_id = app.extension_id if app else ""
        if tab.page.url.startswith("about:"):
            return AppState(
                is_loaded=False, current_url=_shown(tab.page.url), extension_id=extension_id, current_screen=UNKNOWN
            )
        seen = seen or await self._perception().observe()
        return AppState(
            is_loaded=True,
            current_url=seen.url,
            extension_id=extension_id,
            current_screen=self._screen_of_web(seen),
        )


def _shown(url: str) -> str:
    return clean(without_password(url), limit=URL)
