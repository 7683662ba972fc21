"""What it costs to see the controls of a page: `ui_scan` beside a snapshot of the whole page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from bench.client import ServerFailed, StdioClient, running
from bench.looking import Looker, Measured, Ours, Theirs
from bench.peers import Bench, looking_when_asked
from bench.reading import text_of
from bench.site import serving
from bench.table import Row, Table, target


@dataclass(frozen=True, slots=True)
class Page:
    path: str
    changer: str
    """What changes the page when it is pressed."""
    most_rounds: int = 100
    """A look at the largest takes the peer seconds, and no limit stands on it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A look by what comes before it, and by whether the caller thinks in between."""

    name: str
    before: str
    thinks: bool


PAGES: Final[Mapping[str, Page]] = {
    "10 rows": Page("table.html?rows=10", "New article"),
    "100 rows": Page("table.html?rows=100", "New article"),
    "1,000 rows": Page("table.html?rows=1000", "New article"),
    "5,000 rows": Page("table.html?rows=5000", "New article", most_rounds=2),
    "deep app": Page("app.html", "New task"),
    "form": Page("form.html", "Another note"),
}
AGAIN: Final = "look again"
KINDS: Final = (
    Kind("first look, at once", "open", thinks=False),
    Kind("first look, a second later", "open", thinks=True),
    Kind("after a change, at once", "press", thinks=False),
    Kind("after a change, a second later", "press", thinks=True),
)
ONE_LOOK: Final = (
    "playwright-mcp runs with --snapshot-mode none: it would look with every page it opens and every press, and its"
    " look after those would be its second"
)
THINKING_SECONDS: Final = 1.0
"""The least that an agent takes between two calls."""
LIMITS: Final = {"100 rows": 0.5, "1,000 rows": 0.1}
MOST_BYTES: Final = 2048
BAD_INPUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "unknown region": {"region": "sidebar"},
    "region not on the page": {"region": {"selector": "#nowhere"}},
    "bad selector": {"region": {"selector": "div[["}},
    "foreign token": {"pageToken": "p999.1"},
    "pageSize 0": {"pageSize": 0},
    "pageSize 1,000": {"pageSize": 1000},
}
FEWEST_ROUNDS: Final = 3
THINKING_ROUNDS: Final = 3
"""Looks after a pause differ little among themselves, and each costs the pause."""

Pair = tuple[Measured, Measured]


async def measure(bench: Bench) -> Table:
    """Both look at the same page in turns; the bytes are those the agent must read to know the controls."""
    rounds = max(FEWEST_ROUNDS, bench.rounds)
    rows: list[Row] = []
    notes: list[str] = [ONE_LOOK]
    async with AsyncExitStack() as stack:
        site = stack.enter_context(serving())
        ours = await stack.enter_async_context(running(bench.ours))
        theirs = await stack.enter_async_context(running(looking_when_asked(bench.playwright)))
        await ours.hello()
        await theirs.hello()
        sides = (Ours(ours), Theirs(theirs))
        for name, page in PAGES.items():
            for kind, pair in (await _looks(sides, site, page, rounds=min(rounds, page.most_rounds))).items():
                rows += _rows(name, kind, pair, against=bench.playwright.name)
                notes += _notes(name, kind, pair)
        for what, arguments in BAD_INPUT.items():
            rows.append(await _refusal(ours, what, "ui_scan", arguments, rounds=rounds))
        rows += await _refused_handles(ours, site, rounds=rounds)
    title = f"scan: ui_scan beside browser_snapshot, warm browser, {rounds} rounds"
    return Table(title=title, rows=rows, notes=notes)


async def _looks(sides: tuple[Looker, Looker], site: str, page: Page, *, rounds: int) -> dict[str, Pair]:
    """What every kind of look at a page costs both."""
    url = f"{site}/{page.path}"
    found = {AGAIN: await _again(sides, url, rounds=rounds)}
    for kind in KINDS:
        most = min(rounds, THINKING_ROUNDS) if kind.thinks else rounds
        found[kind.name] = await _after(sides, kind, url, page.changer, rounds=most)
    return found


async def _again(sides: tuple[Looker, Looker], url: str, *, rounds: int) -> Pair:
    """A page that was looked at before and has not changed."""
    pair = Measured(sides[0]), Measured(sides[1])
    for one in pair:
        await one.do(lambda who: who.open(url))
        await one.do(lambda who: who.look())
    for _ in range(rounds):
        for one in pair:
            await one.look()
    return pair


async def _after(sides: tuple[Looker, Looker], kind: Kind, url: str, changer: str, *, rounds: int) -> Pair:
    """The first look after something has happened; who thinks lets the same second pass on both sides."""
    pair = Measured(sides[0]), Measured(sides[1])
    for _ in range(rounds):
        for one in pair:
            done = await one.do(lambda who: who.press(changer) if kind.before == "press" else who.open(url))
            if done is not None:
                one.before.append(done.milliseconds)
            if not kind.thinks:
                await one.look()
        if kind.thinks:
            await asyncio.sleep(THINKING_SECONDS)
            for one in pair:
                await one.look()
    return pair


def _rows(name: str, kind: str, pair: Pair, *, against: str) -> list[Row]:
    ours, theirs = pair
    what = f"{name}: {kind}"
    rows = [Row(what=what, ours=ours.milliseconds, theirs=theirs.milliseconds, against=against)]
    if kind == KINDS[0].name:
        # Whoever takes the first look while it opens the page has not saved anything.
        together = (ours.with_before, theirs.with_before)
        rows.append(Row(what=f"{name}: opened and looked at", ours=together[0], theirs=together[1], against=against))
    if kind == AGAIN:
        rows.append(Row(what=f"{name}: to read", ours=ours.size, theirs=theirs.size, against=against, unit="B"))
    return rows


def _notes(name: str, kind: str, pair: Pair) -> list[str]:
    ours, theirs = pair
    what = f"{name}, {kind},"
    notes = [f"{what} {who} failed: {one.failure}" for who, one in (("ours", ours), ("theirs", theirs)) if one.failure]
    if name in LIMITS and ours.milliseconds and theirs.milliseconds:
        notes.append(target(f"{what} ratio of times,", LIMITS[name], ours.milliseconds / theirs.milliseconds))
    if ours.sizes and max(ours.sizes) > MOST_BYTES:
        notes.append(target(f"{what} bytes,", MOST_BYTES, max(ours.sizes)))
    return notes


async def _refused_handles(client: StdioClient, site: str, *, rounds: int) -> list[Row]:
    """Handles of a page that was left, of a row that was deleted, of another tab; and a hint that fits many."""

    async def refused(what: str, **arguments: object) -> Row:
        return await _refusal(client, what, "ui_pick", arguments, rounds=rounds)

    left = await _handle(client, f"{site}/form.html", "Another note")
    deleted = await _handle(client, f"{site}/table.html?rows=1000", {"name": "Delete", "nearText": "Article 500"})
    await client.call("action_execute", handle=deleted)
    rows = [
        await refused("handle of another page", elementId=left),
        await refused("handle of a deleted row of 1,000", elementId=deleted),
        await refused("hint that fits 1,000 rows", hint="Edit"),
    ]
    await client.call("tabs_open")
    return [*rows, await refused("handle of another tab", elementId=deleted)]


async def _handle(client: StdioClient, url: str, hint: object) -> str:
    await client.call("nav_goto", url=url)
    return json.loads(text_of(await client.call("ui_pick", hint=hint)))["result"]["elementId"]


async def _refusal(client: StdioClient, what: str, tool: str, arguments: Mapping[str, Any], *, rounds: int) -> Row:
    """How long it takes to be told that an argument is bad."""
    times: list[float] = []
    for _ in range(rounds):
        answer = await client.request("tools/call", name=tool, arguments=arguments)
        if json.loads(text_of(answer)).get("ok") is not False:
            raise ServerFailed(f"{tool} took {what} for good input")
        times.append(answer.milliseconds)
    return Row(what=f"refused, {what}", ours=median(times))
