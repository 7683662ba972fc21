"""However a launched session ends, its browser, its chain and its folders end with it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from handhold.adapters.chain.discovery import platform_package
from tests.support.chain import anvil_program
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


def replaced(shop: Workshop, script: str) -> Path:
    """The shop's anvil, which is this script now."""
    program = shop.root / "node_modules" / platform_package() / "bin/anvil"
    program.unlink()
    program.write_text(script)
    program.chmod(0o755)
    return program


def without_anvil(shop: Workshop) -> Workshop:
    """The same on a machine that has no anvil anywhere."""
    shutil.rmtree(shop.root / "node_modules")
    folders = [each for each in shop.environ["PATH"].split(os.pathsep) if not (Path(each) / "anvil").exists()]
    own = {"PATH": os.pathsep.join(folders), "XDG_CACHE_HOME": str(shop.folder / "cache")}
    return replace(shop, environ={**shop.environ, **own})


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
        browser = browser_in(shop.state)  # the only one: none came up after its launch was given up
    finally:
        await app.close()

    assert left == []
    assert again.ok, again.text
    assert not is_alive(browser)
    assert alive_in(shop.state) == []


@pytest.mark.rows("R120")
async def test_a_launch_whose_chain_ends_at_once_leaves_no_browser(shop: Workshop) -> None:
    program = replaced(shop, "#!/bin/sh\nexit 3\n")
    app = shop.app()
    try:
        await say(app, "mm_build")
        failed = await attempt(app, "mm_launch")
        left = [process for process in alive_in(shop.state) if "node" not in process.name()]
        program.unlink()
        program.symlink_to(anvil_program())
        again = await attempt(app, "mm_launch")
        browser = browser_in(shop.state)  # the only one: none came up after the chain had failed
        folders = folders_in(shop.state)
    finally:
        await app.close()

    assert failed.error["code"] == "MM_LAUNCH_FAILED"
    assert left == []
    assert again.ok, again.text
    assert len(folders) == 2, "of the driver, and of the app that runs"
    assert not is_alive(browser)


@pytest.mark.rows("R85", "R120")
async def test_without_anvil_nothing_is_started(shop: Workshop) -> None:
    bare = without_anvil(shop)
    app = bare.app()
    try:
        await say(app, "mm_build")
        refused = await attempt(app, "mm_launch")
        started = alive_in(bare.state)
    finally:
        await app.close()

    assert refused.error["code"] == "MM_DEPENDENCIES_MISSING"
    assert refused.error["details"]["missing"] == "anvil"
    assert "npm install" in refused.error["hint"]
    assert started == []
