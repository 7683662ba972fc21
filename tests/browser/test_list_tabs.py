"""list_tabs over the live session: windows, contexts, loading state, and the text of the seed."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import urllib.request
from collections.abc import AsyncGenerator, Callable, Generator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import async_playwright
from tests.conftest import Ask
from tests.support.pages import Pages

from handhold.adapters.browser.discovery import find_browser
from handhold.contract import Reply
from handhold.settings import Settings


def tabs_of(reply: Reply) -> list[dict[str, Any]]:
    return [tab for group in reply.envelope["result"]["groups"] for tab in group["tabs"]]


async def open_three(ask: Ask, pages: Pages) -> None:
    opener = "<title>Opener</title><script>open('/basic/next.html');open('about:blank')</script>"
    await ask("nav_goto", {"url": pages / f"page?html={quote(opener)}", "waitFor": "quiet"})


@pytest.mark.rows("R395", "R402", "R413", "R11")
async def test_it_never_starts_a_browser(ask: Ask) -> None:
    reply = await ask("list_tabs")

    assert reply.envelope["result"] == {"text": "No tabs found matching the criteria.", "groups": []}
    assert "sessionId" not in reply.envelope["meta"]


@pytest.mark.rows("R407", "R408", "R411", "R412", "R15")
async def test_the_text_is_in_the_result_and_in_a_block_of_its_own(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    reply = await ask("list_tabs")

    assert reply.envelope["result"]["text"] == f"Found 1 tab\n\n• Home\n  {pages / 'basic/home.html'}"
    assert [block.text for block in reply.blocks] == [reply.envelope["result"]["text"]]


@pytest.mark.rows("R396", "R403", "R404", "R409", "R410", "R415")
async def test_tabs_are_grouped_by_host_with_those_without_one_last(ask: Ask, pages: Pages) -> None:
    await open_three(ask, pages)

    reply = await ask("list_tabs", {"groupBy": "host", "orderBy": "title"})

    host = f"127.0.0.1:{pages.port}"
    assert [group["key"] for group in reply.envelope["result"]["groups"]] == [host, "(no host)"]
    assert (
        f"Found 3 tabs\nGrouped by: host (2 groups)\n\n## {host} (2 tabs)\n• Next" in reply.envelope["result"]["text"]
    )


@pytest.mark.rows("R395", "R400", "R401", "R418", "R405", "R37")
async def test_patterns_filter_and_a_bad_one_is_refused(ask: Ask, pages: Pages) -> None:
    await open_three(ask, pages)

    by_title = await ask("list_tabs", {"pattern": "^NEXT$"})
    by_host = await ask("list_tabs", {"hostFilter": r"^127\.0\.0\.1"})
    bad = await ask("list_tabs", {"pattern": "("})

    assert [tab["title"] for tab in tabs_of(by_title)] == ["Next"]
    assert len(tabs_of(by_host)) == 2
    assert bad.error["code"] == "MM_INVALID_INPUT"
    assert "pattern" in bad.error["message"]


@pytest.mark.rows("A22")
async def test_a_pattern_cannot_hang_the_server(ask: Ask, pages: Pages) -> None:
    title = "a" * 5000 + "!"
    await ask("nav_goto", {"url": pages / f"page?html={quote(f'<title>{title}</title>')}"})

    async with asyncio.timeout(5):
        reply = await ask("list_tabs", {"pattern": "^(a+)+$"})

    assert reply.ok


@pytest.mark.rows("R399")
async def test_loading_tabs_are_told_from_loaded_ones(ask: Ask, pages: Pages) -> None:
    opener = "<title>Opener</title><script>open('/slow-part')</script>"
    await ask("nav_goto", {"url": pages / f"page?html={quote(opener)}", "waitFor": "quiet"})

    async with asyncio.timeout(10):
        while not (loading := tabs_of(await ask("list_tabs", {"loading": True}))):
            await asyncio.sleep(0.05)
    loaded = tabs_of(await ask("list_tabs", {"loading": False}))

    assert ["slow-part" in tab["url"] for tab in loading] == [True]
    assert [tab["title"] for tab in loaded] == ["Opener"]


@pytest.mark.rows("R397", "R416")
async def test_windows_have_small_numbers_and_filter(ask: Ask, pages: Pages) -> None:
    await open_three(ask, pages)

    everything = tabs_of(await ask("list_tabs"))
    window = everything[0]["windowId"]
    one = tabs_of(await ask("list_tabs", {"windowId": window}))
    none = await ask("list_tabs", {"windowId": [977, 978]})

    assert [tab["tabId"] for tab in everything] == [1, 2, 3]
    assert window <= 3
    assert {tab["windowId"] for tab in one} == {window}
    assert none.envelope["result"]["groups"] == []


@pytest.mark.rows("A62", "R102")
async def test_a_caller_sees_only_its_own_tabs(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    assert tabs_of(await ask("list_tabs", {"session": "other"})) == []


@pytest.mark.rows("R420")
@pytest.mark.parametrize(
    "arguments",
    [{"groupBy": "colour"}, {"windowId": -1}, {"windowId": "1"}, {"loading": "yes"}, {"mode": "private"}, {"nope": 1}],
)
async def test_wrong_arguments_are_refused(ask: Ask, arguments: dict[str, Any]) -> None:
    assert (await ask("list_tabs", arguments)).error["code"] == "MM_INVALID_INPUT"


@pytest.fixture
def user_browser(tmp_path: Path) -> Generator[str]:
    """A browser somebody else has started, with its DevTools port open."""
    found = find_browser(Settings(), os.environ)
    assert found is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [f"--remote-debugging-port={port}", f"--user-data-dir={tmp_path}", "--headless", "--no-first-run"]
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    log = (tmp_path / "log").open("wb")
    browser = subprocess.Popen([str(found.path), *arguments, *sandbox, "about:blank"], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{url}/json/version", timeout=1).read()
            break
        except OSError:
            with __import__("contextlib").suppress(subprocess.TimeoutExpired):
                browser.wait(0.05)
    yield url
    browser.terminate()
    browser.wait(10)
    log.close()


@pytest_asyncio.fixture
async def incognito(user_browser: str, pages: Pages) -> AsyncGenerator[str]:
    """The same browser, with a tab in a second, private context."""
    async with async_playwright() as playwright:
        other = await playwright.chromium.connect_over_cdp(user_browser)
        context = await other.new_context()
        page = await context.new_page()
        await page.goto(pages / "basic/next.html")
        yield user_browser


@pytest.mark.rows("R398", "R406", "R417", "R403")
async def test_an_attached_browsers_private_windows_are_incognito(
    ask_with: Callable[..., Ask], incognito: str, pages: Pages
) -> None:
    ask = ask_with(cdp_url=incognito)
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    private = await ask("list_tabs", {"mode": "incognito", "groupBy": "window"})
    both = await ask("list_tabs", {"groupBy": "mode"})

    assert [tab["title"] for tab in tabs_of(private)] == ["Next"]
    assert [group["key"] for group in both.envelope["result"]["groups"]] == ["normal", "incognito"]
    assert "## Incognito mode (1 tab)" in both.envelope["result"]["text"]


@pytest.mark.rows("R105")
async def test_leaving_an_attached_browser_leaves_it_running(
    ask_with: Callable[..., Ask], user_browser: str, pages: Pages
) -> None:
    ask = ask_with(cdp_url=user_browser)
    first = await ask("nav_goto", {"url": pages / "basic/home.html"})
    second = ask_with(cdp_url=user_browser)
    again = await second("nav_goto", {"url": pages / "basic/next.html"})

    assert first.ok
    assert again.ok
    assert urllib.request.urlopen(f"{user_browser}/json/version", timeout=5).status == 200
