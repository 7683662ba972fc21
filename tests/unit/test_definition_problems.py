"""Bad definitions: each is refused with the place, what was found there and what is allowed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from handhold.errors import InvalidInput
from handhold.services.testing.definition import TestDef, hash_of, normalised

CLICK = {"click": {"testId": "go"}}


def test_of(*steps: Any, **members: Any) -> dict[str, Any]:
    return {"steps": list(steps), **members}


test_of.__test__ = False  # pyright: ignore[reportFunctionMemberAccess]


def asserting(**members: Any) -> dict[str, Any]:
    return test_of({"assert": members})


BAD: dict[str, tuple[Any, str]] = {
    "no object": ([CLICK], "definition: a definition is an object, found a list"),
    "a number": (5, "definition: a definition is an object, found a number"),
    "no steps": ({"url": "http://x"}, "steps: is missing"),
    "empty steps": (test_of(), "steps: is too short, found 0 items"),
    "steps no list": ({"steps": CLICK}, "steps: should be a list, found an object"),
    "step no object": (test_of("click"), "steps[0]: a step is an object, found a text"),
    "step null": (test_of(None), "steps[0]: a step is an object, found null"),
    "empty step": (test_of({}), "steps[0]: unknown kind of step, found none"),
    "only a label": (test_of({"label": "x"}), "steps[0]: unknown kind of step, found none"),
    "misspelled kind": (test_of({"clik": "#a"}), "steps[0]: unknown kind of step, found 'clik'; allowed: click"),
    "misspelled do": (test_of({"do": "asert"}), "steps[0]: unknown kind of step, found 'asert'; allowed: assert"),
    "do no text": (test_of({"do": 5}), "steps[0]: "),
    "two kinds": (test_of({"click": "#a", "fill": {}}), "steps[0]: a step does one thing, found 'click', 'fill'"),
    "unknown member": (test_of({"click": {"selector": "a", "buton": 1}}), "steps[0].click.buton: unknown member"),
    "unknown top member": (test_of(CLICK, retrys=2), "retrys: unknown member, found 'retrys'; allowed: retries"),
    "selector no text": (test_of({"click": {"selector": 5}}), "steps[0].click.selector: should be a string, found 5"),
    "no target": (test_of({"click": {}}), "steps[0].target: is missing"),
    "target null": (test_of({"do": "click", "target": None}), "steps[0].target: names no element, found null"),
    "empty target": (test_of({"do": "click", "target": []}), "steps[0].target: is too short, found 0 items"),
    "unknown evidence": (
        test_of({"do": "click", "target": [{"ident": "x"}]}),
        "steps[0].target[0]: is no evidence of an element, found an object with 'ident'; allowed: fingerprint, testId",
    ),
    "evidence with more": (
        test_of({"do": "click", "target": [{"testId": "a", "colour": "red"}]}),
        "steps[0].target[0].colour: unknown member",
    ),
    "fingerprint without version": (
        test_of({"click": {"fingerprint": {"tag": "a"}}}),
        "steps[0].click.fingerprint: not a fingerprint: it has no version",
    ),
    "fingerprint of the future": (
        test_of({"click": {"fingerprint": {"v": 99}}}),
        "steps[0].click.fingerprint: fingerprint of version 99",
    ),
    "bad choice": (test_of({"click": {"css": "a", "button": "lft"}}), "'left', 'right', 'middle'"),
    "no value": (test_of({"fill": {"selector": "#a"}}), "steps[0].value: is missing"),
    "value no text": (test_of({"fill": {"selector": "#a", "value": 5}}), "steps[0].fill.value: should be a string"),
    "count too large": (test_of({"click": {"css": "a", "count": 9}}), "steps[0].click.count: should be less than"),
    "number in quotes": (test_of({"wait": "100"}), "steps[0].wait: should be an integer, found a text"),
    "negative wait": (test_of({"wait": -1}), "steps[0].wait: should be greater than or equal to 0, found -1"),
    "endless wait": (test_of({"wait": 10**9}), "steps[0].wait: should be less than or equal to 600000"),
    "bad timeout": (test_of(CLICK, timeout=0), "timeout: should be greater than or equal to 1, found 0"),
    "both timeouts": (test_of(CLICK, timeout=1, timeoutMs=2), "timeoutMs: is the same as 'timeout'"),
    "both setups": (test_of(CLICK, before=[], setup=[]), "setup: is the same as 'before'"),
    "retries too many": (test_of(CLICK, retries=99), "retries: should be less than or equal to 10, found 99"),
    "retry no object": (test_of({"assert": "1", "retry": 5}), "steps[0].retry: should be an object, found a number"),
    "retry misspelled": (test_of({"assert": "1", "retry": {"intervall": 5}}), ".retry.intervall: unknown member"),
    "unknown getter": (asserting(get="colour", target="a", expected=1), "steps[0].assert.get: is none of the choices"),
    "unknown operator": (asserting(get="url", operator="~", expected="a"), "steps[0].assert.operator: is none of"),
    "getter without element": (asserting(get="text", contains="a"), "steps[0]: getter 'text' needs a target"),
    "element without use": (asserting(get="url", css="a", contains="a"), "getter 'url' is not about an element"),
    "nothing expected": (asserting(get="title"), "steps[0]: operator '==' needs expected"),
    "state as text": (asserting(get="visible", css="a", expected="yes"), "compared by == or != with true or false"),
    "text compared with a list": (asserting(get="title", contains=[1]), "operator 'contains' needs a number or a text"),
    "count as truth": (asserting(get="count", css="a", expected=True), "getter 'count' counts; expected is a number"),
    "bad expression": (asserting(get="title", matches="("), "steps[0]: "),
    "attribute without name": (asserting(get="attribute", css="a", expected="b"), "getter 'attribute' needs name"),
    "name without use": (asserting(get="title", name="x", expected="b"), "name means nothing to getter 'title'"),
    "unknown level": (test_of({"console_check": ["fatal"]}), "steps[0].console_check[0]: is none of the choices"),
    "route with two answers": (
        test_of({"route": {"url": "**", "abort": True, "fulfil": {}}}),
        "needs exactly one of fulfil, abort and har",
    ),
    "route without answer": (test_of({"route": "**/api"}), "needs exactly one of fulfil, abort and har"),
    "status of no answer": (test_of({"mock_network": {"match": "*", "status": 9}}), "mock_network.status: should"),
    "two ways to an option": (
        test_of({"do": "select", "target": "a", "options": [{"value": "a", "index": 1}]}),
        "steps[0].options[0]: needs exactly one of value, label and index",
    ),
    "scroll nowhere": (test_of({"scroll": {}}), "steps[0]: needs a target, to, x or y"),
    "two ways to a tab": (test_of({"switchTab": {"url": "a", "index": 0}}), "exactly one of url, title and index"),
    "value where none is": (test_of({"back": 5}), "steps[0].back: takes no value, found a number"),
    "endless loop": (test_of({"repeat": {"steps": [CLICK]}}), "steps[0]: needs exactly one of times and while"),
    "empty loop": (test_of({"repeat": 2, "steps": []}), "steps[0].steps: is too short"),
    "bad step within": (
        test_of({"group": "a", "steps": [{"if": "1", "then": [{"clik": 1}]}]}),
        "steps[0].steps[0].then[0]: unknown kind of step",
    ),
    "bad condition": (test_of({"if": {"get": "text"}, "then": [CLICK]}), "steps[0].if: getter 'text' needs a target"),
    "flow that leaves": (test_of({"run_test": "../other"}), "steps[0].run_test: should match pattern"),
    "upload that leaves": (
        test_of({"upload": {"css": "a", "files": ["../../etc/passwd"]}}),
        "steps[0].upload.files[0]: leads out of the repository",
    ),
    "upload from the root": (test_of({"upload": {"css": "a", "files": "/etc/passwd"}}), "leads out of the repository"),
    "cases that leave": (test_of(CLICK, casesFile="C:\\rows.csv"), "casesFile: leads out of the repository"),
    "login that leaves": (test_of(CLICK, storageState="~/state.json"), "storageState: leads out of the repository"),
    "handle in a tool": (
        test_of({"action_execute": {"handle": "h3"}}),
        "steps[0].action_execute.handle: a handle means nothing in another session",
    ),
    "argument twice": (
        test_of({"tool": "action_execute", "args": {"handle": "x"}, "targets": {"handle": "#a"}}),
        "handle is given in args and in targets",
    ),
    "unknown variable": (
        test_of({"fill": {"css": "a", "value": "${vars.nam}"}}, vars={"name": "x"}),
        "steps[0].fill.value: unknown variable vars.nam; allowed: name",
    ),
    "unknown variable of the seed": (test_of({"goto": "$vars.home"}), "steps[0].goto: unknown variable vars.home"),
    "unknown environment": (test_of({"goto": "${env.HOME}"}), "steps[0].goto: unknown variable env.HOME"),
    "unknown secret": (test_of({"goto": "${secrets.KEY}"}), "steps[0].goto: secret 'KEY' is not named in secrets"),
    "unknown space": (test_of({"goto": "${base}/x"}), "steps[0].goto: unknown variable, found ${base}"),
    "step that comes later": (test_of({"goto": "${steps[3].result.url}"}), "steps[0].goto: step 3 has not run before"),
    "strange reference": (test_of({"goto": "${vars.a-b}"}), "steps[0].goto: no variable is written like this"),
    "variable of some rows": (
        test_of({"goto": "${vars.a}"}, cases=[{"a": "1"}, {"b": "2"}]),
        "cases[0]: gives no 'b', which other rows give",
    ),
    "rows of one name": (
        test_of(CLICK, cases=[{"id": "a", "vars": {}}, {"id": "a", "vars": {}}]),
        "two cases are called 'a'",
    ),
    "rows and a file": (test_of(CLICK, cases=[{"a": 1}], casesFile="a.csv"), "takes cases or casesFile, not both"),
    "secrets with values": (test_of(CLICK, secrets={"KEY": "abc"}), "secrets: secrets are named, never given"),
    "bad name": (test_of(CLICK, vars={"two words": 1}), "vars.two words: should match pattern"),
    "two inputs of one name": (test_of(CLICK, inputs=["a", "a"]), "two inputs are called 'a'"),
    "bad tag": (test_of(CLICK, tags=[""]), "tags[0]: is too short, found 0 characters"),
    "text too long": (test_of({"fill": {"css": "a", "value": "x" * 200_000}}), "200,000 characters; allowed: at most"),
    "nested too deeply": (
        json.loads('{"steps":' + '[{"group":"a","steps":' * 30 + "[]" + "}]" * 30 + "}"),
        "it is nested more than 40 levels deep",
    ),
    "too large": (test_of(*([{"fill": {"css": "a", "value": "x" * 10_000}}] * 1_100)), "at most 1,000,000 are allowed"),
    "too many values": (
        test_of({"tool": "x_y", "args": {"a": [[0] * 60_000, [0] * 60_000]}}),
        "more than 100,000",
    ),
    "not a number": (test_of({"goto": "a", "timeoutMs": float("nan")}), "steps[0].timeoutMs"),
    "no JSON value": (test_of({"goto": object()}), "definition: holds something that is no JSON value"),
    "broken JSON": ('{"steps": [', "it is not JSON at line 1, column 12"),
    "broken YAML": ("steps: [1", "it is neither JSON nor YAML at line 1"),
    "member twice in JSON": ('{"url": "a", "url": "b", "steps": []}', "an object has two members 'url'"),
    "member twice in YAML": ("url: a\nurl: b\n", "an object has two members 'url'"),
    "YAML bomb": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "aliases are not allowed"),
    "YAML object": ("steps: !!python/object/apply:os.system ['true']", "is not allowed, line 1"),
    "YAML number as name": ("1: a", "names of members are texts, line 1"),
    "empty text": ("", "definition: a definition is an object, found null"),
}


@pytest.mark.rows("R462", "R480")
@pytest.mark.parametrize("case", BAD)
def test_it_is_refused_with_the_place(case: str) -> None:
    raw, says = BAD[case]

    with pytest.raises(InvalidInput) as refused:
        normalised(raw)

    assert says in refused.value.message
    assert refused.value.message.startswith("Invalid definition: ")
    assert refused.value.hint


def test_there_are_at_least_forty_kinds_of_them() -> None:
    assert len(BAD) >= 40


def test_a_message_is_short_and_repeats_nothing_that_was_typed() -> None:
    raw = test_of(*[{"fill": {"css": "a", "value": ["hunter2"], "colour": "hunter2"}}] * 50)

    with pytest.raises(InvalidInput) as refused:
        normalised(raw)

    assert "hunter2" not in refused.value.message + json.dumps(refused.value.details)
    assert len(refused.value.message) < 3_000
    assert "and 90 more" in refused.value.message


@pytest.mark.parametrize(
    "flows, way", [({"a": ["a"]}, "a → a"), ({"a": ["b"], "b": ["c"], "c": ["a"]}, "a → b → c → a")]
)
def test_tests_that_use_each_other_in_a_circle_are_refused_with_the_way(flows: dict[str, list[str]], way: str) -> None:
    saved = {name: normalised(test_of(*({"run_test": used} for used in uses))) for name, uses in flows.items()}

    with pytest.raises(InvalidInput) as refused:
        normalised(test_of(CLICK, {"run_test": flows["a"][0]}), id="a", lookup=saved.get)

    assert f"steps[1].run_test: tests use each other in a circle, found {way}" in refused.value.message


def test_a_long_chain_of_flows_is_no_circle() -> None:
    saved = {f"f{n}": normalised(test_of({"run_test": f"f{n + 1}"}, {"run_test": f"f{n + 1}"})) for n in range(300)}

    found = normalised(test_of({"run_test": "f0"}), id="top", lookup=saved.get)

    assert isinstance(found, TestDef)


def test_a_variable_that_a_flow_sets_is_known() -> None:
    login = normalised(test_of({"eval": "1", "as": "token"}))
    lookup = {"login": login}.get

    normalised(test_of({"run_test": "login"}, {"goto": "/${vars.token}"}), lookup=lookup)
    with pytest.raises(InvalidInput, match=r"unknown variable vars\.tokn; allowed: token"):
        normalised(test_of({"run_test": "login"}, {"goto": "/${vars.tokn}"}), lookup=lookup)


def test_only_known_tools_can_be_called() -> None:
    tools = frozenset({"nav_goto", "ui_scan"})

    with pytest.raises(InvalidInput, match=r"steps\[0\]\.nav_got: unknown tool, found 'nav_got'; allowed: nav_goto"):
        normalised(test_of({"nav_got": {"url": "http://x"}}), tools=tools)


def test_equal_definitions_have_one_hash_whatever_their_spelling() -> None:
    one = normalised({"before": [], "steps": [{"click": "#a"}], "timeout": 5_000})
    other = normalised("timeoutMs: 5000\nsteps:\n- do: click\n  target: {by: [{css: '#a'}]}\n")

    assert hash_of(one) == hash_of(other)
    assert hash_of(one) != hash_of(normalised({"steps": [{"click": "#b"}], "timeout": 5_000}))
