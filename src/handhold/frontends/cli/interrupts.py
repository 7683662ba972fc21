"""Wait for work that Ctrl-C ends: once in good order, twice at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")
ENDING: Final = (signal.SIGINT, signal.SIGTERM)


async def until_interrupted(work: Coroutine[Any, Any, T]) -> T | None:
    """What the work comes to, or None when it was cancelled by a signal and has cleaned up after itself."""
    loop = asyncio.get_running_loop()
    running = loop.create_task(work)
    # What runs in the background of a shell is not meant when somebody presses Ctrl-C there.
    before = {each: handler for each in ENDING if (handler := signal.getsignal(each)) is not signal.SIG_IGN}

    def stop() -> None:
        restore()
        running.cancel()

    def restore() -> None:
        for each, handler in before.items():
            if loop.remove_signal_handler(each):
                signal.signal(each, handler)

    for each in before:
        loop.add_signal_handler(each, stop)
    try:
        await asyncio.wait({running})
    finally:
        stop()
    return None if running.cancelled() else running.result()
