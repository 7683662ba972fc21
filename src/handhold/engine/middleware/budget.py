"""Keep the promise about the size of an answer. Tools page and shorten; one over the limit is a bug, and said so."""

from __future__ import annotations

from handhold.contract import Call
from handhold.contract.reply import encode
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import InternalError

ENVELOPE_BYTES = 300
"""Reserved for `ok`, `meta` and a warning or two."""


async def budget(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    outcome = await proceed(call)
    limit = call.tool.budget
    if limit is None or not outcome.ok:
        return outcome
    size = len(encode(outcome.result).encode("utf-8", errors="replace"))
    if size > limit - ENVELOPE_BYTES:
        raise InternalError(f"{call.tool.name} made an answer of {size} bytes, over its limit of {limit}")
    return outcome
