"""AppleScript runs, their limits and their failures, with a real process in place of osascript."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from handhold.adapters.applescript import AppleScriptRunner, AppleScriptTabs
from handhold.errors import (
    Blocked,
    BrowserGone,
    DependenciesMissing,
    HandholdError,
    InternalError,
    InvalidConfig,
    NoActiveSession,
    ToolFailed,
    WaitTimeout,
)
from handhold.services.tabs import AppleScriptSource, TabQuery, TabSource, format_listing, list_tabs

STAND_IN = Path(__file__).with_name("osascript_stand_in.py")


@pytest.fixture
def executable(tmp_path: Path) -> str:
    program = tmp_path / "osascript"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{STAND_IN}" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


class SignOfLife:
    """A named pipe that is open for writing as long as a process of the run lives."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = str(path)
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    async def seen(self) -> None:
        """Return once somebody has written, that is, lives."""
        writable = asyncio.Event()
        asyncio.get_running_loop().add_reader(self._reader, writable.set)
        await writable.wait()
        asyncio.get_running_loop().remove_reader(self._reader)

    def last_words(self) -> bytes:
        """Everything written until the last writer was gone; hangs while one lives."""
        os.set_blocking(self._reader, True)
        return b"".join(iter(lambda: os.read(self._reader, 100), b""))

    def close(self) -> None:
        os.close(self._reader)


@pytest.fixture
def sign_of_life(tmp_path: Path) -> Iterator[SignOfLife]:
    sign = SignOfLife(tmp_path / "alive")
    yield sign
    sign.close()


def source(executable: str, application: str, *, timeout_ms: int = 20_000) -> AppleScriptSource:
    return AppleScriptSource(AppleScriptTabs(AppleScriptRunner(executable, timeout_ms), application))


@pytest.mark.rows("R419")
async def test_the_script_goes_to_stdin_and_learns_a_limit_that_never_ends_before_ours(executable: str) -> None:
    runner = AppleScriptRunner(executable, timeout_ms=20_001)

    heard = json.loads(await runner.run("return «class CrTb»", "Echo", "tabs"))

    assert heard == {"script": "return «class CrTb»", "arguments": ["-", "21", "Echo", "tabs"]}


@pytest.mark.rows("R419")
async def test_the_packaged_script_is_what_the_browser_is_asked_with(executable: str) -> None:
    script = files("handhold.adapters.applescript").joinpath("browser.applescript").read_text(encoding="utf-8")
    heard = json.loads(await AppleScriptRunner(executable).run(script, "Echo"))

    assert heard["script"] == script
    assert "with timeout of timeLimit seconds" in script
    assert "number -600" in script


async def test_tabs_have_small_numbers_in_order_of_appearance_and_keep_them(executable: str) -> None:
    tabs: TabSource = source(executable, "Google Chrome")

    first = await tabs.tabs()
    again = await tabs.tabs()

    assert [(tab.tab_id, tab.window_id, tab.loading, tab.mode) for tab in first] == [
        (1, 1, False, None),
        (2, 1, True, None),
        (3, 2, False, None),
    ]
    assert again == first


async def test_a_title_with_line_breaks_and_tabulators_survives(executable: str) -> None:
    tabs = await source(executable, "Google Chrome").tabs()

    assert tabs[1].title == "Line one\nline two\tand more"
    assert (tabs[2].title, tabs[2].url) == ("", "chrome://version/")


async def test_windows_have_the_numbers_of_their_tabs_and_only_known_modes(executable: str) -> None:
    browser = source(executable, "Google Chrome")
    await browser.tabs()

    assert await browser.window_modes() == {1: "normal", 2: "incognito"}


@pytest.mark.rows("R421", "R398")
async def test_a_listing_goes_from_the_script_to_the_text(executable: str) -> None:
    listing = await list_tabs(source(executable, "Google Chrome"), TabQuery(mode="normal", group_by="window"))

    assert format_listing(listing) == (
        "Found 2 tabs\n\n## Window 1 (2 tabs)\n• Home – Example\n  https://example.com/\n\n"
        "• Line one line two and more\n  https://example.com/docs"
    )


async def test_a_browser_without_windows_has_no_tabs(executable: str) -> None:
    assert await source(executable, "Empty").tabs() == []


async def test_megabytes_of_tabs_arrive_whole(executable: str) -> None:
    tabs = await source(executable, "Many").tabs()

    assert len(tabs) == 5000
    assert all(len(tab.url) == 820 for tab in tabs)


@pytest.mark.rows("R420")
@pytest.mark.parametrize(
    ("application", "error", "message", "hint"),
    [
        ("Not Running", NoActiveSession, "is not running", "Start that browser"),
        ("Wordy", NoActiveSession, "is not running", "Start that browser"),
        ("Deaf", NoActiveSession, "is not running", "Start that browser"),
        ("Quit", BrowserGone, "quit while it was asked", "Start that browser"),
        ("Not Allowed", Blocked, "does not allow", "System Settings > Privacy & Security > Automation"),
        ("Nicht Erlaubt", Blocked, "does not allow", "System Settings > Privacy & Security > Automation"),
        ("Missing", InvalidConfig, "does not know the application", "applescript_app"),
        ("Editor", InvalidConfig, "not a browser of the Chromium family", "applescript_app"),
        ("Slow", WaitTimeout, "did not answer", "applescript_timeout_ms"),
        ("Broken", InternalError, "could not read the AppleScript", "tabs_source"),
        ("Strange", ToolFailed, "a reason Handhold does not know", "details.stderr"),
    ],
)
async def test_a_failure_is_told_in_plain_words_with_the_next_move(
    executable: str, application: str, error: type[HandholdError], message: str, hint: str
) -> None:
    with pytest.raises(error) as caught:
        await source(executable, application).tabs()

    assert message in caught.value.message
    assert hint in caught.value.hint
    assert "(-" not in caught.value.message
    assert caught.value.details["stderr"]
    assert caught.value.details["exitCode"] == 1


@pytest.mark.rows("R420")
async def test_where_there_is_no_osascript_the_answer_says_that_it_needs_macos(tmp_path: Path) -> None:
    with pytest.raises(DependenciesMissing, match="only on macOS") as caught:
        await source(str(tmp_path / "osascript"), "Google Chrome").tabs()

    assert "tabs_source" in caught.value.hint


async def test_an_answer_in_another_form_is_refused(executable: str) -> None:
    with pytest.raises(ToolFailed, match="not in the expected form") as caught:
        await source(executable, "Garbled").tabs()

    assert caught.value.wire_code == "MM_LIST_TABS_FAILED"


async def test_output_without_end_is_stopped(executable: str) -> None:
    with pytest.raises(ToolFailed, match="16777216 bytes and was stopped"):
        await source(executable, "Endless").tabs()


@pytest.mark.rows("R419")
@pytest.mark.parametrize("application", ["Stubborn", "Orphaning"])
async def test_a_run_out_of_time_is_killed_with_everything_it_started(
    executable: str, sign_of_life: SignOfLife, application: str
) -> None:
    with pytest.raises(WaitTimeout, match="within 2500 ms and was stopped"):
        await AppleScriptRunner(executable, timeout_ms=2500).run("", application, sign_of_life.path)

    assert sign_of_life.last_words() == b"alive"


async def test_a_cancelled_run_is_killed_too(executable: str, sign_of_life: SignOfLife) -> None:
    run = asyncio.create_task(AppleScriptRunner(executable).run("", "Stubborn", sign_of_life.path))
    await sign_of_life.seen()

    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run

    assert sign_of_life.last_words() == b"alive"
