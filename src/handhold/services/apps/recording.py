"""What records say of an app: what its session was launched for, and the state its steps ended in."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from handhold.services.apps.building import BUILD_TYPE
from handhold.services.apps.reading import app_state
from handhold.services.apps.running import RunningApp
from handhold.services.apps.screens import address_in
from handhold.services.knowledge.observing import observation_of
from handhold.services.knowledge.recording import iso
from handhold.services.knowledge.records import (
    Build,
    Git,
    Launch,
    Observation,
    Ports,
    SessionRecord,
    State,
    Target,
)
from handhold.services.knowledge.sightings import observation_of_sighting
from handhold.services.perception.observation import Sighting, shown_url

if TYPE_CHECKING:
    from handhold.services.apps.launching import Launched, Wish
    from handhold.services.knowledge.keeping import Purpose
    from handhold.services.knowledge.lore import ScreenLore
    from handhold.services.sessions import LiveSession


def session_record(launched: Launched, wish: Wish, *, purpose: Purpose, git: Git | None) -> SessionRecord:
    """`session.json` of a launched session; what the caller does not say of it is as the settings have it."""
    ports = launched.app.ports
    has_ports = ports.anvil is not None or ports.fixture_server is not None
    return SessionRecord(
        session_id=launched.live.id,
        created_at=iso(time.time()),
        goal=wish.goal or purpose.goal or None,
        flow_tags=tuple(wish.flow_tags) or tuple(purpose.flow_tags),
        tags=tuple(wish.tags) or tuple(purpose.tags),
        git=git,
        build=Build(build_type=BUILD_TYPE, extension_path_resolved=launched.built.path),
        launch=Launch(
            state_mode=wish.state_mode,
            fixture_preset=wish.fixture_preset,
            extension_path=wish.extension_path,
            ports=Ports(anvil=ports.anvil, fixture_server=ports.fixture_server) if has_ports else None,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A call that has ended."""

    tool: str
    ok: bool
    result: Any
    since: float
    """When it began."""


def observation_of_step(live: LiveSession, step: Step, *, target: Target | None, lore: ScreenLore) -> Observation:
    """What a step's record says of the page, without another look at it."""
    browser, seen = live.browser, live.memory.sighting
    tab = browser.tabs.get(browser.current) if browser.current is not None else None
    url = None if tab is None or tab.crashed else tab.page.url
    seen = seen if seen is not None and seen.is_of(url, since=step.since) else None
    state = recorded_state(live.app, url, seen=seen) if live.app is not None else None
    if seen is None:
        return observation_of(url=url, result=step.result, target=target, state=state)
    screen = state.current_screen if state is not None else lore.screen_of(seen)
    lore.note(live.id, tool=step.tool, target=target, ok=step.ok, screen=screen)
    return observation_of_sighting(seen, screen=screen, state=state)


def recorded_state(app: RunningApp, url: str | None, *, seen: Sighting | None) -> State | None:
    """The state for a record without another look: as it was last read, or by what was `seen` since.

    None when the tab shows a page that is not the app's.
    """
    address = address_in(url, app.extension_id) if url is not None else None
    if url is None or address is None:
        return None
    shown_at = shown_url(url)
    is_read = app.last is not None and app.last.current_url == shown_at
    if is_read and app.last is not None and (seen is None or seen.at <= app.read_at):
        return State.model_validate(asdict(app.last))
    shown = {each.test_id: each.text for each in seen.test_ids} if seen is not None else {}
    state = app_state(
        app.profile,
        extension_id=app.extension_id,
        address=address,
        url=shown_at,
        shown=shown,
        chain_id=app.profile.chain_id,
    )
    return State.model_validate(asdict(state))
