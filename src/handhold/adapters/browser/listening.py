"""Choose which listening nodes to bring into the page script: all of a few, a sample of each kind of many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import NotRequired, TypedDict

_PRESSING = frozenset(
    ("click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend")
)
_ROOT_TYPES = 15  # so many kinds of event are listened for by the root of a framework only
# Bringing a node over costs 0.2 to 0.5 ms, so a page of 15,000 listening rows must not pay for each of them.
_ALL = 120
_SAMPLE = 24


class Listener(TypedDict):
    """What the protocol tells about one listener, as far as it matters here."""

    type: str
    scriptId: str
    lineNumber: int
    columnNumber: int
    backendNodeId: NotRequired[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which nodes to bring over."""

    single: list[int]
    """Each counts for itself."""
    samples: list[list[int]]
    """Each list stands for everything that looks like it."""
    heard: frozenset[int]
    """The new nodes, brought over or stood for."""


def plan(listeners: Iterable[Listener], *, heard: Set[int]) -> Plan:
    """What to do about the nodes not heard of before."""
    types: dict[int, set[str]] = defaultdict(set)
    origins: dict[int, tuple[str, int, int]] = {}
    for listener in listeners:
        node = listener.get("backendNodeId")
        if node is None:
            continue
        types[node].add(listener["type"])
        if listener["type"] in _PRESSING and node not in heard:
            origins.setdefault(node, (listener["scriptId"], listener["lineNumber"], listener["columnNumber"]))
    new = [node for node in origins if len(types[node]) < _ROOT_TYPES]
    if len(new) <= _ALL:
        return Plan(single=new, samples=[], heard=frozenset(new))
    groups: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for node in new:
        groups[origins[node]].append(node)
    return _sampled(list(groups.values()), heard=frozenset(new))


def _sampled(groups: Sequence[list[int]], *, heard: frozenset[int]) -> Plan:
    single: list[int] = []
    samples: list[list[int]] = []
    for group in sorted(groups, key=len):
        if len(group) <= _SAMPLE and len(single) + len(group) <= _ALL:
            single += group
        else:
            samples.append(_spread(group))
    # Very many scripts with few nodes each: the first ones have to do.
    return Plan(single=single, samples=samples[-_SAMPLE // 4 :], heard=heard)


def _spread(group: Sequence[int]) -> list[int]:
    """Members from the first to the last in equal steps."""
    step = max(1.0, (len(group) - 1) / (_SAMPLE - 1))
    chosen = {round(index * step) for index in range(_SAMPLE)}
    return [group[index] for index in sorted(chosen) if index < len(group)]
