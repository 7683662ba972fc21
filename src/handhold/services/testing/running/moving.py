"""Steps that go somewhere, or change what the page finds around it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from handhold.errors import InvalidInput, TabNotFound
from handhold.services.navigation import Expectation, Wait
from handhold.services.perception.page_text import clean
from handhold.services.testing.definition import acting
from handhold.services.testing.running.acting import Work
from handhold.services.testing.running.globs import absolute, fits
from handhold.services.testing.running.turn import Turn

if TYPE_CHECKING:
    from handhold.adapters.browser.routes import Routes
    from handhold.adapters.browser.tab import Tab

LEAST_MS: Final = 1_000
"""A page that is opened by a step without waiting gets this long to answer at all."""
POLL_SECONDS: Final = 0.05
SHORT: Final = 80


async def goto(step: acting.Goto, turn: Turn) -> None:
    await turn.bound.navigation.goto(
        absolute(step.url, turn.base_url),
        wait=Wait(kind=step.wait_until),
        expect=Expectation(),
        timeout_ms=_milliseconds(turn),
    )


async def back(step: acting.Back, turn: Turn) -> None:
    await turn.bound.navigation.history("back", timeout_ms=_milliseconds(turn))


async def forward(step: acting.Forward, turn: Turn) -> None:
    await turn.bound.navigation.history("forward", timeout_ms=_milliseconds(turn))


async def reload(step: acting.Reload, turn: Turn) -> None:
    await turn.bound.navigation.history("reload", timeout_ms=_milliseconds(turn))


async def new_tab(step: acting.NewTab, turn: Turn) -> None:
    url = None if step.url is None else absolute(step.url, turn.base_url)
    await turn.bound.moves.open(url, timeout_ms=_milliseconds(turn))


async def switch_tab(step: acting.SwitchTab, turn: Turn) -> None:
    tab = await _tab(step, turn)
    await turn.bound.moves.switch(tab.number)


async def close_tab(step: acting.CloseTab, turn: Turn) -> None:
    browser = turn.bound.browser
    number = (await _tab(step, turn)).number if step.ways else browser.current
    if number is None:
        raise TabNotFound("no tab is open")
    await turn.bound.moves.close(number)


async def set_viewport(step: acting.SetViewport, turn: Turn) -> None:
    from handhold.adapters.browser.surroundings import resize

    await resize(turn.bound.browser, width=step.width, height=step.height)


async def emulate(step: acting.Emulate, turn: Turn) -> None:
    from handhold.adapters.browser import surroundings

    place = step.geolocation
    await surroundings.emulate(
        turn.bound.browser,
        color_scheme=step.color_scheme,
        reduced_motion=step.reduced_motion,
        media=step.media,
        offline=step.offline,
        place=None if place is None else (place.latitude, place.longitude),
    )


async def dialog(step: acting.Dialog, turn: Turn) -> None:
    turn.bound.browser.dialogs.prepare(accept=step.accept, text=step.text)


async def route(step: acting.Route, turn: Turn) -> None:
    from handhold.adapters.browser.routes import Rule

    routes = await _routes(turn)
    if step.har is not None:
        file = (turn.root / step.har).resolve()
        if not file.is_relative_to(turn.root.resolve()) or not file.is_file():
            raise InvalidInput(f"there is no file {step.har!r} in the repository")
        await routes.add_recorded(str(file), glob=step.url)
        return
    answer = step.fulfil
    await routes.add(
        Rule(
            fits=fits(step.url, base=None),
            method=step.method,
            status=None if answer is None else answer.status,
            body=None if answer is None else answer.body,
            headers={} if answer is None else answer.headers,
            delay=0.0 if answer is None else answer.delay_ms / 1000,
        )
    )


async def sleep(step: acting.Sleep, turn: Turn) -> None:
    await asyncio.sleep(step.ms / 1000)


MOVING: Final[dict[type, Work]] = {
    acting.Goto: goto,
    acting.Back: back,
    acting.Forward: forward,
    acting.Reload: reload,
    acting.NewTab: new_tab,
    acting.SwitchTab: switch_tab,
    acting.CloseTab: close_tab,
    acting.SetViewport: set_viewport,
    acting.Emulate: emulate,
    acting.Dialog: dialog,
    acting.Route: route,
    acting.Sleep: sleep,
}


async def _tab(step: acting.TabStep, turn: Turn) -> Tab:
    """The tab that is meant; one that is still being opened is waited for."""
    browser = turn.bound.browser
    while True:
        for place, tab in enumerate(list(browser.tabs.values())):
            if await _is_meant(step, tab, place, turn.base_url):
                return tab
        if turn.left == 0:
            raise TabNotFound(
                "no tab is like that",
                details={"pageText": [clean(tab.page.url, limit=SHORT) for tab in browser.tabs.values()]},
            )
        await asyncio.sleep(POLL_SECONDS)


async def _is_meant(step: acting.TabStep, tab: Tab, place: int, base: str | None) -> bool:
    if step.index is not None:
        return place == step.index
    if step.url is not None:
        return fits(step.url, base=base)(tab.page.url)
    facts = await (await tab.scripts()).call("documentFacts", timeout=1.0)
    return (step.title or "") in str(facts.get("title", ""))


async def _routes(turn: Turn) -> Routes:
    from handhold.adapters.browser.routes import Routes

    browser = turn.bound.browser
    if browser.routes is None:
        browser.routes = Routes(browser.browser.context)
    return browser.routes


def _milliseconds(turn: Turn) -> int:
    return max(round(turn.left * 1000), LEAST_MS)
