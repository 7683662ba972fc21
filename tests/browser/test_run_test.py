"""Running tests: every kind of step, every way to fail, and what is told and kept of a run."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import urllib.request
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.pages import Pages

from handhold.adapters.browser.discovery import find_browser
from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings

SAID = {"css": "#said"}


def said(text: str) -> dict[str, Any]:
    return {"assert": {"get": "text", "target": SAID, "expected": text}}


GREEN: dict[str, list[dict[str, Any]]] = {
    "click": [{"click": "#count"}, {"assert": {"get": "text", "target": "#total", "expected": "1"}}],
    "click twice": [{"do": "click", "target": "#twice", "count": 2}, said("twice")],
    "context menu": [{"do": "click", "target": "#twice", "button": "right"}, said("menu")],
    "hover": [{"hover": "#twice"}, {"assert": "twice.dataset.met === 'yes'"}],
    "fill and press": [
        {"fill": {"selector": "#name", "value": "Ada"}},
        {"do": "press", "target": "#name", "keys": "Enter"},
        said("sent 3"),
        {"assert": {"get": "value", "target": "#name", "expected": "Ada"}},
    ],
    "type": [
        {"do": "type", "target": "#name", "text": "ab"},
        {"do": "type", "text": "c"},
        {"assert": {"get": "value", "target": "#name", "expected": "abc"}},
    ],
    "check": [
        {"check": "#terms"},
        {"assert": {"get": "checked", "target": "#terms", "expected": True}},
        {"uncheck": "#terms"},
        {"assert": {"get": "checked", "target": "#terms", "expected": False}},
    ],
    "select": [
        {"do": "select", "target": "#colour", "options": [{"label": "Green"}]},
        {"assert": {"get": "value", "target": "#colour", "expected": "g"}},
        {"do": "select", "target": "#colour", "options": [{"value": "b"}]},
        {"assert": "colour.value === 'b'"},
        {"do": "select", "target": "#colour", "options": [{"index": 0}]},
        {"assert": "colour.value === 'r'"},
    ],
    "upload": [
        {"do": "upload", "target": "#paper", "files": ["paper.txt"]},
        {"assert": "paper.files[0].name === 'paper.txt'"},
    ],
    "drag": [{"do": "drag", "target": "#from", "to": "#to"}, said("dropped")],
    "scroll": [
        {"do": "scroll", "target": "#bottom"},
        {"assert": {"get": "inViewport", "target": "#bottom", "expected": True}},
        {"do": "scroll", "to": "top"},
        {"assert": {"get": "js", "js": "scrollY", "operator": "<", "expected": 50}},
    ],
    "dialogs": [
        {"do": "dialog", "accept": True},
        {"click": "#ask"},
        said("yes"),
        {"click": "#ask"},
        said("no"),
        {"do": "dialog", "accept": True, "text": "Ada"},
        {"click": "#prompt"},
        said("Ada"),
    ],
    "waits": [
        {"click": "#late"},
        {"do": "waitFor", "target": "#slow"},
        {"assert": {"get": "visible", "target": "#slow", "expected": True}},
        {"do": "waitFor", "target": "#nowhere", "state": "detached"},
        {"do": "waitFor", "target": "#count", "state": "enabled"},
        {"do": "waitFor", "target": "#count", "state": "stable"},
        {"do": "waitForFunction", "js": "document.readyState === 'complete'"},
        {"do": "sleep", "ms": 1},
    ],
    "assertion waits": [{"click": "#late"}, {"assert": {"get": "visible", "target": "#slow", "expected": True}}],
    "answers of its own": [
        {"do": "route", "url": "**/api/price", "fulfil": {"body": {"price": 7}}},
        {"click": "#load"},
        {"do": "waitForResponse", "url": "**/api/price", "status": 200},
        said("price 7"),
        {"assert": {"get": "response", "url": "**/api/price", "expected": 200}},
    ],
    "aborted requests": [{"do": "route", "url": "**/api/*", "abort": True}, {"click": "#load"}, said("no answer")],
    "pages": [
        {"click": "#next"},
        {"assert": {"get": "title", "expected": "Next"}},
        {"do": "waitForUrl", "url": "**/next.html"},
        {"back": {}},
        {"assert": {"get": "url", "operator": "endsWith", "expected": "desk.html"}},
        {"forward": {}},
        {"reload": {}},
        {"goto": "desk.html"},
        {"assert": {"get": "text", "target": "h1", "expected": "Desk"}},
    ],
    "tabs": [
        {"click": "#tab"},
        {"do": "switchTab", "url": "**/next.html"},
        {"assert": {"get": "text", "target": "#here", "expected": "You are next"}},
        {"do": "closeTab"},
        {"do": "newTab", "url": "next.html"},
        {"do": "switchTab", "index": 0},
        {"assert": {"get": "title", "expected": "Desk"}},
        {"do": "switchTab", "title": "Next"},
    ],
    "surroundings": [
        {"do": "setViewport", "width": 500, "height": 400},
        {"assert": "innerWidth === 500"},
        {"do": "emulate", "colorScheme": "dark"},
        {"assert": "matchMedia('(prefers-color-scheme: dark)').matches"},
    ],
    "rows": [
        {"assert": {"get": "count", "target": {"testId": "row"}, "expected": 3}},
        {
            "do": "click",
            "target": {"by": [{"role": "button", "name": "Remove"}], "within": [{"css": "#rows li:nth-child(2)"}]},
        },
        {"assert": {"get": "count", "target": {"testId": "row"}, "expected": 2}},
        {"assert": {"get": "text", "target": "#rows", "operator": "notContains", "expected": "Second"}},
    ],
    "variables": [
        {"do": "extract", "as": "first", "get": "text", "target": "#rows li:nth-child(1)", "matches": r"(\w+)"},
        {"assert": {"get": "variable", "name": "first", "expected": "First"}},
        {"do": "js", "js": "return 6 * 7", "as": "answer"},
        {"fill": {"selector": "#name", "value": "${vars.first} ${vars.answer}"}},
        {"assert": {"get": "value", "target": "#name", "expected": "First 42"}},
        {"assert": "document.getElementById('name').value === '${vars.first} ${vars.answer}'"},
    ],
    "flow": [
        {"do": "repeat", "times": 3, "steps": [{"click": "#count"}]},
        {
            "do": "if",
            "condition": {"get": "text", "target": "#total", "expected": "3"},
            "then": [{"do": "group", "name": "once more", "steps": [{"click": "#count"}]}],
            "else": [{"goto": "nowhere.html"}],
        },
        {
            "do": "repeat",
            "while": {"get": "text", "target": "#total", "operator": "<", "expected": 6},
            "steps": [{"click": "#count"}],
        },
        {"assert": {"get": "text", "target": "#total", "expected": "6"}},
    ],
    "a tool": [
        {"do": "tool", "tool": "action_execute", "targets": {"handle": {"css": "#count"}}},
        {"do": "tool", "tool": "state_read", "args": {"format": "text"}, "as": "read"},
        {"assert": {"get": "js", "js": "total.textContent", "expected": 1}},
    ],
    "looking back": [
        {"assert": {"get": "console", "expected": 0}},
        {"click": "#complain"},
        {"assert": {"get": "console", "expected": 1}},
        {"click": "#load"},
        {"assert": {"get": "failedRequests", "expected": 1}},
        {"click": "#file"},
        {"assert": {"get": "download", "expected": "report.csv"}},
    ],
    "facts": [
        {"assert": {"get": "enabled", "target": "#disabled", "expected": False}},
        {"assert": {"get": "hidden", "target": "#slow", "expected": True}},
        {"assert": {"get": "visible", "target": "#slow", "expected": True, "not": True}},
        {"assert": {"get": "attribute", "name": "placeholder", "target": "#name", "expected": "Your name"}},
        {"assert": {"get": "css", "name": "width", "target": "#from", "expected": "60px"}},
        {"assert": {"get": "role", "target": "#count", "expected": "button"}},
        {"assert": {"get": "accessibleName", "target": "#count", "expected": "Count"}},
        {
            "assert": {
                "get": "class",
                "target": "#rows li:nth-child(1) button",
                "operator": "contains",
                "expected": "remove",
            }
        },
        {"assert": {"get": "ariaSnapshot", "target": "#rows", "operator": "contains", "expected": "Second"}},
        {"do": "focus", "target": "#name"},
        {"assert": {"get": "focused", "target": "#name", "expected": True}},
        {"assert": {"get": "editable", "target": "#name", "expected": True}},
        {"do": "assert", "get": "js", "target": "#total", "js": "element.tagName", "expected": "OUTPUT"},
        {"assert": "document.body"},
        {"assert": "[]"},
        {"do": "assert", "get": "js", "target": "#total", "js": "element", "operator": "truthy"},
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest_asyncio.fixture(scope="module")
async def runs(environ: Mapping[str, str], folder: Path) -> AsyncGenerator[Ask]:
    """One Handhold for all of these tests; each run has a browser context of its own."""
    app = App(Settings(root=folder), environ=environ)

    async def call(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller())

    yield call
    await app.close()


@pytest.fixture
def desk(pages: Pages) -> str:
    return pages / "running/desk.html"


async def ran(runs: Ask, definition: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    reply = await runs("run_test", {"test": dict(definition), **options})
    assert reply.ok, reply.text
    return reply.envelope["result"]


@pytest.mark.parametrize("name", GREEN)
@pytest.mark.rows("R375", "R377", "R474", "R479")
async def test_a_test_with_these_steps_passes(runs: Ask, desk: str, folder: Path, name: str) -> None:
    (folder / "paper.txt").write_text("paper", "utf-8")

    result = await ran(runs, {"url": desk, "steps": GREEN[name]})

    assert result["status"] == "passed", json.dumps(result, indent=1)


RED: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "wrong text": (
        [{"click": "#count"}, {"do": "assert", "get": "text", "target": "#total", "expected": "2", "timeoutMs": 200}],
        "steps[1]",
        "MM_ASSERTION_FAILED",
    ),
    "nothing there": ([{"do": "click", "target": "#nowhere", "timeoutMs": 200}], "steps[0]", "MM_TARGET_NOT_FOUND"),
    "several": ([{"do": "click", "target": ".remove", "timeoutMs": 200}], "steps[0]", "MM_TARGET_AMBIGUOUS"),
    "disabled": ([{"do": "click", "target": "#disabled", "timeoutMs": 200}], "steps[0]", "MM_TARGET_BLOCKED"),
    "no such option": (
        [{"do": "select", "target": "#colour", "options": [{"label": "Pink"}]}],
        "steps[0]",
        "MM_STATE_REFUSED",
    ),
    "script throws": ([{"do": "js", "js": "throw new Error('no')"}], "steps[0]", "MM_SCRIPT_FAILED"),
    "in a loop": (
        [{"do": "repeat", "times": 2, "steps": [{"do": "click", "target": "#nowhere", "timeoutMs": 100}]}],
        "steps[0].steps[0]",
        "MM_TARGET_NOT_FOUND",
    ),
    "a loop without end": (
        [
            {
                "do": "repeat",
                "while": {"get": "js", "js": "true", "operator": "truthy"},
                "atMost": 2,
                "steps": [{"do": "sleep", "ms": 1}],
            }
        ],
        "steps[0]",
        "MM_ASSERTION_FAILED",
    ),
    "never": ([{"do": "waitForUrl", "url": "**/never", "timeoutMs": 100}], "steps[0]", "MM_WAIT_TIMEOUT"),
    "no answer": ([{"do": "waitForResponse", "url": "**/never", "timeoutMs": 100}], "steps[0]", "MM_WAIT_TIMEOUT"),
    "no tab": ([{"do": "switchTab", "index": 7, "timeoutMs": 100}], "steps[0]", "MM_TAB_NOT_FOUND"),
    "no page": ([{"goto": "http://127.0.0.1:9/"}], "steps[0]", "MM_NAVIGATION_FAILED"),
    "a tool that fails": (
        [{"do": "tool", "tool": "ui_pick", "args": {"hint": "Zebra crossing"}}],
        "steps[0]",
        "MM_TARGET_NOT_FOUND",
    ),
    "no file": ([{"do": "upload", "target": "#paper", "files": ["none.txt"]}], "steps[0]", "MM_INVALID_INPUT"),
}


@pytest.mark.parametrize("name", RED)
async def test_a_test_fails_where_it_should(runs: Ask, desk: str, name: str) -> None:
    steps, place, code = RED[name]

    result = await ran(runs, {"url": desk, "steps": steps})

    assert (result["status"], result["failed_path"], result["code"]) == ("failed", place, code), result
    assert result["error"] and result["step_definition"]


async def test_a_failure_tells_what_was_expected_and_found_and_what_the_page_shows(runs: Ask, desk: str) -> None:
    step = {"label": "one click", "do": "assert", "get": "text", "target": "#total", "expected": "5", "timeoutMs": 100}

    result = await ran(runs, {"url": desk, "steps": [{"click": "#complain"}, {"click": "#count"}, step]})

    assert result["failed_label"] == "one click" and result["failed_step"] == 2 and result["steps_completed"] == 2
    assert result["details"] == {"get": "text", "operator": "==", "expected": "5", "found": "1"}
    assert result["console_errors"] == ["it broke"]
    assert result["page"]["title"] == "Desk" and "elementId" not in json.dumps(result["page"])


async def test_a_text_that_is_not_there_is_told_with_what_is_like_it(runs: Ask, desk: str) -> None:
    wait = {"do": "assert", "get": "count", "target": {"text": "Next site"}, "operator": ">=", "expected": 1}
    says = {"do": "assert", "get": "visible", "target": {"text": "Next pgae"}, "expected": True}

    count = await ran(runs, {"url": desk, "steps": [{**wait, "timeoutMs": 0}]})
    visible = await ran(runs, {"url": desk, "steps": [{**says, "timeoutMs": 0}]})

    assert count["error"] == "0 visible elements fit the target; expected >= 1"
    assert visible["error"] == "no visible element fits the target"
    assert [each["details"]["closeTexts"] for each in (count, visible)] == [["Next page New tab Report"]] * 2


@pytest.mark.parametrize(
    ("asserted", "says"),
    [
        ({"get": "enabled", "target": "#disabled", "expected": True}, "the element is not enabled"),
        ({"get": "enabled", "target": "#count", "expected": False}, "the element is enabled"),
        ({"get": "hidden", "target": "#count", "expected": True}, "the element is not hidden"),
        ({"get": "visible", "target": "#count", "expected": False}, "the element is visible"),
        ({"get": "text", "target": "#total", "expected": "5"}, "the assertion on text did not come to hold"),
    ],
)
async def test_an_assertion_that_fails_says_how_it_is(
    runs: Ask, desk: str, asserted: dict[str, Any], says: str
) -> None:
    result = await ran(runs, {"url": desk, "steps": [{"do": "assert", **asserted, "timeoutMs": 0}]})

    assert result["error"] == says


async def test_a_failed_step_says_what_its_element_is_known_by(runs: Ask, desk: str) -> None:
    known = {"v": 1, "tag": "button", "role": "button", "label": "Depart", "path": ["body", "button"], "x": 5}
    target = {"by": [{"fingerprint": known}, {"role": "button", "name": "Depart"}]}

    result = await ran(runs, {"url": desk, "steps": [{"do": "click", "target": target, "timeoutMs": 0}]})

    fingerprint, role = result["step_definition"]["target"]["by"]
    assert fingerprint == {"fingerprint": {"role": "button", "label": "Depart"}}
    assert role == {"role": "button", "name": "Depart"}


async def test_soft_assertions_all_run_and_the_test_fails_all_the_same(runs: Ask, desk: str) -> None:
    soft = {"do": "assert", "get": "text", "target": "#total", "expected": "9", "soft": True, "timeoutMs": 0}

    result = await ran(runs, {"url": desk, "steps": [soft, {"click": "#count"}, soft]})

    assert result["status"] == "failed" and result["failed_path"] == "steps[0]" and result["steps_completed"] == 1
    assert [each["failed_path"] for each in result["soft_failures"]] == ["steps[2]"]


async def test_the_teardown_runs_whatever_came_before(runs: Ask, desk: str, pages: Pages) -> None:
    result = await ran(
        runs,
        {
            "url": desk,
            "steps": [{"do": "click", "target": "#nowhere", "timeoutMs": 100}],
            "after": [{"goto": "/empty?done=teardown"}, {"goto": "desk.html"}],
        },
    )

    assert result["status"] == "failed" and result["failed_path"] == "steps[0]"
    assert "/empty?done=teardown" in pages.visits


async def test_a_test_that_takes_longer_than_it_may_has_timed_out(runs: Ask, desk: str) -> None:
    result = await ran(
        runs, {"url": desk, "timeout": 2500, "steps": [{"do": "waitFor", "target": "#no", "timeoutMs": 60000}]}
    )

    assert result["status"] == "timedOut" and result["failed_path"] == "steps[0]"


@pytest.mark.rows("R376", "R379", "R463")
async def test_a_saved_test_is_run_by_its_id_and_its_run_is_kept(runs: Ask, desk: str) -> None:
    saved = {"id": "count", "name": "Count", "def": {"url": desk, "steps": GREEN["click"]}}
    await runs("save_test", saved)

    reply = await runs("run_test", {"test_id": "count"})

    run = reply.envelope["meta"]["run"]["id"]
    assert reply.envelope["result"]["status"] == "passed"
    latest = (await runs("get_latest_run", {"test_id": "count"})).envelope["result"]
    assert latest["id"] == run and latest["result"]["status"] == "passed" and latest["revision"] == 1
    whole = (await runs("get_run", {"run_id": run})).envelope["result"]
    assert [(step["path"], step["status"]) for step in whole["tries"][0]["steps"]] == [
        ("url", "passed"),
        ("steps[0]", "passed"),
        ("steps[1]", "passed"),
    ]
    assert whole["tries"][0]["steps"][1]["foundBy"] == "css"


@pytest.mark.rows("R378", "R462")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "exactly one of test and test_id"),
        ({"test": {"steps": [{"sleep": 1}]}, "test_id": "a"}, "exactly one of test and test_id"),
        ({"test_id": "unknown"}, "no test 'unknown' is saved"),
        ({"testId": "unknown"}, "unknown argument"),
        ({"test": {"steps": []}}, "steps"),
        ({"test": {"steps": [{"sleep": 1}]}, "vars": {"x": 1}}, "no variable 'x'"),
        ({"test": {"inputs": [{"name": "who"}], "steps": [{"sleep": 1}]}}, "needs a value for 'who'"),
        ({"test": {"secrets": ["PIN"], "steps": [{"sleep": 1}]}}, "needs the secret 'PIN'"),
        ({"test": {"casesFile": "rows.csv", "steps": [{"sleep": 1}]}}, "casesFile 'rows.csv' cannot be read"),
        ({"test": {"steps": [{"sleep": 1}]}, "port": 0}, "port"),
        ({"test": {"steps": [{"sleep": 1}]}, "evidence": "much"}, "evidence"),
    ],
)
async def test_what_cannot_be_run_is_refused_before_a_browser_starts(
    runs: Ask, arguments: dict[str, Any], says: str
) -> None:
    reply = await runs("run_test", arguments)

    assert not reply.ok and reply.error["code"] == "MM_INVALID_INPUT"
    assert says in reply.text


async def test_each_row_of_data_is_a_run_of_its_own(runs: Ask, desk: str, folder: Path) -> None:
    (folder / "names.csv").write_text("id,name,length\nshort,Ada,3\nlong,Grace Hopper,12\nwrong,Bob,9\n", "utf-8")
    steps = [
        {"fill": {"selector": "#name", "value": "${vars.name}"}},
        {"click": {"testId": "send"}},
        {"do": "assert", "get": "text", "target": "#said", "expected": "sent ${vars.length}", "timeoutMs": 300},
    ]
    await runs(
        "save_test", {"id": "names", "name": "Names", "def": {"url": desk, "casesFile": "names.csv", "steps": steps}}
    )

    reply = await runs("run_test", {"test_id": "names"})

    cases = {each["case"]: each["status"] for each in reply.envelope["result"]["cases"]}
    assert cases == {"short": "passed", "long": "passed", "wrong": "failed"}
    assert reply.envelope["result"]["status"] == "failed"
    kept = (await runs("list_runs", {"test_id": "names"})).envelope["result"]
    assert sorted(run["case"] for run in kept) == ["long", "short", "wrong"]


async def test_a_test_that_passes_after_a_failure_is_flaky_and_keeps_both_attempts(runs: Ask, pages: Pages) -> None:
    page = pages.make("<title>Once</title><p id=p></p><script>p.textContent = localStorage.n ?? 'none'</script>")
    pages.made["flicker"] = "<title>First</title>"
    steps = [{"do": "assert", "get": "title", "expected": "Second", "timeoutMs": 100}]
    await runs("save_test", {"id": "flicker", "name": "F", "def": {"url": pages / "made/flicker", "steps": steps}})

    async def mend() -> None:
        while not pages.visits.count("/made/flicker"):
            await asyncio.sleep(0.01)
        pages.made["flicker"] = "<title>Second</title>"

    mending = asyncio.create_task(mend())
    reply = await runs("run_test", {"test_id": "flicker", "retries": 2})
    await mending

    assert page and reply.envelope["result"] | {"duration_ms": 0} == {
        "status": "passed",
        "steps_completed": 1,
        "duration_ms": 0,
        "attempts": 2,
        "flaky": True,
    }
    whole = (await runs("get_run", {"run_id": reply.envelope["meta"]["run"]["id"]})).envelope["result"]
    assert [each["status"] for each in whole["tries"]] == ["failed", "passed"]
    assert whole["flaky"] and whole["retries"] == 1 and whole["infraAttempts"] == 0


async def test_a_test_runs_in_a_context_of_its_own_and_disturbs_nobody(runs: Ask, desk: str, pages: Pages) -> None:
    await runs("nav_goto", {"url": pages / "running/next.html"})
    await runs("nav_goto", {"url": pages / "running/desk.html"})
    store = {"do": "js", "js": "document.cookie = 'met=1'; localStorage.met = 1"}

    await ran(runs, {"url": desk, "steps": [store]})
    again = await ran(runs, {"url": desk, "steps": [{"assert": "!document.cookie && !localStorage.met"}]})

    tabs = (await runs("list_tabs")).envelope["result"]["text"]
    assert again["status"] == "passed" and "desk.html" in tabs and "Found 1 tab" in tabs


async def test_flows_are_shared_and_get_variables(runs: Ask, desk: str) -> None:
    greet = {
        "vars": {"who": "Ada"},
        "steps": [{"fill": {"selector": "#name", "value": "${vars.who}"}}, {"click": {"testId": "send"}}],
    }
    await runs("save_test", {"id": "greet", "name": "Greet", "def": greet})

    result = await ran(
        runs,
        {
            "url": desk,
            "steps": [
                {"run_test": "greet"},
                said("sent 3"),
                {"do": "useFlow", "flow": "greet", "args": {"who": "Grace"}},
                said("sent 5"),
            ],
        },
    )

    assert result["status"] == "passed", result


async def test_nothing_typed_is_told(runs: Ask, desk: str, folder: Path) -> None:
    canary = "Zq7-canary-typed"
    steps = [
        {"fill": {"selector": "#name", "value": canary}},
        {"fill": {"selector": "#password", "value": f"{canary}-secret"}},
        {"do": "fill", "target": "#nowhere", "value": canary, "timeoutMs": 100},
    ]

    reply = await runs("run_test", {"test": {"url": desk, "steps": steps}, "evidence": "all"})

    assert reply.envelope["result"]["status"] == "failed"
    assert canary not in reply.text
    kept = [file for file in folder.rglob("*") if file.is_file() and f"{canary}-secret".encode() in file.read_bytes()]
    assert not kept


async def test_relative_urls_lead_to_the_base_url_that_the_run_names(runs: Ask, pages: Pages) -> None:
    test = {
        "url": "/running/desk.html",
        "baseUrl": "http://127.0.0.1:9",
        "steps": [{"click": "#next"}, {"assert": {"get": "url", "expected": "/running/next.html"}}],
    }

    result = await ran(runs, test, base_url=pages / "")

    assert result["status"] == "passed", result


async def test_a_client_that_hears_of_no_progress_is_answered_while_the_run_goes_on(
    ask_with: Callable[..., Ask], desk: str, pages: Pages
) -> None:
    hasty = ask_with(run_patience_ms=100)
    steps = [{"do": "waitForFunction", "js": "fetch('/cue?name=go').then(() => true)", "timeoutMs": 30_000}]

    reply = await hasty("run_test", {"test": {"url": desk, "steps": steps}}, is_patient=False)
    run = {"run_id": reply.envelope["meta"]["run"]["id"]}
    meanwhile = (await hasty("get_run", run)).envelope["result"]["status"]
    pages.cues["go"].set()
    async with asyncio.timeout(30):
        while (seen := (await hasty("get_run", run)).envelope["result"])["status"] == "running":
            await asyncio.sleep(0.05)

    assert (reply.envelope["result"]["status"], meanwhile, seen["status"]) == ("running", "running", "passed")


async def test_an_assertion_goes_on_in_the_tab_that_a_closing_one_leaves(runs: Ask, desk: str) -> None:
    steps = [
        {"do": "js", "js": "open('next.html'); 1"},
        {"do": "switchTab", "url": "**/next.html"},
        {"do": "js", "js": "setTimeout(() => close(), 200); 1"},
        {"assert": {"get": "title", "expected": "Desk"}},
    ]

    result = await ran(runs, {"url": desk, "steps": steps})

    assert result["status"] == "passed", result


async def test_what_only_pixels_show_is_pressed_and_refused_when_it_is_not_there(runs: Ask, pages: Pages) -> None:
    press = {"do": "click", "target": {"by": [{"seen": {"text": "Reserve seat"}}]}, "timeoutMs": 20_000}
    heard = {"assert": "heard.join() === 'seat'"}
    nowhere = {"do": "click", "target": {"by": [{"seen": {"text": "Refund ticket"}}]}, "timeoutMs": 1_000}

    seen = await ran(runs, {"url": pages / "sight/buttons.html", "timeout": 60_000, "steps": [press, heard]})
    missing = await ran(runs, {"url": pages / "sight/buttons.html", "timeout": 60_000, "steps": [nowhere, heard]})

    assert seen["status"] == "passed", seen
    assert (missing["status"], missing["code"]) == ("failed", "MM_TARGET_NOT_FOUND"), missing


async def test_a_page_is_compared_with_a_picture_of_the_repository(runs: Ask, desk: str, folder: Path) -> None:
    steps = [{"do": "assert", "get": "screenshot", "target": "#to", "picture": "looks/drop.png", "timeoutMs": 0}]
    definition = {"url": desk, "steps": steps}

    missing = await ran(runs, definition)
    kept = next(path for path in missing["evidence"] if path.endswith("expected.png"))
    (folder / "looks").mkdir()
    (folder / kept).rename(folder / "looks/drop.png")
    same = await ran(runs, definition)
    recoloured = {"do": "js", "js": "document.getElementById('to').style.background = 'red'; 1"}
    other = await ran(runs, {"url": desk, "steps": [recoloured, *steps]})

    assert missing["status"] == "failed" and "no picture" in missing["error"]
    assert (same["status"], other["status"]) == ("passed", "failed"), json.dumps((same, other))


@pytest.mark.rows("R375")
async def test_port_attaches_to_a_running_browser_and_leaves_it_as_it_was(runs: Ask, desk: str, tmp_path: Path) -> None:
    with browsing(tmp_path) as port:
        before = pages_of(port)
        reply = await runs("run_test", {"test": {"url": desk, "steps": GREEN["click"]}, "port": port})
        after = pages_of(port)

    assert reply.envelope["result"]["status"] == "passed", reply.text
    assert after == before, "its own pages are untouched, and nothing is left open"


async def test_a_port_nobody_listens_on_is_trouble_of_the_infrastructure(runs: Ask, desk: str) -> None:
    result = await ran(runs, {"url": desk, "steps": GREEN["click"]}, port=9)

    assert result["status"] == "error" and result["code"] == "MM_LAUNCH_FAILED"


@contextmanager
def browsing(folder: Path) -> Generator[int]:
    """A browser that somebody else has started, with its debugging port."""
    found = find_browser(Settings(root=folder), os.environ)
    assert found is not None
    command = [str(found.path), "--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    process = subprocess.Popen([*command, "about:blank"], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        line = next(line for line in process.stderr if "DevTools listening" in line)
        yield int(line.split("127.0.0.1:")[1].split("/")[0])
    finally:
        process.kill()
        process.communicate()


def pages_of(port: int) -> list[str]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
        return sorted(each["id"] for each in json.load(answer) if each["type"] == "page")
