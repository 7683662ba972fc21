"""run_steps on real pages: a flow in one round trip, what is collected, and what a caller that leaves finds."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.promises import promised

from handhold.contract import Reply


def goto(url: str) -> dict[str, Any]:
    return {"tool": "nav_goto", "args": {"url": url}}


def result(reply: Reply) -> dict[str, Any]:
    assert reply.ok, reply.text
    return dict(reply.envelope["result"])


@pytest.mark.rows("R303", "R440")
async def test_a_flow_from_no_browser_to_an_element_takes_one_call(ask: Ask, pages: Pages) -> None:
    steps = [
        goto(pages / "scan/shop.html"),
        {"tool": "ui_scan", "args": {"query": "add to basket"}},
        {"tool": "ui_pick", "args": {"elementId": "${steps[1].result.items[0].elementId}"}},
    ]

    reply = await ask("run_steps", {"steps": steps})

    told = result(reply)
    assert told["summary"]["ok"], reply.text
    assert told["steps"][2]["result"]["label"] == "Add to basket"
    assert reply.envelope["meta"]["sessionId"].startswith("mm-")


@pytest.mark.rows("R322", "R440", "R446", "R470")
@pytest.mark.parametrize("include", ["none", "failures", "all"])
async def test_the_five_steps_of_a_payment_take_one_round_trip(ask: Ask, pages: Pages, include: str) -> None:
    await ask("nav_goto", {"url": pages / "batch/send.html"})
    items = result(await ask("ui_scan"))["items"]
    handles = {item["label"]: item["elementId"] for item in items}
    steps = [
        {"tool": "action_execute", "args": {"handle": handles["Send"]}},
        {"tool": "action_set_state", "args": {"handle": handles["Amount"], "state": "0.1"}},
        {"tool": "action_set_state", "args": {"handle": handles["Recipient"], "state": "0x123"}},
        {"tool": "action_execute", "args": {"handle": handles["Confirm"]}},
        {"tool": "ui_wait_for", "args": {"text": "transaction complete"}},
    ]

    told = result(await ask("run_steps", {"steps": steps, "stopOnError": True, "includeObservations": include}))

    assert told["summary"]["ok"], told
    assert [step["tool"] for step in told["steps"]] == [step["tool"] for step in steps]
    assert all(step["meta"]["durationMs"] >= 0 for step in told["steps"])
    assert told["steps"][4]["result"]["saw"] == "Sent 0.1 to 0x123: transaction complete"
    not_collected = told["steps"][0]["result"]["changes"] == "not collected"
    assert not_collected is (include == "none")


@pytest.mark.rows("R301")
async def test_the_final_observation_has_handles_to_go_on_with(ask: Ask, pages: Pages) -> None:
    reply = await ask("run_steps", {"steps": [goto(pages / "scan/shop.html")]})

    seen = result(reply)["observation"]
    picked = await ask("ui_pick", {"elementId": seen["controls"][1]["elementId"]})
    assert seen["title"] == "Shop"
    assert picked.envelope["result"]["label"] == seen["controls"][1]["label"]
    assert len(json.dumps(seen, ensure_ascii=False).encode()) <= 1536


@pytest.mark.rows("R301")
async def test_without_observations_only_the_place_is_told(ask: Ask, pages: Pages) -> None:
    steps = [goto(pages / "scan/shop.html"), {"tool": "ui_pick", "args": {"elementId": "h99"}}]

    told = result(await ask("run_steps", {"steps": steps, "includeObservations": "none"}))

    assert told["observation"] == {"url": pages / "scan/shop.html", "title": "Shop"}
    assert all("observation" not in step for step in told["steps"])


@pytest.mark.rows("R301")
async def test_a_failed_step_shows_the_page_it_failed_on(ask: Ask, pages: Pages) -> None:
    steps = [
        goto(pages / "scan/shop.html"),
        {"tool": "ui_pick", "args": {"elementId": "h99"}},
        goto(pages / "basic/next.html"),
    ]

    told = result(await ask("run_steps", {"steps": steps}))

    assert told["steps"][1]["error"]["code"] == "MM_TARGET_NOT_FOUND"
    assert told["steps"][1]["observation"]["url"] == pages / "scan/shop.html"
    assert told["observation"]["url"] == pages / "basic/next.html"


async def test_a_look_does_not_push_out_the_scan_a_caller_goes_on_with(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "scan/shop.html"})
    token = (await ask("ui_scan", {"pageSize": 2})).envelope["result"]["nextToken"]

    await ask(
        "run_steps", {"steps": [{"tool": "ui_pick", "args": {"elementId": "h1"}}] * 40, "includeObservations": "all"}
    )

    assert (await ask("ui_scan", {"pageToken": token})).ok


async def test_no_observation_is_waited_for_on_a_page_that_a_dialog_holds(ask_with: Any, pages: Pages) -> None:
    ask: Ask = ask_with(dialogs="ask")
    page = pages.make("<title>Held</title><script>setTimeout(() => confirm('Sure?'), 50)</script>", name="held")
    await ask("nav_goto", {"url": page, "waitFor": "quiet"})
    steps = [
        {"tool": "ui_scan"},
        {"tool": "flow_answer_dialog", "args": {"accept": True}},
        {"tool": "ui_scan"},
    ]

    told = result(await ask("run_steps", {"steps": steps}))

    assert told["steps"][0]["error"]["code"] == "MM_DIALOG_OPEN"
    assert told["steps"][0]["observation"]["url"] == page
    assert [step["ok"] for step in told["steps"]] == [False, True, True]


@pytest.mark.rows("R320")
async def test_the_deadline_frees_the_session_for_the_next_call(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})
    steps = [goto(pages / "never"), {"tool": "ui_scan"}]
    started = time.monotonic()

    told = result(await ask("run_steps", {"steps": steps, "timeoutMs": 700}))
    took = time.monotonic() - started

    assert told["steps"][0]["error"]["code"] == "MM_BATCH_TIMEOUT"
    assert told["summary"]["skipped"] == 1
    assert took < promised(5.7)
    assert (await ask("nav_goto", {"url": pages / "basic/home.html"})).ok


async def test_a_caller_that_gives_up_leaves_the_session_free(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})
    signal, reached = asyncio.Event(), asyncio.Event()

    async def progress(done: float, total: float | None, message: str) -> None:
        reached.set()

    steps = [{"tool": "ui_scan"}, goto(pages / "never"), goto(pages / "basic/next.html")]
    running = asyncio.ensure_future(ask("run_steps", {"steps": steps}, signal=signal, progress=progress))
    await reached.wait()
    signal.set()
    reply = await running
    tabs = await ask("list_tabs")

    assert (reply.error["code"], reply.error["message"]) == ("MM_ABORTED", "Aborted")
    assert "next.html" not in tabs.text


async def test_two_batches_of_one_session_take_turns_step_by_step(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "scan/shop.html"})
    steps = [{"tool": "ui_scan", "args": {"pageSize": 2}}] * 4

    one, two = await asyncio.gather(ask("run_steps", {"steps": steps}), ask("run_steps", {"steps": steps}))

    assert result(one)["summary"]["succeeded"] == result(two)["summary"]["succeeded"] == 4


async def test_a_page_that_hangs_costs_its_step_and_not_the_batch(ask: Ask, pages: Pages) -> None:
    hang = pages.make("<title>Hang</title><script>setTimeout(() => { for (;;) {} }, 100)</script>", name="hang")
    steps = [
        {"tool": "nav_goto", "args": {"url": hang, "waitFor": "quiet", "timeoutMs": 1500}},
        goto(pages / "basic/home.html"),
    ]

    told = result(await ask("run_steps", {"steps": steps}))

    assert told["steps"][0]["error"]["code"] == "MM_PAGE_HUNG"
    assert told["steps"][1]["ok"]
