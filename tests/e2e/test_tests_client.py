"""Saved tests as an agent uses them: every tool of the set through the official client, on stdio and with progress."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.agent import HANDHOLD, Agent, connected
from tests.support.pages import Pages
from tests.support.server_process import environment

STEPS = [
    {"label": "count once", "click": {"selector": "#count"}},
    {"assert": "document.getElementById('total').textContent === '1'", "retry": {"interval": 50, "timeout": 1000}},
]


@pytest.mark.rows("R375", "R376", "R377", "R378", "R379", "R389", "R390", "R461", "R462", "R463", "R473", "R475")
async def test_the_tools_for_tests_work_through_a_client(pages: Pages, tmp_path: Path) -> None:
    async with connected(tmp_path) as agent:
        await use_every_tool(agent, pages, tmp_path)


async def use_every_tool(agent: Agent, pages: Pages, tmp_path: Path) -> None:
    url = pages / "running/desk.html"
    await use_tests(agent, {"url": url, "steps": STEPS})
    await use_suites(agent, url, tmp_path)
    await use_variables(agent, url)

    assert (await agent.ask("delete_suite", id="all"))["deleted"] is True
    assert await agent.ask("list_suites") == []
    assert (await agent.ask("delete_test", id="count"))["deleted"] is True
    assert await agent.ask("get_test", id="count") is None
    assert len(await agent.ask("list_runs", test_id="count")) == 4, "runs stay readable"


async def use_tests(agent: Agent, definition: dict[str, object]) -> None:
    inline = await agent.envelope("run_test", test=definition)
    saved = await agent.ask("save_test", id="count", name="Count", tags=["smoke"], **{"def": definition})
    assert (await agent.ask("get_test", id="count"))["def"] == saved["def"]
    assert [test["id"] for test in await agent.ask("list_tests", tag="smoke")] == ["count"]
    assert await agent.ask("get_latest_run", test_id="count") is None, "what ran before was not saved"
    ran = await agent.envelope("run_test", test_id="count")
    latest = await agent.ask("get_latest_run", test_id="count")
    runs = await agent.ask("list_runs", test_id="count", status="passed", limit=5)
    whole = await agent.ask("get_run", run_id=inline["meta"]["run"]["id"])

    assert inline["result"]["status"] == ran["result"]["status"] == "passed"
    assert ran["result"]["steps_completed"] == 2 and "count 3/3" in agent.heard
    assert [run["id"] for run in runs] == [latest["id"]] == [ran["meta"]["run"]["id"]]
    assert (whole["testId"], whole["status"]) == (None, "passed"), "a run of what is not saved can be looked up as well"


async def use_suites(agent: Agent, url: str, tmp_path: Path) -> None:
    gone = {"url": url, "steps": [{"do": "click", "target": "#gone", "timeoutMs": 100}]}
    await agent.ask("save_test", id="broken", name="Broken", **{"def": gone})
    await agent.ask("save_suite", id="all", name="All", test_ids=["count", "broken"])
    suites = await agent.ask("list_suites")
    suite = await agent.ask("run_suite", suite_id="all", stop_on_failure=True)
    assert suites[0]["testIds"] == ["count", "broken"]
    assert (suite["status"], suite["summary"]["passed"], suite["summary"]["failed"]) == ("failed", 1, 1)
    assert await agent.ask("get_run", run_id=suite["suite_run"]) == suite
    failed = next(test for test in suite["tests"] if test["id"] == "broken")
    whole = await agent.ask("get_run", run_id=failed["run_id"])
    assert failed["failed_step"] == "steps[0]"
    assert (whole["status"], whole["result"]["page"]["title"]) == ("failed", "Desk")
    pictures = [each for each in whole["tries"][0]["evidence"] if each["kind"] == "screenshot"]
    assert pictures and (tmp_path / pictures[0]["path"]).stat().st_size == pictures[0]["bytes"]

    quarantined = await agent.ask("quarantine_test", test_id="broken", on=True, reason="known")
    calm = await agent.ask("run_suite", test_ids=["count", "broken"])
    released = await agent.ask("quarantine_test", test_id="broken", on=False)
    tagged = await agent.ask("run_suite", tag="smoke", evidence="none")
    assert (quarantined["quarantined"], released["quarantined"]) == (True, False)
    assert (calm["status"], calm["summary"]["quarantined"]) == ("passed", 1)
    assert [(test["id"], test["status"]) for test in tagged["tests"]] == [("count", "passed")]


async def use_variables(agent: Agent, url: str) -> None:
    """A test in YAML with rows of data."""
    text = f"""
        url: {url}
        vars: {{name: Ada, says: sent 3}}
        cases: [{{id: short, vars: {{name: Ada}}}}, {{id: long, vars: {{name: Grace, says: sent 5}}}}]
        steps:
          - fill: {{label: Name, value: "${{vars.name}}"}}
          - click: {{role: button, name: Send}}
          - {{do: assert, get: text, target: "#said", expected: "${{vars.says}}"}}
    """
    rows = await agent.envelope("run_test", test=text)

    assert rows["result"]["status"] == "passed", rows
    assert [case["case"] for case in rows["result"]["cases"]] == ["short", "long"]
    assert len(rows["meta"]["run"]["all"]) == 2


async def test_a_session_is_recorded_saved_and_replayed(pages: Pages, tmp_path: Path) -> None:
    async with connected(tmp_path) as agent:
        await record_and_replay(agent, pages)


async def record_and_replay(agent: Agent, pages: Pages) -> None:
    await agent.ask("record_test", action="start")
    await agent.ask("nav_goto", url=pages / "running/desk.html")
    name = await agent.ask("ui_pick", hint="Name")
    await agent.ask("action_set_state", handle=name["elementId"], state="Ada")
    send = await agent.ask("ui_pick", hint="Send")
    await agent.ask("action_execute", handle=send["elementId"])
    await agent.ask("ui_wait_for", text="sent 3")

    recorded = await agent.ask("record_test", action="stop", id="greet", name="Greet")
    replayed = [await agent.ask("run_test", test_id="greet") for _ in range(3)]

    definition = (await agent.ask("get_test", id="greet"))["def"]
    assert recorded["saved"]["id"] == "greet" and definition["vars"] == {"name": "Ada"}
    assert "def" not in recorded and recorded["outline"] == [step["label"] for step in definition["steps"]]
    assert recorded["outline"][0] == 'Fill textbox "Name"'
    assert [(each["status"], each.get("drift")) for each in replayed] == [("passed", None)] * 3, replayed


def test_the_command_line_runs_what_was_saved(pages: Pages, tmp_path: Path) -> None:
    tests = tmp_path / "handhold" / "tests"
    tests.mkdir(parents=True)
    url = pages / "running/desk.html"
    bad = {"url": url, "steps": [{"do": "click", "target": "#gone", "timeoutMs": 100}]}
    (tests / "count.json").write_text(json.dumps({"url": url, "steps": STEPS}), "utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*HANDHOLD, "test", "run", *arguments, "--root", str(tmp_path)]
        return subprocess.run(
            command, capture_output=True, text=True, env=environment(tmp_path), check=False, timeout=110
        )

    green = run("count", "--junit", str(tmp_path / "green.xml"))
    (tests / "broken.json").write_text(json.dumps(bad), "utf-8")
    red = run("--all", "--junit", str(tmp_path / "red.xml"))
    unknown = run("nobody")

    assert (green.returncode, red.returncode, unknown.returncode) == (0, 1, 2), (green, red, unknown)
    assert "steps[0]" in red.stdout + red.stderr
    assert "<failure" in (tmp_path / "red.xml").read_text("utf-8")
    assert "<failure" not in (tmp_path / "green.xml").read_text("utf-8")
