"""ui_wait_for: what comes, what goes, and what is told when it does not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages

from handhold.contract import Reply

BEGUN_SECONDS = 0.2
STATES = [
    ("Pay button", "enabled"),
    ("Terms checkbox", "checked"),
    ("More button", "expanded"),
    ("Next tab", "selected"),
    ("Name textbox", "focused"),
]


def result(reply: Reply) -> dict[str, Any]:
    assert reply.ok, reply.text
    return dict(reply.envelope["result"])


def code(reply: Reply) -> str:
    return str(reply.error["code"])


def with_script(title: str, body: str, script: str) -> str:
    return f"<!doctype html><title>{title}</title>{body}<script>{script}</script>"


def on_cue(name: str, work: str) -> str:
    """A script that does its work when the test says so."""
    return f"fetch('/cue?name={name}').then(() => {{ {work} }});"


async def cued(pages: Pages, name: str, wait: Awaitable[Reply]) -> Reply:
    """What the wait answers when the page goes on only after it has begun."""
    waiting = asyncio.ensure_future(wait)
    await asyncio.wait({waiting}, timeout=BEGUN_SECONDS)
    pages.cues[name].set()
    return await waiting


async def opened(ask: Ask, url: str) -> None:
    assert (await ask("nav_goto", {"url": url})).ok


async def handle_of(ask: Ask, words: str) -> str:
    return str(result(await ask("ui_pick", {"hint": words}))["elementId"])


async def test_text_that_comes_is_answered_with_its_line(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=placed")

    told = result(await cued(pages, "placed", ask("ui_wait_for", {"text": "order PLACED"})))

    assert told["met"] == "text"
    assert told["saw"] == "Order placed, thank you"
    assert told["waitedMs"] > 0


async def test_text_that_is_there_is_not_waited_for(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=never")

    told = result(await ask("ui_wait_for", {"text": "Your order", "timeoutMs": 0}))

    assert told["saw"] == "Your order"


async def test_text_that_goes_is_waited_for(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=worked")

    told = result(await cued(pages, "worked", ask("ui_wait_for", {"gone": "Working on it"})))

    assert (told["met"], told["saw"]) == ("gone", "")


async def test_text_that_does_not_come_is_a_timeout_with_what_is_like_it(ask: Ask, pages: Pages) -> None:
    pages.cues["done"].set()
    await opened(ask, pages / "waiting/order.html?cue=done")
    await ask("ui_wait_for", {"text": "Order placed"})

    reply = await ask("ui_wait_for", {"text": "Order palced", "timeoutMs": 700})

    assert code(reply) == "MM_WAIT_TIMEOUT"
    details = reply.error["details"]
    assert details["closeTexts"][0] == "Order placed, thank you"
    assert details["title"] == "Order"
    assert details["waitedMs"] >= 700
    assert len(reply.text.encode()) <= 2048


async def test_lines_that_only_share_letters_with_the_text_are_not_told(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<title>Pets</title><h1>Explore</h1><p>There are exits<p>Our dog Rax<p>Dogs"))

    reply = await ask("ui_wait_for", {"text": "Rex", "timeoutMs": 0})

    assert reply.error["details"]["closeTexts"] == ["Our dog Rax"]


async def test_text_that_stays_is_a_timeout_with_its_line(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=never")

    reply = await ask("ui_wait_for", {"gone": "working", "timeoutMs": 300})

    assert code(reply) == "MM_WAIT_TIMEOUT"
    assert reply.error["details"]["text"] == "Working on it…"


async def test_one_look_does_not_wait(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=never")
    pay = await handle_of(ask, "Pay button")
    looks = [{"text": "zebra"}, {"gone": "Your order"}, {"handle": pay, "state": "enabled"}, {"url": "zebra"}]

    replies = [await ask("ui_wait_for", {**look, "timeoutMs": 0}) for look in looks]

    assert [code(reply) for reply in replies] == ["MM_WAIT_TIMEOUT"] * 4
    assert all("one look" in reply.error["message"] for reply in replies)


async def test_text_of_a_frame_that_comes_later_is_found(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/frames.html")

    told = result(await ask("ui_wait_for", {"text": "paid in the frame"}))

    assert told["saw"] == "Paid in the frame"


async def test_text_in_a_frame_that_nobody_sees_does_not_count(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/frames.html")

    shown = await ask("ui_wait_for", {"text": "Only inside the dark", "timeoutMs": 400})
    gone = await ask("ui_wait_for", {"gone": "Only inside the dark", "timeoutMs": 400})

    assert code(shown) == "MM_WAIT_TIMEOUT"
    assert gone.ok


async def test_text_in_a_shadow_root_is_found(ask: Ask, pages: Pages) -> None:
    script = "const root = host.attachShadow({ mode: 'open' });"
    script += on_cue("shadow", "root.innerHTML = '<p>From the shadow</p>'")
    await opened(ask, pages.make(with_script("Shadow", "<div id=host></div>", script), name="shadow"))

    told = result(await cued(pages, "shadow", ask("ui_wait_for", {"text": "from the shadow"})))

    assert told["saw"] == "From the shadow"


@pytest.mark.parametrize(("words", "state"), STATES, ids=[state for _words, state in STATES])
async def test_a_state_that_comes_is_waited_for(ask: Ask, pages: Pages, words: str, state: str) -> None:
    await opened(ask, pages / f"waiting/order.html?cue={state}")
    handle = await handle_of(ask, words)

    told = result(await cued(pages, state, ask("ui_wait_for", {"handle": handle, "state": state})))

    assert told["met"] == "state"
    assert state == "enabled" or state in told["saw"]
    assert told["saw"].startswith("visible")


@pytest.mark.parametrize("state", ["disabled", "unchecked", "collapsed", "visible"])
async def test_a_state_that_holds_is_not_waited_for(ask: Ask, pages: Pages, state: str) -> None:
    await opened(ask, pages / "waiting/order.html?cue=never")
    words = {"disabled": "Pay button", "unchecked": "Terms checkbox", "collapsed": "More button"}.get(state, "Name")

    reply = await ask("ui_wait_for", {"handle": await handle_of(ask, words), "state": state, "timeoutMs": 0})

    assert reply.ok, reply.text


async def test_a_state_that_does_not_come_is_told_with_the_one_it_has(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=never")
    handle = await handle_of(ask, "Pay button")

    reply = await ask("ui_wait_for", {"handle": handle, "state": "enabled", "timeoutMs": 300})

    assert code(reply) == "MM_WAIT_TIMEOUT"
    assert reply.error["details"]["state"] == "visible disabled"
    assert "enabled" in reply.error["message"]


@pytest.mark.parametrize(("how", "state"), [("remove()", "gone"), ("remove()", "hidden"), ("hidden = true", "hidden")])
async def test_an_element_that_goes_is_waited_for(ask: Ask, pages: Pages, how: str, state: str) -> None:
    name = f"going-{state}-{len(how)}"
    page = with_script("Going", "<button id=b>Spinner</button>", on_cue(name, f"b.{how}"))
    await opened(ask, pages.make(page, name=name))
    handle = await handle_of(ask, "Spinner")

    told = result(await cued(pages, name, ask("ui_wait_for", {"handle": handle, "state": state})))

    assert told["saw"] == ("hidden" if how.startswith("hidden") else "not on the page")


async def test_an_element_that_is_rendered_anew_is_not_gone_and_still_waited_for(ask: Ask, pages: Pages) -> None:
    again = "box.innerHTML = '<button disabled>Send it</button>'; fetch('/empty?done=anew');"
    script = on_cue("anew", again + on_cue("anew-2", "box.innerHTML = '<button>Send it</button>'"))
    body = "<div id=box><button disabled>Send it</button></div>"
    await opened(ask, pages.make(with_script("Anew", body, script), name="anew"))
    handle = await handle_of(ask, "Send it")

    waiting = asyncio.ensure_future(ask("ui_wait_for", {"handle": handle, "state": "enabled"}))
    await pages.change("anew")
    told = result(await cued(pages, "anew-2", waiting))
    still = await ask("ui_wait_for", {"handle": handle, "state": "gone", "timeoutMs": 300})

    assert told["saw"] == "visible"
    assert code(still) == "MM_WAIT_TIMEOUT"


async def test_handles_that_cannot_be_waited_for_are_refused_at_once(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "waiting/order.html?cue=never")
    handle = await handle_of(ask, "Pay button")
    await ask("tabs_open", {"url": pages / "basic/home.html"})
    started = time.monotonic()

    unknown = await ask("ui_wait_for", {"handle": "hzz", "state": "visible"})
    other = await ask("ui_wait_for", {"handle": handle, "state": "visible"})

    assert (code(unknown), code(other)) == ("MM_TARGET_NOT_FOUND", "MM_TARGET_STALE")
    assert time.monotonic() - started < 10


async def test_a_url_that_comes_is_waited_for(ask: Ask, pages: Pages) -> None:
    script = on_cue("steps", "history.pushState(0, '', '?step=2')")
    page = pages.make(with_script("Going", "", script), name="steps")
    await opened(ask, page)

    told = result(await cued(pages, "steps", ask("ui_wait_for", {"url": "step=2"})))
    missing = await ask("ui_wait_for", {"url": "step=3", "timeoutMs": 200})

    assert told["saw"] == f"{page}?step=2"
    assert missing.error["details"]["url"] == f"{page}?step=2"


async def test_waiting_survives_navigations(ask: Ask, pages: Pages) -> None:
    last = pages.make("<title>Last</title><p>You have arrived</p>", name="last")
    middle = pages.make(
        f"<title>Middle</title><script>setTimeout(() => location.href = '{last}', 300)</script>", name="middle"
    )
    first = pages.make(
        f"<title>First</title><script>setTimeout(() => location.href = '{middle}', 300)</script>", name="first"
    )
    await opened(ask, first)

    told = result(await ask("ui_wait_for", {"text": "You have arrived"}))

    assert told["saw"] == "You have arrived"


async def test_a_busy_page_is_waited_for_and_not_given_up(ask: Ask, pages: Pages) -> None:
    busy = "const end = Date.now() + 5000; while (Date.now() < end); p.textContent = 'Counted'"
    page = with_script("Busy", "<p id=p>Counting</p>", on_cue("busy", busy))
    await opened(ask, pages.make(page, name="busy"))

    reply = await cued(pages, "busy", ask("ui_wait_for", {"text": "Counted", "timeoutMs": 30_000}))

    assert result(reply)["saw"] == "Counted"


async def test_a_page_that_hangs_until_the_end_is_told_and_leaves_the_session_free(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(with_script("Hang", "", on_cue("hangs", "for (;;);")), name="hangs"))
    started = time.monotonic()

    reply = await cued(pages, "hangs", ask("ui_wait_for", {"text": "never", "timeoutMs": 3000}))

    assert code(reply) == "MM_PAGE_HUNG"
    assert time.monotonic() - started < 8
    assert (await ask("nav_goto", {"url": pages / "basic/home.html"})).ok


async def test_a_quiet_page_is_told_and_a_restless_one_is_not(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "basic/home.html")
    quiet = await ask("ui_wait_for", {"idle": True})
    await opened(ask, pages / "page_scripts/restless.html")
    restless = await ask("ui_wait_for", {"idle": True, "timeoutMs": 1200})

    assert result(quiet)["met"] == "idle"
    assert code(restless) == "MM_WAIT_TIMEOUT"
    assert restless.error["details"]["loading"] is False


async def test_a_page_that_fetches_is_not_quiet(ask: Ask, pages: Pages) -> None:
    page = pages.make(
        """<title>Fetch</title><p id=p>Asking</p><script>
        fetch("/page?wait=1.5&html=done").then(() => { p.textContent = "Fetched"; });
        </script>""",
        name="fetching",
    )
    await opened(ask, page)

    quiet = await ask("ui_wait_for", {"idle": True})
    there = await ask("ui_wait_for", {"text": "Fetched", "timeoutMs": 0})

    assert quiet.ok and there.ok, quiet.text + there.text


async def test_a_dialog_that_is_answered_by_itself_does_not_disturb(ask: Ask, pages: Pages) -> None:
    asks = on_cue("asks", "confirm('Sure?'); p.textContent = 'After the question'")
    await opened(ask, pages.make(with_script("Asks", "<p id=p>Before</p>", asks), name="asks"))

    told = result(await cued(pages, "asks", ask("ui_wait_for", {"text": "After the question"})))

    assert told["changes"]["since"]["dialog"]["kind"] == "confirm"


async def test_a_dialog_that_waits_ends_the_wait_at_once(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(dialogs="ask")
    await opened(ask, pages.make(with_script("Asks", "", on_cue("waits", "confirm('Sure?')")), name="waits"))
    started = time.monotonic()

    reply = await cued(pages, "waits", ask("ui_wait_for", {"text": "never", "timeoutMs": 30_000}))

    assert code(reply) == "MM_DIALOG_OPEN"
    assert time.monotonic() - started < 15


async def test_a_tab_that_closes_itself_ends_the_wait(ask: Ask, pages: Pages) -> None:
    opener = pages.make(
        "<title>Opener</title><button onclick=\"window.open('/made/closing')\">Open</button>", name="opening"
    )
    pages.make(with_script("Closing", "", on_cue("closing", "window.close()")), name="closing")
    await opened(ask, opener)
    await ask("action_execute", {"handle": await handle_of(ask, "Open button")})
    await ask("tabs_switch", {"tab": "t2"})

    reply = await cued(pages, "closing", ask("ui_wait_for", {"text": "never", "timeoutMs": 30_000}))

    assert code(reply) == "MM_PAGE_CLOSED"


async def test_a_wait_that_is_given_up_frees_the_session(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "basic/home.html")
    waiting = asyncio.ensure_future(ask("ui_wait_for", {"text": "never", "timeoutMs": 50_000}))
    await asyncio.wait({waiting}, timeout=0.3)
    waiting.cancel()

    assert (await ask("nav_goto", {"url": pages / "basic/next.html"})).ok


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"text": "a", "gone": "b"},
        {"handle": "h1"},
        {"state": "visible"},
        {"handle": "h1", "state": "happy"},
        {"idle": False},
        {"text": ""},
        {"text": "a", "timeoutMs": 60_000},
    ],
    ids=str,
)
async def test_exactly_one_condition_is_given(ask: Ask, arguments: dict[str, Any]) -> None:
    assert code(await ask("ui_wait_for", arguments)) == "MM_INVALID_INPUT"


async def test_without_a_session_there_is_nothing_to_wait_for(ask: Ask) -> None:
    assert code(await ask("ui_wait_for", {"text": "a"})) == "MM_NO_ACTIVE_SESSION"
