"""Every tool, once well and once badly: text and structure say the same, and the result is what its schema promises."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import jsonschema
import pytest
from tests.conftest import Ask
from tests.support.launching import attempt, say, workshop
from tests.support.pages import Pages

from handhold.contract import Reply
from handhold.frontends.mcp.server import OUTPUT_SCHEMA, wire_reply
from handhold.tools import TOOLS, load

NAMES = [path.rsplit(".", 1)[1] for path in TOOLS]
Success = Callable[[Ask, Pages], Awaitable[Reply]]


async def nav_goto(ask: Ask, pages: Pages) -> Reply:
    return await ask("nav_goto", {"url": pages / "basic/home.html"})


async def list_tabs(ask: Ask, pages: Pages) -> Reply:
    await nav_goto(ask, pages)
    return await ask("list_tabs", {"groupBy": "host"})


async def ui_scan(ask: Ask, pages: Pages) -> Reply:
    await nav_goto(ask, pages)
    return await ask("ui_scan")


async def ui_pick(ask: Ask, pages: Pages) -> Reply:
    await nav_goto(ask, pages)
    return await ask("ui_pick", {"hint": "next page"})


async def action_set_state(ask: Ask, pages: Pages) -> Reply:
    await ask("nav_goto", {"url": pages / "batch/send.html"})
    picked = await ask("ui_pick", {"hint": "Amount"})
    return await ask("action_set_state", {"handle": picked.envelope["result"]["elementId"], "state": "0.1"})


def on_home(name: str, **arguments: Any) -> Success:
    """A call that goes well once a page is open."""

    async def call(ask: Ask, pages: Pages) -> Reply:
        await nav_goto(ask, pages)
        return await ask(name, arguments)

    return call


def on_link(name: str, **arguments: Any) -> Success:
    """A call about the link of the page that is open."""

    async def call(ask: Ask, pages: Pages) -> Reply:
        picked = await ui_pick(ask, pages)
        return await ask(name, {**arguments, "handle": picked.envelope["result"]["elementId"]})

    return call


def on_wallet(tool: str, /, **arguments: Any) -> Success:
    """A call that goes well on a page with test ids."""

    async def call(ask: Ask, pages: Pages) -> Reply:
        await ask("nav_goto", {"url": pages / "wallet/screen.html"})
        return await ask(tool, arguments)

    return call


def on_chain(name: str, *, before: str = "", **arguments: Any) -> Success:
    """A call that goes well once the test wallet runs beside its chain."""

    async def call(_ask: Ask, _pages: Pages) -> Reply:
        with TemporaryDirectory() as folder:
            shop = workshop(Path(folder))
            shop.approve()
            app = shop.app()
            try:
                await say(app, "mm_launch")
                if before:
                    await say(app, "mm_navigate", {"screen": before})
                return await attempt(app, name, arguments)
            finally:
                await app.close()

    return call


TEST = {"id": "every", "name": "Every", "def": {"steps": [{"goto": "/"}, {"assert": "1"}]}}


def on_saved(name: str, /, **arguments: Any) -> Success:
    """A call about a saved test; needs no page."""

    async def call(ask: Ask, pages: Pages) -> Reply:
        await ask("save_test", TEST)
        return await ask(name, arguments)

    return call


SUCCESSES: Mapping[str, Success] = {
    "nav_goto": nav_goto,
    "list_tabs": list_tabs,
    "ui_scan": ui_scan,
    "ui_pick": ui_pick,
    "nav_history": on_home("nav_history", direction="reload"),
    "flow_invoke_primary_action": on_home("flow_invoke_primary_action", intentHint="next page"),
    "nav_follow_path": on_home("nav_follow_path", steps=["Next page"]),
    "ui_wait_for": on_link("ui_wait_for", state="visible"),
    "action_execute": on_link("action_execute"),
    "action_press": on_link("action_press", keys="Enter"),
    "action_set_state": action_set_state,
    "state_log": on_home("state_log", kind="network", filter="status:any"),
    "run_steps": on_home("run_steps", steps=[{"tool": "ui_scan"}, {"tool": "ui_pick"}]),
    "state_snapshot": on_home("state_snapshot", fields=["title", "heading", "price"]),
    "state_read": on_home("state_read", format="markdown"),
    "visual_scan": on_home("visual_scan"),
    "pointer_action": on_home("pointer_action", target={"x": 5, "y": 5}, intent="hover"),
    "tabs_switch": on_home("tabs_switch", tab="t1"),
    "tabs_open": on_home("tabs_open"),
    "tabs_close": on_home("tabs_close", tab="t1"),
    "mm_build": on_chain("mm_build"),
    "mm_launch": on_chain("mm_launch", force=True),
    "mm_cleanup": on_chain("mm_cleanup"),
    "mm_get_state": on_chain("mm_get_state"),
    "mm_navigate": on_chain("mm_navigate", screen="settings"),
    "mm_wait_for_notification": on_chain("mm_wait_for_notification", before="notification"),
    "mm_switch_to_tab": on_chain("mm_switch_to_tab", role="extension"),
    "mm_close_tab": on_chain("mm_close_tab", before="notification", role="notification"),
    "mm_describe_screen": on_wallet("mm_describe_screen", includeScreenshot=True),
    "mm_list_testids": on_wallet("mm_list_testids", limit=3),
    "mm_accessibility_snapshot": on_wallet("mm_accessibility_snapshot"),
    "mm_screenshot": on_wallet("mm_screenshot", name="answer", fullPage=False),
    "mm_click": on_wallet("mm_click", testId="send"),
    "mm_type": on_wallet("mm_type", testId="recipient", text="0xabc"),
    "mm_wait_for": on_wallet("mm_wait_for", testId="send"),
    "mm_run_steps": on_wallet("mm_run_steps", steps=[{"tool": "mm_get_state"}, {"tool": "mm_click"}]),
    "mm_seed_contract": on_chain("mm_seed_contract", contractName="hst"),
    "mm_seed_contracts": on_chain("mm_seed_contracts", contracts=["nfts", "no such contract"]),
    "mm_get_contract_address": on_chain("mm_get_contract_address", contractName="hst"),
    "mm_list_contracts": on_chain("mm_list_contracts"),
    "mm_knowledge_search": on_home("mm_knowledge_search", query="home"),
    "mm_knowledge_last": on_home("mm_knowledge_last", n=3),
    "mm_knowledge_summarize": on_home("mm_knowledge_summarize"),
    "mm_knowledge_sessions": on_home("mm_knowledge_sessions", limit=3),
    "run_test": on_saved("run_test", test={"url": "about:blank", "steps": [{"assert": "document.body"}]}),
    "run_suite": on_saved("run_suite", test_ids=["every"]),
    "save_test": on_saved("save_test", **TEST),
    "get_test": on_saved("get_test", id="every"),
    "list_tests": on_saved("list_tests"),
    "delete_test": on_saved("delete_test", id="every"),
    "list_runs": on_saved("list_runs", test_id="every"),
    "get_latest_run": on_saved("get_latest_run", test_id="every"),
    "get_run": on_saved("get_run", run_id="run-0-0"),
    "save_suite": on_saved("save_suite", id="all", name="All", test_ids=["every"]),
    "list_suites": on_saved("list_suites"),
    "delete_suite": on_saved("delete_suite", id="all"),
    "quarantine_test": on_saved("quarantine_test", test_id="every"),
    "record_test": on_home("record_test", action="status"),
}
"""How to make each tool succeed. `flow_answer_dialog` needs other settings and has a test of its own below."""

every_tool = pytest.mark.parametrize("name", NAMES)


def check(reply: Reply) -> dict[str, Any]:
    """The envelope, after checking everything that holds for every answer."""
    wire = wire_reply(reply).model_dump(by_alias=True, mode="json", exclude_none=True)
    envelope: dict[str, Any] = json.loads(wire["content"][0]["text"])
    assert envelope == wire["structuredContent"]
    assert wire["isError"] is (not envelope["ok"])
    jsonschema.validate(envelope, OUTPUT_SCHEMA)
    return envelope


def check_result(name: str, reply: Reply) -> None:
    envelope = check(reply)
    assert envelope["ok"], reply.text
    jsonschema.validate(envelope["result"], load(name).result.model_json_schema(mode="serialization"))
    load(name).result.model_validate(envelope["result"])


@pytest.mark.rows("R5", "R11", "R12", "R13", "R92", "R433", "R434", "R435")
@every_tool
async def test_a_wrong_call_says_the_same_as_text_and_as_structure(ask: Ask, name: str) -> None:
    envelope = check(await ask(name, {"no such argument": 1}))

    assert envelope["error"]["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R5", "R11", "R13", "R467", "R480")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "flow_answer_dialog"])
async def test_a_good_call_says_the_same_and_keeps_its_schema(ask: Ask, pages: Pages, name: str) -> None:
    check_result(name, await SUCCESSES[name](ask, pages))


async def test_an_answered_dialog_says_the_same_and_keeps_its_schema(
    ask_with: Callable[..., Ask], pages: Pages
) -> None:
    ask = ask_with(dialogs="ask")
    page = quote("<title>Ask</title><script>confirm('Really sure?')</script>")
    waiting = await ask("nav_goto", {"url": pages / f"page?html={page}"})

    reply = await ask("flow_answer_dialog", {"accept": True})

    assert waiting.envelope["result"]["changes"]["dialog"]["answer"] == "waiting"
    assert reply.envelope["result"]["message"] == "Really sure?"
    check_result("flow_answer_dialog", reply)
