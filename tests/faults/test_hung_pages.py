"""Pages whose script never yields: their call ends in time, everybody else goes on meanwhile."""

from __future__ import annotations

import time

import pytest

from tests.support.health import Health
from tests.support.promises import promised
from tests.support.server_process import Json, ServerProcess
from tests.support.site import Site

LIMIT_MS = 2_000
GRACE_SECONDS = 5.0


def tabs_of(server: ServerProcess, session: str) -> list[str]:
    answer = server.call("list_tabs", {"session": session})
    assert answer["ok"], answer
    return [tab["url"].rpartition("/")[2] for group in answer["result"]["groups"] for tab in group["tabs"]]


def assert_others_answer_meanwhile(server: ServerProcess, site: Site) -> None:
    for _ in range(3):
        start = time.monotonic()
        answer = server.goto(site / "plain.html", session="other")
        assert answer["ok"], answer
        assert time.monotonic() - start < promised(1)


@pytest.mark.rows("F05")
@pytest.mark.parametrize("page", ["hang-on-load.html", "hang-by-timer.html"])
def test_a_page_that_never_yields_is_closed_while_others_are_served(
    page: str, server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    server.goto(site / "plain.html", session="other")
    arguments: Json = {"url": site / page, "session": page[:-5], "timeoutMs": LIMIT_MS, "waitFor": {"text": "absent"}}
    start = time.monotonic()

    pending = server.begin("nav_goto", arguments)
    assert_others_answer_meanwhile(server, site)
    answer = pending.envelope(within=promised(LIMIT_MS / 1000 + GRACE_SECONDS))

    assert answer["error"]["code"] == "MM_PAGE_HUNG", answer
    assert time.monotonic() - start <= promised(LIMIT_MS / 1000 + GRACE_SECONDS)
    again = server.goto(site / "plain.html", session=page[:-5])
    assert again["ok"] and "restarted" not in again["meta"], again


@pytest.mark.rows("F05")
def test_a_page_that_hangs_after_its_call_does_not_hold_the_next_one(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    before = site.count("/hanging")
    first = server.goto(site / "hang-by-timer.html?after=1500", session="later", waitFor="commit")
    assert first["ok"], first
    site.await_hit("/hanging", more_than=before)

    start = time.monotonic()
    outcomes = [server.goto(site / "plain.html", session="later", timeoutMs=LIMIT_MS) for _ in range(2)]

    assert time.monotonic() - start <= promised(2 * (LIMIT_MS / 1000 + GRACE_SECONDS))
    assert outcomes[0]["ok"] or outcomes[0]["error"]["code"] == "MM_PAGE_HUNG", outcomes
    assert outcomes[1]["ok"], outcomes


@pytest.mark.rows("F05")
def test_the_state_of_a_page_that_hangs_says_so_and_the_page_is_closed(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    before = site.count("/hanging")
    server.goto(site / "hang-by-timer.html?after=1500", session="state", waitFor="commit")
    site.await_hit("/hanging", more_than=before)

    answer = server.call("mm_get_state", {"session": "state"})

    assert answer["error"]["code"] == "MM_PAGE_HUNG", answer
    assert "hang-by-timer.html" not in tabs_of(server, "state")


@pytest.mark.rows("F05")
def test_a_popup_that_shares_the_hung_renderer_is_closed_with_it(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    arguments: Json = {
        "url": site / "hang-with-popup.html",
        "session": "linked",
        "timeoutMs": 3 * LIMIT_MS,
        "waitFor": {"text": "absent"},
    }

    answer = server.call("nav_goto", arguments, within=promised(3 * LIMIT_MS / 1000 + GRACE_SECONDS))

    assert answer["error"]["code"] == "MM_PAGE_HUNG", answer
    assert tabs_of(server, "linked") == []
    again = server.goto(site / "plain.html", session="linked")
    assert again["ok"], again
    assert tabs_of(server, "linked") == ["plain.html"]
