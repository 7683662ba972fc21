"""Make the answer of a batch fit: what is oldest and least needed goes first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

StepJson = dict[str, Any]

MOST_IDS: Final = 40
LONGEST_ID: Final = 40
_IDS: Final = ("elementId", "visualHandleId", "groupId", "tabId", "tab", "nextToken", "runId", "testId")


def fitted(steps: Sequence[StepJson], *, room: int) -> tuple[list[StepJson], bool]:
    """The steps in at most `room` bytes of JSON, and whether anything was left out for it.

    Observations go first, from the oldest step on; then results become the ids that are in them; then errors lose
    their details. No step goes altogether.
    """
    kept = [dict(step) for step in steps]
    sizes = [size_of(step) + 1 for step in kept]
    was_cut = False
    for shorten in (_without_observation, _with_ids_only, _without_details):
        for number, step in enumerate(kept):
            if sum(sizes) <= room:
                return kept, was_cut
            was_cut = _replace(kept, sizes, number, shorten(step)) or was_cut
    return kept, was_cut


def _replace(kept: list[StepJson], sizes: list[int], number: int, shorter: StepJson) -> bool:
    size = size_of(shorter) + 1
    if size >= sizes[number]:
        return False
    kept[number], sizes[number] = shorter, size
    return True


def _without_observation(step: StepJson) -> StepJson:
    return {name: member for name, member in step.items() if name != "observation"}


def _with_ids_only(step: StepJson) -> StepJson:
    if "result" not in step:
        return step
    ids = list(dict.fromkeys(_ids(step["result"])))
    return {**step, "result": {"truncated": True, "ids": ids[:MOST_IDS]}}


def _without_details(step: StepJson) -> StepJson:
    if "error" not in step:
        return step
    return {**step, "error": {**cast(Mapping[str, Any], step["error"]), "details": {"truncated": True}}}


def _ids(value: Any) -> Iterator[str]:
    """Every id in a result, in reading order; with a stack of its own, because a result may be deep."""
    pending: list[tuple[str, Any]] = [("", value)]
    while pending:
        name, at = pending.pop()
        if isinstance(at, Mapping):
            pending += reversed(list(cast(Mapping[str, Any], at).items()))
        elif isinstance(at, list):
            pending += [(name, item) for item in reversed(cast(list[Any], at))]
        elif name in _IDS and isinstance(at, str | int) and len(str(at)) <= LONGEST_ID:
            yield str(at)


def size_of(value: object) -> int:
    """Bytes as JSON."""
    return len(_encoded(value).encode("utf-8", "backslashreplace"))


_encoded: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
