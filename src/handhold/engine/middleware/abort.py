"""Stop waiting for a call whose caller has given up, and free its session."""

from __future__ import annotations

import asyncio

from handhold.contract import Call
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import Aborted


async def abort(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    signal = call.caller.signal
    if signal is None:
        return await proceed(call)
    if signal.is_set():
        raise Aborted("Aborted")
    running = asyncio.ensure_future(proceed(call))
    signalled = asyncio.ensure_future(signal.wait())
    try:
        await asyncio.wait({running, signalled}, return_when="FIRST_COMPLETED")
        if running.done():
            return running.result()
        raise Aborted("Aborted")
    finally:
        signalled.cancel()
        if not running.done():
            running.cancel()
