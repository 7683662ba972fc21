"""How much memory a server takes that has been asked for its tools and nothing else."""

from __future__ import annotations

import asyncio

import psutil
from bench.client import Server, running
from bench.peers import Bench
from bench.table import Row, Table

IDLE_SECONDS = 2.0
"""What a server does right after its start is over by then."""

MEGABYTE = 1024 * 1024


async def measure(bench: Bench) -> Table:
    """Resident memory of the server's process tree."""
    ours = await _idle(bench.ours)
    rows = [
        Row(what="resident, idle", ours=ours, theirs=await _idle(peer), against=peer.name, unit="MB")
        for peer in bench.peers
    ]
    return Table(title="memory: process tree after tools/list, no browser started", rows=rows)


async def _idle(server: Server) -> float:
    async with running(server) as client:
        await client.hello()
        await client.request("tools/list")
        await asyncio.sleep(IDLE_SECONDS)
        root = psutil.Process(client.pid)
        return sum(process.memory_info().rss for process in (root, *root.children(recursive=True))) / MEGABYTE
