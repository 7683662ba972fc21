"""The best of all steps of an index at once: the points of `scoring`, added up for whole sets of steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from handhold.adapters.knowledge.bits import Sums, chunks_down
from handhold.adapters.knowledge.index import COLUMNS, WHOLE
from handhold.adapters.knowledge.postings import MOST_FORMS, Asked, Forms
from handhold.adapters.knowledge.step_sets import FreshStep, SessionSteps, Span, StepSets
from handhold.services.knowledge.finding import Candidate, Candidates, Where
from handhold.services.knowledge.scoring import POINTS, RECENT, SHARE, SessionWords, StepWords, recency, score
from handhold.services.knowledge.words import Question

STEP_COLUMNS: Final = len(StepWords._fields)
"""The columns of a step itself; those of its session follow."""


@dataclass(frozen=True, slots=True)
class _Points:
    """The points of all steps, and the steps that have any."""

    sums: Sums
    found: int


def best_of(sets: StepSets, question: Question, where: Where, *, now: float, most: int) -> Candidates:
    """The so many best steps that there are; cut when a word is part of too many others to look for all of them."""
    with sets.reading():
        forms = sets.forms(question.tokens)
        is_cut = any(len(each) >= MOST_FORMS for each in forms.values())
        fresh = (_scored(step, question, now) for step in sets.fresh(place=where.screen, sessions=where.sessions))
        steps = [each for each in fresh if each.points]
        span = sets.span()
        if span is not None:
            old, is_unsure = _best(sets, question, forms, where, span=span, now=now, most=most)
            steps += old
            is_cut |= is_unsure
    return Candidates(steps, is_cut)


def _best(
    sets: StepSets, question: Question, forms: Forms, where: Where, *, span: Span, now: float, most: int
) -> tuple[list[Candidate], bool]:
    points = _points(sets, question, forms, span)
    among = _among(sets, points.found, where, span)
    if not among:
        return [], False
    _add_recency(sets, points.sums, among, span=span, now=now)
    certain, equal = points.sums.largest(most, among=among)
    chosen = [member for _chunk, members in chunks_down(certain) for member in members]
    newest, is_unsure = sets.newest_of(equal, most - len(chosen), span) if equal else ([], False)
    chosen += newest
    scores = dict(zip(chosen, points.sums.of(chosen), strict=True))
    steps = [Candidate(step.session, step.file, scores[step.number]) for step in sets.steps(chosen, span)]
    return steps, is_unsure


def _points(sets: StepSets, question: Question, forms: Forms, span: Span) -> _Points:
    """What `scoring.score` gives, how recent a session is apart."""
    asked = [
        Asked(place, (token,) if column in WHOLE else forms[token])
        for token in question.tokens
        for place, column in enumerate(COLUMNS)
    ]
    having = iter(sets.having(asked, span))
    sums, matched = Sums(), Sums()
    found = 0
    for _token in question.tokens:
        in_step = in_session = 0
        for place, column in enumerate(COLUMNS):
            steps = next(having)
            sums.add(steps, POINTS[column])
            if place < STEP_COLUMNS:
                in_step |= steps
            else:
                in_session |= steps
        matched.add(in_step, 1)
        found |= in_step | in_session
    words = len(question.tokens)
    for points in range(1, SHARE + 1):
        # So many points are given when so many words, rounded up, are found.
        sums.add(matched.at_least(-(-points * words // SHARE), among=found), 1)
    return _Points(sums, found)


def _among(sets: StepSets, found: int, where: Where, span: Span) -> int:
    """Those that are asked for and still there."""
    if found and (gone := sets.gone(span)):
        found &= ~gone
    if found and where.screen is not None:
        found &= sets.on(where.screen, span)
    if found and where.sessions is not None:
        found &= sets.of(sets.named(where.sessions), span)
    return found


def _add_recency(sets: StepSets, sums: Sums, among: int, *, span: Span, now: float) -> None:
    by_points: dict[int, list[SessionSteps]] = {}
    for session in sets.created_after(now - (RECENT[0] + 1) * 3600):
        points = recency(SessionWords(created_at=session.created_at), now=now)
        if points:
            by_points.setdefault(points, []).append(session)
    for points, sessions in by_points.items():
        sums.add(sets.of(sessions, span) & among, points)


def _scored(step: FreshStep, question: Question, now: float) -> Candidate:
    words, told = StepWords._make(step.words[:STEP_COLUMNS]), step.words[STEP_COLUMNS:]
    about = SessionWords(*told, created_at=step.created_at)
    return Candidate(step.session, step.file, score(words, about, question, now=now))
