"""How fast a page is open, and how much the answer says about it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from statistics import median
from typing import Final

from bench.client import Answer, Server, StdioClient, running
from bench.peers import Bench
from bench.site import serving
from bench.table import Row, Table

CALLS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "handhold": ("nav_goto", {}),
    "playwright-mcp": ("browser_navigate", {}),
    "chrome-devtools-mcp": ("navigate_page", {"type": "url"}),
}


async def measure(bench: Bench) -> Table:
    """A small local page in a warm browser, in turns; every visit has its own URL, so that each one loads."""
    answers: dict[str, list[Answer]] = {server.name: [] for server in bench.servers}
    async with AsyncExitStack() as stack:
        site = stack.enter_context(serving())
        clients = [(server, await stack.enter_async_context(running(server))) for server in bench.servers]
        for server, client in clients:
            await client.hello()
            await _visit(server, client, f"{site}/plain.html?warm")
        for number in range(bench.rounds):
            for server, client in clients:
                answers[server.name].append(await _visit(server, client, f"{site}/plain.html?visit={number}"))
    return Table(
        title=f"navigate: open a small local page, warm browser, {bench.rounds} rounds",
        rows=[row for peer in bench.peers for row in _rows(answers[bench.ours.name], answers[peer.name], peer.name)],
        notes=["The answer of playwright-mcp leaves its snapshot of the page in a file."],
    )


async def _visit(server: Server, client: StdioClient, url: str) -> Answer:
    tool, more = CALLS[server.name]
    return await client.call(tool, url=url, **more)


def _rows(ours: list[Answer], theirs: list[Answer], against: str) -> list[Row]:
    return [
        Row(what="median time", ours=_time(ours), theirs=_time(theirs), against=against),
        Row(what="answer", ours=_size(ours), theirs=_size(theirs), against=against, unit="B"),
    ]


def _time(answers: list[Answer]) -> float:
    return median(answer.milliseconds for answer in answers)


def _size(answers: list[Answer]) -> float:
    return median(answer.size for answer in answers)
