"""One anvil process: a chain that lives as long as its session."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from handhold.adapters.chain.discovery import find_anvil
from handhold.adapters.chain.rpc import ChainError, RpcClient
from handhold.errors import DependenciesMissing, LaunchFailed, PortInUse

READY_SECONDS: Final = 15.0
STOP_SECONDS: Final = 3.0
_LOOK_AGAIN: Final = 0.02  # seconds; anvil answers about 0.1 s after its start
_LOG: Final = "anvil.log"
_LOG_TAIL: Final = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class Funds:
    """The accounts a new chain begins with: derived from a phrase, each with the same number of ether."""

    phrase: str
    balance: int
    accounts: int = 10


DEFAULT_FUNDS: Final = Funds(
    # The phrase that MetaMask's own end-to-end tests use in public: its first account is the one of their fixtures.
    phrase="spread raise short crane omit tent fringe mandate neglect detail suspect cradle",
    balance=25,
)


class Anvil:
    """A running chain. `start` it, `stop` it; `kill` when there is no time or no event loop any more."""

    def __init__(self, process: Process, *, port: int) -> None:
        self._process = process
        self._rpc = RpcClient(port)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    @classmethod
    async def start(
        cls,
        *,
        port: int,
        chain_id: int,
        folder: Path,
        executable: Path | None = None,
        environment: Mapping[str, str] | None = None,
        funds: Funds = DEFAULT_FUNDS,
    ) -> Self:
        """A chain that answers. Its files go into `folder`, whose path is in its command line, where a sweep finds it.

        `environment` is added to ours. Raises `DependenciesMissing`, `PortInUse` or `LaunchFailed`.
        """
        program = executable or find_anvil()
        _check_free(port)
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        arguments = _arguments(port=port, chain_id=chain_id, folder=folder, funds=funds)
        chain = cls(await _spawn(program, arguments, folder / _LOG, {**os.environ, **(environment or {})}), port=port)
        is_ready = False
        try:
            await chain._until_ready(chain_id, folder / _LOG)
            is_ready = True
        finally:
            if not is_ready:  # it failed, or we were cancelled
                await chain.stop()
        return chain

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    async def rpc(self, method: str, params: Sequence[object] = ()) -> Any:
        """Ask the node. Raises `RpcRefused` when it says no and `ChainGone` when it is not there."""
        return await self._rpc.call(method, params)

    async def stop(self) -> None:
        """End the process and wait until it is gone; nothing happens when it is gone already."""
        self._signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()

    def kill(self) -> None:
        """End the process at once, without waiting."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if not self.is_running:
            return
        # The whole group: an anvil from the path may be a script that started the program.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def _until_ready(self, chain_id: int, log: Path) -> None:
        try:
            async with asyncio.timeout(READY_SECONDS):
                while not await self._is_settled(chain_id):
                    await self._ended(within=_LOOK_AGAIN)
        except TimeoutError:
            raise LaunchFailed(
                f"anvil did not answer on port {self.port} within {READY_SECONDS:g} s",
                details={"log": await asyncio.to_thread(_tail, log)},
            ) from None
        if not self.is_running:
            raise LaunchFailed(
                f"anvil ended with code {self._process.returncode} while it started",
                hint="Read details.log; another port can be given in `ports.anvil`.",
                details={"log": await asyncio.to_thread(_tail, log)},
            )

    async def _ended(self, *, within: float) -> None:
        """Wait a little, and no longer when the process ends meanwhile."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), within)

    async def _is_settled(self, chain_id: int) -> bool:
        """Whether there is nothing more to wait for: it answers, or has ended."""
        if not self.is_running:
            return True
        try:
            return int(await self.rpc("eth_chainId"), 16) == chain_id
        except ChainError:
            return False


def _arguments(*, port: int, chain_id: int, folder: Path, funds: Funds) -> list[str]:
    return [
        "--host=127.0.0.1",
        f"--port={port}",
        f"--chain-id={chain_id}",
        f"--mnemonic={funds.phrase}",
        f"--balance={funds.balance}",
        f"--accounts={funds.accounts}",
        f"--cache-path={folder}",
        "--quiet",
    ]


async def _spawn(program: Path, arguments: Sequence[str], log: Path, environ: Mapping[str, str]) -> Process:
    with await asyncio.to_thread(log.open, "wb") as complaints:
        try:
            return await asyncio.create_subprocess_exec(
                program,
                *arguments,
                stdin=DEVNULL,
                stdout=complaints,
                stderr=complaints,
                env=dict(environ),
                start_new_session=True,
            )
        except OSError as problem:
            raise DependenciesMissing(
                f"anvil at {str(program)!r} cannot be started: {problem.strerror}",
                hint="Install an anvil made for this machine, and call again.",
                details={"missing": "anvil"},
            ) from problem


def _check_free(port: int) -> None:
    """A foreign server on the port would answer in anvil's place."""
    with socket.socket() as probe:
        # As anvil itself does: a port whose last connections are only fading away is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise PortInUse(
                f"port {port} is in use, so the local chain cannot listen on it",
                hint="End the program that holds it, or give another port in `ports.anvil`.",
                details={"port": port},
            ) from None


def _tail(log: Path) -> str:
    return log.read_bytes()[-_LOG_TAIL:].decode("utf-8", "replace")
