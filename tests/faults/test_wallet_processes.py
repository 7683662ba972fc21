"""However a launched session ends, its browser, its chain and its folders end with it."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import psutil
import pytest

from tests.support.launching import Workshop, attempt, say, workshop
from tests.support.processes import alive_in, browser_in, ended, folders_in, holds, is_alive
from tests.support.promises import promised
from tests.support.server_process import serving


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = workshop(tmp_path)
    made.approve()
    return made


def chain_in(state: Path) -> psutil.Process:
    (chain,) = [process for process in alive_in(state) if process.name().startswith("anvil")]
    return chain


@pytest.mark.rows("R104", "F50")
def test_a_killed_server_takes_browser_and_chain_with_it_and_the_next_removes_the_rest(shop: Workshop) -> None:
    with serving(shop.folder, settings=shop.settings) as server:
        assert server.call("mm_launch")["ok"]
        tree, folders = alive_in(server.state), folders_in(server.state)
        chain = chain_in(server.state)

        server.process.kill()

        assert chain in tree and len(folders) == 2
        assert ended(tree, within=promised(5))
    with serving(shop.folder, settings=shop.settings) as successor:
        assert holds(lambda: not any(folder.exists() for folder in folders), within=promised(5))
        assert successor.call("mm_launch")["ok"]


@pytest.mark.rows("R104", "F51")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_ends_everything(shop: Workshop, how: signal.Signals) -> None:
    with serving(shop.folder, settings=shop.settings) as server:
        assert server.call("mm_launch")["ok"]
        tree, folders = alive_in(server.state), folders_in(server.state)

        server.process.send_signal(how)
        server.process.wait(promised(5))

        assert not [process for process in tree if is_alive(process)]
        assert not [folder for folder in folders if folder.exists()]


@pytest.mark.rows("R119", "R104")
@pytest.mark.timeout(300)
async def test_nothing_is_left_after_ten_launches_three_of_them_killed(shop: Workshop) -> None:
    app = shop.app()
    try:
        for number in range(10):
            await say(app, "mm_launch", {"force": True})
            if number in {2, 5}:
                browser_in(shop.state).kill()
            if number == 8:
                chain_in(shop.state).kill()
        tree = alive_in(shop.state)
        await say(app, "mm_cleanup")
        left = [process for process in alive_in(shop.state) if "node" not in process.name()]
    finally:
        await app.close()

    assert tree
    assert left == []
    assert alive_in(shop.state) == []
    assert folders_in(shop.state) == []


@pytest.mark.rows("R123")
async def test_a_browser_that_died_is_started_anew_with_its_extension(shop: Workshop) -> None:
    app = shop.app()
    try:
        launched = await say(app, "mm_launch")
        browser_in(shop.state).kill()
        await say(app, "mm_navigate", {"screen": "home"})
        told = await attempt(app, "mm_get_state")
    finally:
        await app.close()

    assert told.envelope["result"]["state"]["extensionId"] == launched["extensionId"]
    assert told.envelope["result"]["state"]["currentScreen"] == "unlock"


@pytest.mark.rows("R120")
async def test_a_launch_that_is_given_up_leaves_nothing(shop: Workshop) -> None:
    app = shop.app()
    try:
        await say(app, "mm_build")
        launching = asyncio.create_task(attempt(app, "mm_launch"))
        while not any(process.name().startswith("anvil") for process in alive_in(shop.state)):
            await asyncio.sleep(0.01)
        launching.cancel()
        await asyncio.wait({launching})
        left = [process for process in alive_in(shop.state) if "node" not in process.name()]
        again = await attempt(app, "mm_launch")
    finally:
        await app.close()

    assert left == []
    assert again.ok, again.text
    assert alive_in(shop.state) == []
