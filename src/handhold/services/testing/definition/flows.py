"""Tests that use others: which ones, whether one uses itself in the end, and what variables they bring along."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from handhold.services.testing.definition.model import TestDef
from handhold.services.testing.definition.problems import Problem
from handhold.services.testing.definition.steps import Path, UseFlow
from handhold.services.testing.definition.variables import given_by

Lookup = Callable[[str], TestDef | None]
"""A saved test by its id."""


def used(definition: TestDef) -> Iterator[tuple[Path, str]]:
    """The flows a test names itself, with the places."""
    for path, step in definition.every_step():
        if isinstance(step, UseFlow):
            yield path, step.flow


def cycle(definition: TestDef, *, id: str | None, lookup: Lookup) -> Problem | None:
    """The first way by which a test would come to itself, or to a flow that comes to itself."""
    known: dict[str, bool] = {}
    for path, flow in used(definition):
        trail = (id, flow) if id is not None else (flow,)
        if found := _loop(flow, trail, lookup, known):
            return Problem(
                (*path, "flow"), "tests use each other in a circle", " → ".join(found), "flows without a way back"
            )
    return None


def _loop(flow: str, trail: tuple[str, ...], lookup: Lookup, known: dict[str, bool]) -> tuple[str, ...] | None:
    """Depth first, without recursion: a chain of flows may be long."""
    if flow in trail[:-1]:
        return trail
    pending = [trail]
    while pending:
        way = pending.pop()
        if known.get(way[-1]):
            continue
        definition = lookup(way[-1])
        steps = () if definition is None else tuple(dict.fromkeys(name for _path, name in used(definition)))
        for name in steps:
            if name in way:
                return (*way, name)
            pending.append((*way, name))
        if not steps:
            known[way[-1]] = True
    return None


def brought_along(definition: TestDef, lookup: Lookup) -> tuple[frozenset[str] | None, list[tuple[Path, str]]]:
    """Variables that the flows of a test set, None when one of them is not saved, and which ones are not."""
    names: set[str] = set()
    missing: list[tuple[Path, str]] = []
    seen: set[str] = set()
    complete = True
    pending = list(used(definition))
    direct = len(pending)
    for number, (path, flow) in enumerate(pending):
        if flow in seen:
            continue
        seen.add(flow)
        found = lookup(flow)
        if found is None:
            complete = False
            missing += [(path, flow)] if number < direct else []
            continue
        names |= given_by(found)
        pending += used(found)  # the list grows while it is gone through, so that flows of flows come too
    return (frozenset(names) if complete else None), missing
