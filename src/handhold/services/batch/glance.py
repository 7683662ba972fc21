"""A small look at the page after a step: where it is, and the first controls with their handles."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from handhold.errors import HandholdError
from handhold.services.navigation.urls import without_password
from handhold.services.perception.page_text import clean

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab
    from handhold.services.perception import Perception, ScanPage

SECONDS: Final = 1.5
CONTROLS: Final = 10
SCAN_BYTES: Final = 2_000
"""Of the scan the controls are taken from; a good third of it is left out."""
TITLE: Final = 120
URL: Final = 200
_TOLD: Final = ("elementId", "role", "label", "state")

Glance = dict[str, Any]


async def glance(browser: BrowserSession, perception: Perception, *, at: Literal["place", "page"]) -> Glance | None:
    """`{url, title, region, controls, more}`, at most 1.5 KB, as far as it can be had in time.

    `place` leaves the controls out. Without a page that can be asked there is only the URL, without a tab nothing.
    """
    from handhold.adapters.browser.dialogs import DialogInterrupted

    tab = browser.tabs.get(browser.current) if browser.current is not None else None
    if tab is None or tab.crashed:
        return None
    seen: Glance = {"url": clean(without_password(tab.page.url), limit=URL)}
    looking = asyncio.ensure_future(_look(tab, perception, seen, at=at))
    try:
        async with asyncio.timeout(SECONDS):
            await browser.dialogs.outrun(looking)
    except (TimeoutError, DialogInterrupted, HandholdError):
        return seen  # what was seen until then is what can be told
    finally:
        looking.cancel()
    return seen


async def _look(tab: Tab, perception: Perception, seen: Glance, *, at: Literal["place", "page"]) -> None:
    facts = cast(Mapping[str, object], await (await tab.scripts()).call("documentFacts", timeout=SECONDS))
    seen["title"] = clean(str(facts.get("title", "")), limit=TITLE)
    if at == "page":
        seen |= _controls(await perception.glance(most=CONTROLS, budget=SCAN_BYTES))


def _controls(page: ScanPage) -> Glance:
    told: Glance = {
        "region": page.region,
        "controls": [{name: item[name] for name in _TOLD if name in item} for item in page.items],
    }
    return {**told, "more": page.remaining} if page.remaining else told
