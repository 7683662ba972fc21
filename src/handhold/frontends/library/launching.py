"""Start a Handhold in this process, and end it with everything it started."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from typing_extensions import Unpack

from handhold.frontends.library.calls import run_on
from handhold.frontends.library.methods import Methods
from handhold.frontends.library.waiting_methods import WaitingMethods

if TYPE_CHECKING:
    from handhold.frontends.library.shapes import LaunchOptions

_NUMBERS: Final = itertools.count(1)


class Browser(Methods):
    """A browser session of your own. It opens with the first call that needs it."""


class WaitingBrowser(WaitingMethods):
    """A browser session of your own, for code that does not await."""


@asynccontextmanager
async def launch(**options: Unpack[LaunchOptions]) -> AsyncGenerator[Browser]:
    """The tools as methods; settings given here win over all others.

    Raises `InvalidConfig` for settings that cannot be.
    """
    from handhold.app import App, load_settings
    from handhold.contract import Caller

    app = App(load_settings(cast(dict[str, Any], options)).settings)
    try:
        yield Browser(app, Caller(key=f"library-{next(_NUMBERS)}", client="library"))
    finally:
        await app.close()


@contextmanager
def launch_sync(**options: Unpack[LaunchOptions]) -> Generator[WaitingBrowser]:
    """The same without await, on a loop in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="handhold", daemon=True)
    thread.start()
    launching = launch(**options)
    try:
        browser = run_on(loop, launching.__aenter__())
        try:
            yield WaitingBrowser(browser, loop)
        finally:
            run_on(loop, launching.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
