"""The answer of a batch fits: what goes first, and what stays."""

from __future__ import annotations

import json
from typing import Any

from handhold.services.batch.sizing import fitted

META = {"durationMs": 1, "timestamp": "2026-11-16T03:12:45.120Z"}


def step(number: int) -> dict[str, Any]:
    return {
        "tool": "ui_scan",
        "ok": True,
        "result": {"items": [{"elementId": f"h{number}", "label": "x" * 900}], "nextToken": None},
        "meta": META,
        "observation": {"url": "http://localhost/", "title": "y" * 500},
    }


def failure(details: dict[str, Any]) -> dict[str, Any]:
    error = {"code": "MM_WAIT_TIMEOUT", "message": "it did not happen", "details": details}
    return {"tool": "ui_wait_for", "ok": False, "error": error, "meta": META}


def size(steps: list[dict[str, Any]]) -> int:
    return len(json.dumps(steps, ensure_ascii=False, separators=(",", ":")).encode())


def test_what_fits_is_not_touched() -> None:
    steps = [step(number) for number in range(3)]

    kept, was_cut = fitted(steps, room=size(steps))

    assert kept == steps
    assert not was_cut


def test_the_oldest_observations_go_first() -> None:
    steps = [step(number) for number in range(4)]

    kept, was_cut = fitted(steps, room=size(steps) - 600)

    assert was_cut
    assert ["observation" in one for one in kept] == [False, False, True, True]
    assert [one["result"] for one in kept] == [one["result"] for one in steps]


def test_then_older_results_become_their_ids() -> None:
    steps = [step(number) for number in range(4)]

    kept, _ = fitted(steps, room=2300)

    assert kept[0]["result"] == {"truncated": True, "ids": ["h0"]}
    assert kept[3]["result"] == steps[3]["result"]
    assert all("observation" not in one for one in kept)
    assert size(kept) <= 2300


def test_errors_keep_code_and_message() -> None:
    kept, was_cut = fitted([failure({"closeTexts": ["z" * 3000]})], room=500)

    assert was_cut
    assert kept[0]["error"] == {
        "code": "MM_WAIT_TIMEOUT",
        "message": "it did not happen",
        "details": {"truncated": True},
    }


def test_no_step_goes_and_the_caller_s_own_are_not_changed() -> None:
    steps = [step(number) for number in range(50)]
    before = json.dumps(steps)

    kept, was_cut = fitted(steps, room=10)

    assert was_cut
    assert len(kept) == 50
    assert json.dumps(steps) == before


def test_a_long_result_keeps_its_first_ids() -> None:
    many = [{"elementId": f"h{number}", "label": "w" * 90} for number in range(500)]

    kept, _ = fitted([{**step(0), "result": {"items": many, "nextToken": "p1.5"}}], room=10)

    assert kept[0]["result"]["ids"] == [f"h{number}" for number in range(40)]


def test_a_very_deep_result_does_no_harm() -> None:
    deep: Any = {"elementId": "h1", "label": "w" * 9000}
    for _ in range(500):
        deep = [deep]

    kept, _ = fitted([{**step(0), "result": deep}], room=10)

    assert kept[0]["result"]["ids"] == ["h1"]
