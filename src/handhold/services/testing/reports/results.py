"""What came of running tests: one outcome for each test or case, and of all of them together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

STATUSES: Final = ("passed", "failed", "error", "timedOut", "skipped", "interrupted")
FAILED: Final = frozenset({"failed", "timedOut"})
"""The application did something else than the test says."""
WITHOUT_VERDICT: Final = frozenset({"error", "interrupted"})
"""Nobody knows whether the application does what the test says."""


def _sentences(value: object) -> object:
    """Texts as they are; of a file only its path."""
    if not isinstance(value, list | tuple):
        return () if value is None else value
    return tuple(_sentence(each) for each in cast("list[object]", value))


def _sentence(value: object) -> object:
    return str(cast("Mapping[str, object]", value).get("path", "")) if isinstance(value, dict) else value


Sentences = Annotated[tuple[str, ...], BeforeValidator(_sentences)]


class Report(BaseModel):
    """Members that a later runner may add are skipped; names are understood in both spellings of the wire."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", alias_generator=to_camel, validate_by_alias=True, validate_by_name=True
    )


class FailedAttempt(Report):
    """An attempt whose result another one took the place of."""

    number: int
    status: str
    step: str | None = None
    error: str = ""


class Outcome(Report):
    """What came of one test, or of one of its cases."""

    id: str
    """`login`, or `login[row2]` for a case."""
    test_id: str | None = None
    """The saved test; none when it is not saved."""
    status: str
    run_id: str | None = None
    flaky: bool = False
    quarantined: bool = False
    duration_ms: int | None = None
    attempts: int = 1
    drift: Sentences = ()
    failed_step: str | int | None = None
    """Place of the step that failed, or its number."""
    failed_path: str | None = None
    failed_label: str | None = None
    error: str | None = None
    details: dict[str, Any] = Field(default_factory=dict[str, Any])
    """What the error knows more, such as what was expected and what was found."""
    console_errors: Sentences = ()
    evidence: Sentences = ()
    quarantine_reason: str | None = None
    failed_attempts: tuple[FailedAttempt, ...] = ()
    """Every attempt but the one that gave the verdict."""

    @property
    def place(self) -> str | None:
        """Where it failed."""
        return place_of(self.failed_path, self.failed_step)

    @property
    def has_failed(self) -> bool:
        """Whether it is a failure that counts."""
        return self.status in FAILED and not self.quarantined

    @property
    def lacks_verdict(self) -> bool:
        return self.status in WITHOUT_VERDICT and not self.quarantined


class Summary(Report):
    """How many of each; those that are flaky or in quarantine are among the others."""

    total: int = 0
    passed: int = 0
    failed: int = 0
    error: int = 0
    timedOut: int = 0  # noqa: N815  as statuses are spelled
    skipped: int = 0
    interrupted: int = 0
    flaky: int = 0
    quarantined: int = 0


class SuiteOutcome(Report):
    """What came of tests that ran together."""

    suite_run: str | None = None
    status: str
    summary: Summary = Summary()
    duration_ms: int = 0
    tests: tuple[Outcome, ...] = ()


def facts_of(details: Mapping[str, Any]) -> list[str]:
    """What an error knows more, one fact a line: `expected: 3`, `found: 2`."""
    return [f"{name}: {_fact(name, details[name])}" for name in details if name != "get"]


def _fact(name: str, value: object) -> str:
    if name == "tried" and isinstance(value, list):
        return ", ".join(_tried(each) for each in cast("list[Mapping[str, object]]", value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _tried(evidence: Mapping[str, object]) -> str:
    """What one piece of evidence came to: `role 0 (there, but not visible)`."""
    why = f" ({evidence['why']})" if evidence.get("why") else ""
    return f"{evidence.get('evidence')} {evidence.get('found')}{why}"


def place_of(path: str | None, step: str | int | None) -> str | None:
    """The place of a step in its definition, as exactly as it is known."""
    return path or (f"steps[{step}]" if isinstance(step, int) else step)


def summary_of(tests: Iterable[Outcome]) -> Summary:
    """Count them."""
    each = list(tests)
    counts = {status: sum(test.status == status for test in each) for status in STATUSES}
    more = {"flaky": sum(test.flaky for test in each), "quarantined": sum(test.quarantined for test in each)}
    return Summary.model_validate({"total": len(each), **counts, **more})
