"""What it costs to see the controls of a page: `ui_scan` beside a snapshot of the whole page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from bench.client import Answer, ServerFailed, StdioClient, running
from bench.peers import Bench
from bench.reading import answer_bytes, bytes_with_files, text_of
from bench.site import serving
from bench.table import Row, Table, target

PAGES: Final[Mapping[str, str]] = {
    "10 rows": "table.html?rows=10",
    "100 rows": "table.html?rows=100",
    "1,000 rows": "table.html?rows=1000",
    "5,000 rows": "table.html?rows=5000",
    "deep app": "app.html",
    "form": "form.html",
}
LIMITS: Final = {"100 rows": 0.5, "1,000 rows": 0.1}
MOST_BYTES: Final = 2048
BAD_INPUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "unknown region": {"region": "sidebar"},
    "region not on the page": {"region": {"selector": "#nowhere"}},
    "bad selector": {"region": {"selector": "div[["}},
    "foreign token": {"pageToken": "p999.1"},
}
FEWEST_ROUNDS: Final = 3
"""The largest pages take the peer seconds, so a round of all pages is dear."""


@dataclass(slots=True)
class Measured:
    """Times and sizes of one server on one page; `failure` when it gave no answer."""

    times: list[float] = field(default_factory=list[float])
    sizes: list[int] = field(default_factory=list[int])
    failure: str = ""

    @property
    def milliseconds(self) -> float | None:
        return median(self.times) if self.times else None

    @property
    def size(self) -> float | None:
        return median(self.sizes) if self.sizes else None


async def measure(bench: Bench) -> Table:
    """Both look at the same page in turns; the bytes are those the agent must read to know the controls."""
    rounds = max(FEWEST_ROUNDS, bench.rounds // 2)
    rows: list[Row] = []
    notes: list[str] = []
    async with AsyncExitStack() as stack:
        site = stack.enter_context(serving())
        ours = await stack.enter_async_context(running(bench.ours))
        theirs = await stack.enter_async_context(running(bench.playwright))
        await ours.hello()
        await theirs.hello()
        for name, page in PAGES.items():
            pair = await _both(ours, theirs, f"{site}/{page}", rounds=rounds)
            rows += _rows(name, pair, against=bench.playwright.name)
            notes += _notes(name, pair)
            first = await _first(ours, theirs, f"{site}/{page}")
            rows.append(_time(f"{name}: first look", first, against=bench.playwright.name))
        rows += [await _refusal(ours, name, arguments, rounds=rounds) for name, arguments in BAD_INPUT.items()]
    title = f"scan: ui_scan beside browser_snapshot, warm browser, {rounds} rounds"
    return Table(title=title, rows=rows, notes=notes)


async def _both(ours: StdioClient, theirs: StdioClient, url: str, *, rounds: int) -> tuple[Measured, Measured]:
    scanned, snapped = Measured(), Measured()
    await ours.call("nav_goto", url=url)
    await _try(snapped, lambda: theirs.call("browser_navigate", url=url), None)
    for _ in range(rounds):
        await _try(scanned, lambda: ours.call("ui_scan"), answer_bytes)
        await _try(snapped, lambda: theirs.call("browser_snapshot"), bytes_with_files)
    return scanned, snapped


async def _first(ours: StdioClient, theirs: StdioClient, url: str) -> tuple[Measured, Measured]:
    """The first look at a page that has just loaded, where nothing is known of it yet."""
    scanned, snapped = Measured(), Measured()
    for _ in range(FEWEST_ROUNDS):
        await ours.call("nav_goto", url=url)
        await _try(scanned, lambda: ours.call("ui_scan"), answer_bytes)
        await _try(snapped, lambda: theirs.call("browser_navigate", url=url), None)
        await _try(snapped, lambda: theirs.call("browser_snapshot"), bytes_with_files)
    return scanned, snapped


async def _try(measured: Measured, call: Callable[[], Any], size: Callable[[Answer], int] | None) -> None:
    """A server that fails on a page has failed on it; the other goes on."""
    if measured.failure:
        return
    try:
        answer: Answer = await call()
    except (ServerFailed, TimeoutError) as failure:
        measured.failure = str(failure)[:200] or type(failure).__name__
        return
    if size is not None:
        measured.times.append(answer.milliseconds)
        measured.sizes.append(size(answer))


def _rows(name: str, pair: tuple[Measured, Measured], *, against: str) -> list[Row]:
    ours, theirs = pair
    return [
        _time(f"{name}: time", pair, against=against),
        Row(what=f"{name}: to read", ours=ours.size, theirs=theirs.size, against=against, unit="B"),
    ]


def _time(what: str, pair: tuple[Measured, Measured], *, against: str) -> Row:
    ours, theirs = pair
    return Row(what=what, ours=ours.milliseconds, theirs=theirs.milliseconds, against=against)


def _notes(name: str, pair: tuple[Measured, Measured]) -> list[str]:
    ours, theirs = pair
    notes = [f"{name}: {who} failed: {one.failure}" for who, one in (("ours", ours), ("theirs", theirs)) if one.failure]
    if name in LIMITS and ours.milliseconds and theirs.milliseconds:
        notes.append(target(f"{name}, ratio of times,", LIMITS[name], ours.milliseconds / theirs.milliseconds))
    if ours.sizes and max(ours.sizes) > MOST_BYTES:
        notes.append(target(f"{name}, bytes,", MOST_BYTES, max(ours.sizes)))
    return notes


async def _refusal(client: StdioClient, name: str, arguments: Mapping[str, Any], *, rounds: int) -> Row:
    """How long it takes to be told that an argument is bad."""
    times: list[float] = []
    for _ in range(rounds):
        answer = await client.request("tools/call", name="ui_scan", arguments=arguments)
        if json.loads(text_of(answer)).get("ok") is not False:
            raise ServerFailed(f"ui_scan took {name} for good input")
        times.append(answer.milliseconds)
    return Row(what=f"refused, {name}", ours=median(times))
