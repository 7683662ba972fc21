"""What is said of bad arguments: by their sender's names, and only of what was meant."""

from __future__ import annotations

from typing import Any

import pytest

from handhold.engine.middleware.validation import validated
from handhold.errors import InvalidInput
from handhold.tools import load

CASES: list[tuple[str, dict[str, Any], str]] = [
    (
        "state_snapshot",
        {"fields": [{"field": "x", "hint": {"pattern": "a"}}]},
        "fields.0.hint: give textIncludes, near",
    ),
    ("state_snapshot", {"fields": ["1x"]}, "fields.0: String should match pattern"),
    (
        "state_snapshot",
        {"fields": [3]},
        "fields.0: Input should be a valid string; fields.0: Input should be an object",
    ),
    ("state_snapshot", {"fields": [{"field": "a", "hint": {"neer": "x"}}]}, "unknown argument, did you mean 'near'?"),
    ("ui_scan", {"region": {"selektor": "a"}}, "region.selektor: unknown argument, did you mean 'selector'?"),
    ("ui_scan", {"region": {"handle": "h1", "selector": "a"}}, "region: handle stands alone"),
    ("ui_scan", {"region": {"zzz": 1}}, "region.zzz: unknown argument, known are selector, nearText, handle"),
    ("ui_scan", {"region": "nowhere" * 10}, "region: Input should be 'header', 'nav'"),
    (
        "pointer_action",
        {"target": {"x": "q"}, "intent": "press"},
        "target.x: Input should be a valid number; target.y: is",
    ),
    ("nav_goto", {"url": "http://a", "waitFor": {"txt": "a"}}, "waitFor.txt: unknown argument, did you mean 'text'?"),
    (
        "action_set_state",
        {"handle": "h1", "value": "Ada"},
        "state: is required; value: unknown argument, did you mean 'state'?",
    ),
    ("nav_goto", {"waitUntil": "load"}, "url: is required; waitUntil: unknown argument, did you mean 'waitFor'?"),
    ("action_execute", {"elementId": "h1"}, "elementId: unknown argument, did you mean 'handle'?"),
    (
        "action_set_state",
        {"handle": "h1", "state": "Ada", "handles": 1},
        "handles: unknown argument, known are session",
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "said"), CASES)
def test_only_what_was_meant_is_judged(tool: str, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        validated(load(tool).args, arguments)

    assert said in refused.value.message


def test_no_type_of_ours_is_named() -> None:
    for tool, arguments, _said in CASES:
        with pytest.raises(InvalidInput) as refused:
            validated(load(tool).args, arguments)

        told = refused.value.message + str(refused.value.details["fields"])
        assert not any(word in told for word in ("CustomField", "constrained", "literal[", "function-after", "Spot"))


def test_a_field_is_named_once() -> None:
    with pytest.raises(InvalidInput) as refused:
        validated(load("state_snapshot").args, {"fields": [3]})

    assert refused.value.details["fields"] == ["fields.0"]
