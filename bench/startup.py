"""How long a client waits for the tool list of a server it has just started."""

from __future__ import annotations

from statistics import median

from bench.client import Server, running
from bench.peers import Bench
from bench.table import Row, Table, target

LIMIT = 1.6


async def measure(bench: Bench) -> Table:
    """Spawn to the answer of `tools/list`, in turns; a first round warms caches and is not counted."""
    times: dict[str, list[float]] = {server.name: [] for server in bench.servers}
    for counted in (False, *[True] * bench.rounds):
        for server in bench.servers:
            milliseconds = await _until_listed(server)
            if counted:
                times[server.name].append(milliseconds)
    ours = times[bench.ours.name]
    rows = [
        Row(what=what, ours=pick(ours), theirs=pick(times[peer.name]), against=peer.name)
        for what, pick in (("median", median), ("fastest", min))
        for peer in bench.peers
    ]
    return Table(
        title=f"startup: spawn to the tools/list answer on stdio, all tool sets, {bench.rounds} rounds",
        rows=rows,
        notes=[target("median ratio to playwright-mcp,", LIMIT, rows[0].ratio)],
    )


async def _until_listed(server: Server) -> float:
    async with running(server) as client:
        await client.hello()
        await client.request("tools/list")
        return client.milliseconds_since_spawn
