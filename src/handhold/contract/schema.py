"""The schema a client sees of a tool's arguments: closed, flat, and small, because every byte of it costs every user.

What the server checks anyway (lengths, patterns, the inside of nested objects) is left out; the field's description
says in a few words what may be given. The whole schema of every model is in the generated reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

Schema = Mapping[str, Any]

EXPLAINED_ELSEWHERE: Final = frozenset(
    {"session", "timeoutMs", "stopOnError", "limit", "cursor", "tags", "description"}
)
"""Arguments of many tools: the server's instructions explain them once for all, or their name does."""

KEPT: Final = ("type", "enum", "items", "minItems", "maxItems", "minimum", "maximum", "default", "description")


def compact(schema: Schema) -> dict[str, Any]:
    """The arguments' schema as the tool list shows it."""
    definitions = cast(Mapping[str, Schema], schema.get("$defs", {}))
    properties = cast(Mapping[str, Schema], schema.get("properties", {}))
    small: dict[str, Any] = {
        "type": "object",
        "properties": {name: _argument(name, field, definitions) for name, field in properties.items()},
        "additionalProperties": False,
    }
    return {**small, "required": schema["required"]} if schema.get("required") else small


def inlined(schema: Schema) -> dict[str, Any]:
    """A schema without references, titles and null branches, for people to read."""
    definitions = cast(Mapping[str, Schema], schema.get("$defs", {}))
    return cast(dict[str, Any], _inline({key: value for key, value in schema.items() if key != "$defs"}, definitions))


def _argument(name: str, field: Schema, definitions: Mapping[str, Schema]) -> dict[str, Any]:
    told = _property(field, definitions)
    if name in EXPLAINED_ELSEWHERE:
        told.pop("description", None)
    if "enum" in told:
        # Choices explain themselves, and the first of them is what a caller gets that chooses none.
        told = {"enum": sorted(told["enum"], key=lambda choice: choice != told.get("default"))}
    return told


def _property(field: Schema, definitions: Mapping[str, Schema]) -> dict[str, Any]:
    branches = _branches(field, definitions)
    merged: dict[str, Any] = dict(branches[0]) if len(branches) == 1 else {"type": _types(branches)}
    if "enum" in merged:
        merged.pop("type", None)
    if "items" in merged:
        merged["items"] = _property(merged["items"], definitions)
    told = {**merged, **{key: value for key, value in field.items() if key in ("default", "description")}}
    if "minItems" not in told:
        told.pop("maxItems", None)
    return {key: told[key] for key in KEPT if key in told and not _says_nothing(key, told[key])}


def _branches(field: Schema, definitions: Mapping[str, Schema]) -> list[Schema]:
    """What the field may be, null apart."""
    if "$ref" in field:
        field = {**definitions[str(field["$ref"]).rsplit("/", 1)[-1]], "description": field.get("description", "")}
    alternatives = cast(list[Schema], field.get("anyOf", [field]))
    if alternatives == [field]:
        return [field]
    found = [branch for each in alternatives for branch in _branches(each, definitions)]
    return [branch for branch in found if branch.get("type") != "null"]


def _types(branches: list[Schema]) -> list[str]:
    return list(dict.fromkeys(str(branch.get("type", "string")) for branch in branches))


def _says_nothing(key: str, value: Any) -> bool:
    if key == "minimum":
        return value in (0, 1)
    return (key == "default" and value in (None, "", [])) or (key == "description" and not value)


def _inline(node: Any, definitions: Mapping[str, Schema]) -> Any:
    if isinstance(node, list):
        return [_inline(item, definitions) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    found = cast(dict[str, Any], node)
    if "$ref" in found:
        target = definitions[str(found["$ref"]).rsplit("/", 1)[-1]]
        found = {**target, **{key: value for key, value in found.items() if key != "$ref"}}
    return {
        key: _inline(value, definitions)
        for key, value in found.items()
        if not (key == "title" and isinstance(value, str))
    }
