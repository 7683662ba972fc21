"""The sessions of the store: what each was for, and which of them a question is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from handhold.adapters.knowledge.folder import KnowledgeFolder, step_order
from handhold.services.knowledge.reading import parse_session
from handhold.services.knowledge.recording import iso
from handhold.services.knowledge.records import SessionRecord
from handhold.services.knowledge.scoring import SessionWords, seconds_of

Scope = Literal["current", "all"] | str
"""Of the running session, of all, or of the session with that id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which sessions count (tags, age), and which of their steps (screen)."""

    flow_tag: str | None = None
    tag: str | None = None
    screen: str | None = None
    since_hours: int | None = None

    @property
    def is_about_sessions(self) -> bool:
        return self.flow_tag is not None or self.tag is not None or self.since_hours is not None


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A session, by its record or, without one, by what its files tell."""

    name: str
    record: SessionRecord | None
    created_at: float

    @property
    def created(self) -> str:
        """When it was begun, in words."""
        return self.record.created_at if self.record else iso(self.created_at)

    @property
    def words(self) -> SessionWords:
        return SessionWords.of(self.record)

    def passes(self, filters: Filters, *, now: float) -> bool:
        """Tags are known by the record only: a session without one has none."""
        flows, tags = (self.record.flow_tags, self.record.tags) if self.record else ((), ())
        if filters.flow_tag is not None and filters.flow_tag not in flows:
            return False
        if filters.tag is not None and filters.tag not in tags:
            return False
        return filters.since_hours is None or now - self.created_at <= filters.since_hours * 3600


class SessionCatalogue:
    """Sessions as their files tell them. A record never changes, so it is read once; a missing one may still come."""

    def __init__(self, folder: KnowledgeFolder) -> None:
        self._folder = folder
        self._known: dict[str, SessionInfo] = {}
        self._without: dict[str, tuple[int | None, SessionInfo]] = {}

    def get(self, name: str) -> SessionInfo:
        if name in self._known:
            return self._known[name]
        changed_at = self._folder.changed_at(name)
        missing = self._without.get(name)
        if missing is not None and missing[0] == changed_at:
            return missing[1]
        record = parse_session(self._folder.read_session(name))
        if record is not None:
            info = self._known[name] = SessionInfo(name, record, seconds_of(record.created_at))
            return info
        info = SessionInfo(name, None, self._first_step_at(name))
        self._without[name] = (changed_at, info)
        return info

    def all(self) -> list[SessionInfo]:
        """Newest first."""
        found = map(self.get, self._folder.sessions())
        return sorted(found, key=lambda info: (info.created_at, info.name), reverse=True)

    def names(self) -> list[str]:
        return [info.name for info in self.all()]

    def words(self, session: str) -> SessionWords:
        return self.get(session).words

    def forget(self, name: str) -> None:
        """It was written or removed."""
        self._known.pop(name, None)
        self._without.pop(name, None)

    def _first_step_at(self, name: str) -> float:
        first = next(iter(self._folder.steps(name)), None)
        return 0.0 if first is None else _seconds_of_stamp(step_order(first)[0])


def _seconds_of_stamp(stamp: str) -> float:
    day, clock = stamp.split("T")
    return seconds_of(f"{day[:4]}-{day[4:6]}-{day[6:]}T{clock[:2]}:{clock[2:4]}:{clock[4:]}")
