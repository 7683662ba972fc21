"""A real anvil starts, answers, refuses and ends, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from collections.abc import AsyncGenerator
from pathlib import Path

import psutil
import pytest
from tests.support.chain import anvil_program, free_port
from tests.support.processes import is_alive

from handhold.adapters.chain import Anvil, ChainGone, RpcRefused, find_anvil
from handhold.adapters.chain.discovery import cache_folder, platform_package
from handhold.errors import DependenciesMissing, LaunchFailed, PortInUse

FIRST_ACCOUNT = "0x5cfe73b6021e818b776b421b1c4db2474086a7e1"
ETHER = 10**18


@pytest.fixture
async def chain(tmp_path: Path) -> AsyncGenerator[Anvil]:
    running = await Anvil.start(port=free_port(), chain_id=1337, folder=tmp_path, executable=anvil_program())
    yield running
    await running.stop()


@pytest.mark.rows("R104")
async def test_a_new_chain_has_the_asked_id_and_ten_unlocked_accounts_of_25_ether(chain: Anvil) -> None:
    accounts = await chain.rpc("eth_accounts")

    balances = [int(await chain.rpc("eth_getBalance", [account, "latest"]), 16) for account in accounts]
    assert int(await chain.rpc("eth_chainId"), 16) == 1337
    assert accounts[0].lower() == FIRST_ACCOUNT
    assert balances == [25 * ETHER] * 10


async def test_a_transfer_is_on_the_chain_when_its_receipt_is_there(chain: Anvil) -> None:
    giver, taker, *_ = await chain.rpc("eth_accounts")

    sent = await chain.rpc("eth_sendTransaction", [{"from": giver, "to": taker, "value": hex(ETHER)}])

    # It answers before it has mined.
    while (receipt := await chain.rpc("eth_getTransactionReceipt", [sent])) is None:
        await asyncio.sleep(0.01)
    assert receipt["status"] == "0x1"
    assert int(await chain.rpc("eth_getBalance", [taker, "latest"]), 16) == 26 * ETHER


async def test_what_the_node_refuses_is_told_with_its_code(chain: Anvil) -> None:
    with pytest.raises(RpcRefused) as caught:
        await chain.rpc("eth_noSuchThing")

    assert caught.value.code == -32601
    assert caught.value.method == "eth_noSuchThing"


async def test_a_stopped_chain_has_no_process_and_its_port_is_free(tmp_path: Path) -> None:
    port = free_port()
    chain = await Anvil.start(port=port, chain_id=1337, folder=tmp_path, executable=anvil_program())
    process = psutil.Process(chain.pid)

    await chain.stop()
    await chain.stop()

    assert not chain.is_running
    assert not is_alive(process)
    with pytest.raises(ChainGone):
        await chain.rpc("eth_chainId")
    again = await Anvil.start(port=port, chain_id=7, folder=tmp_path, executable=anvil_program())
    await again.stop()


async def test_a_killed_chain_is_gone_at_once(tmp_path: Path) -> None:
    chain = await Anvil.start(port=free_port(), chain_id=1337, folder=tmp_path, executable=anvil_program())
    process = psutil.Process(chain.pid)

    chain.kill()

    process.wait(5)
    await chain.stop()
    assert not chain.is_running


async def test_a_sweep_can_find_the_process_by_its_folder_and_its_environment(tmp_path: Path) -> None:
    chain = await Anvil.start(
        port=free_port(),
        chain_id=1337,
        folder=tmp_path,
        executable=anvil_program(),
        environment={"HANDHOLD_RUN": "a record"},
    )

    process = psutil.Process(chain.pid)
    line, mark = process.cmdline(), process.environ().get("HANDHOLD_RUN")
    await chain.stop()

    assert any(str(tmp_path) in word for word in line)
    assert mark == "a record"


@pytest.mark.rows("R120")
async def test_a_port_that_somebody_holds_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]

        with pytest.raises(PortInUse) as caught:
            await Anvil.start(port=port, chain_id=1337, folder=tmp_path, executable=anvil_program())

    assert str(port) in caught.value.message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.rows("R120")
async def test_a_program_that_ends_while_it_starts_is_told_with_its_last_words(tmp_path: Path) -> None:
    program = _script(tmp_path / "anvil", "echo 'no such hardfork' >&2; exit 3")

    with pytest.raises(LaunchFailed) as caught:
        await Anvil.start(port=free_port(), chain_id=1337, folder=tmp_path / "chain", executable=program)

    assert "code 3" in caught.value.message
    assert caught.value.details["log"] == "no such hardfork\n"


async def test_a_start_that_is_given_up_leaves_no_process(tmp_path: Path) -> None:
    # It never answers, and starts a child as npm's own script does.
    pids = tmp_path / "pids"
    program = _script(tmp_path / "anvil", f"sleep 600 & echo $$ $! >{pids}.part; mv {pids}.part {pids}; wait")
    starting = asyncio.create_task(
        Anvil.start(port=free_port(), chain_id=1337, folder=tmp_path / "chain", executable=program)
    )
    while not pids.exists():
        await asyncio.sleep(0.01)
    processes = [psutil.Process(int(pid)) for pid in pids.read_text().split()]

    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)

    psutil.wait_procs(processes, timeout=5)
    assert not any(map(is_alive, processes))


async def test_a_program_for_another_machine_is_a_missing_dependency(tmp_path: Path) -> None:
    program = tmp_path / "anvil"
    program.write_bytes(b"\x7fELF of some other world")
    program.chmod(0o755)

    with pytest.raises(DependenciesMissing) as caught:
        await Anvil.start(port=free_port(), chain_id=1337, folder=tmp_path / "chain", executable=program)

    assert caught.value.details == {"missing": "anvil"}


def test_the_program_on_the_path_comes_first(tmp_path: Path) -> None:
    on_path = _script(tmp_path / "bin" / "anvil", "exit 0")
    _packaged(tmp_path / "project")

    found = find_anvil(environ={"PATH": str(on_path.parent)}, folders=[tmp_path / "project"])

    assert found == on_path


@pytest.mark.parametrize("place", ["project", "cache"])
def test_the_program_in_a_package_is_found_in_the_project_and_in_the_cache(tmp_path: Path, place: str) -> None:
    environ = {"PATH": str(tmp_path / "nothing"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    home = tmp_path / "project" if place == "project" else cache_folder(environ)
    packaged = _packaged(home)

    found = find_anvil(environ=environ, folders=[tmp_path / "project"])

    assert found == packaged


def test_without_a_program_the_error_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(DependenciesMissing) as caught:
        find_anvil(environ={"PATH": str(tmp_path), "HOME": str(tmp_path)})

    assert f"npm install --prefix {tmp_path}/.cache/handhold/anvil @foundry-rs/anvil" in caught.value.hint
    assert caught.value.details == {"missing": "anvil"}


def _packaged(home: Path) -> Path:
    return _script(home / "node_modules" / platform_package() / "bin" / "anvil", "exit 0")


def _script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    assert os.access(path, os.X_OK)
    return path
