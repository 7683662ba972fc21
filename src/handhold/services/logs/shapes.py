"""What a request carried, as names and kinds: what was typed is in it, so no value is ever shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast
from urllib.parse import parse_qsl

from handhold.services.logs.masks import MASK, is_secret_name
from handhold.services.perception.page_text import clean

NAME: Final = 40
MEMBERS: Final = 20
DEPTH: Final = 4
READ: Final = 200_000
"""Bytes of a body that are looked at."""
_PART: Final = re.compile(rb'content-disposition:[^\r\n]{0,400}?[; ]name="([^"\r\n]{0,200})"([^\r\n]{0,400})', re.I)

Shape = str | dict[str, "Shape"] | list["Shape"]


def shape_of(content_type: str, data: bytes) -> Shape:
    """Names and kinds of a body: `{"email": "text(17)", "amount": "number"}`."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return _parts(data[:READ])
    text = data[:READ].decode("utf-8", errors="replace")
    if kind == "application/x-www-form-urlencoded":
        pairs = parse_qsl(text, keep_blank_values=True)
        return _members(dict(pairs), depth=1)
    try:
        return _shape(json.loads(text), depth=1)
    except (ValueError, RecursionError):
        return f"{len(data)} bytes"


def _shape(value: Any, *, depth: int) -> Shape:
    if isinstance(value, str):
        return f"text({len(value)})"
    if not isinstance(value, list | dict):
        return "null" if value is None else "boolean" if isinstance(value, bool) else "number"
    if depth > DEPTH:
        return "…"
    if isinstance(value, dict):
        return _members(cast(Mapping[str, Any], value), depth=depth)
    items = cast(list[Any], value)
    first: list[Shape] = [_shape(items[0], depth=depth + 1)] if items else []
    return [*first, f"{len(items)} in all"] if len(items) > 1 else first


def _members(members: Mapping[str, Any], *, depth: int) -> Shape:
    shapes: dict[str, Shape] = {
        clean(name, limit=NAME): MASK if is_secret_name(name) else _shape(value, depth=depth + 1)
        for name, value in list(members.items())[:MEMBERS]
    }
    if len(members) > MEMBERS:
        shapes["…"] = f"{len(members) - MEMBERS} more"
    return shapes


def _parts(data: bytes) -> Shape:
    found = _PART.findall(data)
    shapes: dict[str, Shape] = {
        clean(name.decode("utf-8", errors="replace"), limit=NAME): "file" if b"filename" in rest else "text"
        for name, rest in found[:MEMBERS]
    }
    return shapes
