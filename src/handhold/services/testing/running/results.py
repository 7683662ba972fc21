"""What is told of an attempt, in the shape that people and tools read; typed text is not repeated in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from handhold.errors import (
    BrowserGone,
    EnvironmentProblem,
    HandholdError,
    InternalError,
    PageCrashed,
    SessionError,
    StoreError,
)
from handhold.services.testing.definition import shown
from handhold.services.testing.definition.acting import BaseStep, Dialog, Fill, Type
from handhold.services.testing.definition.steps import CallTool
from handhold.services.testing.running.play import Play, StepFailed
from handhold.services.testing.runs import Artefact, Status

INFRASTRUCTURE: Final = (
    BrowserGone,
    PageCrashed,
    SessionError,
    EnvironmentProblem,
    StoreError,
    InternalError,
)
"""Errors that no test answers for."""
LOST: Final = (BrowserGone, PageCrashed)
"""Of these, what may not happen again."""
TYPED: Final = "(typed text)"
MOST_MESSAGES: Final = 10
MESSAGE: Final = 300
_KNOWN: Final = ("role", "label", "testId")
_TYPING: Final[Mapping[type[BaseStep], str]] = {Fill: "value", Type: "text", Dialog: "text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What came of an attempt."""

    status: Status
    duration_ms: int
    result: Mapping[str, Any]
    artefacts: tuple[Artefact, ...] = ()
    was_lost: bool = False
    """The browser went away under it; another attempt may be luckier."""


@dataclass(slots=True, kw_only=True)
class Telling:
    """Gathers what is told of an attempt."""

    status: Status = "passed"
    failure: StepFailed | None = None
    error: HandholdError | None = None
    """What went wrong outside the steps."""
    page: Mapping[str, Any] | None = None
    console_errors: Sequence[str] = ()
    missing: Sequence[str] = ()
    artefacts: tuple[Artefact, ...] = field(default_factory=tuple)

    def fail(self, failure: StepFailed) -> None:
        """The first failure is the one that is told."""
        if self.failure is None and self.error is None:
            self.failure = failure
            self.status = "error" if isinstance(failure.error, INFRASTRUCTURE) else "failed"

    def break_off(self, error: HandholdError, status: Status) -> None:
        if self.failure is None and self.error is None:
            self.error, self.status = error, status

    def ended(self, play: Play | None, duration_ms: int) -> Ended:
        result: dict[str, Any] = {"status": self.status, "steps_completed": play.completed if play else 0}
        if self.failure is not None:
            result |= _failure(self.failure)
        elif self.error is not None:
            result |= _error(self.error)
        if self.status != "passed":
            result["console_errors"] = [text[:MESSAGE] for text in self.console_errors[:MOST_MESSAGES]]
        if self.page:
            result["page"] = self.page
        more = [_failure(each) for each in (play.soft if play else []) if each is not self.failure]
        optional = {
            "soft_failures": more,
            "drift": list(play.drift) if play else [],
            "evidence": [each.path for each in self.artefacts],
            "missing": list(self.missing),
        }
        result |= {name: told for name, told in optional.items() if told}
        result["duration_ms"] = duration_ms
        cause = self.failure.error if self.failure is not None else self.error
        return Ended(
            status=self.status,
            duration_ms=duration_ms,
            result=result,
            artefacts=self.artefacts,
            was_lost=isinstance(cause, LOST),
        )


def _failure(failure: StepFailed) -> dict[str, Any]:
    top = next((part for part in failure.path if isinstance(part, int)), None)
    told: dict[str, Any] = {"failed_step": top, "failed_path": shown(failure.path)}
    if failure.step.label is not None:
        told["failed_label"] = failure.step.label
    return {**told, "step_definition": untyped(failure.step), **_error(failure.error)}


def _error(error: HandholdError) -> dict[str, Any]:
    told: dict[str, Any] = {"error": error.message, "code": error.wire_code}
    if error.hint:
        told["hint"] = error.hint
    details = {name: each for name, each in error.details.items() if name != "input" and each not in (None, [], {})}
    return {**told, "details": details} if details else told


def untyped(step: BaseStep) -> dict[str, Any]:
    """The step as it is written, without text that somebody types; a reference says enough.

    Of a fingerprint it has what people know the element by.
    """
    told: dict[str, Any] = _known_by(step.to_json())
    member = _TYPING.get(type(step))
    if member is not None and "${" not in str(told.get(member, "")) and told.get(member):
        told[member] = TYPED
    if isinstance(step, CallTool):
        told["args"] = {name: TYPED if name in ("state", "text", "value") else each for name, each in step.args.items()}
    return told


def _known_by(part: Any) -> Any:
    if isinstance(part, list):
        return [_known_by(each) for each in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    members = cast("dict[str, Any]", part)
    return {
        name: {fact: each[fact] for fact in _KNOWN if fact in each} if name == "fingerprint" else _known_by(each)
        for name, each in members.items()
    }
