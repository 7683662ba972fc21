"""Browsers, renderers and drivers that die or freeze: one call fails at most, and the next one works."""

from __future__ import annotations

import time

import psutil
import pytest

from tests.support.health import Health
from tests.support.processes import alive_in, browser_in, driver_in, ended, heaviest_renderer_in, holds
from tests.support.promises import promised
from tests.support.server_process import Json, Pending, ServerProcess
from tests.support.site import Site


def listed(server: ServerProcess, session: str) -> list[Json]:
    answer = server.call("list_tabs", {"session": session})
    assert answer["ok"], answer
    return [tab for group in answer["result"]["groups"] for tab in group["tabs"]]


def begin_waiting(server: ServerProcess, site: Site, session: str) -> Pending:
    """A navigation that waits for its server; returns when that server has it."""
    before = site.count("/never")
    pending = server.begin("nav_goto", {"url": site / "never", "session": session})
    site.await_hit("/never", more_than=before)
    return pending


def code_of(answer: Json) -> str:
    assert not answer["ok"], answer
    return str(answer["error"]["code"])


@pytest.mark.rows("F01")
def test_a_browser_killed_while_idle_is_replaced_by_the_next_call(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    server.goto(site / "plain.html", session="idle")
    old = browser_in(server.state)

    old.kill()
    start = time.monotonic()
    answer = server.goto(site / "plain.html", session="idle")

    assert answer["ok"], answer
    assert answer["meta"]["restarted"] is True
    assert time.monotonic() - start <= promised(5)
    assert browser_in(server.state).pid != old.pid


@pytest.mark.rows("F01")
def test_only_the_first_call_after_a_restart_says_so(server: ServerProcess, site: Site, health_oracle: Health) -> None:
    server.goto(site / "plain.html", session="idle")
    browser_in(server.state).kill()
    server.goto(site / "plain.html", session="idle")

    answer = server.goto(site / "plain.html", session="idle")

    assert answer["ok"], answer
    assert "restarted" not in answer["meta"]


@pytest.mark.rows("F02")
def test_a_browser_killed_during_a_call_ends_that_call_at_once(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    pending = begin_waiting(server, site, "busy")

    browser_in(server.state).kill()
    answer = pending.envelope(within=promised(2))

    assert code_of(answer) == "MM_BROWSER_GONE"
    again = server.goto(site / "plain.html", session="busy")
    assert again["ok"] and again["meta"]["restarted"], again


@pytest.mark.rows("F03")
def test_a_renderer_killed_during_a_call_costs_that_page_only(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    server.goto(site / "plain.html", session="other")
    server.goto(site / "heavy-and-popup.html", session="crashing")
    pending = begin_waiting(server, site, "crashing")

    heaviest_renderer_in(server.state).kill()
    answer = pending.envelope(within=promised(2))

    assert code_of(answer) == "MM_PAGE_CRASHED"
    tabs = {tab["url"].rpartition("/")[2]: tab["crashed"] for tab in listed(server, "crashing")}
    assert tabs == {"heavy-and-popup.html": True, "plain.html": False}
    assert [tab["crashed"] for tab in listed(server, "other")] == [False]
    other = server.goto(site / "plain.html", session="other")
    assert other["ok"] and "restarted" not in other["meta"], other
    again = server.goto(site / "plain.html", session="crashing")
    assert again["ok"] and "restarted" not in again["meta"], again


@pytest.mark.rows("F03")
def test_a_renderer_killed_while_idle_is_shown_and_replaced(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    server.goto(site / "heavy.html", session="idle-crash")
    victim = heaviest_renderer_in(server.state)

    victim.kill()

    assert ended([victim], within=promised(2))
    assert holds(lambda: [tab["crashed"] for tab in listed(server, "idle-crash")] == [True], within=promised(2))
    assert server.goto(site / "plain.html", session="idle-crash")["ok"]
    assert [tab["crashed"] for tab in listed(server, "idle-crash")] == [False]


@pytest.mark.rows("F04")
def test_a_page_that_crashes_on_every_load_is_refused_after_three(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    before = site.count("/crash-on-load.html")

    codes = [code_of(server.goto(site / "crash-on-load.html", session="loop")) for _ in range(5)]

    assert codes == ["MM_PAGE_CRASHED"] * 3 + ["MM_CRASH_LOOP"] * 2
    assert site.count("/crash-on-load.html") - before == 3
    assert server.goto(site / "plain.html", session="loop")["ok"]


@pytest.mark.rows("F09")
def test_a_killed_driver_is_replaced_by_the_next_call(server: ServerProcess, site: Site, health_oracle: Health) -> None:
    server.goto(site / "plain.html", session="driver")
    old = alive_in(server.state)

    driver_in(server.state).kill()
    start = time.monotonic()
    answer = server.goto(site / "plain.html", session="driver")

    assert answer["ok"] and answer["meta"]["restarted"], answer
    assert time.monotonic() - start <= promised(5)
    assert ended(old, within=promised(2))


@pytest.mark.rows("F09")
def test_a_driver_killed_during_a_call_ends_that_call_at_once(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    pending = begin_waiting(server, site, "driver")

    driver_in(server.state).kill()
    answer = pending.envelope(within=promised(2))

    assert code_of(answer) == "MM_BROWSER_GONE"


@pytest.mark.rows("F10")
def test_a_driver_frozen_while_idle_is_replaced_with_its_whole_tree(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    server.goto(site / "plain.html", session="frozen")
    old = alive_in(server.state)

    driver_in(server.state).suspend()
    start = time.monotonic()
    answer = server.goto(site / "plain.html", session="frozen")

    assert answer["ok"] and answer["meta"]["restarted"], answer
    assert time.monotonic() - start <= promised(15)
    assert ended(old, within=promised(1))


@pytest.mark.rows("F10")
def test_a_driver_frozen_during_a_call_is_declared_dead(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    pending = begin_waiting(server, site, "frozen")
    old = alive_in(server.state)

    driver_in(server.state).suspend()
    answer = pending.envelope(within=promised(15))

    assert code_of(answer) == "MM_BROWSER_GONE"
    assert ended(old, within=promised(1))
    assert psutil.pid_exists(server.process.pid)
