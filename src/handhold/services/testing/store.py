"""The store of tests: definitions and suites in files, what came of running them in a database beside these."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from handhold.services.testing.runs import Runs
from handhold.services.testing.saved_tests import SavedTests

RUNS_FILE: Final = ".handhold/runs.sqlite"


class TestStore(SavedTests, Runs):
    """Everything about saved tests below one root. Any thread may ask; it waits for files, so not the event loop."""

    __test__: ClassVar[bool] = False  # for pytest, which takes any class of such a name for one of its own

    def __init__(
        self,
        root: Path,
        *,
        folder: str = "handhold",
        tools: frozenset[str] = frozenset(),
        scrub: Callable[[str], str] = str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`tools` may be called by steps, any when empty; `scrub` masks the values of secrets in a text."""
        SavedTests.__init__(self, root, folder=folder, tools=tools, scrub=scrub, clock=clock)
        Runs.__init__(self, root / RUNS_FILE, clock=clock)
