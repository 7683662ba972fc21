"""When the server ends: on a signal, when its parent dies, when its client leaves; and that nothing is left then."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Coroutine
from typing import Any, Final

from handhold.app import App

log = logging.getLogger(__name__)

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PARENT_SECONDS: Final = 1.0
CLOSE_SECONDS: Final = 1.5
"""A browser gets this long to close; then its processes are killed, so that we are gone within three seconds."""

SWEEP_AFTER_SECONDS: Final = 1.0
"""What dead servers left behind can wait; the client that has just started us cannot."""

TRANSPORT_SECONDS: Final = 0.7
"""What the transport gets to say goodbye."""


async def serve_until_ended(app: App, serving: Coroutine[Any, Any, None], *, watch_parent: bool) -> None:
    """Serve until the transport ends, a signal arrives or, for a client's own server, the parent is gone."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in SIGNALS:
        loop.add_signal_handler(number, _end, number, ended)
    tasks = {asyncio.create_task(serving, name="transport"), asyncio.create_task(ended.wait(), name="signals")}
    sweeping = asyncio.create_task(_sweep(app), name="sweep")
    if watch_parent:
        tasks.add(asyncio.create_task(_parent_gone(), name="parent"))
    done, pending = await asyncio.wait(tasks, return_when="FIRST_COMPLETED")
    loop.set_exception_handler(_note)
    for task in (*pending, sweeping):
        task.cancel()
    await _close(app)
    await asyncio.wait({*pending, sweeping}, timeout=TRANSPORT_SECONDS)
    for task in done:
        task.result()


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Work that loses its browser because we end fails, and nobody waits for it any more."""
    log.debug("while ending: %s", context.get("message"))


def _end(number: int, ended: asyncio.Event) -> None:
    log.info("ending on %s", signal.Signals(number).name)
    ended.set()


async def _parent_gone() -> None:
    """Wrappers such as npx or a shell may keep our pipe open after the client has died."""
    parent = os.getppid()
    while os.getppid() == parent:  # noqa: ASYNC110  nothing tells us; the kernel has no event for it
        await asyncio.sleep(PARENT_SECONDS)
    log.info("ending: the parent process is gone")


async def _sweep(app: App) -> None:
    await asyncio.sleep(SWEEP_AFTER_SECONDS)
    await asyncio.get_running_loop().run_in_executor(None, app.sweep)
    if (folder := await asyncio.get_running_loop().run_in_executor(None, app.unwritable)) is not None:
        log.warning("steps are not recorded: %s cannot be written", folder)


async def _close(app: App) -> None:
    closing = asyncio.ensure_future(app.close())
    await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
    if not closing.done():
        app.kill()
