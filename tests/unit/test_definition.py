"""Good definitions: every spelling that is understood becomes the one that is stored."""

from __future__ import annotations

from typing import Any

import pytest

from handhold.services.testing.definition import STEP_KINDS, TestDef, checked, normalised

CSS_A = {"by": [{"css": "#a"}]}
LOOKED_AT_ONCE = {"timeoutMs": 0}

STEPS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"label": "Go", "click": {"selector": "#a"}}, {"do": "click", "label": "Go", "target": CSS_A}),
    ({"click": "#a"}, {"do": "click", "target": CSS_A}),
    ({"click": "//a"}, {"do": "click", "target": {"by": [{"xpath": "//a"}]}}),
    ({"click": "text=Buy"}, {"do": "click", "target": {"by": [{"text": "Buy"}]}}),
    (
        {"click": {"css": "#a", "name": "Buy", "role": "button", "testId": "buy", "within": "tr", "frame": "iframe"}},
        {
            "do": "click",
            "target": {
                "by": [{"testId": "buy"}, {"role": "button", "name": "Buy"}, {"css": "#a"}],
                "within": [{"css": "tr"}],
                "frame": ["iframe"],
            },
        },
    ),
    ({"doubleClick": "#a"}, {"do": "click", "target": CSS_A, "count": 2}),
    ({"fill": {"selector": "#a", "value": "x"}}, {"do": "fill", "target": CSS_A, "value": "x"}),
    ({"fill": {"label": "Email", "value": "x"}}, {"do": "fill", "target": {"by": [{"label": "Email"}]}, "value": "x"}),
    ({"type": {"selector": "#a", "text": "x", "delay": 5}}, {"do": "type", "target": CSS_A, "text": "x", "delayMs": 5}),
    ({"press": "Enter"}, {"do": "press", "keys": "Enter"}),
    ({"check": {"role": "checkbox"}}, {"do": "check", "target": {"by": [{"role": "checkbox"}]}}),
    ({"select": {"selector": "#a", "label": "Red"}}, {"do": "select", "target": CSS_A, "options": [{"label": "Red"}]}),
    ({"select": {"selector": "#a", "value": "r"}}, {"do": "select", "target": CSS_A, "options": [{"value": "r"}]}),
    ({"drag": {"selector": "#a", "to": "#a"}}, {"do": "drag", "target": CSS_A, "to": CSS_A}),
    ({"scroll": "bottom"}, {"do": "scroll", "to": "bottom"}),
    ({"upload": {"css": "#a", "files": "a.txt"}}, {"do": "upload", "target": CSS_A, "files": ["a.txt"]}),
    ({"dialog": "dismiss"}, {"do": "dialog", "accept": False}),
    ({"goto": "/cart"}, {"do": "goto", "url": "/cart"}),
    ({"navigate": {"url": "/cart"}}, {"do": "goto", "url": "/cart"}),
    ({"reload": True}, {"do": "reload"}),
    ({"wait": 100}, {"do": "sleep", "ms": 100}),
    ({"wait_for": {"selector": "#a", "timeout": 9}}, {"do": "waitFor", "timeoutMs": 9, "target": CSS_A}),
    ({"wait_for_url": "**/done"}, {"do": "waitForUrl", "url": "**/done"}),
    ({"eval": "1 + 1", "as": "two"}, {"do": "js", "js": "1 + 1", "as": "two"}),
    (
        {"extract": {"as": "sum", "from": "text", "css": "#a"}},
        {"do": "extract", "as": "sum", "get": "text", "target": CSS_A},
    ),
    ({"extract": "sum", "js": "1"}, {"do": "extract", "as": "sum", "get": "js", "js": "1"}),
    ({"assert": "true"}, {"do": "assert", **LOOKED_AT_ONCE, "get": "js", "js": "true", "operator": "truthy"}),
    (
        {"assert": "true", "retry": {"interval": 50, "timeout": 2000}},
        {"do": "assert", "timeoutMs": 2000, "pollMs": 50, "get": "js", "js": "true", "operator": "truthy"},
    ),
    (
        {"assert": {"get": "text", "css": "#a", "contains": "x"}, "soft": True},
        {"do": "assert", "get": "text", "target": CSS_A, "operator": "contains", "expected": "x", "soft": True},
    ),
    (
        {"assert": {"get": "visible", "css": "#a"}},
        {"do": "assert", "get": "visible", "target": CSS_A, "expected": True},
    ),
    (
        {"console_check": ["error", "warn"]},
        {"do": "assert", **LOOKED_AT_ONCE, "get": "console", "levels": ["error", "warning"], "expected": 0},
    ),
    ({"network_check": True}, {"do": "assert", **LOOKED_AT_ONCE, "get": "failedRequests", "expected": 0}),
    (
        {"mock_network": {"match": "**/api", "status": 500, "body": {"a": 1}, "delay": 9}},
        {"do": "route", "url": "**/api", "fulfil": {"status": 500, "body": {"a": 1}, "delayMs": 9}},
    ),
    ({"run_test": "login"}, {"do": "useFlow", "flow": "login"}),
    ({"nav_goto": {"url": "http://x"}}, {"do": "tool", "tool": "nav_goto", "args": {"url": "http://x"}}),
    (
        {"tool": "action_execute", "targets": {"handle": "#a"}},
        {"do": "tool", "tool": "action_execute", "targets": {"handle": CSS_A}},
    ),
    (
        {"if": {"get": "visible", "css": "#a"}, "then": [{"reload": True}]},
        {
            "do": "if",
            "condition": {"get": "visible", "target": CSS_A, "expected": True},
            "then": [{"do": "reload"}],
        },
    ),
    ({"repeat": 2, "steps": [{"reload": True}]}, {"do": "repeat", "times": 2, "steps": [{"do": "reload"}]}),
    (
        {"repeat": {"while": "more", "steps": [{"reload": True}]}},
        {"do": "repeat", "while": {"get": "js", "js": "more", "operator": "truthy"}, "steps": [{"do": "reload"}]},
    ),
    ({"group": "Pay", "steps": [{"back": True}]}, {"do": "group", "name": "Pay", "steps": [{"do": "back"}]}),
]


