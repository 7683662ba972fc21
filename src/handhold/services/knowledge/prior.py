"""Prior knowledge of a screen in full: similar steps, the sessions they are from, what to do next and what to avoid.

Targets are told by test id, selector, or role and name, and never by a ref of an earlier session. Nothing that was
typed is in it; names and selectors are page text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from handhold.services.knowledge.deeds import Action, Aim, Deed, Scene
from handhold.services.knowledge.recording import iso
from handhold.services.knowledge.records import Git, SessionRecord, Stored
from handhold.services.knowledge.similarity import confidence, similarity
from handhold.services.knowledge.suggestions import Suggestion, judged

WINDOW_HOURS: Final = 48
MAX_RELATED_SESSIONS: Final = 5
MAX_SIMILAR_STEPS: Final = 10
MAX_SUGGESTED_ACTIONS: Final = 5
MAX_AVOID: Final = 5
LEAST_SIMILAR: Final = 8
"""Points; the seed's own least would be any: a step anywhere has two for being one."""


class A11yHint(Stored):
    role: str
    name: str


class StepTarget(Stored):
    test_id: str | None = None
    selector: str | None = None


class SimilarStep(Stored):
    session_id: str
    timestamp: str
    tool: str
    screen: str
    snippet: str
    labels: tuple[str, ...] | None = None
    target: StepTarget | None = None
    a11y_hint: Annotated[A11yHint | None, Field(alias="a11yHint")] = None
    confidence: float


class RelatedSession(Stored):
    session_id: str
    created_at: str
    goal: str | None = None
    flow_tags: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    git: Git | None = None


class ToldTarget(Stored):
    type: Literal["testId", "selector", "a11yHint"]
    value: str | A11yHint


class SuggestedAction(Stored):
    rank: int
    action: Action
    rationale: str
    confidence: float
    preferred_target: ToldTarget
    fallback_targets: tuple[ToldTarget, ...] | None = None


class Avoid(Stored):
    rationale: str
    target: StepTarget
    a11y_hint: Annotated[A11yHint | None, Field(alias="a11yHint")] = None
    error_code: str | None = None
    frequency: int


class Asked(Stored):
    window_hours: int
    used_flow_tags: tuple[str, ...]
    used_filters: dict[str, Any]
    candidate_sessions: int
    candidate_steps: int


