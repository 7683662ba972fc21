"""Refs in the answer of a batch: plain, and good where the caller can read them."""

from __future__ import annotations

from typing import Any

from handhold.services.batch.looks import looks_told, part_told, step_told


def listing(look: int) -> dict[str, Any]:
    return {"nodes": [{"ref": f"e{look * 1000 + number}", "role": "button"} for number in (1, 2)], "total": 9}


def test_refs_are_told_without_their_look() -> None:
    step: dict[str, Any] = {
        "tool": "mm_describe_screen",
        "ok": True,
        "result": {"a11y": listing(7)},
        "observation": listing(8),
    }

    told = step_told(step)

    assert [node["ref"] for node in told["result"]["a11y"]["nodes"]] == ["e1", "e2"]
    assert [node["ref"] for node in told["observation"]["nodes"]] == ["e1", "e2"]
    assert told["result"]["a11y"]["total"] == 9


def test_what_lists_no_refs_is_told_as_it_is() -> None:
    parts: list[Any] = [None, "e7001", {"nodes": ["e7001"]}, {"nodes": 3}, {"ref": "e7001"}, {"nodes": []}]

    assert [part_told(part) for part in parts] == parts


def test_only_looks_that_are_in_the_answer_are_told_in_its_order() -> None:
    steps: list[dict[str, Any]] = [
        {"result": listing(1), "observation": {"a11y": listing(2)}},
        {"result": {"a11y": listing(3)}},
        {"error": {}},
    ]
    kept: list[dict[str, Any]] = [{"result": {"truncated": True, "ids": []}}, step_told(steps[1]), steps[2]]

    assert looks_told(steps, kept, {"a11y": listing(4)}) == [3, 4]
    assert looks_told(steps, steps, None) == [1, 2, 3]
