"""One structured line when a call ends, with a summary a person can read; page text and typed text stay out of it."""

from __future__ import annotations

import logging as standard

from handhold.contract import Call
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.engine.summary import summary

log = standard.getLogger("handhold.calls")


async def logging(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    log.debug("tool call started", extra={"tool": call.tool.name, "requestId": call.caller.request_id})
    with machinery.telemetry.span(call.tool.name, call.tool.spec.family) as finish:
        outcome = await proceed(call)
        finish(outcome.error.wire_code if outcome.error else None)
    level = standard.INFO if outcome.ok else standard.WARNING
    log.log(
        level,
        "tool call finished",
        extra={
            "tool": call.tool.name,
            "requestId": call.caller.request_id,
            "durationMs": call.watch.milliseconds,
            "summary": machinery.scrubber.text(summary(call.tool.name, outcome)),
        },
    )
    return outcome
