"""JSON Schema as small as a client needs it: no generated titles, no null branches, no references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

# Checked by the server anyway, and of no use to whoever writes the arguments.
_LEFT_OUT: Final = frozenset({"maxLength", "minLength", "pattern"})


def compact(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Inline definitions, drop what repeats the field's name or only says "may be left out"."""
    definitions = cast(Mapping[str, Any], schema.get("$defs", {}))
    return cast(dict[str, Any], _shrink({key: value for key, value in schema.items() if key != "$defs"}, definitions))


def _shrink(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_shrink(item, definitions) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    found = _merged(_inlined(_without_null(cast(dict[str, Any], node)), definitions))
    return {
        key: _properties(value, definitions) if key == "properties" else _shrink(value, definitions)
        for key, value in found.items()
        if not _is_noise(key, value)
    }


def _inlined(node: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    target = cast(Mapping[str, Any], definitions[str(node["$ref"]).rsplit("/", 1)[-1]])
    own = {key: value for key, value in node.items() if key != "$ref"}
    return {**{key: value for key, value in target.items() if key != "description"}, **own}


def _merged(node: dict[str, Any]) -> dict[str, Any]:
    """A choice says its type by itself; one value or a list of them is one type with two names."""
    if "enum" in node:
        return {key: value for key, value in node.items() if key != "type"}
    branches = cast(list[dict[str, Any]], node.get("anyOf", []))
    if len(branches) == 2 and branches[1].get("type") == "array" and branches[1].get("items") == branches[0]:
        rest = {key: value for key, value in node.items() if key != "anyOf"}
        return {**rest, "type": [branches[0]["type"], "array"], "items": branches[0]}
    return node


def _properties(properties: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    named = cast(Mapping[str, Any], properties)
    return {name: _shrink(schema, definitions) for name, schema in named.items()}


def _is_noise(key: str, value: Any) -> bool:
    return key in _LEFT_OUT or (key == "title" and isinstance(value, str)) or (key == "default" and value is None)


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    branches = cast(list[dict[str, Any]] | None, node.get("anyOf"))
    if branches is None:
        return node
    kept = [branch for branch in branches if branch.get("type") != "null"]
    rest = {key: value for key, value in node.items() if key != "anyOf"}
    return {**kept[0], **rest} if len(kept) == 1 else {**rest, "anyOf": kept}
