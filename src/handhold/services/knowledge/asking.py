"""The knowledge store as a call asks it: in its own time, and with the caller's session as the current one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from handhold.errors import InvalidInput
from handhold.services.knowledge.sessions import Filters, Scope, SessionInfo
from handhold.services.knowledge.store import Found, KnowledgeStore, Recipe
from handhold.services.knowledge.telling import StepSummary

OpenStore = Callable[[], KnowledgeStore]


class Knowledge:
    """Reading files and index goes on beside the other calls."""

    def __init__(self, store: OpenStore, *, current: str | None, warn: Callable[[str], None]) -> None:
        self._store = store
        self._current = current
        self._warn = warn

    async def search(self, text: str, *, limit: int, scope: Scope, filters: Filters) -> Found:
        store = self._store()
        return await asyncio.to_thread(
            lambda: store.search(text, limit=limit, sessions=self._sessions(store, scope), filters=filters)
        )

    async def last(self, n: int, *, scope: Scope, filters: Filters) -> list[StepSummary]:
        store = self._store()
        return await asyncio.to_thread(lambda: store.last(n, sessions=self._sessions(store, scope), filters=filters))

    async def summarize(self, scope: Scope) -> Recipe:
        """The recipe of one session. Raises `InvalidInput` for all of them at once."""
        if scope == "all":
            raise InvalidInput("a recipe is made of one session, not of all", hint="Give scope current or a sessionId.")
        store = self._store()
        return await asyncio.to_thread(lambda: self._recipe(store, scope))

    async def sessions(self, *, limit: int, filters: Filters) -> list[SessionInfo]:
        store = self._store()
        return await asyncio.to_thread(lambda: store.sessions(filters=filters, limit=limit))

    def _recipe(self, store: KnowledgeStore, scope: Scope) -> Recipe:
        sessions = self._sessions(store, scope)
        if not sessions:
            return Recipe("", 0, ())
        return store.summarize(sessions[0])

    def _sessions(self, store: KnowledgeStore, scope: Scope) -> tuple[str, ...] | None:
        if scope == "current" and self._current is None:
            self._warn("no session is running: this is about the last one that was recorded")
        return store.resolve(scope, current=self._current)
