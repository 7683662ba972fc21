"""What every way of finding steps has in common: what is asked, what comes back, and how far is looked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from handhold.adapters.knowledge.folder import KnowledgeFolder, step_order
from handhold.services.knowledge.reading import NoRecord, read_record
from handhold.services.knowledge.records import StepRecord
from handhold.services.knowledge.scoring import SessionWords, StepWords, score
from handhold.services.knowledge.words import Question

MOST_SESSIONS: Final = 20
MOST_STEPS_OF_ONE: Final = 500
MOST_STEPS: Final = 2_000
"""How much is looked at without an index on disk, newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Which steps are asked for. `sessions` are in the order in which they are looked at; None means all."""

    sessions: tuple[str, ...] | None = None
    screen: str | None = None


class Candidate(NamedTuple):
    """A step that answers, by its file, and how well."""

    session: str
    file: str
    points: int


@dataclass(frozen=True, slots=True)
class Candidates:
    steps: Sequence[Candidate]
    is_cut: bool
    """Whether there may be others that were not looked at."""


class Finder(Protocol):
    """Finds steps. Used by one thread at a time."""

    def matching(self, question: Question, where: Where, *, now: float, most: int) -> Candidates:
        """Steps with points, in no order: the so many best of them at least."""
        ...

    def newest(self, where: Where, *, limit: int) -> list[tuple[str, str]]:
        """Session and file of the newest steps, newest first."""
        ...

    def refresh(self) -> bool:
        """Take note of what was written meanwhile. False when there was no time for all of it."""
        ...

    def close(self) -> None: ...


class SessionLookup(Protocol):
    """What is known of sessions."""

    def names(self) -> list[str]:
        """All of them, newest first."""
        ...

    def words(self, session: str) -> SessionWords: ...


def newest_files(folder: KnowledgeFolder, session: str, *, limit: int) -> list[str]:
    return folder.steps(session)[::-1][:limit]


def records(folder: KnowledgeFolder, session: str, files: Iterable[str]) -> Iterable[tuple[str, StepRecord]]:
    """The readable ones among these files."""
    for name in files:
        found = read_record(folder, session, name)
        if found is not None and not isinstance(found, NoRecord):
            yield name, found


class ScanFinder:
    """Finds by reading the files themselves: slow, bounded, and never out of date."""

    def __init__(self, folder: KnowledgeFolder, sessions: SessionLookup) -> None:
        self._folder = folder
        self._sessions = sessions

    def matching(self, question: Question, where: Where, *, now: float, most: int) -> Candidates:
        chosen = _chosen(self._sessions, where)
        found: list[Candidate] = []
        seen, is_cut = 0, len(chosen) > MOST_SESSIONS
        for session in chosen[:MOST_SESSIONS]:
            room = min(MOST_STEPS_OF_ONE, MOST_STEPS - seen)
            about = self._sessions.words(session)
            files = newest_files(self._folder, session, limit=room + 1)
            is_cut |= len(files) > room
            for name, step in records(self._folder, session, files[:room]):
                seen += 1
                points = score(StepWords.of(step), about, question, now=now)
                if points and where.screen in (None, step.screen):
                    found.append(Candidate(session, name, points))
        return Candidates(found, is_cut)

    def newest(self, where: Where, *, limit: int) -> list[tuple[str, str]]:
        return newest_by_scan(self._folder, self._sessions, where, limit=limit)

    def refresh(self) -> bool:
        return True

    def close(self) -> None:
        return


def newest_by_scan(
    folder: KnowledgeFolder, sessions: SessionLookup, where: Where, *, limit: int
) -> list[tuple[str, str]]:
    """The newest steps of the newest sessions, as far as the limits of scanning go."""
    found: list[tuple[tuple[str, int, str], str, str]] = []
    for session in _chosen(sessions, where)[:MOST_SESSIONS]:
        files = newest_files(folder, session, limit=MOST_STEPS_OF_ONE)
        if where.screen is not None:
            files = [name for name, step in records(folder, session, files) if step.screen == where.screen]
        found += [(step_order(name), session, name) for name in files]
    found.sort(reverse=True)
    return [(session, name) for _order, session, name in found[:limit]]


def _chosen(sessions: SessionLookup, where: Where) -> Sequence[str]:
    return sessions.names() if where.sessions is None else where.sessions
