"""Whether a page says something, and in one place only."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from handhold.adapters.browser.bounded import retrieve

if TYPE_CHECKING:
    from handhold.adapters.browser.tab import Tab


async def says_once(tab: Tab, words: str, *, exact: bool, seconds: float) -> bool:
    """Whether exactly one element that can be seen shows these words; false when the page does not tell in time."""
    if tab.crashed or tab.page.is_closed():
        return False
    counting = asyncio.ensure_future(tab.page.get_by_text(words, exact=exact).filter(visible=True).count())
    counting.add_done_callback(retrieve)
    await asyncio.wait({counting}, timeout=seconds)
    return counting.done() and counting.exception() is None and counting.result() == 1
