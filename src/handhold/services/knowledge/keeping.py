"""Keeping what a running server does: steps with what their session was for, and the index soon after."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Final

from handhold.adapters.knowledge.git import commit_of
from handhold.adapters.knowledge.surroundings import Surroundings, surroundings_of
from handhold.errors import HandholdError
from handhold.services.knowledge.care import Retention, tidy
from handhold.services.knowledge.recording import FinishedStep, environment_of, iso, record_of
from handhold.services.knowledge.records import Environment, Git, SessionRecord
from handhold.services.knowledge.store import KnowledgeStore

log = logging.getLogger(__name__)

INDEX_AFTER_SECONDS: Final = 0.5
"""After a step; steps that follow within this time are indexed with it, and a search indexes before it looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What the sessions of this server are for, as its settings say."""

    goal: str = ""
    flow_tags: Sequence[str] = ()
    tags: Sequence[str] = ()


class Keeper:
    """Writes steps. The first of a session is preceded by the session's own record."""

    def __init__(
        self,
        store: KnowledgeStore,
        purpose: Purpose,
        *,
        retention: Retention | None = None,
        look_around: Callable[[Path], Surroundings] = surroundings_of,
    ) -> None:
        self.store = store
        self.journal = store.journal
        self._purpose = purpose
        self._retention = retention
        self._look_around = look_around
        self._around: tuple[Git | None, Environment] | None = None
        self._chores: asyncio.Future[None] | None = None
        self._ends = Event()
        self._begun: set[str] = set()
        self._due: asyncio.TimerHandle | None = None

    def session_begins(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[None]:
        """See what the session is run in, and remove what is too old, both beside its first calls."""
        if self._chores is None or self._chores.done():
            self._chores = loop.run_in_executor(None, self._do_chores)
        return self._chores

    def keep(self, step: FinishedStep, *, scrub: Callable[[str], str]) -> str:
        """Write a step; the name of its file. Its JSON passes `scrub`. Raises `StoreFailed`."""
        if step.session_id not in self._begun:
            self._begin(step, scrub)
        git, environment = self._surroundings()
        text = scrub(record_of(step, git=git, environment=environment).to_json())
        return self.store.write(step.session_id, at=step.at, tool=step.tool, text=text)

    def begin(self, session: SessionRecord) -> None:
        """Write what a session is for that was launched with more than the settings know. Raises `StoreFailed`."""
        self.store.record_session(session)
        self._begun.add(session.session_id)

    def index_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Bring the index up to date when the answer has long been sent."""
        if self.store.mode == "disk" and self._due is None:
            self._due = loop.call_later(INDEX_AFTER_SECONDS, self._index, loop)

    async def close(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self._ends.set()
        if self._chores is not None:
            await asyncio.wait({self._chores})
        await asyncio.to_thread(self.store.close)

    def _begin(self, step: FinishedStep, scrub: Callable[[str], str]) -> None:
        purpose = self._purpose
        session = SessionRecord(
            session_id=step.session_id,
            created_at=iso(step.at),
            goal=purpose.goal or None,
            flow_tags=tuple(purpose.flow_tags),
            tags=tuple(purpose.tags),
            git=self._surroundings()[0],
        )
        self.begin(SessionRecord.model_validate_json(scrub(session.to_json())))

    def _surroundings(self) -> tuple[Git | None, Environment]:
        """As the last look around told, or, until there was one, as a few files tell at once."""
        if self._around is None:
            self._around = _told(Surroundings(commit=commit_of(self.store.folder.root)))
        return self._around

    def _do_chores(self) -> None:
        self._around = _told(self._look_around(self.store.folder.root))
        if self._retention is None or self._ends.is_set():
            return
        try:
            tidy(self.store.folder, self._retention, is_over=self._ends.is_set)
        except HandholdError as error:
            log.warning("%s", error.message)

    def _index(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = None
        loop.run_in_executor(None, self._refresh)

    def _refresh(self) -> None:
        try:
            self.store.refresh()
        except HandholdError as error:
            log.warning("%s", error.message)


def _told(around: Surroundings) -> tuple[Git | None, Environment]:
    found = around.commit
    git = None if found is None else Git(branch=found.branch, commit=found.commit, dirty=around.is_dirty)
    return git, environment_of(node=around.node, yarn=around.yarn)
