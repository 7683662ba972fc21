"""How steady a test is, judged by its history: runs that the infrastructure spoiled do not count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from handhold.adapters.storage.rows import StoredRun, SuiteRunId

RUNS: Final = 50
"""Newest runs that are looked at."""
WINDOW_DAYS: Final = 14
RECOVERED: Final = 10
"""Passes in a row, each at the first attempt, after which a test counts as steady again."""
SPOILED_SHARE: Final = 0.8
SPOILED_LEAST: Final = 5
"""When more than this share of at least so many tests failed together, it was none of them."""
_DAY_MS: Final = 24 * 60 * 60 * 1000

Shares = Mapping[SuiteRunId, tuple[float, int]]
"""Of each run of a suite the share that failed, and of how many."""


@dataclass(frozen=True, slots=True)
class Flakiness:
    """`score` is how often the result changed from run to run: 0 never, 1 every time."""

    score: float
    runs: int
    is_flaky: bool


def flakiness(newest_first: Sequence[StoredRun], shares: Shares, *, now: int) -> Flakiness:
    """Judge the runs of one test."""
    runs = [run for run in newest_first if not _spoiled(run, shares)][:RUNS]
    flips = sum((one.status == "passed") != (other.status == "passed") for one, other in pairwise(runs))
    score = flips / (len(runs) - 1) if len(runs) > 1 else 0.0
    steady = runs[:RECOVERED]
    has_recovered = len(steady) == RECOVERED and all(run.status == "passed" and not run.flaky for run in steady)
    recent = [run for run in runs if run.begun_at >= now - WINDOW_DAYS * _DAY_MS]
    return Flakiness(round(score, 3), len(runs), not has_recovered and _flickered(recent))


def _spoiled(run: StoredRun, shares: Shares) -> bool:
    share, count = shares.get(run.suite_run or "", (0.0, 0))
    return count >= SPOILED_LEAST and share > SPOILED_SHARE


def _flickered(runs: Sequence[StoredRun]) -> bool:
    """Passed after a failure in one run, or passed and failed with the same test against the same application."""
    if any(run.flaky for run in runs):
        return True
    results: dict[tuple[str, str, str | None], set[bool]] = {}
    for run in runs:
        if run.commit is not None:  # without it nobody knows whether the application had changed
            key = (run.definition_hash, run.commit, run.case)
            results.setdefault(key, set()).add(run.status == "passed")
    return any(len(seen) > 1 for seen in results.values())
