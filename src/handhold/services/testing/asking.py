"""The store of tests as a call asks it: beside the other calls, never on their event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    # Imported when a test is first asked for: every call makes one of these, and few need a database.
    from handhold.services.testing.store import TestStore

T = TypeVar("T")


class Tests:
    """`await ctx.tests.ask(lambda store: store.get("login"))`."""

    __test__ = False

    def __init__(self, store: Callable[[], TestStore]) -> None:
        self._store = store

    async def ask(self, work: Callable[[TestStore], T]) -> T:
        """What `work` finds out from the store."""
        store = self._store()
        return await asyncio.to_thread(work, store)