class PriorKnowledge(Stored):
    schema_version: Literal[1] = 1
    generated_at: str
    query: Asked
    related_sessions: tuple[RelatedSession, ...]
    similar_steps: tuple[SimilarStep, ...]
    suggested_next_actions: tuple[SuggestedAction, ...]
    avoid: tuple[Avoid, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What earlier sessions did, within the window and without the current one."""

    deeds: Sequence[Deed]
    sessions: Mapping[str, SessionRecord | None]
    """Newest first."""
    window_hours: int = WINDOW_HOURS


def prior_knowledge(past: Past, here: Scene, *, flow_tag: str | None, now: float) -> PriorKnowledge | None:
    """None when there is nothing to say. A flow tag narrows the sessions to those of the flow, if there are any."""
    sessions = _of_flow(past.sessions, flow_tag)
    deeds = [deed for deed in past.deeds if deed.session in sessions]
    similar = _similar(deeds, here)
    found = judged(deeds, here, now=now)
    suggested = _suggested(found.suggestions, here)
    related = _related(sessions, [deed for deed, _points in similar])
    if not related and not similar and not suggested:
        return None
    avoid = tuple(_avoid(each.aim, each.error_code, each.times) for each in found.cautions[:MAX_AVOID])
    return PriorKnowledge(
        generated_at=iso(now),
        query=Asked(
            window_hours=past.window_hours,
            used_flow_tags=(flow_tag,) if flow_tag and sessions is not past.sessions else (),
            used_filters={"sinceHours": past.window_hours},
            candidate_sessions=len(sessions),
            candidate_steps=len(deeds),
        ),
        related_sessions=related,
        similar_steps=tuple(_told(deed, points) for deed, points in similar),
        suggested_next_actions=suggested,
        avoid=avoid or None,
    )


def _of_flow(sessions: Mapping[str, SessionRecord | None], flow_tag: str | None) -> Mapping[str, SessionRecord | None]:
    if flow_tag is None:
        return sessions
    narrowed = {name: record for name, record in sessions.items() if record and flow_tag in record.flow_tags}
    return narrowed or sessions


def _similar(deeds: Sequence[Deed], here: Scene) -> list[tuple[Deed, int]]:
    """What worked in scenes like this, the most alike first, then the newest."""
    scored = [(deed, similarity(deed, here)) for deed in deeds if deed.ok]
    kept = [pair for pair in scored if pair[1] >= LEAST_SIMILAR]
    kept.sort(key=lambda pair: (-pair[1], -pair[0].at))
    return kept[:MAX_SIMILAR_STEPS]


def _related(sessions: Mapping[str, SessionRecord | None], similar: Sequence[Deed]) -> tuple[RelatedSession, ...]:
    met = dict.fromkeys(deed.session for deed in similar)
    records = [record for name, record in sessions.items() if name in met and record is not None]
    return tuple(
        RelatedSession(
            session_id=record.session_id,
            created_at=record.created_at,
            goal=record.goal,
            flow_tags=record.flow_tags,
            tags=record.tags,
            git=record.git,
        )
        for record in records[:MAX_RELATED_SESSIONS]
    )


def _suggested(suggestions: Sequence[Suggestion], here: Scene) -> tuple[SuggestedAction, ...]:
    """Only what can be seen now."""
    found: list[SuggestedAction] = []
    for each in suggestions:
        targets = targets_now(each.aim, here)
        if targets and len(found) < MAX_SUGGESTED_ACTIONS:
            times = f"Used {each.times} times successfully on this screen"
            found.append(
                SuggestedAction(
                    rank=len(found) + 1,
                    action=each.action,
                    rationale=times if each.times > 1 else "Most common next successful step on this screen",
                    confidence=each.confidence,
                    preferred_target=targets[0],
                    fallback_targets=tuple(targets[1:]) or None,
                )
            )
    return tuple(found)


def targets_now(aim: Aim, here: Scene) -> list[ToldTarget]:
    """How the element can be named, the best first; nothing when it is not seen now."""
    hint = A11yHint(role=aim.role, name=aim.name) if aim.role and aim.name else None
    is_named = hint is not None and (aim.role, aim.name.lower()) in here.nodes
    is_tested = bool(aim.test_id) and aim.test_id in here.test_ids
    if not is_named and not is_tested:
        return []
    told = [ToldTarget(type="testId", value=aim.test_id)] if is_tested else []
    if aim.selector:
        told.append(ToldTarget(type="selector", value=aim.selector))
    if hint is not None and is_named:
        told.append(ToldTarget(type="a11yHint", value=hint))
    return told


def _told(deed: Deed, points: int) -> SimilarStep:
    aim = deed.aim
    return SimilarStep(
        session_id=deed.session,
        timestamp=deed.timestamp,
        tool=deed.tool,
        screen=deed.scene.screen,
        snippet=_snippet(deed),
        labels=deed.labels or None,
        target=_target(aim) if aim and (aim.test_id or aim.selector) else None,
        a11y_hint=_hint(aim) if aim else None,
        confidence=round(confidence(points), 3),
    )


def _snippet(deed: Deed) -> str:
    aim = deed.aim
    parts: list[str] = []
    if aim is not None:
        named = f"testId: {aim.test_id}" if aim.test_id else f"{aim.role}: {aim.name}" if aim.name else ""
        parts.append(named or f"selector: {aim.selector[:30]}")
    if deed.labels:
        parts.append(f"labels: {', '.join(deed.labels)}")
    parts.append(f"screen: {deed.scene.screen}")
    return ", ".join(parts)


def _avoid(aim: Aim, error_code: str | None, times: int) -> Avoid:
    return Avoid(
        rationale="Frequently fails due to UI churn" if error_code else "Repeatedly had no effect on this screen",
        target=_target(aim),
        a11y_hint=_hint(aim),
        error_code=error_code,
        frequency=times,
    )


def _target(aim: Aim) -> StepTarget:
    return StepTarget(test_id=aim.test_id or None, selector=aim.selector or None)


def _hint(aim: Aim) -> A11yHint | None:
    return A11yHint(role=aim.role, name=aim.name) if aim.role and aim.name else None
