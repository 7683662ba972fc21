"""One step file, read: the record, or why it is none."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from pydantic import ValidationError

from handhold.adapters.knowledge.folder import LARGEST, KnowledgeFolder, is_step_name
from handhold.services.knowledge.records import SessionRecord, StepRecord


@dataclass(frozen=True, slots=True)
class NoRecord:
    """A file in the store that is no record of ours; it is left where it is and not read again."""

    reason: str


def read_record(folder: KnowledgeFolder, session: str, name: str) -> StepRecord | NoRecord | None:
    """The record in a file. None when the file is not there (any more)."""
    if not is_step_name(name):
        return NoRecord("not named as a step is")
    data = folder.read_step(session, name)
    return None if data is None else parse_record(data)


def parse_record(data: bytes) -> StepRecord | NoRecord:
    if len(data) > LARGEST:
        return NoRecord(f"larger than {LARGEST} bytes")
    try:
        return StepRecord.model_validate_json(data)
    except ValidationError as error:
        return NoRecord(_why(data, error))


def parse_session(data: bytes | None) -> SessionRecord | None:
    """What `session.json` says; None when it is missing or says nothing that can be understood."""
    if not data:
        return None
    try:
        return SessionRecord.model_validate_json(data)
    except ValidationError:
        return None


def _why(data: bytes, error: ValidationError) -> str:
    if not data.strip():
        return "empty"
    if data.startswith(b"<<<<<<<") or b"\n<<<<<<<" in data:
        return "has merge conflict markers: take one side of the conflict"
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return "not JSON, or cut off"
    version = _version(data)
    if isinstance(version, int) and version > 1:
        return f"of schema version {version}, which a newer Handhold has written"
    return f"not a step record: {'.'.join(map(str, first['loc'])) or 'it is no object'}"


def _version(data: bytes) -> object:
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], told).get("schemaVersion") if isinstance(told, dict) else None
