"""What is kept of runs, as plain data: runs, their attempts, the steps of these, and files that were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Status = Literal["running", "passed", "failed", "error", "timedOut", "skipped", "interrupted"]
"""`error` is the infrastructure's, `interrupted` says that whoever ran it is gone."""
FINAL: Final = ("passed", "failed", "error", "timedOut", "skipped", "interrupted")
OF_THE_TEST: Final = ("failed", "timedOut")
"""Ways to end that the test itself answers for."""
OF_THE_INFRASTRUCTURE: Final = ("error", "interrupted")

RunId = str
AttemptId = str
SuiteRunId = str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOutcome:
    """What came of one step, written as it ends."""

    number: int
    """Counts the steps of the attempt as they ran, from 0; a step in a loop comes several times."""
    path: str
    """Its place in the definition, `steps[2].then[0]`."""
    kind: str
    status: Status
    begun_at: int
    """Milliseconds since 1970."""
    duration_ms: int
    label: str | None = None
    error_code: str | None = None
    error: str | None = None
    found_by: str | None = None
    """Kind of evidence that found the element."""
    drift: tuple[str, ...] = ()
    """Why it was not the first evidence that found it."""
    detail: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of an attempt."""

    status: Status
    duration_ms: int
    result: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The whole TestResult."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """A file that a run left behind; only its place is kept here."""

    kind: str
    path: str
    sha256: str
    size: int
    step: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """One run of a test, or of one of its cases."""

    id: RunId
    test_id: str | None
    case: str | None
    suite_run: SuiteRunId | None
    revision: int | None
    definition_hash: str
    commit: str | None
    status: Status
    flaky: bool
    """Passed after an attempt that failed by the test's own doing."""
    quarantined: bool
    begun_at: int
    ended_at: int | None
    duration_ms: int | None
    attempts: int
    retries: int
    """Attempts that followed a failure of the test."""
    infra_attempts: int
    """Attempts lost to the infrastructure."""
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAttempt:
    """One try at a run."""

    id: AttemptId
    number: int
    status: Status
    superseded: bool
    """Another attempt had taken its place before it ended; what it says is kept, and is no verdict."""
    begun_at: int
    ended_at: int | None
    duration_ms: int | None
    result: Mapping[str, Any]
    steps: tuple[StepOutcome, ...] = ()
    artefacts: tuple[Artefact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSuiteRun:
    """A run of several tests, with what was planned, so that the rest can be resumed."""

    id: SuiteRunId
    suite_id: str | None
    planned: tuple[str, ...]
    status: Status
    begun_at: int
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class RunPage:
    """Some runs, newest first, how many there are, and where to go on."""

    runs: tuple[StoredRun, ...]
    total: int
    next_cursor: str | None
