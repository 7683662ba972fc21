"""The knowledge store: steps are written here, and found again by words, by screen, by session and by time.

Files are the truth. Methods may be called from several threads; writing a step never waits for a search.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from handhold.adapters.knowledge.folder import KnowledgeFolder, step_order
from handhold.adapters.knowledge.journal import CallJournal
from handhold.errors import KnowledgeError
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.finding import Candidate, Finder, ScanFinder, Where
from handhold.services.knowledge.memory_index import MemoryFinder
from handhold.services.knowledge.reading import NoRecord, read_record
from handhold.services.knowledge.records import SessionRecord, StepRecord
from handhold.services.knowledge.scoring import matched_fields, seconds_of, session_score
from handhold.services.knowledge.sessions import Filters, Scope, SessionCatalogue, SessionInfo
from handhold.services.knowledge.telling import RecipeStep, StepSummary, recipe, summary
from handhold.services.knowledge.words import Question

IndexMode = Literal["disk", "memory", "off"]
MOST_RECIPE_STEPS = 500
SPARE = 20
"""Matches beyond those asked for, in case files have gone since they were indexed."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found; `is_cut` when there may be more that were not looked at."""

    matches: Sequence[StepSummary]
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Recipe:
    session_id: str
    step_count: int
    steps: Sequence[RecipeStep]
    is_cut: bool = False
    """Whether earlier steps are left out."""


