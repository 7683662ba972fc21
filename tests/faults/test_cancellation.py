"""Callers that give up, at any moment and in any way: no answer to them, and the session is free for the next call."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.health import Health
from tests.support.http_server import HANDSHAKE_ERA, STATELESS_ERA, HttpClient, HttpServer, reset, serving_http
from tests.support.processes import alive_in
from tests.support.promises import promised
from tests.support.server_process import Json, ServerProcess, serving
from tests.support.site import Site

SEED = 54
RUNS = 60
FREE_SECONDS = 2.0


@pytest.fixture(scope="module")
def http_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    with serving_http(tmp_path_factory.mktemp("http")) as server:
        yield server


@pytest.mark.rows("F54")
def test_a_cancelled_call_is_not_answered_and_costs_nobody_the_session(
    server: ServerProcess, site: Site, health_oracle: Health
) -> None:
    chance = random.Random(SEED)
    calls: list[tuple[str, Json]] = [
        ("nav_goto", {"url": site / "never"}),
        ("nav_goto", {"url": site / "slow?ms=1000"}),
        ("nav_goto", {"url": site / "plain.html", "waitFor": {"text": "absent"}}),
        ("nav_goto", {"url": site / "plain.html"}),
        ("list_tabs", {}),
    ]
    endless = 3
    server.goto(site / "plain.html", session="cancelled")
    unanswered: list[int] = []

    for run in range(RUNS):
        number = chance.randrange(len(calls))
        tool, arguments = calls[number]
        # A session of its own now and then: its context is made while the caller gives up.
        session = "cancelled" if run % 10 else f"cancelled-{run}"
        pending = server.begin(tool, {**arguments, "session": session})
        time.sleep(chance.random() * 0.15)
        server.cancel(pending)
        if number < endless:
            unanswered.append(pending.id)
        start = time.monotonic()
        after = server.goto(site / "plain.html", session=session)
        assert after["ok"] and "restarted" not in after["meta"], (run, tool, arguments, after)
        assert time.monotonic() - start <= promised(FREE_SECONDS), (run, tool, arguments, after)

    assert not server.answered & set(unanswered)


@pytest.mark.rows("F54")
def test_a_call_cancelled_while_the_browser_starts_leaves_it_to_the_next(site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        pending = server.begin("nav_goto", {"url": site / "never"})
        while not alive_in(server.state):
            assert not pending.answer.done()

        server.cancel(pending)
        answer = server.goto(site / "plain.html")

        assert answer["ok"] and "restarted" not in answer["meta"], answer
        assert not pending.answer.done()


@pytest.mark.rows("F55")
@pytest.mark.parametrize("leaving", ["FIN", "RST"])
@pytest.mark.parametrize("era", [HANDSHAKE_ERA, STATELESS_ERA])
def test_a_client_that_disconnects_during_a_call_frees_its_session(
    era: str, leaving: str, http_server: HttpServer, site: Site
) -> None:
    client = HttpClient.of(http_server, era)
    assert client.call("nav_goto", {"url": site / "plain.html"})["ok"]
    before = site.count("/never")
    connection = client.begin("nav_goto", {"url": site / "never"})
    site.await_hit("/never", more_than=before)

    _leave(connection, leaving)
    start = time.monotonic()
    answer = client.call("nav_goto", {"url": site / "plain.html"})

    assert answer["ok"] and "restarted" not in answer["meta"], answer
    assert time.monotonic() - start <= promised(FREE_SECONDS)


def _leave(connection: socket.socket, leaving: str) -> None:
    if leaving == "RST":
        reset(connection)
    else:
        connection.close()
