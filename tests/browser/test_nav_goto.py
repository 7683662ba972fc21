"""nav_goto: where it ends, what it says when it does not get there."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages

from handhold.app import App
from handhold.contract import Reply
from handhold.settings import Settings


def code(reply: Reply) -> str:
    return str(reply.error["code"])


@pytest.mark.rows("R323", "R325")
async def test_it_answers_with_url_title_and_status(ask: Ask, pages: Pages) -> None:
    reply = await ask("nav_goto", {"url": pages / "basic/home.html"})

    assert reply.ok, reply.text
    assert reply.envelope["result"] == {
        "url": pages / "basic/home.html",
        "title": "Home",
        "status": 200,
        "redirected": False,
        "changes": "none",
    }


@pytest.mark.rows("R323")
@pytest.mark.parametrize("name", ["nav_goto", "nav.goto", "navGoto"])
async def test_every_spelling_of_the_name_works(ask: Ask, pages: Pages, name: str) -> None:
    assert (await ask(name, {"url": pages / "basic/home.html"})).ok


@pytest.mark.rows("R324")
async def test_a_redirect_is_told_and_checked_on_the_final_page(ask: Ask, pages: Pages) -> None:
    moved = pages / "redirect?to=/basic/next.html"

    reply = await ask("nav_goto", {"url": moved, "assert": {"urlIncludes": "next", "titleIncludes": "Next"}})

    assert reply.envelope["result"]["url"] == pages / "basic/next.html"
    assert reply.envelope["result"]["redirected"] is True


@pytest.mark.rows("R324")
async def test_a_redirect_by_script_is_waited_for(ask: Ask, pages: Pages) -> None:
    script = "<title>Wait</title><script>setTimeout(() => location.href='/basic/next.html', 300)</script>"

    reply = await ask("nav_goto", {"url": pages / f"page?html={quote(script)}", "assert": {"titleIncludes": "Next"}})

    assert reply.envelope["result"]["title"] == "Next"
    assert reply.envelope["result"]["redirected"] is True


@pytest.mark.rows("R324")
async def test_a_page_that_is_not_the_asserted_one_is_an_error_with_its_url_and_title(ask: Ask, pages: Pages) -> None:
    reply = await ask("nav_goto", {"url": pages / "basic/home.html", "assert": {"titleIncludes": "Cart"}})

    assert code(reply) == "MM_NAVIGATION_FAILED"
    assert reply.error["details"]["assert"] == ["titleIncludes"]
    assert reply.error["details"]["title"] == "Home"


async def test_an_error_status_is_an_answer_not_an_error(ask: Ask, pages: Pages) -> None:
    reply = await ask("nav_goto", {"url": pages / "nowhere.html"})

    assert reply.envelope["result"]["status"] == 404


@pytest.mark.parametrize("moment", ["commit", "domcontentloaded", "load", "quiet"])
async def test_it_waits_for_the_moment_asked_for(ask: Ask, pages: Pages, moment: str) -> None:
    assert (await ask("nav_goto", {"url": pages / "basic/home.html", "waitFor": moment})).ok


async def test_it_waits_for_text_and_for_a_selector(ask: Ask, pages: Pages) -> None:
    late = "<title>L</title><script>setTimeout(() => document.body.innerHTML='<p id=x>Ready now</p>', 200)</script>"
    url = pages / f"page?html={quote(late)}"

    text = await ask("nav_goto", {"url": url, "waitFor": {"text": "ready  NOW"}})
    selector = await ask("nav_goto", {"url": url, "waitFor": {"selector": "#x"}})

    assert text.ok
    assert selector.ok


async def test_text_that_does_not_come_is_a_timeout_that_says_what_is_there(ask: Ask, pages: Pages) -> None:
    url = pages.make("<title>Not here</title><h1>No zebra</h1><p>Nothing else")

    reply = await ask("nav_goto", {"url": url, "waitFor": {"text": "zebras"}, "timeoutMs": 400})

    assert code(reply) == "MM_WAIT_TIMEOUT"
    told = {name: each for name, each in reply.error["details"].items() if name != "input"}
    assert told == {"phase": "text", "url": url, "title": "Not here", "closeTexts": ["No zebra"]}


@pytest.mark.rows("F21")
async def test_a_server_that_never_answers_costs_its_limit_and_nothing_else(ask: Ask, pages: Pages) -> None:
    started = time.monotonic()
    reply = await ask("nav_goto", {"url": pages / "never", "timeoutMs": 700})
    took = time.monotonic() - started

    assert code(reply) == "MM_WAIT_TIMEOUT"
    assert reply.error["details"]["phase"] == "response"
    assert took < 20
    assert (await ask("nav_goto", {"url": pages / "basic/home.html"})).ok


@pytest.mark.rows("F21")
async def test_a_page_that_never_finishes_loading_stays_open(ask: Ask, pages: Pages) -> None:
    reply = await ask("nav_goto", {"url": pages / "slow-part", "timeoutMs": 700})
    tabs = await ask("list_tabs")

    assert code(reply) == "MM_WAIT_TIMEOUT"
    assert reply.error["details"]["phase"] == "load"
    assert "slow-part" in tabs.text


@pytest.mark.rows("F21", "F22", "R76", "R91")
@pytest.mark.parametrize(
    ("path", "reason"),
    [("loop", "redirect-loop"), ("reset", "empty-response"), ("empty", "aborted")],
)
async def test_each_network_failure_has_its_own_reason(ask: Ask, pages: Pages, path: str, reason: str) -> None:
    reply = await ask("nav_goto", {"url": pages / path})

    assert code(reply) == "MM_NAVIGATION_FAILED"
    assert reply.error["details"]["reason"] == reason
    assert reply.error["hint"]


@pytest.mark.rows("F22")
async def test_a_closed_port_and_an_unknown_host_are_told_apart(ask: Ask) -> None:
    refused = await ask("nav_goto", {"url": "http://127.0.0.1:9/"})
    unknown = await ask("nav_goto", {"url": "http://no-such-host.invalid/"})

    assert refused.error["details"]["reason"] in {"refused", "blocked"}
    assert unknown.error["details"]["reason"] == "dns"


async def test_a_download_is_its_own_error_and_the_file_is_kept(ask: Ask, pages: Pages) -> None:
    reply = await ask("nav_goto", {"url": pages / "download?name=../../x.csv"})

    kept = reply.error["details"]["download"]
    assert code(reply) == "MM_NAVIGATION_FAILED"
    assert reply.error["details"]["reason"] == "download"
    assert Path(kept["path"]).read_text() == "a,b\n1,2\n"
    assert Path(kept["path"]).stat().st_mode & 0o077 == 0


@pytest.mark.rows("A29")
@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "javascript:alert(1)", "data:text/html,x"])
async def test_other_schemes_are_refused(ask: Ask, url: str) -> None:
    reply = await ask("nav_goto", {"url": url})

    assert code(reply) == "MM_BLOCKED"
    assert "allowed_schemes" in reply.error["hint"]


async def test_a_scheme_can_be_allowed_by_a_setting(ask_with: Callable[..., Ask]) -> None:
    ask = ask_with(allowed_schemes=["http", "https", "data"])

    assert (await ask("nav_goto", {"url": "data:text/html,<title>D</title>"})).envelope["result"]["title"] == "D"


@pytest.mark.parametrize("url", ["example.com", "localhost:3000", "http://", "//host/path", " "])
async def test_a_url_that_is_not_whole_says_how_to_write_it(ask: Ask, url: str) -> None:
    reply = await ask("nav_goto", {"url": url})

    assert code(reply) == "MM_INVALID_INPUT"
    assert "http" in reply.error["hint"]


async def test_a_password_in_the_url_is_not_repeated(ask: Ask, pages: Pages) -> None:
    url = (pages / "basic/home.html").replace("://", "://user:hunter2secret@")

    good = await ask("nav_goto", {"url": url})
    bad = await ask("nav_goto", {"url": url, "assert": {"titleIncludes": "Cart"}})

    assert "hunter2secret" not in good.text + bad.text


async def test_two_names_are_two_sessions(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html", "session": "one"})
    await ask("nav_goto", {"url": pages / "basic/next.html", "session": "two"})

    one = await ask("list_tabs", {"session": "one"})

    assert "home.html" in one.text
    assert "next.html" not in one.text
    assert one.envelope["meta"]["session"] == "one"


async def test_too_many_sessions_are_refused(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(max_sessions=1)
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    reply = await ask("nav_goto", {"url": pages / "basic/home.html", "session": "more"})

    assert code(reply) == "MM_SESSION_LIMIT"


@pytest.mark.rows("F67")
async def test_an_idle_session_is_closed(environ: Mapping[str, str], root: Path, pages: Pages) -> None:
    app = App(Settings(root=root, idle_minutes=0.002), environ=environ)
    await app.engine.call("nav_goto", {"url": pages / "basic/home.html"})

    async with asyncio.timeout(20):
        while app.running_sessions:
            await asyncio.sleep(0.05)
    await app.close()

    assert app.running_sessions == 0


@pytest.mark.rows("A35", "A38", "A39", "A41", "F28", "R346")
async def test_a_hostile_page_puts_no_byte_outside_the_page_text_fields(ask: Ask, pages: Pages) -> None:
    marker = "INJECTED"
    script = (
        f"document.title='{marker} title '+'\\u202e\\u001b'.repeat(50)+'x'.repeat(5000);"
        f"console.error('{marker} console '+'y'.repeat(9000)+'\\ud800');"
        f"alert('{marker} dialog \\u0007'+'z'.repeat(9000));"
        f"const a=document.createElement('a');a.href='/download?name={marker}'+'n'.repeat(150)+'.csv';"
        "document.body.append(a);a.click();"
    )
    url = pages / f"page?html={quote(f'<body></body><script>{script}</script>')}&x={marker}"

    reply = await ask("nav_goto", {"url": url, "waitFor": "quiet"})

    assert reply.ok, reply.text
    parsed = json.loads(reply.text)
    result = parsed["result"]
    changes = result["changes"]
    page_text = [
        result.pop("url"),
        result.pop("title"),
        changes["dialog"].pop("message"),
        changes["console"].pop("first"),
    ]
    page_text.append(changes["download"].pop("name"))
    assert all(marker in text for text in page_text)
    assert marker not in json.dumps(parsed)
    assert len(reply.text.encode()) <= 2048
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char in "\u202e\u200b" for char in "".join(page_text))


async def test_a_popup_is_reported_and_the_callers_tab_stays(ask: Ask, pages: Pages) -> None:
    opener = "<title>Opener</title><script>window.open('/basic/next.html')</script>"

    reply = await ask("nav_goto", {"url": pages / f"page?html={quote(opener)}", "waitFor": "quiet"})
    again = await ask("nav_goto", {"url": pages / "basic/home.html"})

    assert reply.envelope["result"]["changes"]["tabs"]["opened"] == ["t2"]
    assert again.envelope["result"]["title"] == "Home"


@pytest.mark.rows("F15")
async def test_a_popup_storm_is_bounded(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(max_tabs=5)
    storm = "<title>Storm</title><script>for (let i = 0; i < 30; i++) window.open('/basic/next.html?'+i)</script>"

    reply = await ask("nav_goto", {"url": pages / f"page?html={quote(storm)}", "waitFor": "quiet"})
    tabs = await ask("list_tabs")

    assert reply.envelope["result"]["title"] == "Storm"
    assert sum(len(group["tabs"]) for group in tabs.envelope["result"]["groups"]) <= 5
