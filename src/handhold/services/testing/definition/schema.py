"""The published JSON Schema of a test definition, in the form that is stored."""

from __future__ import annotations

from typing import Any, Final

from handhold.services.testing.definition.model import TestDef

SCHEMA_ID: Final = "handhold/TestDef.v1"


def json_schema() -> dict[str, Any]:
    """What an editor or another program checks a definition against."""
    made = TestDef.model_json_schema(by_alias=True, mode="validation")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA_ID}
    made["properties"] = {"$schema": {"type": "string", "description": "For editors"}, **made["properties"]}
    return {**head, **made}
