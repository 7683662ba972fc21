"""Refs within a batch: each names the look it is from, for later steps to mean it; the caller is told it plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from handhold.services.batch.sizing import StepJson
from handhold.services.targets.refs import look_of, plain

_PARTS: Final = ("result", "observation")


def step_told(step: StepJson) -> StepJson:
    """The step as the caller reads it."""
    return {name: part_told(member) if name in _PARTS else member for name, member in step.items()}


def part_told(part: Any) -> Any:
    """A result or an observation with plain refs."""
    members = _members(part)
    if "a11y" in members:
        return {**members, "a11y": part_told(members["a11y"])}
    if not _nodes(part):
        return part
    return {**members, "nodes": [{**node, "ref": plain(node["ref"])} for node in _nodes(part)]}


def looks_told(steps: Sequence[StepJson], kept: Sequence[StepJson], seen: Mapping[str, Any] | None) -> list[int]:
    """The looks whose refs the caller reads, in the order of the answer. `kept`: what of the steps is in it."""
    parts = [step[name] for step, shown in zip(steps, kept, strict=True) for name in _PARTS if _nodes(shown.get(name))]
    return [look_of(nodes[0]["ref"]) for part in (*parts, seen) if (nodes := _nodes(part))]


def _nodes(part: Any) -> list[Mapping[str, Any]]:
    """The nodes with refs that a part lists, if it is one that does."""
    members = _members(part)
    nodes = _members(members.get("a11y", members)).get("nodes")
    if not isinstance(nodes, list) or not all("ref" in _members(node) for node in cast(list[Any], nodes)):
        return []
    return cast(list[Mapping[str, Any]], nodes)


def _members(value: Any) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}