@pytest.mark.rows("R480")
@pytest.mark.parametrize("written, stored", STEPS, ids="+".join)
def test_a_step_is_stored_in_one_spelling(written: dict[str, Any], stored: dict[str, Any]) -> None:
    definition = normalised({"steps": [written]})

    assert definition.to_json()["steps"] == [stored]
    assert normalised(definition.to_json()) == definition


def test_the_stored_form_begins_with_what_a_step_does() -> None:
    told = normalised({"steps": [{"label": "Go", "click": "#a", "timeoutMs": 5}]}).to_json()

    assert list(told["steps"][0]) == ["do", "label", "timeoutMs", "target"]


def test_the_members_of_older_systems_are_understood() -> None:
    raw = {
        "url": "$env.BASE/login",
        "env": {"BASE": "http://x"},
        "inputs": ["user"],
        "before": [{"mock_network": {"match": "**", "body": "ok"}}],
        "after": [{"eval": "1"}],
        "steps": [{"fill": {"selector": "#a", "value": "$vars.user"}}],
        "timeout": 9_000,
    }

    told = normalised(raw).to_json()

    assert told["url"] == "${env.BASE}/login"
    assert told["inputs"] == [{"name": "user"}]
    assert told["steps"][0]["value"] == "${vars.user}"
    assert [step["do"] for step in (*told["setup"], *told["teardown"])] == ["route", "js"]
    assert told["timeoutMs"] == 9_000


def test_a_secret_by_its_address_is_named_in_the_definition() -> None:
    definition = normalised({"steps": [{"fill": {"label": "Password", "value": "secret://SHOP_PASSWORD"}}]})

    assert definition.secrets == ("SHOP_PASSWORD",)
    assert definition.to_json()["steps"][0]["value"] == "${secrets.SHOP_PASSWORD}"


