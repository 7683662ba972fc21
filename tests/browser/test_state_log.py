"""state_log: what pages said, asked for and saved, in pages that stay put, without anything that opens doors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.leaks import assert_no_leak
from tests.support.pages import Pages

from handhold.contract import Reply

TYPED = "canary-typed-city"
PASSWORD = "canary-pw-7Q2x"


def result(reply: Reply) -> dict[str, Any]:
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    return dict(reply.envelope["result"])


async def log(ask: Ask, kind: str, filter: str = "", **arguments: Any) -> list[dict[str, Any]]:
    """One page of a log."""
    given = {"kind": kind, **({"filter": filter} if filter else {}), **arguments}
    return list(result(await ask("state_log", given))["items"])


async def whole_log(ask: Ask, kind: str, filter: str = "") -> list[dict[str, Any]]:
    """A log, all pages of it."""
    told = result(await ask("state_log", {"kind": kind, "filter": filter}))
    items = list(told["items"])
    while told["nextToken"]:
        told = result(await ask("state_log", {"kind": kind, "pageToken": told["nextToken"]}))
        items += told["items"]
    return items


async def visit(ask: Ask, pages: Pages, page: str) -> None:
    """Open a page of this test's site and wait until it has said that it is done."""
    before = len(pages.visits)
    assert (await ask("nav_goto", {"url": pages / f"log/{page}.html"})).ok
    async with asyncio.timeout(10):
        while f"/empty?done={page}" not in pages.visits[before:]:
            await asyncio.sleep(0.02)


async def handle_of(ask: Ask, words: str) -> str:
    return str(result(await ask("ui_pick", {"hint": words}))["elementId"])


async def test_messages_are_told_newest_first_with_level_count_and_place(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "noisy")

    items = [item for item in await whole_log(ask, "console") if "from" in item and item["from"] != "favicon.ico"]

    assert [(item["level"], item["text"]) for item in reversed(items)] == [
        ("log", "first of all {basket: 2}"),
        ("debug", "for developers"),
        ("info", "by the way"),
        ("warning", "getting low"),
        ("error", "out of tea"),
        ("error", "tea is a drink"),
        ("error", "ReferenceError: kettle is not defined"),
        ("error", "RangeError: too hot"),
    ]
    assert [item.get("count") for item in reversed(items)][4] == 3
    assert items[-1]["from"] == "noisy.html:5"
    assert len(items[0]["at"]) == len("03:12:44.9")


async def test_an_uncaught_error_comes_with_its_stack(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "noisy")

    [brief] = await log(ask, "console", "kettle")
    [whole] = await log(ask, "console", item=brief["item"])

    assert brief["uncaught"] is True
    assert brief["from"] == "noisy.html:12"
    assert "at brew (" in brief["stack"][0]
    assert whole["from"] == pages / "log/noisy.html:12"


async def test_frames_and_workers_are_heard(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "voices")

    frame = await log(ask, "console", "frame")
    worker = await log(ask, "console", "worker.js")

    assert [item["text"] for item in frame] == ["said by a frame"]
    assert [item["text"] for item in worker] == ["Error: thrown by a worker", "said by a worker"]
    assert worker[1]["worker"] is True


async def test_the_log_is_of_the_session_and_names_other_tabs(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "noisy")
    await ask("tabs_open", {"url": pages.make("<script>console.log('in the second tab')</script>", name="second")})
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    [here] = await log(ask, "console", "second tab")
    [there] = await log(ask, "console", "level:warning")

    assert "tab" not in here
    assert there["tab"] == "t1"
    assert [item["text"] for item in await log(ask, "console", "tab:t1 level:warning")] == ["getting low"]
    assert await log(ask, "console", "tab:t2 level:warning") == []


async def test_failed_and_slow_requests_are_told_unless_others_are_asked_for(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "requests")

    items = {item["url"].removeprefix(pages / ""): item for item in await whole_log(ask, "network")}

    failed = {"nowhere?session=[REDACTED]", "reset", "http://127.0.0.1:1/blocked", "post"}
    assert failed <= items.keys()
    assert "page?wait=1.1&html=late" in items
    assert all(item["ms"] >= 1000 for url, item in items.items() if url not in failed)
    assert items["nowhere?session=[REDACTED]"]["status"] == 404
    assert items["page?wait=1.1&html=late"]["ms"] >= 1100
    assert items["page?wait=1.1&html=late"]["size"] == 4
    assert items["reset"]["failure"].startswith("net::ERR_")
    assert "status" in items["reset"]
    assert items["http://127.0.0.1:1/blocked"]["failure"] == "net::ERR_UNSAFE_PORT"
    assert (items["post"]["method"], items["post"]["type"]) == ("POST", "fetch")


