"""Which commit of the application a run is about, so that flickering can be told from change."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Final

from handhold.adapters.knowledge.surroundings import surroundings_of

FRESH_SECONDS: Final = 5.0
"""Asking git costs more than many a step, and a suite begins several tests a second."""


class CommitUnderTest:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._asked = 0.0
        self._commit: str | None = None

    async def known(self) -> str | None:
        """The commit; None when files differ from it, because then nobody knows what was tested."""
        if not self._asked or time.monotonic() - self._asked > FRESH_SECONDS:
            around = await asyncio.to_thread(surroundings_of, self._root)
            is_clean = around.commit is not None and around.is_dirty is False
            self._commit = around.commit.commit if around.commit is not None and is_clean else None
            self._asked = time.monotonic()
        return self._commit
