"""Record a Playwright trace of a session: a group per step, which `playwright show-trace` shows as a tree.

What we do goes to the browser by DevTools, of which a trace knows nothing: a press leaves no line in it, only the group
around it. Playwright looks at the page around calls of its own, so a step that shall have a look of its own gets such a
call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.bounded import bounded, retrieve

if TYPE_CHECKING:
    from playwright.async_api._generated import Tracing

    from handhold.adapters.browser.session import BrowserSession

CALL_SECONDS: Final = 3.0
END_SECONDS: Final = 20.0
"""For a trace to be packed; one of a long test with pictures has tens of megabytes."""
GONE: Final = "the browser ended"


class Trace:
    """The trace of one context. What goes wrong with it is told by `trouble`, and never raised."""

    def __init__(self, browser: BrowserSession) -> None:
        self._browser = browser
        self._tracing: Tracing | None = None
        self._is_in_group = False
        self._under_way: set[asyncio.Future[Any]] = set()
        self.trouble: str | None = None
        """Why there will be no trace."""

    async def begin(self, *, title: str, with_pictures: bool) -> None:
        """`with_pictures`: a picture of every frame the browser draws, which costs more than all the rest."""
        if not self._browser.is_open:
            self.trouble = GONE
            return
        tracing = self._browser.browser.context.tracing
        if await self._done(tracing.start(title=title, snapshots=True, screenshots=with_pictures)):
            self._tracing = tracing

    async def open_group(self, name: str) -> None:
        if self._tracing is not None:
            self._is_in_group = True
            await self._sent(self._tracing.group(name))

    async def look(self) -> None:
        """Have the document as it is now in the trace."""
        tab = self._browser.tabs.get(self._browser.current) if self._browser.current is not None else None
        if self._tracing is not None and tab is not None and not tab.crashed and not tab.page.is_closed():
            # Waits for nothing: it is the one call that Playwright looks around for and the page does not notice.
            await bounded(tab.page.wait_for_timeout(0), CALL_SECONDS)

    async def close_group(self) -> None:
        if self._tracing is not None and self._is_in_group:
            self._is_in_group = False
            await self._sent(self._tracing.group_end())

    async def keep(self, file: Path) -> bool:
        """Whether the trace is in the file now."""
        return await self._end(file)

    async def discard(self) -> None:
        await self._end(None)

    async def _end(self, file: Path | None) -> bool:
        tracing, self._tracing = self._tracing, None
        return tracing is not None and await self._done(tracing.stop(path=file), seconds=END_SECONDS)

    async def _sent(self, work: Awaitable[Any]) -> None:
        """Go on without the answer, which costs a trip in each step: the driver takes what comes in order."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(retrieve)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.sleep(0)

    async def _done(self, work: Awaitable[Any], *, seconds: float = CALL_SECONDS) -> bool:
        task = asyncio.ensure_future(work)
        if not await bounded(task, seconds):
            self.trouble = f"the browser did not answer within {seconds:g} s"
            return False
        error = task.exception()
        if error is not None and not isinstance(error, PlaywrightError):
            raise error
        if error is not None:
            # Playwright's own words may hold page text.
            self.trouble = "the browser refused" if self._browser.is_open else GONE
        return error is None
