"""How well a step answers a question: points for where its words are found.

Pure, and the only place where the points are given; every way of finding candidates ends here, so all give one order.
How recent a session is adds to what was found and is never found by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from handhold.services.knowledge.records import SessionRecord, StepRecord
from handhold.services.knowledge.words import Question, tokenize, tokenize_identifier, words_in

REMEMBERED: Final = 1_000
"""Texts whose words are remembered."""

TOOL: Final = 10
SCREEN: Final = 8
TARGET: Final = 6
LABEL: Final = 5
TEST_ID: Final = 3
NAME: Final = 2
SHARE: Final = 5
"""Points of a step in which every word is found; fewer words, so many fewer."""

FLOW_TAG: Final = 12
GOAL: Final = 6
TAG: Final = 4
TODAY: Final = (24, 3)
RECENT: Final = (72, 1)
"""Hours, and the points of a session that is younger."""
POINTS: Final[Mapping[str, int]] = {
    "tool": TOOL,
    "screen": SCREEN,
    "target": TARGET,
    "labels": LABEL,
    "test_ids": TEST_ID,
    "names": NAME,
    "flows": FLOW_TAG,
    "goal": GOAL,
    "tags": TAG,
}
"""Of a word by where it is found, for whoever adds them up for many steps at once."""


class StepWords(NamedTuple):
    """A step as the search sees it: words with a blank around each, so that a whole word can be looked for too."""

    tool: str
    screen: str
    target: str
    labels: str
    test_ids: str
    names: str

    @classmethod
    def of(cls, step: StepRecord) -> StepWords:
        target, seen = step.tool.target, step.observation
        names = [f"{node.role} {node.name}" for node in seen.a11y.nodes]
        return cls(
            tool=_words_of(step.tool.name),
            screen=_words_of(step.screen),
            target=_identifiers_of(target.test_id) if target and target.test_id else "",
            labels=_words_of(" ".join(step.labels or ())),
            test_ids=_identifiers_of(" ".join([item.test_id for item in seen.test_ids])),
            names=_words_of(" ".join(names)),
        )


class SessionWords(NamedTuple):
    """A session as the search sees it."""

    flows: str = ""
    goal: str = ""
    tags: str = ""
    created_at: float = 0.0

    @classmethod
    def of(cls, session: SessionRecord | None) -> SessionWords:
        if session is None:
            return cls()
        return cls(
            flows=_joined(words_in(" ".join(session.flow_tags))),
            goal=_joined(tokenize(session.goal or "")),
            tags=_joined(words_in(" ".join(session.tags))),
            created_at=seconds_of(session.created_at),
        )


def score(step: StepWords, session: SessionWords, question: Question, *, now: float) -> int:
    """Points of a step and its session together; 0 when no word of the question is found in either."""
    points = matched = 0
    for token, whole in question.pairs:
        found = _points(step, token, whole)
        points += found
        matched += found > 0
    about = session_score(session, question)
    if not points and not about:
        return 0
    return points + SHARE * matched // len(question.pairs) + about + recency(session, now=now)


def session_score(session: SessionWords, question: Question) -> int:
    """Points of a session by itself, its age apart."""
    flows, goal, tags, _at = session
    points = 0
    for token, whole in question.pairs if flows or goal or tags else ():
        points += FLOW_TAG * (token in flows) + GOAL * (whole in goal) + TAG * (token in tags)
    return points


def recency(session: SessionWords, *, now: float) -> int:
    hours = (now - session.created_at) / 3600
    if hours < TODAY[0]:
        return TODAY[1]
    return RECENT[1] if hours < RECENT[0] else 0


def matched_fields(step: StepRecord, question: Question, *, most: int = 8) -> list[str]:
    """Where the words of the question are found in a step, in words; strongest first. Holds page text."""
    found: dict[str, None] = {}
    for field in _fields(step, question.tokens):
        found[field] = None
        if len(found) == most:
            break
    return list(found)


def _fields(step: StepRecord, tokens: Sequence[str]) -> Iterator[str]:
    if _holds(step.tool.name, tokens):
        yield f"tool:{step.tool.name}"
    if _holds(step.screen, tokens):
        yield f"screen:{step.screen}"
    target = step.tool.target
    if target and target.test_id and _names(target.test_id, tokens):
        yield f"testId:{target.test_id}"
    yield from (f"label:{label}" for label in step.labels or () if _holds(label, tokens))
    ids = (item.test_id for item in step.observation.test_ids)
    yield from (f"testId:{each}" for each in ids if _names(each, tokens))
    for node in step.observation.a11y.nodes:
        if _holds(node.name, tokens):
            yield f'a11y:{node.role}:"{node.name}"'
        elif _holds(node.role, tokens):
            yield f"a11y:{node.role}"


def _points(step: StepWords, token: str, whole: str) -> int:
    tool, screen, target, labels, test_ids, names = step
    return (
        TOOL * (token in tool)
        + SCREEN * (token in screen)
        + TARGET * (whole in target)
        + LABEL * (token in labels)
        + TEST_ID * (whole in test_ids)
        + NAME * (token in names)
    )


def seconds_of(timestamp: str) -> float:
    """When that was; 0 for what is no time."""
    try:
        return datetime.fromisoformat(timestamp.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return 0.0


# Screens repeat, and so do their texts: an index of many steps is made in less time.
@lru_cache(maxsize=REMEMBERED)
def _words_of(text: str) -> str:
    return _joined(words_in(text))


@lru_cache(maxsize=REMEMBERED)
def _identifiers_of(text: str) -> str:
    return _joined(tokenize_identifier(text))


def _joined(words: Sequence[str]) -> str:
    return f" {' '.join(dict.fromkeys(words))} " if words else ""


def _holds(text: str, tokens: Sequence[str]) -> bool:
    lowered = text.lower()
    for token in tokens:  # noqa: SIM110 - a third of the time of `any`, and a search asks this hundreds of times
        if token in lowered:
            return True
    return False


def _names(identifier: str, tokens: Sequence[str]) -> bool:
    """Whether one of the tokens is a word of it; most are not even a part of it, which is quickly seen."""
    return _holds(identifier, tokens) and not set(tokens).isdisjoint(tokenize_identifier(identifier))
