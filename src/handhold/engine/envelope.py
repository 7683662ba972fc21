"""Outcome to envelope: `{ok, result | error, meta}`, keys in this order, the same facts always."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from handhold.contract import Meta, Reply, Stopwatch
from handhold.contract.reply import encode
from handhold.engine.egress import Scrubber
from handhold.engine.outcome import Outcome
from handhold.errors import HandholdError


def reply_to(
    outcome: Outcome,
    *,
    meta: Meta,
    watch: Stopwatch,
    budget: int | None,
    scrubber: Scrubber,
    observation: Mapping[str, Any] | None = None,
) -> Reply:
    """The answer as it leaves; everything in it has passed the scrubber."""
    envelope: dict[str, Any] = {"ok": outcome.ok}
    if outcome.error is None:
        envelope["result"] = outcome.result
    else:
        envelope["error"] = error_body(outcome.error)
    envelope["meta"] = _meta(meta, watch)
    seen = scrubber.value(observation) if observation is not None else None
    reply = Reply(envelope=scrubber.value(envelope), blocks=outcome.blocks, observation=seen)
    return reply if budget is None or outcome.ok or _size(reply) <= budget else _shortened(reply, budget)


def error_body(error: HandholdError) -> dict[str, Any]:
    body: dict[str, Any] = {"code": error.wire_code, "message": error.message}
    if error.hint:
        body["hint"] = error.hint
    return {**body, "details": error.details}


def timestamp(seconds: float) -> str:
    """ISO 8601 with milliseconds, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _meta(meta: Meta, watch: Stopwatch) -> dict[str, Any]:
    told: dict[str, Any] = {"timestamp": timestamp(watch.at)}
    if meta.session_id is not None:
        told["sessionId"] = meta.session_id
    told["durationMs"] = watch.milliseconds
    if meta.session is not None:
        told["session"] = meta.session
    if meta.warnings:
        told["warnings"] = meta.warnings
    if meta.restarted:
        told["restarted"] = True
    return told | meta.extra


def _size(reply: Reply) -> int:
    return len(reply.text.encode())


def _shortened(reply: Reply, limit: int) -> Reply:
    """An error that is too long loses its details, longest first, and says so."""
    error: dict[str, Any] = dict(reply.error)
    details: dict[str, Any] = dict(error["details"])
    while details and _size(reply) > limit:
        details.pop(max(details, key=lambda name: len(encode(details[name]))))
        error = {**error, "details": {**details, "truncated": True}}
        reply = replace(reply, envelope={**reply.envelope, "error": error})
    return reply
