"""However the server ends, it ends soon and leaves nothing: no browser, no driver, no temporary profile."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from itertools import count
from pathlib import Path

import psutil
import pytest

from tests.support.http_server import HANDSHAKE_ERA, HttpClient, serving_http
from tests.support.processes import alive_in, driver_in, ended, folders_in, holds
from tests.support.promises import promised
from tests.support.server_process import COMMAND, HANDSHAKE, ServerProcess, serving, started
from tests.support.site import Site

GONE_SECONDS = 3.0
STALL_SECONDS = 30.0
SIGNALS = {"SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT, "SIGHUP": signal.SIGHUP}
PYTHON = [sys.executable, "-c"]


def end(server: ServerProcess, how: str) -> None:
    if how == "EOF":
        server.stdin.close()
    else:
        server.process.send_signal(SIGNALS[how])


def assert_nothing_left(server: ServerProcess, folders: list[Path]) -> None:
    assert alive_in(server.state) == []
    assert [folder for folder in folders if folder.exists()] == []
    assert list((server.state / "runs").glob("*")) == []
    assert "Traceback" not in server.log, server.log


@pytest.mark.rows("F51")
@pytest.mark.parametrize("how", [*SIGNALS, "EOF"])
@pytest.mark.parametrize("doing", ["idle", "with a browser open", "during a call"])
def test_every_ending_is_quick_and_leaves_nothing(how: str, doing: str, site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        if doing != "idle":
            assert server.goto(site / "plain.html")["ok"]
        if doing == "during a call":
            before = site.count("/never")
            server.begin("nav_goto", {"url": site / "never"})
            site.await_hit("/never", more_than=before)
        folders = folders_in(server.state)
        start = time.monotonic()

        end(server, how)
        code = server.process.wait(promised(GONE_SECONDS))

        assert time.monotonic() - start <= promised(GONE_SECONDS)
        assert code in {0, 128 + SIGNALS.get(how, 0)}
        assert_nothing_left(server, folders)


@pytest.mark.rows("F51")
@pytest.mark.parametrize("how", ["SIGTERM", "EOF"])
def test_a_browser_that_is_just_starting_does_not_outlive_the_server(how: str, site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.begin("nav_goto", {"url": site / "plain.html"})
        assert holds(lambda: bool(alive_in(server.state)), within=promised(5))

        end(server, how)

        assert server.process.wait(promised(GONE_SECONDS)) == 0
        assert_nothing_left(server, folders_in(server.state))


@pytest.mark.rows("F51")
@pytest.mark.parametrize("is_busy", [False, True], ids=["idle", "during a call"])
def test_a_server_on_http_ends_as_quickly(is_busy: bool, site: Site, tmp_path: Path) -> None:
    with serving_http(tmp_path) as server:
        client = HttpClient.of(server, HANDSHAKE_ERA)
        assert client.call("nav_goto", {"url": site / "plain.html"})["ok"]
        folders, before = folders_in(server.state), site.count("/never")
        with server.connect() if not is_busy else client.begin("nav_goto", {"url": site / "never"}):
            if is_busy:
                site.await_hit("/never", more_than=before)

            server.process.terminate()

            assert server.process.wait(promised(GONE_SECONDS)) == 0
        assert alive_in(server.state) == []
        assert [folder for folder in folders if folder.exists()] == []


@pytest.mark.rows("F51", "F10")
@pytest.mark.parametrize("how", ["SIGTERM", "EOF"])
def test_a_frozen_driver_does_not_outlive_the_server(how: str, site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.goto(site / "plain.html")
        folders = folders_in(server.state)
        driver_in(server.state).suspend()

        end(server, how)

        assert server.process.wait(promised(GONE_SECONDS)) == 0
        assert_nothing_left(server, folders)


@pytest.mark.rows("F50")
def test_a_killed_server_takes_its_browser_with_it_and_the_next_removes_the_rest(site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.goto(site / "plain.html")
        tree, folders = alive_in(server.state), folders_in(server.state)

        server.process.kill()

        assert tree and folders
        assert ended(tree, within=promised(5))
    with serving(tmp_path) as successor:
        assert holds(lambda: not any(folder.exists() for folder in folders), within=5)
        assert list((successor.state / "runs").glob("*")) == []


@pytest.mark.rows("F50")
def test_a_frozen_driver_of_a_killed_server_is_ended_by_the_next_start(site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.goto(site / "plain.html")
        tree, folders = alive_in(server.state), folders_in(server.state)
        driver_in(server.state).suspend()
        server.process.kill()
        server.process.wait()
        assert alive_in(server.state)

    with serving(tmp_path) as successor:
        assert ended(tree, within=promised(5))
        assert holds(lambda: not any(folder.exists() for folder in folders), within=5)
        assert successor.goto(site / "plain.html")["ok"]


@pytest.mark.rows("F50")
def test_a_start_leaves_the_browser_of_a_living_server_alone(site: Site, tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        first.goto(site / "plain.html")

        with serving(tmp_path) as second:
            assert second.goto(site / "plain.html")["ok"]
            second.stdin.close()
            second.process.wait(promised(GONE_SECONDS))

        answer = first.goto(site / "plain.html")
        assert answer["ok"] and "restarted" not in answer["meta"], answer


@pytest.mark.rows("F52")
def test_the_server_ends_when_the_wrapper_that_started_it_is_killed(site: Site, tmp_path: Path) -> None:
    wrapper = f"import subprocess, sys; sys.exit(subprocess.call({list(COMMAND)!r}))"
    with serving(tmp_path, command=[*PYTHON, wrapper]) as server:
        server.goto(site / "plain.html")
        (real,) = psutil.Process(server.process.pid).children()
        tree = [real, *alive_in(server.state)]

        # The pipes stay open: this process holds the other ends.
        server.process.kill()

        assert ended(tree, within=promised(10))
        assert list((server.state / "runs").glob("*")) == []


@pytest.mark.rows("F53")
@pytest.mark.timeout(60)
def test_a_client_that_stops_reading_costs_bounded_memory_and_then_the_connection(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        assert server.process.stdout is not None
        server.send({"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": HANDSHAKE})
        server.process.stdout.readline()
        process = psutil.Process(server.process.pid)
        before = highest = process.memory_info().rss
        flooding = threading.Thread(target=flood, args=(server,), daemon=True)
        start = time.monotonic()

        flooding.start()
        while not ended([process], within=0.1):
            highest = max(highest, memory_of(process))
            assert time.monotonic() - start <= promised(STALL_SECONDS)

        assert server.process.wait() == 0
        assert highest - before < 50 * 1024 * 1024
        flooding.join(5)


def flood(server: ServerProcess) -> None:
    """Ask for the tool list until nobody takes the question any more."""
    with contextlib.suppress(OSError):
        for number in count(1):
            server.send({"jsonrpc": "2.0", "id": number, "method": "tools/list"})


def memory_of(process: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        return process.memory_info().rss
    return 0
