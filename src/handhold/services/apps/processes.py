"""The processes of a launched app: are their ports free, and start them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handhold.errors import PortInUse
from handhold.services.apps.running import AppPorts, RunningApp

if TYPE_CHECKING:
    from handhold.adapters.browser.run_folder import RunFolder

NAMES = (("anvil", "ports.anvil"), ("fixture_server", "ports.fixtureServer"))


def check_ports(ports: AppPorts, *, runs: Path, spared: AppPorts) -> None:
    """Raise `PortInUse`, naming who holds a port. What a killed server of ours left there is ended first.

    `spared`: those of an app that will have ended before this one starts.
    """
    from handhold.adapters.browser.run_folder import sweep
    from handhold.adapters.processes import listener_on

    named = [(port, argument) for field, argument in NAMES if (port := _port(ports, field)) is not None]
    wanted = [(port, argument) for port, argument in named if port not in {spared.anvil, spared.fixture_server}]
    if any(listener_on(port) is not None for port, _argument in wanted):
        sweep(runs)
    for port, argument in wanted:
        holder = listener_on(port)
        if holder is not None:
            raise PortInUse(
                f"port {port} is in use by {holder}",
                hint=f"End it, or give another port in `{argument}`.",
                details={"port": port, "pid": holder.pid, "process": holder.name},
            )


async def start_fixtures(app: RunningApp, *, state: Mapping[str, Any]) -> None:
    """Serve the state, if the app has a port for it."""
    from handhold.adapters.fixtures import FixtureServer

    if app.ports.fixture_server is not None:
        app.fixtures = await FixtureServer.start(port=app.ports.fixture_server, state=state)


async def start_chain(
    app: RunningApp, *, grounds: RunFolder, environ: Mapping[str, str], program: Path | None, contracts: Sequence[str]
) -> None:
    """Start the chain, if the app has a port for it, and put these contracts on it."""
    from handhold.adapters.chain import Anvil
    from handhold.adapters.processes import Guard
    from handhold.services.chain import Contracts

    if app.ports.anvil is None:
        return
    app.chain = await Anvil.start(
        port=app.ports.anvil,
        chain_id=app.profile.chain_id or 1337,
        folder=grounds.temporary / "chain",
        executable=program,
        environment=grounds.environment,
    )
    marked = {**environ, **grounds.environment}
    app.guard = await Guard.over(app.chain.pid, folder=grounds.temporary, environ=marked)
    for name in contracts:
        await Contracts(lambda: app).seed(name)


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of this at once. When one fails the others are cancelled, and have ended when its error is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error


def _port(ports: AppPorts, field: str) -> int | None:
    return ports.anvil if field == "anvil" else ports.fixture_server
