"""Mask secrets in what the tool produced, before anything outside it can keep or show it."""

from __future__ import annotations

from dataclasses import replace

from handhold.contract import Call
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed


async def redaction(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    outcome = await proceed(call)
    scrub = machinery.scrubber
    if outcome.error is not None:
        error = outcome.error
        error.message, error.hint = scrub.text(error.message), scrub.text(error.hint)
        error.details = scrub.value(error.details)
        return outcome
    blocks = tuple(replace(block, text=scrub.text(block.text)) for block in outcome.blocks)
    return replace(outcome, result=scrub.value(outcome.result), blocks=blocks)
