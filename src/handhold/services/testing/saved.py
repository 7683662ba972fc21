"""A saved test and a saved suite: what their files hold, and how they are read from these."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handhold.adapters.storage.folder import ID, Found, Skipped
from handhold.errors import InvalidInput
from handhold.services.testing.definition import Finding, TestDef, hash_of, normalised
from handhold.services.testing.definition.spelling import members_of
from handhold.services.testing.definition.texts import parsed

SCHEMA: Final = 1


class FileModel(BaseModel):
    """Members that a later version may have added are skipped."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Quarantine(FileModel):
    since: str
    reason: str | None = None


class TestFile(FileModel):
    """What `handhold/tests/<id>.json` holds."""

    __test__: ClassVar[bool] = False

    schemaVersion: Literal[1] = 1  # noqa: N815  as in the file
    id: Annotated[str, Field(pattern=ID)]
    name: Annotated[str, Field(min_length=1, max_length=300)]
    description: str | None = None
    tags: tuple[str, ...] = ()
    revision: Annotated[int, Field(ge=1)] = 1
    createdAt: str  # noqa: N815
    updatedAt: str  # noqa: N815
    quarantine: Quarantine | None = None
    definition: Annotated[Any, Field(alias="def")]


class SuiteFile(FileModel):
    """What `handhold/suites/<id>.json` holds."""

    schemaVersion: Literal[1] = 1  # noqa: N815
    id: Annotated[str, Field(pattern=ID)]
    name: Annotated[str, Field(min_length=1, max_length=300)]
    testIds: tuple[Annotated[str, Field(pattern=ID)], ...]  # noqa: N815
    createdAt: str  # noqa: N815
    updatedAt: str  # noqa: N815


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTest:
    id: str
    name: str
    definition: TestDef
    revision: int
    hash: str
    """Of the definition; what a run really ran."""
    created_at: str
    updated_at: str
    description: str | None = None
    tags: tuple[str, ...] = ()
    quarantine: Quarantine | None = None
    findings: tuple[Finding, ...] = ()
    """What should be better, when it was just saved."""

    @property
    def all_tags(self) -> frozenset[str]:
        """Tags of the saved test and of its definition."""
        return frozenset((*self.tags, *self.definition.tags))

    def text(self) -> str:
        """What its file holds: the members in a fixed order, one to a line, so that changes can be reviewed."""
        members: dict[str, Any] = {"schemaVersion": SCHEMA, "id": self.id, "name": self.name}
        if self.description is not None:
            members["description"] = self.description
        if self.tags:
            members["tags"] = list(self.tags)
        members |= {"revision": self.revision, "createdAt": self.created_at, "updatedAt": self.updated_at}
        if self.quarantine is not None:
            members["quarantine"] = self.quarantine.model_dump(exclude_none=True)
        return _pretty({**members, "def": self.definition.to_json()})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSuite:
    id: str
    name: str
    test_ids: tuple[str, ...]
    created_at: str
    updated_at: str

    def text(self) -> str:
        members = {"schemaVersion": SCHEMA, "id": self.id, "name": self.name, "testIds": list(self.test_ids)}
        return _pretty({**members, "createdAt": self.created_at, "updatedAt": self.updated_at})


def read_test(found: Found) -> StoredTest | Skipped:
    """The test a file holds: in our envelope, or a bare definition that somebody wrote by hand."""
    try:
        raw = parsed(found.text)
        file = TestFile.model_validate(_enveloped(raw, found))
        definition = normalised(file.definition)
    except ValidationError as error:
        return Skipped(found.file, _first(error))
    except InvalidInput as error:
        return Skipped(found.file, error.message)
    return StoredTest(
        id=found.id,
        name=file.name,
        definition=definition,
        revision=file.revision,
        hash=hash_of(definition),
        created_at=file.createdAt,
        updated_at=file.updatedAt,
        description=file.description,
        tags=file.tags,
        quarantine=file.quarantine,
    )


def read_suite(found: Found) -> StoredSuite | Skipped:
    try:
        file = SuiteFile.model_validate(parsed(found.text))
    except ValidationError as error:
        return Skipped(found.file, _first(error))
    except InvalidInput as error:
        return Skipped(found.file, error.message)
    return StoredSuite(
        id=found.id, name=file.name, test_ids=file.testIds, created_at=file.createdAt, updated_at=file.updatedAt
    )


def stamp(seconds: float) -> str:
    """ISO 8601 with milliseconds, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _enveloped(raw: object, found: Found) -> object:
    members = members_of(raw)
    if members is None or "def" in members:
        return raw
    at = stamp(found.changed_at)
    return {"id": found.id, "name": found.id, "createdAt": at, "updatedAt": at, "def": members}


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(str(part) for part in first['loc']) or 'file'}: {first['msg']}"


def _pretty(members: Mapping[str, Any]) -> str:
    return json.dumps(members, indent=2, ensure_ascii=False) + "\n"
