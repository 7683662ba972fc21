"""The order in which every call is wrapped: one tuple, outermost first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from handhold.contract import Call
from handhold.engine.middleware.abort import abort
from handhold.engine.middleware.budget import budget
from handhold.engine.middleware.errors import errors, guarded
from handhold.engine.middleware.logging import logging
from handhold.engine.middleware.observation import observation
from handhold.engine.middleware.recording import recording
from handhold.engine.middleware.redaction import redaction
from handhold.engine.middleware.session import session
from handhold.engine.middleware.validation import validation
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed

Middleware = Callable[[Call, Proceed, Machinery], Awaitable[Outcome]]

PIPELINE: Final[tuple[Middleware, ...]] = (
    errors,
    logging,
    abort,
    validation,
    session,
    recording,
    observation,
    redaction,
    budget,
)


def build(machinery: Machinery, pipeline: tuple[Middleware, ...] = PIPELINE) -> Proceed:
    """Wrap the tool's own code in the pipeline."""
    run: Proceed = partial(_run_tool, machinery=machinery)
    for middleware in reversed(pipeline):
        run = partial(_step, middleware=middleware, proceed=run, machinery=machinery)
    return run


async def _step(call: Call, *, middleware: Middleware, proceed: Proceed, machinery: Machinery) -> Outcome:
    return await middleware(call, proceed, machinery)


async def _run_tool(call: Call, *, machinery: Machinery) -> Outcome:
    async def work() -> Outcome:
        result = await call.tool.handler(call.checked, machinery.context_for(call))
        blocks = call.tool.blocks_of(result) if call.tool.blocks_of else ()
        return Outcome(result=result.model_dump(mode="json", by_alias=True, exclude_unset=False), blocks=blocks)

    return await guarded(call, work)
