"""The store as an agent meets it: every step of a real browser recorded, found again, and nothing typed in it."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.unit.test_knowledge_records import SEED, stripped

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.services.knowledge.records import step_schema
from handhold.settings import Settings

TYPED = "0.123456"
Recorded = Callable[[], list[dict[str, Any]]]


@pytest_asyncio.fixture(scope="module")
async def agent(environ: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[App]:
    """A Handhold of its own that has been used a little."""
    root = tmp_path_factory.mktemp("knowledge")
    secrets = {**environ, "HANDHOLD_SECRET_PIN": "canary-pin-4711"}
    settings = Settings(root=root, goal="send some money", flow_tags=("send",), tags=("smoke",))
    handhold = App(settings, environ=secrets)
    yield handhold
    await handhold.close()


@pytest_asyncio.fixture(scope="module")
async def answers(agent: App, pages: Pages) -> dict[str, Reply]:
    """What a small flow answered, by name: most tools once, one of them failing."""
    call = _call(agent)
    done = {"goto": await call("nav_goto", {"url": pages / "batch/send.html"})}
    done["scan"] = await call("ui_scan")
    done["pick"] = await call("ui_pick", {"hint": "Amount"})
    amount = done["pick"].envelope["result"]["elementId"]
    done["type"] = await call("action_set_state", {"handle": amount, "state": TYPED})
    done["secret"] = await call("action_set_state", {"handle": amount, "state": "secret://PIN"})
    done["keys"] = await call("action_press", {"handle": amount, "keys": "Control+A"})
    done["missing"] = await call("action_execute", {"handle": "h999"})
    done["batch"] = await call(
        "run_steps", {"steps": [{"tool": "ui_scan"}, {"tool": "nav_history", "args": {"direction": "reload"}}]}
    )
    done["tabs"] = await call("list_tabs")
    return done


def _call(app: App) -> Callable[..., Awaitable[Reply]]:
    async def call(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller(key="knowledge"))

    return call


def records(app: App) -> list[dict[str, Any]]:
    files = (app.settings.root / "test-artifacts/llm-knowledge").glob("*/steps/*.json")
    return [json.loads(file.read_text("utf-8")) for file in sorted(files)]


def record_of(app: App, reply: Reply) -> dict[str, Any]:
    """The record of the call that was answered so."""
    at = reply.envelope["meta"]["timestamp"]
    return next(record for record in records(app) if record["timestamp"] == at)


@pytest.mark.rows("R69", "R205", "R239", "R254", "R320")
async def test_every_step_of_a_session_is_recorded_and_valid(agent: App, answers: dict[str, Reply]) -> None:
    kept = records(agent)

    names = [record["tool"]["name"] for record in kept]
    assert names == [
        *("nav_goto", "ui_scan", "ui_pick", "action_set_state", "action_set_state", "action_press", "action_execute"),
        *("ui_scan", "nav_history"),
    ]
    for record in kept:
        jsonschema.validate(record, step_schema(), cls=jsonschema.Draft7Validator)
        jsonschema.validate(stripped(record), SEED, cls=jsonschema.Draft7Validator)
        assert record["sessionId"] == answers["goto"].envelope["meta"]["sessionId"]
        assert record["observation"]["state"]["currentScreen"].startswith("web:localhost/")


@pytest.mark.rows("R223", "R227", "R228", "R254")
async def test_a_record_says_what_was_done_on_what_and_what_came_of_it(agent: App, answers: dict[str, Reply]) -> None:
    typed, failed = record_of(agent, answers["type"]), record_of(agent, answers["missing"])

    target = typed["tool"]["target"]
    assert (target["testId"], target["fingerprint"]["v"], target["fingerprint"]["label"]) == (
        "amount-input",
        1,
        "Amount",
    )
    assert target["elementId"] == answers["pick"].envelope["result"]["elementId"]
    assert (typed["tool"]["textRedacted"], typed["tool"]["textLength"]) == (True, len(TYPED))
    assert typed["timing"]["durationMs"] <= answers["type"].envelope["meta"]["durationMs"]
    assert typed["outcome"] == {"ok": True}
    assert typed["labels"] == ["interaction"]
    assert failed["outcome"]["error"]["code"] == "MM_TARGET_NOT_FOUND"
    assert failed["labels"] == ["interaction", "error-recovery"]
    assert failed["tool"]["input"] == {"handle": "h999"}


@pytest.mark.rows("R223", "R227")
async def test_nothing_typed_and_no_secret_is_in_any_file(agent: App, answers: dict[str, Reply]) -> None:
    folder = agent.settings.root / "test-artifacts"
    await _call(agent)("mm_knowledge_search", {"query": "amount"})
    content = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())

    assert b"action_set_state" in content
    for text in (TYPED, "canary-pin-4711"):
        assert text.encode() not in content
    assert answers["secret"].ok
    assert record_of(agent, answers["secret"])["tool"] | {"target": None} == {
        "name": "action_set_state",
        "input": record_of(agent, answers["secret"])["tool"]["input"],
        "target": None,
        "textRedacted": True,
    }
    assert record_of(agent, answers["keys"])["tool"]["input"]["keys"] == "[keys]"


@pytest.mark.rows("R258", "R259", "R260", "R261", "R262", "R263", "R266", "R269", "R496")
async def test_a_search_finds_steps_by_tool_screen_test_id_and_control(agent: App, answers: dict[str, Reply]) -> None:
    call = _call(agent)

    async def first(query: str, **arguments: Any) -> dict[str, Any]:
        reply = await call("mm_knowledge_search", {"query": query, **arguments})
        match: dict[str, Any] = reply.envelope["result"]["matches"][0]
        return match

    assert (await first("press"))["tool"] == "action_press"
    assert (await first("amount-input"))["matchedFields"][0] == "testId:amount-input"
    assert "send.html" in (await first("send.html", limit=1))["screen"]
    assert 'a11y:button:"Send"' in (await first("send", scope="current"))["matchedFields"]
    assert (await first("send", filters={"flowTag": "send", "tag": "smoke", "sinceHours": 1}))["sessionGoal"]
    nothing = await call("mm_knowledge_search", {"query": "send", "filters": {"flowTag": "swap"}})
    assert nothing.envelope["result"] == {"matches": [], "query": "send"}


@pytest.mark.rows("R256", "R257", "R495")
async def test_the_latest_steps_come_latest_first(agent: App, answers: dict[str, Reply]) -> None:
    reply = await _call(agent)("mm_knowledge_last", {"n": 2})

    steps = reply.envelope["result"]["steps"]
    assert [step["tool"] for step in steps] == ["nav_history", "ui_scan"]
    assert steps[0].keys() == {"timestamp", "tool", "screen", "snippet", "sessionId"}


@pytest.mark.rows("R264", "R265", "R497")
async def test_a_session_is_told_as_a_recipe(agent: App, answers: dict[str, Reply]) -> None:
    call = _call(agent)
    session = answers["goto"].envelope["meta"]["sessionId"]

    current = (await call("mm_knowledge_summarize")).envelope["result"]
    by_old_name = (await call("mm_knowledge_summarize", {"sessionId": session, "scope": "all"})).envelope["result"]
    everything = await call("mm_knowledge_summarize", {"scope": "all"})

    assert current == by_old_name
    assert (current["sessionId"], current["stepCount"]) == (session, 9)
    assert current["recipe"][3]["stepNumber"] == 4
    assert all(step.keys() >= {"stepNumber", "tool", "notes"} for step in current["recipe"])
    assert current["recipe"][3]["notes"].startswith('target: [data-testid="amount-input"]; on screen: web:')
    assert "FAILED: no such handle" in current["recipe"][6]["notes"]
    assert everything.error["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R498")
async def test_sessions_are_listed_with_what_they_were_for(agent: App, answers: dict[str, Reply]) -> None:
    reply = await _call(agent)("mm_knowledge_sessions", {"limit": 5, "filters": {"tag": "smoke"}})

    [session] = reply.envelope["result"]["sessions"]
    assert session["goal"] == "send some money"
    assert (session["flowTags"], session["tags"]) == (["send"], ["smoke"])


async def test_without_a_session_the_last_one_is_meant_and_no_browser_starts(
    agent: App, answers: dict[str, Reply]
) -> None:
    other = Caller(key="somebody-else")
    running = agent.running_sessions

    reply = await agent.engine.call("mm_knowledge_last", {"n": 1}, caller=other)

    assert reply.envelope["result"]["steps"][0]["tool"] == "nav_history"
    assert reply.envelope["meta"]["warnings"] == ["no session is running: this is about the last one that was recorded"]
    assert agent.running_sessions == running


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("mm_knowledge_last", {"n": 0}),
        ("mm_knowledge_last", {"n": 201}),
        ("mm_knowledge_search", {}),
        ("mm_knowledge_search", {"query": ""}),
        ("mm_knowledge_search", {"query": "x" * 201}),
        ("mm_knowledge_search", {"query": "x", "limit": 101}),
        ("mm_knowledge_search", {"query": "x", "scope": {"sessionId": "abc"}}),
        ("mm_knowledge_search", {"query": "x", "scope": "mine"}),
        ("mm_knowledge_search", {"query": "x", "filters": {"gitBranch": "main"}}),
        ("mm_knowledge_search", {"query": "x", "filters": {"sinceHours": 721}}),
        ("mm_knowledge_sessions", {"limit": 51}),
        ("mm_knowledge_summarize", {"scope": {"sessionId": "../../../etc"}}),
    ],
)
@pytest.mark.rows("R256", "R258", "R259", "R266")
async def test_what_cannot_be_meant_is_refused(agent: App, tool: str, arguments: dict[str, Any]) -> None:
    reply = await _call(agent)(tool, arguments)

    assert reply.error["code"] == "MM_INVALID_INPUT"


async def test_every_call_is_a_line_in_the_log(agent: App, answers: dict[str, Reply]) -> None:
    lines = (agent.settings.root / "test-artifacts/llm-knowledge/calls.ndjson").read_text("utf-8").splitlines()

    line = json.loads(lines[3])
    assert line | {"at": "", "sessionId": "", "ms": 0} == {
        "at": "",
        "sessionId": "",
        "tool": "action_set_state",
        "target": 'textbox "Amount"',
        "outcome": "ok",
        "ms": 0,
        "bytes": len(answers["type"].text.encode()),
    }
    assert json.loads(lines[6])["outcome"] == "MM_TARGET_NOT_FOUND"


async def test_a_call_that_failed_is_told_in_the_log_by_its_element_or_address(
    ask_with: Callable[..., Ask], pages: Pages, tmp_path: Path
) -> None:
    ask = ask_with(root=tmp_path)
    await ask("nav_goto", {"url": pages.make("<button disabled>Print order</button>", name="disabled")})
    button = (await ask("ui_pick", {"hint": "Print order"})).envelope["result"]["elementId"]

    assert not (await ask("action_execute", {"handle": button})).ok
    assert not (await ask("nav_goto", {"url": "http://ann:canary-word@localhost:9/nowhere"})).ok

    lines = (tmp_path / "test-artifacts/llm-knowledge/calls.ndjson").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines[-2:]]
    assert [line["outcome"] for line in told] == ["MM_TARGET_BLOCKED", "MM_NAVIGATION_FAILED"]
    assert [line["target"] for line in told] == ['button "Print order"', "http://localhost:9/nowhere"]


@pytest.mark.rows("F36")
async def test_a_step_that_cannot_be_recorded_is_a_warning_and_the_action_stands(
    ask_with: Callable[..., Ask], pages: Pages, tmp_path: Path
) -> None:
    (tmp_path / "test-artifacts").write_text("a file where the folder should be", "utf-8")
    ask = ask_with(root=tmp_path)

    reply = await ask("nav_goto", {"url": pages / "basic/home.html"})

    assert reply.ok
    assert reply.envelope["meta"]["warnings"] == ["the session could not be recorded: not a directory"]


async def test_a_call_that_a_dialog_refuses_is_recorded_too(
    ask_with: Callable[..., Ask], pages: Pages, tmp_path: Path
) -> None:
    ask = ask_with(root=tmp_path, dialogs="ask")
    await ask("nav_goto", {"url": pages.make("<button onclick=\"confirm('Sure?')\">Delete</button>", name="sure")})
    await ask("action_execute", {"handle": (await ask("ui_pick", {"hint": "Delete"})).envelope["result"]["elementId"]})

    refused = await ask("ui_scan")

    assert refused.error["code"] == "MM_DIALOG_OPEN"
    (kept,) = (tmp_path / "test-artifacts/llm-knowledge").glob("*/steps/*-ui_scan.json")
    assert json.loads(kept.read_text("utf-8"))["outcome"]["error"]["code"] == "MM_DIALOG_OPEN"


async def test_recording_can_be_turned_off(ask_with: Callable[..., Ask], pages: Pages, tmp_path: Path) -> None:
    ask = ask_with(root=tmp_path, knowledge_record=False)

    assert (await ask("nav_goto", {"url": pages / "basic/home.html"})).ok
    assert (await ask("mm_knowledge_last")).envelope["result"] == {"steps": []}
    assert list(tmp_path.iterdir()) == []
