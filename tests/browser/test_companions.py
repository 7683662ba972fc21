"""nav_history, tabs_switch, tabs_open, tabs_close: where they lead, what they tell, and how they refuse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.promises import promised

from handhold.contract import Reply


def result(reply: Reply) -> dict[str, Any]:
    assert reply.ok, reply.text
    return dict(reply.envelope["result"])


def code(reply: Reply) -> str:
    return str(reply.error["code"])


async def visit(ask: Ask, *urls: str) -> None:
    for url in urls:
        assert (await ask("nav_goto", {"url": url})).ok


async def handle_of(ask: Ask, words: str) -> str:
    return str(result(await ask("ui_pick", {"hint": words}))["elementId"])


async def test_back_and_forward_lead_through_the_pages_that_were_open(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html", pages / "basic/next.html")

    back = await ask("nav_history", {"direction": "back"})
    forward = await ask("nav_history", {"direction": "forward"})

    assert result(back) == {"url": pages / "basic/home.html", "title": "Home", "status": 200, "changes": "none"}
    assert result(forward)["title"] == "Next"


async def test_reload_asks_the_server_again(ask: Ask, pages: Pages) -> None:
    page = pages.make("<title>First</title>", name="again")
    await visit(ask, page)
    pages.make("<title>Second</title>", name="again")

    assert result(await ask("nav_history", {"direction": "reload"}))["title"] == "Second"


async def test_at_either_end_it_fails_and_stays(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")

    back = await ask("nav_history", {"direction": "back"})
    forward = await ask("nav_history", {"direction": "forward"})

    assert code(back) == code(forward) == "MM_NAVIGATION_FAILED"
    assert "no earlier page" in back.error["message"]
    assert forward.error["details"]["reason"] == "no-history"
    assert "home.html" in (await ask("list_tabs")).text


async def test_views_that_a_page_put_into_the_history_are_gone_back_through(ask: Ask, pages: Pages) -> None:
    script = "<title>Views</title><script>history.pushState(0, '', '?view=2')</script>"
    page = pages.make(script, name="views")
    await visit(ask, page)

    told = result(await ask("nav_history", {"direction": "back"}))

    assert told["url"] == page
    assert told["status"] is None


async def test_a_page_that_does_not_answer_costs_its_limit(ask: Ask, pages: Pages) -> None:
    once = pages.make("<title>Once</title><script>history.pushState(0, '', '/never')</script>", name="once")
    await visit(ask, once)

    reply = await ask("nav_history", {"direction": "reload", "timeoutMs": 600})

    assert code(reply) == "MM_WAIT_TIMEOUT"
    assert (await ask("nav_goto", {"url": pages / "basic/home.html"})).ok


async def test_an_unsaved_form_does_not_stop_it_and_its_question_is_told(ask: Ask, pages: Pages) -> None:
    dirty = pages.make(
        "<title>Dirty</title><button>Edit</button><script>onbeforeunload = (event) => event.preventDefault()</script>",
        name="dirty",
    )
    await visit(ask, pages / "basic/home.html", dirty)
    await ask("action_execute", {"handle": await handle_of(ask, "Edit button")})

    told = result(await ask("nav_history", {"direction": "back"}))

    assert told["title"] == "Home"
    assert told["changes"]["dialog"]["kind"] == "beforeunload"


async def test_a_window_that_closes_itself_leads_back_to_the_page_that_opened_it(ask: Ask, pages: Pages) -> None:
    login = pages.make("<title>Login</title><button onclick='window.close()'>Allow</button>", name="login")
    shop = f"<title>Shop</title><button onclick=\"window.open('{login}')\">Sign in</button>"
    await visit(ask, pages.make(shop, name="shop"))
    sign_in = await handle_of(ask, "Sign in")
    await ask("action_execute", {"handle": sign_in})
    async with asyncio.timeout(promised(10)):
        while not (await ask("tabs_switch", {"tab": "t2"})).ok:
            await asyncio.sleep(0.05)

    await ask("action_execute", {"handle": await handle_of(ask, "Allow")})

    assert result(await ask("ui_pick", {"elementId": sign_in}))["label"] == "Sign in"
    assert len(result(await ask("list_tabs"))["groups"]) == 1


async def test_without_a_session_there_is_nothing_to_go_back_in(ask: Ask) -> None:
    for tool, arguments in (
        ("nav_history", {"direction": "back"}),
        ("tabs_switch", {"tab": "t1"}),
        ("tabs_close", {"tab": "t1"}),
    ):
        assert code(await ask(tool, arguments)) == "MM_NO_ACTIVE_SESSION"


async def test_a_new_tab_is_worked_in_and_the_old_one_can_be_gone_back_to(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")

    opened = result(await ask("tabs_open", {"url": pages / "basic/next.html"}))
    switched = result(await ask("tabs_switch", {"tab": "t1"}))

    assert (opened["tab"], opened["title"], opened["status"], opened["changes"]) == ("t2", "Next", 200, "none")
    assert switched == {"tab": "t1", "url": pages / "basic/home.html", "title": "Home", "changes": "none"}


async def test_a_tab_without_url_is_empty_and_starts_a_browser_by_itself(ask: Ask) -> None:
    told = result(await ask("tabs_open"))

    assert (told["url"], told["title"], told["status"]) == ("about:blank", "", None)


@pytest.mark.parametrize("tab", ["t2", "2", 2])
async def test_a_tab_that_a_page_opened_is_known_by_the_id_that_was_told(
    ask: Ask, pages: Pages, tab: str | int
) -> None:
    opener = pages.make(
        "<title>Opener</title><button onclick=\"window.open('/basic/next.html')\">More</button>", name="opener"
    )
    await visit(ask, opener)
    pressed = result(await ask("action_execute", {"handle": await handle_of(ask, "More button")}))

    told = result(await ask("tabs_switch", {"tab": tab}))

    assert pressed["changes"]["tabs"]["opened"] == ["t2"]
    assert (told["tab"], told["title"]) == ("t2", "Next")


async def test_handles_of_another_tab_are_refused(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "scan/shop.html")
    handle = await handle_of(ask, "Add to basket")
    await ask("tabs_open", {"url": pages / "scan/shop.html"})

    refused = await ask("action_execute", {"handle": handle})
    await ask("tabs_switch", {"tab": "t1"})

    assert code(refused) == "MM_TARGET_STALE"
    assert (await ask("ui_pick", {"elementId": handle})).ok


async def test_a_tab_that_is_not_there_is_an_error_with_the_tabs_there_are(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")

    for tool in ("tabs_switch", "tabs_close"):
        reply = await ask(tool, {"tab": "t7"})

        assert code(reply) == "MM_TAB_NOT_FOUND"
        assert reply.error["details"]["tabs"] == [{"tab": "t1", "url": pages / "basic/home.html", "current": True}]


@pytest.mark.parametrize("tab", ["two", "t0", "", "h3", -1, 1.5, None])
async def test_what_is_no_tab_is_refused(ask: Ask, tab: object) -> None:
    assert code(await ask("tabs_switch", {"tab": tab})) == "MM_INVALID_INPUT"


async def test_closing_the_tab_worked_in_leads_to_its_neighbour(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")
    await ask("tabs_open", {"url": pages / "basic/next.html"})

    told = result(await ask("tabs_close", {"tab": "t2"}))

    assert told == {
        "closed": "t2",
        "tab": "t1",
        "url": pages / "basic/home.html",
        "title": "Home",
        "changes": "none",
    }


async def test_closing_another_tab_stays_where_it_is(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")
    await ask("tabs_open", {"url": pages / "basic/next.html"})

    told = result(await ask("tabs_close", {"tab": "t1"}))

    assert (told["closed"], told["tab"], told["title"]) == ("t1", "t2", "Next")


async def test_after_the_last_tab_there_is_none_until_the_next_page_is_opened(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")

    told = result(await ask("tabs_close", {"tab": "t1"}))
    again = await ask("nav_goto", {"url": pages / "basic/next.html"})

    assert (told["tab"], told["url"]) == (None, "")
    assert result(again)["title"] == "Next"
    assert "restarted" not in again.envelope["meta"]


async def test_a_page_that_wants_to_be_asked_before_it_closes_is_not(ask: Ask, pages: Pages) -> None:
    clingy = pages.make(
        "<title>Clingy</title><button>Edit</button><script>onbeforeunload = () => 'no'</script>", name="c"
    )
    await visit(ask, pages / "basic/home.html")
    await ask("tabs_open", {"url": clingy})
    await ask("action_execute", {"handle": await handle_of(ask, "Edit button")})

    assert result(await ask("tabs_close", {"tab": "t2"}))["tab"] == "t1"


async def test_a_hung_tab_can_be_left_and_closed(ask: Ask, pages: Pages) -> None:
    script = "fetch('/cue?name=hanging').then(() => { for (;;); })"
    hang = pages.make(f"<title>Hang</title><script>{script}</script>", name="hanging")
    await visit(ask, pages.elsewhere("basic/home.html"))
    await ask("tabs_open", {"url": hang})
    pages.cues["hanging"].set()

    switched = await ask("tabs_switch", {"tab": "t1"})
    closed = await ask("tabs_close", {"tab": "t2"})

    assert result(switched)["title"] == "Home"
    assert result(closed)["tab"] == "t1"


async def test_only_urls_that_may_be_opened_are_opened_in_a_new_tab(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")

    blocked = await ask("tabs_open", {"url": "file:///etc/passwd"})
    wrong = await ask("tabs_open", {"url": "localhost:3000"})

    assert (code(blocked), code(wrong)) == ("MM_BLOCKED", "MM_INVALID_INPUT")
    assert "Found 1 tab" in (await ask("list_tabs")).text


async def test_a_url_that_leads_to_no_page_leaves_no_tab(ask: Ask, pages: Pages) -> None:
    await visit(ask, pages / "basic/home.html")

    reply = await ask("tabs_open", {"url": "http://no-such-host.invalid/"})
    here = await ask("nav_history", {"direction": "reload"})

    assert code(reply) == "MM_NAVIGATION_FAILED"
    assert "closed again" in reply.error["hint"]
    assert "Found 1 tab" in (await ask("list_tabs")).text
    assert result(here)["title"] == "Home"


async def test_there_are_never_more_tabs_than_allowed(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(max_tabs=2)
    await visit(ask, pages / "basic/home.html")
    await ask("tabs_open")

    reply = await ask("tabs_open", {"url": pages / "basic/next.html"})

    assert code(reply) == "MM_BLOCKED"
    assert "tabs_close" in reply.error["hint"]


async def test_a_password_in_a_url_is_told_by_nobody(ask: Ask, pages: Pages) -> None:
    url = (pages / "basic/home.html").replace("//", "//user:canary-password@")

    told = await ask("tabs_open", {"url": url})
    failed = await ask("tabs_open", {"url": "http://user:canary-password@no-such-host.invalid/"})

    assert told.ok
    assert "canary-password" not in told.text + failed.text


async def test_companions_work_as_steps_of_a_batch(ask: Ask, pages: Pages) -> None:
    steps = [
        {"tool": "nav_goto", "args": {"url": pages / "basic/home.html"}},
        {"tool": "tabs_open", "args": {"url": pages / "basic/next.html"}},
        {"tool": "tabs_close", "args": {"tab": "${steps[1].result.tab}"}},
        {"tool": "nav_history", "args": {"direction": "reload"}},
    ]

    told = result(await ask("run_steps", {"steps": steps, "includeObservations": "none"}))

    assert told["summary"]["ok"], told
    assert told["steps"][3]["result"]["changes"] == "not collected"
    assert told["observation"] == {"url": pages / "basic/home.html", "title": "Home"}
