"""The state of a plain session, as the wallet family tells it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person

from handhold.settings import Settings


@pytest.mark.rows("R90", "R123")
async def test_without_a_session_there_is_no_state(ask: Ask) -> None:
    reply = await ask("mm_get_state")

    assert reply.error["code"] == "MM_NO_ACTIVE_SESSION"


@pytest.mark.rows("R123", "R124", "R125", "R126", "R127", "R128", "R134")
async def test_a_plain_page_has_a_screen_and_no_extension(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    reply = await ask("mm_get_state")

    state = reply.envelope["result"]["state"]
    assert state["isLoaded"] is True
    assert state["extensionId"] == ""
    assert state["isUnlocked"] is False
    assert state["currentScreen"].startswith("web:")
    assert state["accountAddress"] is state["balance"] is state["chainId"] is None
    assert reply.envelope["result"]["tabs"]["active"]["role"] == "dapp"


async def test_a_window_that_closes_while_it_is_asked_gives_way_to_the_tab_of_the_app(
    environ: Mapping[str, str], tmp_path: Path, pages: Pages
) -> None:
    app = OpenApp(Settings(root=tmp_path), environ=environ)
    person = Person(app)
    await person.ask("nav_goto", url=pages / "basic/home.html")
    browser = app.browsers[-1]
    browser.home = browser.current
    await person.ask("tabs_open", url=pages.make("<h1>Confirm</h1>"))
    window = await person.page()
    busy = asyncio.ensure_future(window.evaluate("() => { for (const end = Date.now() + 60000; Date.now() < end; ); }"))
    asking = asyncio.ensure_future(person.ask("mm_get_state"))
    await asyncio.wait({asking}, timeout=0.3)
    is_asked = not asking.done()

    await window.close()
    reply = await asking
    await asyncio.gather(busy, return_exceptions=True)
    await app.close()

    assert is_asked
    assert reply.ok, reply.text
    assert reply.envelope["result"]["state"]["currentUrl"] == pages / "basic/home.html"
