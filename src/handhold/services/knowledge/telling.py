"""Steps and sessions in a few words: summaries for lists, recipes to follow. All of it may hold page text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from handhold.services.knowledge.records import StepRecord, Target
from handhold.services.perception.page_text import clean

FIELD: Final = 80
SNIPPET: Final = 240
NOTES: Final = 300
SELECTOR: Final = 30
MOST_FIELDS: Final = 8
IN_SNIPPET: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSummary:
    timestamp: str
    tool: str
    screen: str
    snippet: str
    session_id: str
    matched_fields: tuple[str, ...] = ()
    session_goal: str | None = None


@dataclass(frozen=True, slots=True)
class RecipeStep:
    number: int
    tool: str
    notes: str


def summary(step: StepRecord, *, matched: Sequence[str] = (), goal: str | None = None) -> StepSummary:
    shown = tuple(clean(field, limit=FIELD) for field in matched[:MOST_FIELDS])
    return StepSummary(
        timestamp=step.timestamp,
        tool=step.tool.name,
        screen=clean(step.screen, limit=FIELD),
        snippet=snippet(step, shown),
        session_id=step.session_id,
        matched_fields=shown,
        session_goal=clean(goal, limit=FIELD) if goal else None,
    )


def snippet(step: StepRecord, matched: Sequence[str] = ()) -> str:
    """What was found, on what, what kind of step, where, and how it failed; parts that are not there are left out."""
    parts = [f"match: {', '.join(matched[:IN_SNIPPET])}"] if matched else []
    if target := _target_part(step.tool.target):
        parts.append(target)
    if step.labels:
        parts.append(f"labels: {', '.join(step.labels)}")
    parts.append(f"screen: {clean(step.screen, limit=FIELD)}")
    if step.error_code:
        parts.append(f"error: {step.error_code}")
    return clean(", ".join(parts) or step.tool.name, limit=SNIPPET)


def recipe(steps: Iterable[StepRecord], *, first: int = 1) -> list[RecipeStep]:
    """The steps as instructions; targets are told so that they mean something in another session."""
    return [RecipeStep(number, step.tool.name, notes(step)) for number, step in enumerate(steps, start=first)]


def notes(step: StepRecord) -> str:
    parts = [f"target: {target}"] if (target := durable_target(step)) else []
    if isinstance(url := (step.tool.input or {}).get("url"), str):
        parts.append(f"url: {clean(url, limit=FIELD * 2)}")
    if step.screen != "unknown":
        parts.append(f"on screen: {clean(step.screen, limit=FIELD)}")
    if step.outcome.error is not None:
        parts.append(f"FAILED: {clean(step.outcome.error.message or 'without a message', limit=FIELD * 2)}")
    if step.artifacts is not None and step.artifacts.screenshot is not None:
        parts.append("screenshot captured")
    return clean("; ".join(parts) or "executed", limit=NOTES)


def durable_target(step: StepRecord) -> str:
    """The element of a step: by its test id, else by role and name, else by what was given; empty without one."""
    target = step.tool.target
    if target is None:
        return ""
    if target.test_id:
        return f'[data-testid="{clean(target.test_id, limit=FIELD)}"]'
    if said := described(target):
        return said
    if target.selector:
        return clean(target.selector, limit=FIELD)
    if target.a11y_ref:
        node = next((node for node in step.observation.a11y.nodes if node.ref == target.a11y_ref), None)
        named = f' ({node.role} "{clean(node.name, limit=FIELD)}")' if node and node.name else ""
        return f"{target.a11y_ref}{named}"
    return ""


def described(target: Target) -> str:
    """Role and name of an element as its fingerprint has them."""
    facts = target.fingerprint or {}
    role = str(facts.get("role") or facts.get("tag") or "")
    name = str(facts.get("label") or facts.get("text") or facts.get("ariaLabel") or facts.get("name") or "")
    return f'{clean(role, limit=40)} "{clean(name, limit=FIELD)}"' if role and name else ""


def _target_part(target: Target | None) -> str:
    if target is None:
        return ""
    if target.test_id:
        return f"testId: {clean(target.test_id, limit=FIELD)}"
    if target.a11y_ref:
        return f"ref: {target.a11y_ref}"
    if target.selector:
        return f"selector: {clean(target.selector[:SELECTOR], limit=FIELD)}"
    return f"target: {said}" if (said := described(target)) else ""
