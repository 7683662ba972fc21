"""Wait a limited time for a browser call that must not be cancelled half-way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def bounded(work: Awaitable[Any], seconds: float) -> bool:
    """Whether `work` ended in time, well or badly. What is not over by then goes on unobserved."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(retrieve)
    await asyncio.wait({task}, timeout=seconds)
    return task.done()


def retrieve(ended: asyncio.Future[Any]) -> None:
    """Mark an exception as seen; nobody waits for it any more."""
    if not ended.cancelled():
        ended.exception()
