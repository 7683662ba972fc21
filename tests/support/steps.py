"""Step records made for a test, and the slowest right way to search them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from handhold.adapters.knowledge.folder import KnowledgeFolder, step_order
from handhold.services.knowledge.finding import records
from handhold.services.knowledge.reading import parse_session
from handhold.services.knowledge.recording import iso
from handhold.services.knowledge.records import (
    Failure,
    Node,
    SessionRecord,
    State,
    StepOutcome,
    StepRecord,
    Target,
    TestIdItem,
    ToolUse,
    default_observation,
)
from handhold.services.knowledge.scoring import SessionWords, StepWords, score
from handhold.services.knowledge.store import KnowledgeStore
from handhold.services.knowledge.words import Question

NOW = 1_800_000_000.0
_numbers = itertools.count(1)


def a_step(
    tool: str = "ui_scan",
    *,
    session: str = "mm-test-1",
    at: float | None = None,
    screen: str = "web:shop.example/cart",
    url: str = "https://shop.example/cart",
    ids: Sequence[str] = (),
    nodes: Sequence[tuple[str, str]] = (),
    target: Target | None = None,
    labels: Sequence[str] = (),
    error: str | None = None,
    **use: Any,
) -> StepRecord:
    """A step; each one a second after the one before, unless it says when."""
    seen = [Node(ref=f"e{place}", role=role, name=name) for place, (role, name) in enumerate(nodes, start=1)]
    return StepRecord(
        timestamp=iso(NOW - 10_000 + next(_numbers) if at is None else at),
        session_id=session,
        tool=ToolUse(name=tool, target=target, **use),
        outcome=StepOutcome(ok=error is None, error=Failure(code=error, message="it failed") if error else None),
        observation=default_observation(
            State(current_url=url, current_screen=screen),
            [TestIdItem(test_id=each, tag="button", visible=True) for each in ids],
            seen,
        ),
        labels=tuple(labels) or None,
    )


def a_session(name: str = "mm-test-1", *, at: float = NOW - 10_000, **about: Any) -> SessionRecord:
    return SessionRecord(session_id=name, created_at=iso(at), **about)


def a_store(root: Path, index: Any = "disk", *, now: float = NOW) -> KnowledgeStore:
    return KnowledgeStore(root, index=index, clock=lambda: now)


def brute_force(root: Path, text: str, *, now: float = NOW) -> list[tuple[int, str, str]]:
    """Points, session and file of every step that answers, best first, by reading every file."""
    folder, question = KnowledgeFolder(root), Question.of(text)
    found: list[tuple[int, tuple[str, int, str], str, str]] = []
    for session in folder.sessions():
        about = SessionWords.of(parse_session(folder.read_session(session)))
        for name, step in records(folder, session, folder.steps(session)):
            points = score(StepWords.of(step), about, question, now=now) if question.groups else 0
            if points > 0:
                found.append((points, step_order(name), session, name))
    return [(points, session, name) for points, _order, session, name in sorted(found, key=_rank, reverse=True)]


def _rank(each: tuple[int, tuple[str, int, str], str, str]) -> tuple[int, tuple[str, int, str], str]:
    points, order, session, _name = each
    return points, order, session
