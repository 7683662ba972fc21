"""Say in one sentence what is wrong with arguments: by the names their sender used, never by our own types."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from pydantic_core import ErrorDetails

from handhold.contract import Args
from handhold.contract.schema import inlined
from handhold.errors import InvalidInput

MOST_PROBLEMS: Final = 5
OBJECT_KINDS: Final = frozenset({"model_type", "dict_type", "model_attributes_type"})
Path = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class _Complaint:
    path: Path
    value: object
    """What was sent at that place."""
    choice: Path | None
    """Where the value may be one of several kinds, and this is what one of the kinds has against it."""
    problem: ErrorDetails
    given: frozenset[object] = frozenset()
    """What was sent at that place and beside it, by name."""

    @property
    def is_of_kind(self) -> bool:
        """The value is no such thing at all, so what is meant is probably another kind."""
        kind = self.problem["type"]
        unlike_a_choice = kind in ("literal_error", "enum") and not isinstance(self.value, str)
        return self.choice == self.path and (kind.endswith("_type") or unlike_a_choice)


def explained(model: type[Args], raw: Mapping[str, Any], problems: Sequence[ErrorDetails]) -> InvalidInput:
    """The error that names fields and never repeats values."""
    complaints = _worth_saying([_located(problem, raw) for problem in problems])
    schema = inlined(model.model_json_schema())
    shown = complaints[:MOST_PROBLEMS]
    more = len(complaints) - len(shown)
    told = "; ".join(dict.fromkeys(_sentence(complaint, schema, among=complaints) for complaint in shown))
    return InvalidInput(
        f"Invalid input: {told}" + (f"; and {more} more" if more > 0 else ""),
        details={
            "fields": list(dict.fromkeys(_shown(complaint.path) for complaint in shown)),
            "allowed": _names(model),
        },
    )


def _names(model: type[Args]) -> list[str]:
    """What the caller calls the arguments, in the order of the tool."""
    return [field.alias or name for name, field in model.model_fields.items()]


def _located(problem: ErrorDetails, raw: Mapping[str, Any]) -> _Complaint:
    """Where the problem is in what was sent; the rest of a location names the kinds that were tried."""
    value: object = raw
    path: Path = ()
    choice: Path | None = None
    given: frozenset[object] = frozenset()
    for part in problem["loc"]:
        inside = _inside(value)
        if part in inside:
            given = frozenset(inside)
            path, value = (*path, part), inside[part]
        elif problem["type"] == "missing" and part == problem["loc"][-1]:
            path = (*path, part)
        else:
            choice = path
    return _Complaint(path, value, choice, problem, given)


def _inside(value: object) -> Mapping[object, object]:
    if isinstance(value, list):
        return dict(enumerate(cast(list[object], value)))
    return cast(Mapping[object, object], value) if isinstance(value, Mapping) else {}


def _worth_saying(complaints: Sequence[_Complaint]) -> list[_Complaint]:
    """Without the kinds that are plainly not meant, where another kind tells what is wrong."""
    meant = {complaint.choice for complaint in complaints if not complaint.is_of_kind}
    return [complaint for complaint in complaints if not (complaint.is_of_kind and complaint.choice in meant)]


def _sentence(complaint: _Complaint, schema: Mapping[str, Any], *, among: Sequence[_Complaint]) -> str:
    path, kind = _shown(complaint.path), complaint.problem["type"]
    if kind == "extra_forbidden":
        names = list(dict.fromkeys(_members(schema, complaint.path[:-1])))
        meant = _meant(complaint, names, among)
        return f"{path}: unknown argument" + (
            f", did you mean {meant!r}?" if meant else f", known are {', '.join(names) or 'none'}"
        )
    if kind == "missing":
        return f"{path}: is required"
    if kind in OBJECT_KINDS:
        return f"{path}: Input should be an object"
    return f"{path}: {complaint.problem['msg'].removeprefix('Value error, ')}"


def _meant(unknown: _Complaint, names: Sequence[str], among: Sequence[_Complaint]) -> str | None:
    """The name that an unknown argument should have had: one that reads alike, or the only one missing there."""
    free = [name for name in names if name not in unknown.given]
    closest = difflib.get_close_matches(str(unknown.path[-1]), free, n=1, cutoff=0.5)
    if closest:
        return closest[0]
    beside = [one for one in among if one.path[:-1] == unknown.path[:-1]]
    missing, strange = (
        list(dict.fromkeys(str(one.path[-1]) for one in beside if one.problem["type"] == kind))
        for kind in ("missing", "extra_forbidden")
    )
    return missing[0] if len(missing) == len(strange) == 1 else None


def _members(schema: Mapping[str, Any], path: Path) -> Iterator[str]:
    """The names that an object at this place may have."""
    for branch in cast(list[Mapping[str, Any]], schema.get("anyOf", [])):
        yield from _members(branch, path)
    if not path:
        yield from schema.get("properties", {})
    elif isinstance(path[0], int):
        yield from _members(schema.get("items", {}), path[1:])
    else:
        yield from _members(schema.get("properties", {}).get(path[0], {}), path[1:])


def _shown(path: Path) -> str:
    return ".".join(str(part)[:40] for part in path) or "arguments"
