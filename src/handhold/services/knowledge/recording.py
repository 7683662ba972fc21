"""A finished call as a step record: bounded, labelled, and without anything that was typed.

What comes in has been sanitised by its tool; what goes out is bounded here, whatever a page or a caller made of it.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast

from handhold.services.knowledge.records import (
    Environment,
    Failure,
    Git,
    Observation,
    StepOutcome,
    StepRecord,
    Target,
    Timing,
    ToolUse,
)
from handhold.services.perception.page_text import clean

TEXT: Final = 200
"""Bytes of any one text from outside."""
MOST_MEMBERS: Final = 20
DEEPEST: Final = 4
MOST_DETAILS: Final = 12

DISCOVERY: Final = frozenset(
    {
        *("ui_scan", "ui_pick", "visual_scan", "state_snapshot", "state_read", "state_log"),
        *("mm_describe_screen", "mm_list_testids", "mm_accessibility_snapshot", "mm_get_state", "mm_screenshot"),
    }
)
NAVIGATION: Final = frozenset(
    {
        *("nav_goto", "nav_history", "nav_follow_path", "tabs_switch", "tabs_open", "tabs_close"),
        *("mm_navigate", "mm_wait_for_notification", "mm_launch", "mm_cleanup"),
    }
)
CONFIRMING: Final = ("confirm", "approve", "submit")


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedStep:
    """What is known of a call that has ended. `text_length` is None when nothing was typed, or a secret was."""

    session_id: str
    at: float
    tool: str
    duration_ms: int
    observation: Observation
    input: Mapping[str, Any]
    target: Target | None = None
    text_redacted: bool = False
    text_length: int | None = None
    error: Failure | None = None
    had_effect: bool = True
    """False for an action that was carried out and changed nothing."""


def record_of(step: FinishedStep, *, git: Git | None = None, environment: Environment | None = None) -> StepRecord:
    return StepRecord(
        timestamp=iso(step.at),
        session_id=step.session_id,
        environment=environment or environment_of(),
        git=git,
        tool=ToolUse(
            name=step.tool,
            input=cast(dict[str, Any], bounded(step.input)),
            target=step.target,
            text_redacted=step.text_redacted or None,
            text_length=step.text_length if step.text_redacted else None,
        ),
        timing=Timing(duration_ms=step.duration_ms),
        outcome=StepOutcome(ok=step.error is None, error=step.error),
        observation=step.observation,
        labels=labels_of(step.tool, step.target, ok=step.error is None, had_effect=step.had_effect),
    )


def environment_of(*, node: str | None = None, yarn: str | None = None) -> Environment:
    python = platform.python_version()
    return Environment(platform=sys.platform, python_version=python, node_version=node, yarn_version=yarn)


def failure(code: str, message: str, details: Mapping[str, Any]) -> Failure:
    """An error as a record keeps it; the input is recorded beside it already."""
    kept = {name: each for name, each in details.items() if name != "input"}
    told = cast(dict[str, Any], bounded(dict(list(kept.items())[:MOST_DETAILS])))
    return Failure(code=code, message=clean(message, limit=TEXT * 2), details=told or None)


def labels_of(tool: str, target: Target | None, *, ok: bool, had_effect: bool = True) -> tuple[str, ...]:
    """What kind of step it was."""
    if tool in DISCOVERY:
        kinds = ["discovery"]
    elif tool in NAVIGATION:
        kinds = ["navigation"]
    else:
        kinds = ["interaction"]
        if target is not None and any(word in _told(target) for word in CONFIRMING):
            kinds.append("confirmation")
    if not had_effect:
        kinds.append("no-effect")
    return (*kinds, *(() if ok else ("error-recovery",)))


def bounded(value: Any, *, depth: int = 0) -> Any:
    """A JSON value with short texts, few members and little depth."""
    if isinstance(value, str):
        return clean(value, limit=TEXT)
    if value is None or isinstance(value, bool | int | float):
        return value
    if depth >= DEEPEST:
        return "[deeper]"
    if isinstance(value, Mapping):
        members = list(cast(Mapping[Any, Any], value).items())
        return {clean(str(key), limit=60): bounded(each, depth=depth + 1) for key, each in members[:MOST_MEMBERS]}
    if isinstance(value, Sequence):
        return [bounded(each, depth=depth + 1) for each in cast(Sequence[Any], value)[:MOST_MEMBERS]]
    return clean(str(value), limit=TEXT)


def iso(seconds: float) -> str:
    """ISO 8601 with milliseconds, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _told(target: Target) -> str:
    facts = target.fingerprint or {}
    named = (str(facts.get(name, "")) for name in ("label", "text", "ariaLabel", "name", "id", "testId"))
    return " ".join((target.test_id or "", target.selector or "", *named)).lower()
