"""Saved tests, suites and runs as tools give them back, and how tools are told which of them are meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field, RootModel

from handhold.adapters.storage.folder import ID
from handhold.contract.models import Result
from handhold.contract.reply import encode
from handhold.services.testing.runs import StoredRun
from handhold.services.testing.saved import StoredSuite, StoredTest

TestId = Annotated[str, Field(pattern=ID)]
"""Id of a saved test or suite."""
PAGE_BYTES: Final = 64 * 1024
"""Most that a list gives at once; the rest follows by its cursor."""
GIVEN: Final = Field(exclude_if=lambda value: value is None)
PLAIN: Final = ConfigDict(frozen=True, use_attribute_docstrings=True, serialize_by_alias=True)
"""Of results that are a list, or null."""


class QuarantineView(Result):
    since: str
    """Since when."""
    reason: Annotated[str | None, GIVEN] = None
    """Why."""


class SavedTest(Result):
    id: str
    """Its id, which names its file."""
    name: str
    """What people call it."""
    description: Annotated[str | None, GIVEN] = None
    """What it is for."""
    tags: list[str]
    """Words it is chosen by."""
    revision: int
    """Counts the definitions that were saved under the id."""
    hash: str
    """Of the definition."""
    created_at: str
    """When it was first saved."""
    updated_at: str
    """When it was last saved."""
    quarantine: Annotated[QuarantineView | None, GIVEN] = None
    """There while its failures do not count."""
    definition: Annotated[dict[str, Any], Field(alias="def")]
    """The test in the form that is stored."""

    @classmethod
    def of(cls, test: StoredTest) -> SavedTest:
        kept = test.quarantine
        return cls(
            id=test.id,
            name=test.name,
            description=test.description,
            tags=list(dict.fromkeys((*test.tags, *test.definition.tags))),
            revision=test.revision,
            hash=test.hash,
            created_at=test.created_at,
            updated_at=test.updated_at,
            quarantine=None if kept is None else QuarantineView(since=kept.since, reason=kept.reason),
            definition=test.definition.to_json(),
        )


class SavedSuite(Result):
    id: str
    """Its id, which names its file."""
    name: str
    """What people call it."""
    test_ids: list[str]
    """Its tests in order."""
    created_at: str
    """When it was first saved."""
    updated_at: str
    """When it was last saved."""

    @classmethod
    def of(cls, suite: StoredSuite) -> SavedSuite:
        return cls(
            id=suite.id,
            name=suite.name,
            test_ids=list(suite.test_ids),
            created_at=suite.created_at,
            updated_at=suite.updated_at,
        )


class RunView(Result):
    id: str
    """Its id, for get_run."""
    test_id: str | None
    """The saved test; null when it was not saved."""
    case: Annotated[str | None, GIVEN] = None
    """Row of data it ran with."""
    suite_run: Annotated[str | None, GIVEN] = None
    """Run of a suite it belongs to."""
    revision: Annotated[int | None, GIVEN] = None
    """Revision of the test."""
    hash: str
    """Of the definition that ran."""
    timestamp: str
    """When it began."""
    status: str
    """running, passed, failed, error, timedOut, skipped or interrupted."""
    flaky: bool
    """Whether it passed only after a failed attempt."""
    quarantined: bool
    """Whether a failure did not count."""
    duration_ms: Annotated[int | None, Field(alias="duration_ms")]
    """How long the attempt took that gave the verdict; null while it runs."""
    attempts: int
    """How often it was tried."""
    retries: int
    """Attempts after a failure of the test."""
    infra_attempts: int
    """Attempts lost to browser or machine."""
    result: dict[str, Any]
    """What run_test said."""


def run_members(run: StoredRun) -> dict[str, Any]:
    """A run as the members of `RunView`."""
    return {
        "id": run.id,
        "test_id": run.test_id,
        "case": run.case,
        "suite_run": run.suite_run,
        "revision": run.revision,
        "hash": run.definition_hash,
        "timestamp": moment(run.begun_at),
        "status": run.status,
        "flaky": run.flaky,
        "quarantined": run.quarantined,
        "duration_ms": run.duration_ms,
        "attempts": run.attempts,
        "retries": run.retries,
        "infra_attempts": run.infra_attempts,
        "result": dict(run.result),
    }


class Deletion(Result):
    deleted: bool
    """Whether there was one."""
    message: str
    """The same in words."""


class Saved(RootModel[SavedTest | None]):
    model_config = PLAIN

    root: SavedTest | None
    """The test, or null when there is none of that id."""


class TestList(RootModel[list[SavedTest]]):
    model_config = PLAIN

    root: list[SavedTest]
    """Tests by id; `meta.page` says how many there are and where to go on."""


class SuiteList(RootModel[list[SavedSuite]]):
    model_config = PLAIN

    root: list[SavedSuite]
    """Suites by id."""


class RunList(RootModel[list[RunView]]):
    model_config = PLAIN

    root: list[RunView]
    """Runs, newest first; `meta.page` says how many there are and where to go on."""


class LatestRun(RootModel[RunView | None]):
    model_config = PLAIN

    root: RunView | None
    """The newest run, or null when there is none."""


def fitting(views: Sequence[Result]) -> int:
    """How many of these fit into one answer; at least one."""
    room = PAGE_BYTES
    for number, view in enumerate(views):
        room -= len(encode(view.model_dump(mode="json")).encode())
        if room < 0:
            return max(number, 1)
    return len(views)


def page_note(*, total: int, next_cursor: str | None) -> Mapping[str, Any]:
    """`meta.page` of a list."""
    note: dict[str, Any] = {"total": total, "truncated": next_cursor is not None}
    return note if next_cursor is None else {"nextCursor": next_cursor, **note}


def moment(milliseconds: int) -> str:
    """ISO 8601, UTC."""
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
