"""The store of tests as a call asks it: beside the other calls, never on their event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    # Imported when a test is first asked for: every call makes one of these, and few need a database.
    from handhold.services.testing.running.desk import Desk
    from handhold.services.testing.store import TestStore

T = TypeVar("T")


class Tests:
    """`await ctx.tests.ask(lambda store: store.get("login"))`."""

    __test__ = False

    def __init__(
        self, store: Callable[[], TestStore], *, desk: Callable[[], Desk] | None = None, patience: float | None = None
    ) -> None:
        self._store = store
        self._desk = desk
        self.patience = patience
        """Seconds that a run may be waited for; as long as it takes without."""

    @property
    def desk(self) -> Desk:
        """Where runs are asked for."""
        assert self._desk is not None, "only calls ask for runs"
        return self._desk()

    async def ask(self, work: Callable[[TestStore], T]) -> T:
        """What `work` finds out from the store."""
        store = self._store()
        return await asyncio.to_thread(work, store)