@pytest.mark.parametrize(
    ("filter", "paths"),
    [
        ("status:404", ["/nowhere"]),
        ("status:4xx,5xx", ["/post", "/nowhere"]),
        ("slow:1000 wait", ["/page"]),
        ("slow:60000", []),
        ("method:post", ["/post"]),
        ("type:document", ["/log/requests.html"]),
        ("made fine", ["/made/fine"]),
        ("status:failed never", ["/never"]),
        ("status:failed refused", []),
    ],
)
async def test_a_filter_chooses_among_all_requests(ask: Ask, pages: Pages, filter: str, paths: list[str]) -> None:
    await visit(ask, pages, "requests")

    items = await whole_log(ask, "network", filter)

    assert [item["url"].removeprefix(pages / "").partition("?")[0] for item in items] == [path[1:] for path in paths]


async def test_an_aborted_request_is_no_failure_but_told_as_what_it_is(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "requests")

    [never] = await log(ask, "network", "never")

    assert (never["status"], never["failure"]) == (None, "aborted")


async def test_what_a_page_forbids_itself_is_no_request_but_is_told_by_the_console(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "requests")

    assert await log(ask, "network", "forbidden") == []
    assert "Content Security Policy" in (await log(ask, "console", "forbidden"))[-1]["text"]


async def test_every_hop_of_a_redirect_is_there_and_says_where_it_came_from(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages, "requests")

    hops = (await log(ask, "network", "redirect"))[::-1]
    details = [(await log(ask, "network", item=hop["item"]))[0] for hop in hops]
    [reached] = [
        found
        for item in await whole_log(ask, "network", "empty method:get")
        if "redirectedFrom" in (found := (await log(ask, "network", item=item["item"]))[0])
        and not found["url"].count("redirect")
    ]

    assert [hop["status"] for hop in hops] == [302, 302]
    assert "redirectedFrom" not in details[0]
    assert details[1]["redirectedFrom"] == hops[0]["item"]
    assert reached["redirectedFrom"] == hops[1]["item"]


async def test_a_request_under_way_says_so(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages.make("<script>fetch('/never?under-way')</script>", name="waits")})

    [item] = await log(ask, "network", "under-way")
    [detail] = await log(ask, "network", item=item["item"], show=["body"])

    assert item["running"] is True
    assert detail["noBody"] == "there is no response"


async def test_pages_of_a_log_stay_put_while_the_page_goes_on(ask: Ask, pages: Pages) -> None:
    script = "<button onclick=\"console.log('later')\">Go on</button><script>for (let i = 0; i < 60; i++) "
    await ask("nav_goto", {"url": pages.make(f"{script}console.log(`line ${{i}} of sixty`)</script>", name="sixty")})
    button = await handle_of(ask, "Go on")

    told = result(await ask("state_log", {"kind": "console", "filter": "line sixty"}))
    texts = [item["text"] for item in told["items"]]
    while told["nextToken"]:
        await ask("action_execute", {"handle": button})
        told = result(await ask("state_log", {"kind": "console", "pageToken": told["nextToken"]}))
        texts += [item["text"] for item in told["items"]]

    assert texts == [f"line {number} of sixty" for number in reversed(range(60))]
    assert (await log(ask, "console"))[0]["text"] == "later"


