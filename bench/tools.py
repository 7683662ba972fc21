"""How much of a model's context the tool list takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.client import Server, running
from bench.peers import Bench, with_every_tool, with_tool_set
from bench.table import Row, Table, target

from handhold.settings import TOOLSETS

LIMIT = 750


@dataclass(frozen=True, slots=True)
class Listing:
    count: int
    size: int

    @property
    def each(self) -> float | None:
        return self.size / self.count if self.count else None


async def measure(bench: Bench) -> Table:
    """Bytes of the `tools/list` result as compact JSON."""
    ours = await _listing(bench.ours)
    rows: list[Row] = []
    for peer in (bench.playwright, with_every_tool(bench.playwright), bench.devtools):
        theirs = await _listing(peer)
        rows += [
            Row(what="tools", ours=ours.count, theirs=theirs.count, against=peer.name, unit=""),
            Row(what="bytes in all", ours=ours.size, theirs=theirs.size, against=peer.name, unit="B"),
            Row(what="bytes a tool", ours=ours.each, theirs=theirs.each, against=peer.name, unit="B"),
        ]
    for name in TOOLSETS:
        listed = await _listing(with_tool_set(bench.ours, name))
        rows.append(Row(what=f"only {name}: {listed.count} tools", ours=listed.size, unit="B"))
        if listed.count:
            rows.append(Row(what=f"only {name}: bytes a tool", ours=listed.each, unit="B"))
    return Table(
        title="tools: size of the tools/list result", rows=rows, notes=[target("bytes a tool,", LIMIT, ours.each)]
    )


async def _listing(server: Server) -> Listing:
    async with running(server) as client:
        await client.hello()
        result: Mapping[str, Any] = (await client.request("tools/list")).result
    return Listing(len(result["tools"]), len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()))
