"""What is to be run: one job for a test, or one for each of its rows of data; refused before anything starts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from pydantic import TypeAdapter, ValidationError

from handhold.errors import InvalidInput
from handhold.services.testing.definition import Case, TestDef
from handhold.services.testing.definition.model import Evidences
from handhold.services.testing.definition.parts import Json
from handhold.services.testing.saved import StoredTest

LARGEST_FILE: Final = 5_000_000
DEFAULT_EVIDENCE: Final[Evidences] = "failure"
_ROWS: Final = TypeAdapter(list[dict[str, Any]])


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What whoever runs a test wishes; what is not given is as the test says."""

    vars: Mapping[str, Json] = field(default_factory=dict[str, Json], repr=False)
    evidence: Evidences | None = None
    retries: int | None = None
    base_url: str | None = None
    port: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One run: a test, or one of its cases."""

    test_id: str | None
    name: str
    definition: TestDef
    revision: int | None
    definition_hash: str
    quarantined: bool
    options: RunOptions
    case: Case | None = None
    case_number: int = 0
    vars: Mapping[str, Json] = field(default_factory=dict[str, Json], repr=False)

    @property
    def id(self) -> str:
        """As results name it: `login[row2]`."""
        name = self.test_id or self.name or "test"
        return name if self.case is None else f"{name}[{self.case.id}]"

    @property
    def evidence(self) -> Evidences:
        return self.options.evidence or self.definition.evidence or DEFAULT_EVIDENCE

    @property
    def retries(self) -> int:
        return self.definition.retries if self.options.retries is None else self.options.retries

    @property
    def base_url(self) -> str | None:
        return self.options.base_url or self.definition.base_url


def jobs_of(
    test: StoredTest, options: RunOptions, *, root: Path, secrets: Mapping[str, str], is_saved: bool = True
) -> list[Job]:
    """The runs of a test. Raises `InvalidInput` for variables, secrets or rows that are not there."""
    definition = test.definition
    _refuse_missing_secrets(definition, secrets)
    cases = definition.cases or (_rows(root, definition.cases_file) if definition.cases_file else ())
    wanted: Sequence[Case | None] = cases or (None,)
    return [
        Job(
            test_id=test.id if is_saved else None,
            name=test.name,
            definition=definition,
            revision=test.revision if is_saved else None,
            definition_hash=test.hash,
            quarantined=test.quarantine is not None,
            options=options,
            case=case,
            case_number=number,
            vars=_vars(definition, options, case),
        )
        for number, case in enumerate(wanted)
    ]


def _vars(definition: TestDef, options: RunOptions, case: Case | None) -> dict[str, Json]:
    declared = {each.name for each in definition.inputs} | definition.vars.keys()
    if unknown := sorted(options.vars.keys() - declared):
        raise InvalidInput(
            f"the test has no variable {unknown[0]!r}",
            hint="Give one of details.known, or declare it in vars or inputs of the test.",
            details={"known": sorted(declared)[:50]},
        )
    preset = {each.name: each.default for each in definition.inputs if "default" in each.model_fields_set}
    given = {**definition.vars, **preset, **options.vars, **(case.vars if case is not None else {})}
    for each in definition.inputs:
        if each.required and each.name not in given:
            raise InvalidInput(
                f"the test needs a value for {each.name!r}", hint=f'Give it with the run: vars {{"{each.name}": …}}.'
            )
    return given


def _refuse_missing_secrets(definition: TestDef, secrets: Mapping[str, str]) -> None:
    if missing := [name for name in definition.secrets if name not in secrets]:
        raise InvalidInput(
            f"the test needs the secret {missing[0]!r}, which has no value here",
            hint=f"Set HANDHOLD_SECRET_{missing[0]} or put it into the file of the setting secrets_file.",
        )


def _rows(root: Path, path: str) -> tuple[Case, ...]:
    """Rows of a CSV file with a header, or of a JSON file with a list of objects; a member `id` names the row."""
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()):
        raise InvalidInput("casesFile leads out of the repository")
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise InvalidInput(f"casesFile {path!r} is larger than {LARGEST_FILE:,} bytes")
        text = file.read_text("utf-8-sig")
        rows = _ROWS.validate_python(_csv(text) if file.suffix.lower() == ".csv" else json.loads(text))
        return tuple(_case(number, row) for number, row in enumerate(rows))
    except OSError as error:
        raise InvalidInput(f"casesFile {path!r} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error, json.JSONDecodeError, ValidationError):
        raise InvalidInput(
            f"casesFile {path!r} holds no rows", hint="CSV with a header line, or a JSON list of objects."
        ) from None


def _csv(text: str) -> list[dict[str, Any]]:
    return [cast(dict[str, Any], row) for row in csv.DictReader(io.StringIO(text), strict=True)]


def _case(number: int, row: Mapping[str, Any]) -> Case:
    id = str(row.get("id") or f"row{number + 1}")
    return Case.model_validate({"id": id, "vars": {name: each for name, each in row.items() if name != "id"}})
