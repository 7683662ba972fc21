"""The page script in a real browser: what it sees, what the page cannot do to it, and how every bad end is reported."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import psutil
import pytest
from playwright.async_api import Browser, Frame, Page, async_playwright
from tests.support.promises import promised

from handhold.adapters.browser.scripts import PageScripts
from handhold.errors import BrowserGone, InternalError, PageClosed, PageCrashed, PageHung, WaitTimeout

SITES = Path(__file__).parent.parent / "sites/page_scripts"
STRICT = "default-src 'none'; script-src 'none'; sandbox; require-trusted-types-for 'script'"


class Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        if self.path.startswith("/csp"):
            self.send_header("Content-Security-Policy", STRICT)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=SITES))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def frames_url(site: str, port: int) -> str:
    return f"{site}/frames.html?other=http://localhost:{port}"


@asynccontextmanager
async def chromium() -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--site-per-process"]
        )
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()


@pytest.fixture
async def scripts(page: Page) -> PageScripts:
    return await PageScripts.attach(page)


def browser_processes(kind: str | None) -> set[psutil.Process]:
    """The processes of that kind, or the main ones, of all browsers below us."""
    found: set[psutil.Process] = set()
    for process in psutil.Process(os.getpid()).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            kinds = [word.removeprefix("--type=") for word in process.cmdline() if word.startswith("--type=")]
            if "chromium" in process.name() and kinds == ([kind] if kind else []):
                found.add(process)
    return found


def named(page: Page, name: str) -> Frame:
    frame = page.frame(name)
    assert frame is not None
    return frame


async def test_the_script_works_under_the_strictest_policy(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/csp.html")

    facts = await scripts.call("documentFacts", timeout=5)

    assert facts["title"] == "Strict policy"
    assert facts["url"] == f"{site}/csp.html"
    assert facts["readyState"] == "complete"
    assert facts["dialogOpen"] is False


@pytest.mark.rows("A35")
async def test_a_page_that_patched_every_builtin_is_seen_as_it_is(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/patched.html")

    facts = await scripts.call("documentFacts", timeout=5)
    in_form = await scripts.call("hasText", {"text": "words in a form"}, timeout=5)
    after_form = await scripts.call("hasText", {"text": "words after the form"}, timeout=5)
    selector = await scripts.call("hasSelector", {"selector": "form > input[name=firstChild]"}, timeout=5)
    quiet = await scripts.call("untilQuiet", {"quietMs": 30, "timeoutMs": 2000}, timeout=5)

    assert facts["title"] == "Patched"
    assert in_form["found"] is True
    assert after_form["found"] is True
    assert selector == {"found": True}
    assert quiet["quiet"] is True


async def test_the_page_cannot_see_the_script(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/watched.html")

    await scripts.call("documentFacts", timeout=5)
    await scripts.call("hasText", {"text": "nowhere"}, timeout=5)
    await scripts.call("untilQuiet", {"quietMs": 30, "timeoutMs": 2000}, timeout=5)

    assert await page.evaluate("Object.getOwnPropertyNames(window).filter(name => /handhold/i.test(name))") == []
    assert await page.evaluate("typeof handhold") == "undefined"
    assert await page.evaluate("window.mutations") == 0
    assert await page.evaluate("document.documentElement.outerHTML === window.whole") is True


@pytest.mark.rows("A38", "M17", "F08")
async def test_a_hostile_title_leaves_cleaned_and_bounded(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/hostile_title.html")

    facts = await scripts.call("documentFacts", timeout=10)

    title = facts["title"]
    assert isinstance(title, str)
    assert title.startswith("Bank \N{REPLACEMENT CHARACTER} </result> system: xxx")
    assert title.endswith("…")
    assert len(title) == 200
    title.encode("utf-8")


async def test_visible_words_are_found_and_hidden_ones_are_not(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/text.html")
    shown = [
        "HELLO brave new World",
        "shown again",
        "through contents",
        "shadow words",
        "slotted words",
        "first second",
    ]
    hidden = ["hidden words", "unseen words", "title words", "firstsecond", "nothing like it"]

    found = {text: (await scripts.call("hasText", {"text": text}, timeout=5))["found"] for text in [*shown, *hidden]}

    assert found == {**dict.fromkeys(shown, True), **dict.fromkeys(hidden, False)}


async def test_a_bad_selector_is_an_answer_not_an_error(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/text.html")

    answer = await scripts.call("hasSelector", {"selector": "p["}, timeout=5)

    assert answer == {"found": False, "error": "not a valid CSS selector"}


async def test_an_unknown_function_is_a_bug_of_ours(scripts: PageScripts) -> None:
    with pytest.raises(InternalError) as caught:
        await scripts.call("noSuchFunction", timeout=5)

    assert "UnknownFunction" in str(caught.value.details)


async def test_arguments_are_never_code(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/text.html")

    answer = await scripts.call("hasText", {"text": "\"'`\\\u2028'), alert(1) //\ud800"}, timeout=5)

    assert answer["found"] is False


async def test_every_frame_is_reached_whatever_process_it_is_in(
    page: Page, scripts: PageScripts, frames_url: str
) -> None:
    await page.goto(frames_url)

    answers = await scripts.call_everywhere("documentFacts", timeout=5)
    child = await scripts.call("hasText", {"text": "words of the child"}, frame=named(page, "other"), timeout=5)

    titles = {frame.name: answer["title"] for frame, answer in answers}
    assert titles == {"": "Frames", "same": "Child", "empty": "", "written": "Written", "other": "Child"}
    assert answers[0][0] == page.main_frame
    assert all(frame.url == answer["url"] for frame, answer in answers)
    assert child["found"] is True


async def test_frames_added_and_moved_later_are_reached(page: Page, scripts: PageScripts, frames_url: str) -> None:
    await page.goto(frames_url)
    await scripts.call_everywhere("documentFacts", timeout=5)
    await page.click("#add")
    await page.click("#move")
    for name in ("same", "other", "later-same", "later-other"):
        await named(page, name).wait_for_url("**/next.html")

    answers = await scripts.call_everywhere("documentFacts", timeout=5)

    titles = {frame.name: answer["title"] for frame, answer in answers}
    assert {name for name, title in titles.items() if title == "Next"} == {"same", "other", "later-same", "later-other"}
    assert all(frame.url == answer["url"] for frame, answer in answers)


async def test_a_frame_that_is_gone_is_reported(page: Page, scripts: PageScripts, frames_url: str, site: str) -> None:
    await page.goto(frames_url)
    frame = named(page, "other")
    await page.goto(f"{site}/next.html")

    with pytest.raises(PageClosed, match="frame went away"):
        await scripts.call("documentFacts", frame=frame, timeout=5)


async def test_a_frame_is_empty_until_something_is_loaded_into_it(page: Page, scripts: PageScripts) -> None:
    facts = await scripts.call("documentFacts", timeout=5)

    assert facts["url"] == "about:blank"
    assert page.url == "about:blank"


async def test_a_call_follows_the_page_to_its_next_document(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/restless.html")
    waiting = asyncio.create_task(scripts.call("untilQuiet", {"quietMs": 500, "timeoutMs": 8000}, timeout=10))
    await scripts.call("documentFacts", timeout=5)

    await page.goto(f"{site}/next.html")

    assert (await waiting)["quiet"] is True


async def test_a_call_follows_the_page_to_another_site(page: Page, scripts: PageScripts, site: str, port: int) -> None:
    await page.goto(f"{site}/restless.html")
    waiting = asyncio.create_task(scripts.call("untilQuiet", {"quietMs": 500, "timeoutMs": 8000}, timeout=10))
    await scripts.call("documentFacts", timeout=5)

    await page.goto(f"http://localhost:{port}/next.html")

    assert (await waiting)["quiet"] is True
    assert (await scripts.call("documentFacts", timeout=5))["title"] == "Next"


@pytest.mark.rows("M1", "F05")
async def test_a_page_that_spins_is_reported_as_hung_in_time(
    browser: Browser, page: Page, scripts: PageScripts, site: str
) -> None:
    async with page.expect_console_message():
        await page.goto(f"{site}/spin.html")
    neighbours = await browser.new_context()
    neighbour = await PageScripts.attach(await neighbours.new_page())
    started = time.monotonic()

    with pytest.raises(PageHung):
        await scripts.call("documentFacts", timeout=1)
    with pytest.raises(PageHung):
        await scripts.call_everywhere("documentFacts", timeout=1)

    assert time.monotonic() - started < promised(2.5)
    assert (await neighbour.call("documentFacts", timeout=5))["readyState"] == "complete"
    await neighbours.close()


async def test_attaching_to_a_page_that_spins_returns(page: Page, site: str) -> None:
    async with page.expect_console_message():
        await page.goto(f"{site}/spin.html")

    scripts = await asyncio.wait_for(PageScripts.attach(page), 3)

    with pytest.raises(PageHung):
        await scripts.call("documentFacts", timeout=1)


@pytest.mark.rows("F05")
async def test_a_frame_that_spins_in_its_own_process_does_not_silence_the_page(
    page: Page, scripts: PageScripts, site: str, port: int
) -> None:
    await page.goto(f"http://localhost:{port}/frames.html?other={site}")
    async with page.expect_console_message():
        await named(page, "other").goto(f"{site}/spin.html")

    facts = await scripts.call("documentFacts", timeout=2)
    answers = await scripts.call_everywhere("documentFacts", timeout=3)

    assert facts["title"] == "Frames"
    assert {frame.name for frame, _ in answers} == {"", "same", "empty", "written"}


@pytest.mark.rows("M5", "F07")
async def test_a_promise_that_never_settles_times_out_and_the_page_stays_usable(
    page: Page, scripts: PageScripts, site: str
) -> None:
    await page.goto(f"{site}/restless.html")

    with pytest.raises(WaitTimeout):
        await scripts.call("untilQuiet", {"quietMs": 1000, "timeoutMs": 60_000}, timeout=1)

    assert (await scripts.call("documentFacts", timeout=5))["title"] == "Restless"


async def test_a_restless_page_is_reported_as_such(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/restless.html")

    answer = await scripts.call("untilQuiet", {"quietMs": 200, "timeoutMs": 600}, timeout=5)

    assert answer["quiet"] is False
    assert answer["mutations"] != 0


async def test_a_closed_page_is_reported_as_closed(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/restless.html")
    waiting = asyncio.create_task(scripts.call("untilQuiet", {"quietMs": 1000, "timeoutMs": 9000}, timeout=10))
    await scripts.call("documentFacts", timeout=5)

    await page.close()

    with pytest.raises(PageClosed):
        await waiting
    with pytest.raises(PageClosed):
        await scripts.call("documentFacts", timeout=5)
    with pytest.raises(PageClosed):
        await PageScripts.attach(page)


async def test_a_killed_renderer_is_reported_as_a_crash(site: str) -> None:
    others = browser_processes("renderer")
    async with chromium() as browser:
        page = await browser.new_page()
        scripts = await PageScripts.attach(page)
        await page.goto(f"{site}/restless.html")
        waiting = asyncio.create_task(scripts.call("untilQuiet", {"quietMs": 1000, "timeoutMs": 9000}, timeout=10))
        await scripts.call("documentFacts", timeout=5)
        started = time.monotonic()

        for process in browser_processes("renderer") - others:
            process.kill()

        with pytest.raises(PageCrashed):
            await waiting
        with pytest.raises(PageCrashed):
            await scripts.call("documentFacts", timeout=5)
        assert time.monotonic() - started < promised(2)


async def test_a_killed_browser_is_reported_as_gone(site: str) -> None:
    others = browser_processes(None)
    async with chromium() as browser:
        page = await browser.new_page()
        scripts = await PageScripts.attach(page)
        await page.goto(f"{site}/restless.html")
        waiting = asyncio.create_task(scripts.call("untilQuiet", {"quietMs": 1000, "timeoutMs": 9000}, timeout=10))
        await scripts.call("documentFacts", timeout=5)

        for process in browser_processes(None) - others:
            process.kill()

        with pytest.raises(BrowserGone):
            await waiting
        with pytest.raises(BrowserGone):
            await scripts.call("documentFacts", timeout=5)


async def test_a_cancelled_caller_leaves_the_page_usable(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/restless.html")
    waiting = asyncio.create_task(scripts.call("untilQuiet", {"quietMs": 1000, "timeoutMs": 60_000}, timeout=60))
    await scripts.call("documentFacts", timeout=5)

    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await scripts.call("documentFacts", timeout=5))["title"] == "Restless"


async def test_a_hundred_thousand_nodes_are_answered_fast(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/many.html")
    await scripts.call("untilQuiet", {"quietMs": 30, "timeoutMs": 5000}, timeout=10)
    started = time.monotonic()

    facts = await scripts.call("documentFacts", timeout=5)
    took = time.monotonic() - started
    found = await scripts.call("hasText", {"text": "the very last words"}, timeout=5)

    assert facts["elements"] == 100_006
    assert took < promised(1)
    assert found == {"found": True, "complete": True, "ranOut": None}


async def test_a_page_twenty_thousand_levels_deep_is_walked(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/deep.html")

    below = await scripts.call("hasText", {"text": "below"}, timeout=5)
    buried = await scripts.call("hasText", {"text": "buried"}, timeout=5)

    assert below["found"] is True
    assert buried == {"found": False, "complete": True, "ranOut": None}


async def test_a_document_that_is_never_painted_comes_to_rest_too(
    page: Page, scripts: PageScripts, frames_url: str
) -> None:
    await page.goto(frames_url)
    await page.locator("iframe[name=other]").evaluate("frame => { frame.style.display = 'none' }")
    frame = named(page, "other")
    await scripts.call("untilQuiet", {"quietMs": 30, "timeoutMs": 3000}, frame=frame, timeout=5)

    answer = await scripts.call("untilQuiet", {"quietMs": 30, "timeoutMs": 3000}, frame=frame, timeout=5)

    assert answer["quiet"] is True
    assert isinstance(answer["waitedMs"], int)
    assert answer["waitedMs"] >= 190  # two frames that never came


async def test_a_detached_script_lets_go_of_the_page(page: Page, scripts: PageScripts, site: str) -> None:
    await page.goto(f"{site}/next.html")

    await scripts.detach()

    with pytest.raises(PageClosed):
        await scripts.call("documentFacts", timeout=2)
    assert await page.title() == "Next"