def test_yaml_says_the_same_as_json() -> None:
    text = """
    url: http://x
    vars: {when: 2026-01-15, switch: "on"}
    steps:
      - click: {testId: go}
      - assert: {get: title, equals: "Done ${vars.when}"}
    """

    told = normalised(text).to_json()

    assert told["vars"] == {"when": "2026-01-15", "switch": "on"}
    assert told["steps"][1] == {"do": "assert", "get": "title", "expected": "Done ${vars.when}"}


def test_rows_of_data_are_numbered_when_they_have_no_name() -> None:
    definition = normalised(
        {"steps": [{"goto": "${vars.page}"}], "cases": [{"page": "a"}, {"id": "b", "vars": {"page": "b"}}]}
    )

    assert [(case.id, case.vars["page"]) for case in definition.cases] == [("1", "a"), ("b", "b")]


def test_a_dollar_of_a_script_and_an_escaped_one_are_no_variables() -> None:
    steps = [{"eval": "`${location.href}`"}, {"fill": {"css": "#a", "value": "$${price}"}}, {"goto": "/$"}]

    assert len(normalised({"steps": steps}).steps) == 3


def test_a_result_of_an_earlier_step_can_be_used() -> None:
    steps = [{"ui_pick": {"hint": "Buy"}}, {"action_execute": {"handle": "${steps[0].result.elementId}"}}]

    assert len(normalised({"steps": steps}).steps) == 2


def test_every_step_is_found_with_its_path() -> None:
    inner = {"if": "1", "then": [{"back": True}], "else": [{"forward": True}]}
    definition = normalised(
        {"setup": [{"route": {"url": "*", "abort": True}}], "steps": [{"group": "g", "steps": [inner]}]}
    )

    paths = [path for path, _step in definition.every_step()]

    assert paths[0] == ("setup", 0)
    assert ("steps", 0, "steps", 0, "else", 0) in paths
    assert len(paths) == 5


@pytest.mark.parametrize(
    "steps, rules",
    [
        ([{"wait": 5}, {"assert": "1"}], ["fixed-sleep"]),
        ([{"click": "#a"}, {"assert": "1"}], ["css-only"]),
        ([{"click": {"css": "#a", "testId": "a"}}, {"assert": "1"}], []),
        ([{"click": {"testId": "a"}}], ["no-assertion"]),
        ([{"click": {"testId": "a"}}, {"waitForUrl": "**/done"}], []),
        ([{"fill": {"label": "Password", "value": "abc"}}, {"assert": "1"}], ["typed-secret"]),
        ([{"fill": {"label": "SMS code", "value": "123456"}}, {"assert": "1"}], ["typed-secret"]),
        ([{"fill": {"label": "Postal code", "value": "12345"}}, {"assert": "1"}], []),
        ([{"fill": {"label": "Password", "value": "secret://PW"}}, {"assert": "1"}], []),
        ([{"group": "g", "steps": [{"wait": 5}]}, {"assert": "1"}], ["fixed-sleep"]),
        ([{"run_test": "login"}], ["unknown-flow"]),
        ([{"assert": "visible", "target": {"testId": "a"}}], ["getter-as-script"]),
        ([{"assert": "document.title", "target": {"testId": "a"}}], []),
    ],
)
def test_what_should_be_better_is_said(steps: list[Any], rules: list[str]) -> None:
    _definition, findings = checked({"steps": steps}, lookup=dict[str, TestDef]().get)

    assert [finding.rule for finding in findings] == rules
    assert all(finding.sentence.startswith("steps") for finding in findings)


def test_every_kind_of_step_is_told_apart_by_its_name() -> None:
    assert len(STEP_KINDS) == 37
    assert all(model.model_fields["do"].is_required() for model in STEP_KINDS.values())