class KnowledgeStore:
    def __init__(
        self,
        root: Path,
        *,
        index: IndexMode = "disk",
        fsync: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = KnowledgeFolder(root, fsync=fsync)
        self.catalogue = SessionCatalogue(self.folder)
        self.journal = CallJournal(self.folder.path)
        self.mode = index
        self._clock = clock
        self._lock = threading.Lock()
        self.finder = self._make_finder()

    def _make_finder(self) -> Finder:
        if self.mode == "disk":
            return DiskFinder(self.folder)
        made = MemoryFinder if self.mode == "memory" else ScanFinder
        return made(self.folder, self.catalogue)

    # Writing.

    def record(self, step: StepRecord) -> str:
        """Write one step; the name of its file. It is on disk when this returns. Raises `StoreFailed`."""
        return self.write(step.session_id, at=seconds_of(step.timestamp), tool=step.tool.name, text=step.to_json())

    def write(self, session: str, *, at: float, tool: str, text: str) -> str:
        """As `record`, for a step that is JSON already."""
        return self.folder.write_step(session, seconds=at, tool=tool, text=text)

    def record_session(self, session: SessionRecord) -> None:
        """Write what a session is for. Raises `StoreFailed`."""
        self.folder.write_session(session.session_id, session.to_json())
        self.catalogue.forget(session.session_id)

    # Reading.

    def steps(
        self,
        *,
        screen: str | None = None,
        sessions: Sequence[str] | None = None,
        without: str | None = None,
        since: float | None = None,
        limit: int = 100,
    ) -> list[StepRecord]:
        """Whole records, newest first: of one screen, of certain sessions, `without` one, `since` a time (seconds)."""
        where = Where(screen=screen, sessions=None if sessions is None else tuple(sessions))
        found: list[StepRecord] = []
        # Those of the session that is left out are asked for, too, so there must be room for them.
        for _session, _file, step in self._newest(where, limit=limit if without is None else limit * 3):
            if since is not None and seconds_of(step.timestamp) < since:
                break
            if step.session_id != without:
                found.append(step)
        return found[:limit]

    def last(self, n: int, *, sessions: Sequence[str] | None, filters: Filters) -> list[StepSummary]:
        """The newest steps in a few words, newest first."""
        where = Where(screen=filters.screen, sessions=self._narrowed(sessions, filters))
        return [summary(step, goal=self._goal(session)) for session, _file, step in self._newest(where, limit=n)]

    def search(self, text: str, *, limit: int, sessions: Sequence[str] | None, filters: Filters) -> Found:
        """The steps that answer best, best first. A text without words is answered by nothing."""
        question = Question.of(text)
        if not question.groups:
            return Found(())
        with self._lock:
            where = Where(screen=filters.screen, sessions=self._narrowed(sessions, filters))
            if where.sessions is None and self.mode != "disk":
                where = Where(screen=where.screen, sessions=self._ranked(question))
            self.finder.refresh()
            most = limit + SPARE
            candidates = self.finder.matching(question, where, now=self._clock(), most=most)
        read = self._read((each.session, each.file) for each in _best_first(candidates.steps)[:most])
        matches: list[StepSummary] = []
        for session, _file, step in read:
            matches.append(summary(step, matched=matched_fields(step, question), goal=self._goal(session)))
            if len(matches) == limit:
                break
        return Found(matches, candidates.is_cut)

    def records(self, session: str) -> Iterator[StepRecord]:
        """Every step of a session, in the order it was taken."""
        return (step for _session, _file, step in self._read((session, name) for name in self.folder.steps(session)))

    def summarize(self, session: str) -> Recipe:
        """What was done in a session, as instructions, in the order it was done. Raises `KnowledgeError`."""
        files = self.folder.steps(session)
        if not files:
            raise KnowledgeError("no step of that session is recorded", hint="Take an id from mm_knowledge_sessions.")
        told = [step for _s, _f, step in self._read((session, name) for name in files[-MOST_RECIPE_STEPS:])]
        earlier = max(len(files) - MOST_RECIPE_STEPS, 0)
        return Recipe(session, earlier + len(told), recipe(told, first=earlier + 1), earlier > 0)

    def sessions(self, *, filters: Filters, limit: int) -> list[SessionInfo]:
        """Sessions, newest first."""
        found = (info for info in self.catalogue.all() if info.passes(filters, now=self._clock()))
        return [info for _number, info in zip(range(limit), found, strict=False)]

    def newest_session(self) -> str | None:
        """The session that was begun last."""
        return next(iter(self.catalogue.names()), None)

    def resolve(self, scope: Scope, *, current: str | None) -> tuple[str, ...] | None:
        """The sessions a scope means; None for all. Without a running session `current` is the last one."""
        if scope == "all":
            return None
        session = (current or self.newest_session()) if scope == "current" else scope
        return () if session is None else (session,)

    def refresh(self) -> bool:
        """Take note of what was written; False when there was no time for all of it."""
        with self._lock:
            return self.finder.refresh()

    def close(self) -> None:
        with self._lock:
            self.finder.close()

    def _newest(self, where: Where, *, limit: int) -> Iterator[tuple[str, str, StepRecord]]:
        with self._lock:
            self.finder.refresh()
            files = self.finder.newest(where, limit=limit)
        return self._read(files)

    def _read(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, StepRecord]]:
        """The records in these files; what has gone meanwhile is left out."""
        for session, name in files:
            found = read_record(self.folder, session, name)
            if found is not None and not isinstance(found, NoRecord):
                yield session, name, found

    def _narrowed(self, sessions: Sequence[str] | None, filters: Filters) -> tuple[str, ...] | None:
        if not filters.is_about_sessions:
            return None if sessions is None else tuple(sessions)
        infos = self.catalogue.all() if sessions is None else map(self.catalogue.get, sessions)
        return tuple(info.name for info in infos if info.passes(filters, now=self._clock()))

    def _ranked(self, question: Question) -> tuple[str, ...]:
        """All sessions, those that are themselves what is asked for first, then the newest."""
        infos = self.catalogue.all()
        points = {info.name: session_score(info.words, question) for info in infos}
        return tuple(sorted(points, key=lambda name: -points[name]))

    def _goal(self, session: str) -> str | None:
        record = self.catalogue.get(session).record
        return record.goal if record else None


def _best_first(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of those with the same points the newest first."""
    return sorted(candidates, key=lambda each: (each.points, step_order(each.file), each.session), reverse=True)