async def test_a_page_that_never_stops_talking_costs_no_more(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(log_entries=50)
    script = "<script>for (let i = 0; i < 5000; i++) console.log(i + 'x'.repeat(3000))</script>"
    await ask("nav_goto", {"url": pages.make(script, name="talks")})
    async with asyncio.timeout(20):
        while not await log(ask, "console", "4999x"):  # so much takes its time on the way to us
            await asyncio.sleep(0.05)

    told = result(await ask("state_log", {"kind": "console"}))
    items = await whole_log(ask, "console")

    assert len(items) == 50
    assert told["dropped"] >= 4950
    assert all(len(item["text"]) <= 160 for item in items)


async def test_text_of_a_page_is_clean_and_bounded(ask: Ask, pages: Pages) -> None:
    script = '<script>console.log("a\\u0007b\\u202Ec\\u200Bd\\ne \\ud800 " + "\\"\\\\".repeat(9000))</script>'
    await ask("nav_goto", {"url": pages.make(script, name="hostile")})

    [brief] = await log(ask, "console", "level:log")
    [whole] = await log(ask, "console", item=brief["item"])

    assert brief["text"].startswith("abcd e")
    assert whole["text"].endswith("…")


async def test_headers_and_bodies_are_shown_only_on_request_and_masked(ask: Ask, pages: Pages) -> None:
    canary = "canary-login-3"
    asks = f"fetch('/login?canary={canary}', {{headers: {{Authorization: '{canary}'}}}})"
    script = f"<p></p><script>{asks}.then((answer) => answer.text()).then(() => document.write('Done'))</script>"
    await ask("nav_goto", {"url": pages.make(script, name="login"), "waitFor": {"text": "Done"}})

    [brief] = await log(ask, "network", "login?canary")
    [plain] = await log(ask, "network", item=brief["item"])
    [shown] = await log(ask, "network", item=brief["item"], show=["headers", "body"])

    assert not {"requestHeaders", "responseHeaders", "body"} & (brief.keys() | plain.keys())
    assert json.loads(shown["body"])["user"] == "Ada"
    assert shown["requestHeaders"]["accept"] == "*/*"
    assert shown["responseHeaders"]["content-type"] == "application/json"
    assert canary not in json.dumps({**shown, "url": "", "requestHeaders": {**shown["requestHeaders"], "referer": ""}})


async def test_the_longest_of_everything_fits(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "log/long.html", "waitFor": {"text": "Done"}})

    items = await whole_log(ask, "console") + await whole_log(ask, "network", "status:any")
    for item in items:
        kind = "console" if item["item"].startswith("c") else "network"
        shows: list[list[str]] = [[], ["headers"], ["body"], ["headers", "body"]] if kind == "network" else [[]]
        for show in shows:
            assert await log(ask, kind, item=item["item"], show=show)

    assert {item["item"][0] for item in items} == {"c", "r"}


async def test_headers_that_do_not_fit_can_be_asked_for_by_name(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})
    [page] = await log(ask, "network", "type:document")

    [shown] = await log(ask, "network", "fetch- date", item=page["item"], show=["headers"])

    assert set(shown["responseHeaders"]) == {"date"}
    assert all("fetch-" in name for name in shown["requestHeaders"])


async def test_a_long_body_is_read_on_to_its_end(ask: Ask, pages: Pages) -> None:
    words = [f"word{number}" for number in range(1500)]
    await ask("nav_goto", {"url": pages.make(" ".join(words), name="long")})
    [page] = await log(ask, "network", "type:document")

    told = result(await ask("state_log", {"kind": "network", "item": page["item"], "show": ["body"]}))
    text = told["items"][0]["body"]
    while told["nextToken"]:
        told = result(await ask("state_log", {"kind": "network", "pageToken": told["nextToken"]}))
        text += told["items"][0]["body"]

    assert text.split() == words


async def test_what_was_typed_is_never_told_of_what_was_sent(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "log/order.html"})
    texts = [
        (await ask("action_set_state", {"handle": await handle_of(ask, "City"), "state": TYPED})).text,
        (await ask("action_set_state", {"handle": await handle_of(ask, "Password"), "state": PASSWORD})).text,
        (await ask("action_execute", {"handle": await handle_of(ask, "Send")})).text,
    ]
    assert (await ask("ui_wait_for", {"text": "Sent"})).ok

    items = (await whole_log(ask, "network", "method:post orders"))[::-1]
    shown = [(await log(ask, "network", item=item["item"], show=["headers", "body"]))[0] for item in items]

    assert shown[0]["requestBody"] == {"where": "text(17)", "key": "text(14)", "inner": [{"city": "text(17)"}]}
    assert shown[1]["requestBody"] == {"city": "text(17)", "password": "[REDACTED]"}
    assert shown[2]["requestBody"] == {"city": "text"}
    assert shown[3]["requestBody"] == "17 bytes"
    assert_no_leak(TYPED, texts=[*texts, json.dumps(shown)])
    assert_no_leak(PASSWORD, texts=[*texts, json.dumps(shown)])


