"""Look at the page while the caller thinks, so that its next look finds the work done."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from handhold.errors import HandholdError, PageClosed
from handhold.services.perception.observation import WANTED
from handhold.services.perception.view import Count

if TYPE_CHECKING:
    from handhold.adapters.browser.eyes import Eyes
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab

PAUSE_SECONDS: Final = 0.03
"""A caller that has not called again by then is thinking; steps of a batch and of a program follow at once."""
QUIET_SECONDS: Final = 0.1
"""Without changes before the page is looked at again; twice as long each time, to leave a restless page alone."""
OLDEST_SECONDS: Final = 2.5
RENEW_SECONDS: Final = 3.5
"""A look is believed for five seconds (page/src/structure/still.js), so it is renewed before."""
MOST_LOOKS: Final = 8
"""After one answer, however long the caller thinks and however restless the page is."""
MOST_ELEMENTS: Final = 30_000
"""Looking at more would hold the page up for half a second, and maybe the next call with it."""
MOST_PAGE_MS: Final = 600
"""What all looks after one answer may take of the page's time."""


async def look_ahead(browser: BrowserSession, *, count: Count) -> None:
    """Keep a look at the session's tab at hand, for a while; to be cancelled when the next call comes."""
    spent = 0
    await asyncio.sleep(PAUSE_SECONDS)
    for number in range(MOST_LOOKS):
        eyes = await _at_rest(browser)
        if eyes is None:
            return
        try:
            took = await eyes.look_ahead(most=MOST_ELEMENTS, oldest=OLDEST_SECONDS, observe=WANTED)
            count("handhold.look_ahead.left_out" if took is None else "handhold.look_ahead.looks")
            if took is None or (spent := spent + took) > MOST_PAGE_MS:
                return
            await eyes.until_outdated(quiet=QUIET_SECONDS * 2**number, timeout=RENEW_SECONDS)
        except PageClosed:
            continue  # the tab goes to another page, which is looked at as well
        except HandholdError:
            return


async def meet_page(browser: BrowserSession, tab: Tab) -> None:
    """Look at a page that has just been opened while its caller is answered: what comes next is mostly a look at it.

    Only begins it. To be called when the page has been asked for what the answer tells, so that that comes first.
    """
    eyes = browser.eyes_of_new_page()
    if eyes is not None and not tab.loading:
        browser.in_background(_met(eyes))


async def _met(eyes: Eyes) -> None:
    try:
        await eyes.meet_page({"oldestMs": 0, "most": MOST_ELEMENTS, "observe": WANTED, "isHurried": True})
    except HandholdError:
        return  # it has been left, or does not answer, which the next call tells


async def _at_rest(browser: BrowserSession) -> Eyes | None:
    """What sees the session's tab, once that has loaded; None when there is nothing to look at."""
    tab = browser.tabs.get(browser.current) if browser.current is not None else None
    if tab is None or browser.dialogs.is_waiting:
        return None
    await tab.stopped.wait()
    return None if browser.dialogs.is_waiting else tab.known_eyes
