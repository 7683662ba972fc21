"""The state of a plain session, as the wallet family tells it."""

from __future__ import annotations

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages


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
