"""A look at the screen after a step of a batch: where the app is, and what is there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from handhold.errors import HandholdError
from handhold.services.perception.observation import MOST_NODES, MOST_TEST_IDS

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.services.apps import Apps, AppState
    from handhold.services.overview.overview import Listing, Overview

SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """`listing` is None where only the place was asked for."""

    state: AppState
    listing: Listing | None = None


async def screen_glance(
    browser: BrowserSession, overview: Overview, apps: Apps, *, at: Literal["place", "page"]
) -> Glance | None:
    """What can be seen in time; None when the page cannot be asked. Its refs are offered, and not given yet."""
    from handhold.adapters.browser.dialogs import DialogInterrupted

    tab = browser.tabs.get(browser.current) if browser.current is not None else None
    if tab is None or tab.crashed or tab.page.is_closed():
        return None
    looking = asyncio.ensure_future(_look(overview, apps, at=at))
    try:
        async with asyncio.timeout(SECONDS):
            return await browser.dialogs.outrun(looking)
    except (TimeoutError, DialogInterrupted, HandholdError):
        return None
    finally:
        looking.cancel()


async def _look(overview: Overview, apps: Apps, *, at: Literal["place", "page"]) -> Glance:
    if at == "place":
        return Glance(state=await apps.state())
    listing = await overview.look(nodes=MOST_NODES, test_ids=MOST_TEST_IDS)
    return Glance(state=await apps.state(seen=listing.seen), listing=listing)
