"""Everything that the tools for saved tests refuse, and what they say of what is not there, through a client."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import pytest
from tests.support.agent import Agent, connected
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.unit.test_test_tools import WRONG

Refused = tuple[str, dict[str, Any], str, str]
"""Tool, arguments, code, and what the message says."""

PIN: Final = "4711-canary"
IDLE: Final[dict[str, Any]] = {"steps": [{"sleep": 1}]}
INVALID: Final = "MM_INVALID_INPUT"
FAILED: Final = "MM_STORE_FAILED"


def idle(**members: Any) -> dict[str, Any]:
    return {"test": {**IDLE, **members}}


RUNNING: Final[list[Refused]] = [
    ("run_test", {}, INVALID, "exactly one of test and test_id"),
    ("run_test", {**idle(), "test_id": "good"}, INVALID, "exactly one of test and test_id"),
    ("run_test", {"test_id": "unknown"}, INVALID, "no test 'unknown' is saved"),
    ("run_test", {"test_id": "../good"}, INVALID, "test_id: "),
    ("run_test", {"testId": "good"}, INVALID, "unknown argument"),
    ("run_test", {"test_id": "broken"}, FAILED, "holds no test"),
    ("run_test", {"test": {"steps": []}}, INVALID, "Invalid definition: steps"),
    ("run_test", {"test": "steps: ["}, INVALID, "neither JSON nor YAML"),
    ("run_test", {"test": [IDLE]}, INVALID, "test: "),
    ("run_test", {**idle(), "vars": {"x": 1}}, INVALID, "no variable 'x'"),
    ("run_test", idle(inputs=[{"name": "who"}]), INVALID, "needs a value for 'who'"),
    ("run_test", idle(secrets=["OTHER"]), INVALID, "needs the secret 'OTHER'"),
    ("run_test", idle(casesFile="none.csv"), INVALID, "casesFile 'none.csv' cannot be read"),
    ("run_test", idle(casesFile="notes.json"), INVALID, "casesFile 'notes.json' holds no rows"),
    ("run_test", idle(casesFile="large.csv"), INVALID, "casesFile 'large.csv' is larger than"),
    ("run_test", idle(casesFile="link.csv"), INVALID, "casesFile leads out of the repository"),
    ("run_test", idle(casesFile="../rows.csv"), INVALID, "leads out of the repository"),
    ("run_test", {**idle(), "port": 0}, INVALID, "port: "),
    ("run_test", {**idle(), "evidence": "much"}, INVALID, "evidence: "),
    ("run_test", {**idle(), "retries": 11}, INVALID, "retries: "),
    ("run_test", {**idle(), "base_url": ""}, INVALID, "base_url: "),
    ("run_suite", {}, INVALID, "exactly one of suite_id, tag, test_ids and resume"),
    ("run_suite", {"tag": "smoke", "test_ids": ["good"]}, INVALID, "exactly one of"),
    ("run_suite", {"suite_id": "unknown"}, INVALID, "no suite 'unknown' is saved"),
    ("run_suite", {"suite_id": "broken"}, FAILED, "holds no suite"),
    ("run_suite", {"suite_id": "empty"}, INVALID, "there is no test to run"),
    ("run_suite", {"suite_id": "lost"}, INVALID, "no test 'gone' is saved"),
    ("run_suite", {"tag": "nobody"}, INVALID, "no test has the tag 'nobody'"),
    ("run_suite", {"test_ids": []}, INVALID, "test_ids: "),
    ("run_suite", {"test_ids": ["good", "unknown"]}, INVALID, "no test 'unknown' is saved"),
    ("run_suite", {"test_ids": ["good", "broken"]}, FAILED, "holds no test"),
    ("run_suite", {"test_ids": ["good"], "vars": {"x": 1}}, INVALID, "no variable 'x'"),
    ("run_suite", {"test_ids": ["good"], "stop_on_failure": "yes"}, INVALID, "stop_on_failure: "),
    ("run_suite", {"resume": "run-1-2"}, INVALID, "resume: "),
    ("run_suite", {"resume": "suite-1-2"}, INVALID, "no run of a suite with that id"),
    ("run_tests", {"test_id": "good"}, "MM_UNKNOWN_TOOL", "run_tests"),
]
SAVING: Final[list[Refused]] = [
    ("save_test", {"id": "x", "name": "x", "def": {"vars": {"pin": PIN}, **IDLE}}, INVALID, "the value of a secret"),
    ("save_test", {"id": "hand", "name": "x", "def": IDLE}, INVALID, "is written by hand"),
    ("save_test", {"id": "folder", "name": "x", "def": IDLE}, FAILED, "cannot write"),
    ("get_test", {"id": "broken"}, FAILED, "holds no test"),
    ("delete_test", {"id": "folder"}, FAILED, "cannot remove"),
    ("list_tests", {"tag": ""}, INVALID, "tag: "),
    ("list_runs", {"test_id": "good", "limit": 201}, INVALID, "limit: "),
    ("list_runs", {"test_id": "good", "sinceHours": 0}, INVALID, "sinceHours: "),
    ("get_run", {}, INVALID, "run_id: is required"),
    ("save_suite", {"id": "x", "name": "x"}, INVALID, "test_ids: is required"),
    ("save_suite", {"id": "x", "name": "x", "test_ids": ["gone"]}, INVALID, "no test 'gone' is saved"),
    ("save_suite", {"id": "x", "name": "x", "test_ids": ["gone", "lost"]}, INVALID, "2 of the tests are not saved"),
    ("save_suite", {"id": "folder", "name": "x", "test_ids": ["good"]}, FAILED, "cannot write"),
    ("list_suites", {"tag": "x"}, INVALID, "unknown argument"),
    ("delete_suite", {"id": "folder"}, FAILED, "cannot remove"),
    ("quarantine_test", {"test_id": "unknown"}, INVALID, "no test 'unknown' is saved"),
    ("quarantine_test", {"test_id": "broken"}, FAILED, "holds no test"),
    ("quarantine_test", {"test_id": "hand"}, INVALID, "is written by hand"),
    ("record_test", {}, INVALID, "action: is required"),
    ("record_test", {"action": "begin"}, INVALID, "action: "),
    ("record_test", {"action": "start", "id": "x"}, INVALID, "are for stop"),
    ("record_test", {"action": "stop", "name": "x"}, INVALID, "go with an id"),
    ("record_test", {"action": "stop", "id": "../x"}, INVALID, "id: "),
    ("record_test", {"action": "start", "session": ""}, INVALID, "session: "),
    ("record_test", {"action": "stop"}, INVALID, "is not being recorded"),
    ("record_test", {"action": "cancel"}, INVALID, "is not being recorded"),
]
NOT_THERE: Final[list[tuple[str, dict[str, Any], Any]]] = [
    ("get_test", {"id": "unknown"}, None),
    ("get_latest_run", {"test_id": "unknown"}, None),
    ("get_run", {"run_id": "run-1-2"}, None),
    ("get_run", {"run_id": "suite-1-2"}, None),
    ("list_runs", {"test_id": "unknown"}, []),
    ("list_tests", {"tag": "nobody"}, []),
    ("delete_test", {"id": "unknown"}, {"deleted": False, "message": "No test 'unknown' was saved"}),
    ("delete_suite", {"id": "unknown"}, {"deleted": False, "message": "No suite 'unknown' was saved"}),
]


def repository(root: Path) -> None:
    """One with everything in it that a tool has to refuse."""
    tests, suites = root / "handhold/tests", root / "handhold/suites"
    for folder in (tests, suites):
        (folder / "folder.json").mkdir(parents=True)
        (folder / "broken.json").write_text("{", "utf-8")
    (tests / "good.json").write_text(json.dumps(IDLE), "utf-8")
    (tests / "hand.yaml").write_text("steps: [{sleep: 1}]", "utf-8")
    at = {"createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z"}
    for id, ids in {"empty": [], "lost": ["gone"]}.items():
        (suites / f"{id}.json").write_text(json.dumps({"id": id, "name": id, "testIds": ids, **at}), "utf-8")
    (root / "notes.json").write_text('"no rows"', "utf-8")
    (root / "large.csv").write_bytes(b"a\n" * 2_500_001)
    (root.parent / "rows.csv").write_text("a\n1\n", "utf-8")
    (root / "link.csv").symlink_to(root.parent / "rows.csv")


@asynccontextmanager
async def refusing(tmp_path: Path, **environ: str) -> AsyncGenerator[tuple[Agent, Path]]:
    root = tmp_path / "root"
    repository(root)
    async with connected(root, environ={"HANDHOLD_SECRET_PIN": PIN, **environ}) as agent:
        yield agent, root


async def astray(agent: Agent, expected: list[Refused]) -> list[str]:
    """The calls that were not refused as they should be."""
    wrong: list[str] = []
    for tool, arguments, code, says in expected:
        told = await agent.envelope(tool, **arguments)
        error: dict[str, Any] = told.get("error", {})
        if error.get("code") != code or says not in error["message"] or PIN in json.dumps(error):
            wrong.append(f"{tool} {arguments}: {code} {says!r} is due, was {error or told}")
    return wrong


@pytest.mark.rows("R378", "R392", "R461", "R462")
async def test_every_refusal_has_its_code_and_names_the_place(tmp_path: Path) -> None:
    async with refusing(tmp_path) as (agent, root):
        files = sorted((root / "handhold").rglob("*"))
        wrong = await astray(agent, [*RUNNING, *SAVING, *((*each[:2], INVALID, each[2]) for each in WRONG)])
        answers = [(tool, wanted, await agent.ask(tool, **arguments)) for tool, arguments, wanted in NOT_THERE]
        listed = await agent.envelope("list_tests")
        suites = await agent.envelope("list_suites")
        left = sorted((root / "handhold").rglob("*"))

    assert wrong == [], "\n".join(wrong)
    assert [(tool, told) for tool, wanted, told in answers if told != wanted] == []
    assert [test["id"] for test in listed["result"]] == ["good", "hand"]
    assert "broken.json was skipped" in listed["meta"]["warnings"][0]
    assert "broken.json was skipped" in suites["meta"]["warnings"][0]
    assert left == files, "what is refused saves nothing"


@pytest.mark.rows("F45", "F46", "R462")
async def test_a_history_that_cannot_be_used_is_told_and_so_is_a_root_that_is_nobodys(tmp_path: Path) -> None:
    async with refusing(tmp_path, HOME=str(tmp_path / "root")) as (agent, root):
        history = root / ".handhold/runs.sqlite"
        history.parent.mkdir()
        history.write_bytes(b"SQLite format 3\0" + b"\0" * 4096)
        damaged: list[Refused] = [
            ("list_runs", {"test_id": "good"}, FAILED, "is damaged"),
            ("get_latest_run", {"test_id": "good"}, FAILED, "is damaged"),
            ("get_run", {"run_id": "run-1-2"}, FAILED, "is damaged"),
            ("run_suite", {"test_ids": ["good"]}, FAILED, "is damaged"),
            ("save_test", {"id": "x", "name": "x", "def": IDLE}, "MM_INVALID_CONFIG", "nothing is saved below"),
            ("save_suite", {"id": "x", "name": "x", "test_ids": ["good"]}, "MM_INVALID_CONFIG", "nothing is saved"),
            ("quarantine_test", {"test_id": "good"}, "MM_INVALID_CONFIG", "nothing is saved below"),
        ]
        wrong = await astray(agent, damaged)
        history.unlink()
        with closing(sqlite3.connect(history, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            wrong += await astray(agent, [("list_runs", {"test_id": "good"}, "MM_STORE_BUSY", "another process")])
        runs = await agent.ask("list_runs", test_id="good")

    assert wrong == [], "\n".join(wrong)
    assert runs == [], "once it is whole and free it is used"


@pytest.mark.rows("R462")
async def test_what_is_under_way_or_over_is_refused_and_what_was_cancelled_is_resumed(tmp_path: Path) -> None:
    async with refusing(tmp_path) as (agent, root):
        (root / "handhold/tests/long.json").write_text(json.dumps({"steps": [{"sleep": 60_000}]}), "utf-8")
        begun = asyncio.ensure_future(agent.envelope("run_suite", test_ids=["good", "long"]))
        async with asyncio.timeout(promised(30)):
            while not (under_way := await agent.ask("list_runs", test_id="long", status="running")):
                await asyncio.sleep(0.05)
        suite = under_way[0]["suiteRun"]
        wrong = await astray(agent, [("run_suite", {"resume": suite}, INVALID, "it still runs")])
        begun.cancel()
        async with asyncio.timeout(promised(30)):
            while (stopped := await agent.ask("get_run", run_id=suite))["status"] == "running":
                await asyncio.sleep(0.05)
        (root / "handhold/tests/long.json").write_text(json.dumps(IDLE), "utf-8")
        resumed = await agent.ask("run_suite", resume=suite)
        over: list[Refused] = [
            ("run_suite", {"resume": resumed["suite_run"]}, INVALID, "all of its tests have ended"),
        ]
        wrong += await astray(agent, over)

    assert wrong == [], "\n".join(wrong)
    assert [(test["id"], test["status"]) for test in stopped["tests"]] == [("good", "passed"), ("long", "interrupted")]
    assert (resumed["status"], resumed["summary"]["passed"]) == ("passed", 2)


async def test_a_recording_refuses_what_it_cannot_do_and_goes_on(pages: Pages, tmp_path: Path) -> None:
    async with refusing(tmp_path) as (agent, _root):
        idle = await agent.ask("record_test", action="status")
        await agent.ask("record_test", action="start")
        wrong = await astray(
            agent,
            [
                ("record_test", {"action": "start"}, INVALID, "is being recorded already"),
                ("record_test", {"action": "stop"}, INVALID, "nothing was recorded"),
            ],
        )
        await agent.ask("nav_goto", url=pages / "basic/home.html")
        wrong += await astray(
            agent,
            [
                ("record_test", {"action": "stop", "id": "hand"}, INVALID, "is written by hand"),
                ("record_test", {"action": "stop", "id": "folder"}, FAILED, "cannot write"),
            ],
        )
        going_on = await agent.ask("record_test", action="status")
        shown = await agent.ask("record_test", action="stop")
        await agent.ask("record_test", action="start")
        gone = await agent.ask("record_test", action="cancel")

    assert wrong == [], "\n".join(wrong)
    assert (idle["recording"], going_on["recording"], gone["recording"]) == (False, True, False)
    assert "saved" not in shown and shown["def"]["url"] == "/basic/home.html"