async def test_a_secret_that_the_page_repeats_is_masked_also_where_text_is_cut(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "log/order.html"})
    await ask("action_set_state", {"handle": await handle_of(ask, "Password"), "state": PASSWORD})
    await ask("action_execute", {"handle": await handle_of(ask, "Send")})

    items = await log(ask, "console", "level:log -----")
    whole = [(await log(ask, "console", item=item["item"]))[0] for item in items]

    assert len(items) == 2
    assert "canary" not in json.dumps([items, whole])


@pytest.mark.parametrize(("body", "reason"), [("\0\1\2", "it is no text, 3 bytes"), ("", "it is empty")])
async def test_a_body_without_text_says_so(ask: Ask, pages: Pages, body: str, reason: str) -> None:
    await ask("nav_goto", {"url": pages.make(body, name="nothing")})

    [page] = await log(ask, "network", "type:document")

    assert (await log(ask, "network", item=page["item"], show=["body"]))[0]["noBody"] == reason


async def test_a_request_of_a_tab_that_is_gone_is_still_known_but_its_body_is_not(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})
    await ask("tabs_open", {"url": pages / "basic/next.html"})
    await ask("tabs_close", {"tab": "t2"})

    [page] = await log(ask, "network", "next.html")
    [shown] = await log(ask, "network", item=page["item"], show=["headers", "body"])

    assert (page["status"], page["tab"]) == (200, "t2")
    assert shown["noBody"] == "the browser no longer has it"


async def test_downloads_are_told_with_where_they_are(ask: Ask, pages: Pages) -> None:
    page = pages.make('<a href="/download?name=tea.csv&token=canary-d">Save</a>', name="saves")
    await ask("nav_goto", {"url": page})
    changed = result(await ask("action_execute", {"handle": await handle_of(ask, "Save")}))["changes"]

    [item] = await log(ask, "downloads")
    [same] = await log(ask, "downloads", item=item["item"])

    assert (item["name"], item["bytes"], item["path"]) == ("tea.csv", 8, changed["download"]["path"])
    assert item["url"] == pages / "download?name=tea.csv&token=[REDACTED]"
    assert same == item
    assert await log(ask, "downloads", "coffee") == []


async def test_a_dialog_that_holds_the_page_does_not_hold_the_log(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(dialogs="ask")
    script = "<button onclick=\"console.log('before'); confirm('Sure?')\">Ask</button>"
    await ask("nav_goto", {"url": pages.make(script, name="asks")})
    await ask("action_execute", {"handle": await handle_of(ask, "Ask")})

    assert [item["text"] for item in await log(ask, "console", "level:log")] == ["before"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "kind: is required"),
        ({"kind": "errors"}, "kind:"),
        ({"kind": "console", "filter": "status:404"}, "filter: unknown key"),
        ({"kind": "network", "filter": "levl:error"}, "filter: unknown key"),
        ({"kind": "network", "filter": "status:tea"}, "filter: status: cannot be this"),
        ({"kind": "network", "item": "c3"}, "look like r3"),
        ({"kind": "network", "item": "3"}, "item:"),
        ({"kind": "console", "item": "c3", "show": ["body"]}, "show is for one item"),
        ({"kind": "network", "show": ["body"]}, "show is for one item"),
        ({"kind": "network", "item": "r1", "show": ["cookies"]}, "show"),
        ({"kind": "network", "pageToken": "p1.7f"}, "pageToken: this is no token"),
        ({"kind": "network", "pageToken": "c4"}, "pageToken: this is no token"),
        ({"kind": "network", "pageToken": "r4", "filter": "tea"}, "leave filter and item out"),
    ],
)
async def test_what_cannot_be_meant_is_refused(ask: Ask, given: dict[str, Any], told: str) -> None:
    reply = await ask("state_log", given)

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert told in reply.error["message"]


async def test_an_entry_that_is_not_kept_is_an_error_with_a_way_on(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    reply = await ask("state_log", {"kind": "network", "item": "r999"})

    assert reply.error["code"] == "MM_TARGET_NOT_FOUND"
    assert "state_log" in reply.error["hint"]


async def test_without_a_session_there_is_no_log_and_no_browser_starts(ask: Ask) -> None:
    assert (await ask("state_log", {"kind": "console"})).error["code"] == "MM_NO_ACTIVE_SESSION"
