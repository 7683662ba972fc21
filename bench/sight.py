"""How well and how fast `visual_scan` reads what only pixels say; none of the peers reads pictures."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import psutil
from bench import drawn, verifying
from bench.client import ServerFailed, StdioClient, running
from bench.drawn import Score, Sheet
from bench.peers import Bench
from bench.reading import answer_bytes, text_of
from bench.site import serving
from bench.table import Row, Table, target

WORKER: Final = "handhold.adapters.vision.worker"
PATIENT: Final = {"HANDHOLD_VISION_TIMEOUT_MS": "45000"}
"""On a busy machine reading takes ten times as long, and a limit would hide by how much."""
MEGABYTE: Final = 1024 * 1024
MOST_BYTES: Final = 2048
MOST_WRONG: Final[Mapping[str, float]] = {"plain": 1.0, "hard": 5.0}
"""Words in a hundred."""
MOST_SECONDS: Final = 1.5
MOST_UNCHANGED: Final = 100.0
CHECKS: Final = 3
"""Handles that are checked of each viewport."""
THINKING_SECONDS: Final = 1.0
"""The least that an agent takes between two calls; what a new page does by itself is over by then."""


@dataclass(slots=True)
class Looks:
    """What scans of whole viewports cost: milliseconds of the answer, CPU of the reading process, bytes."""

    walls: list[float] = field(default_factory=list[float])
    cpus: list[float] = field(default_factory=list[float])
    sizes: list[int] = field(default_factory=list[int])

    def row(self, what: str) -> Row:
        return Row(what=what, ours=median(self.walls), against=f"{median(self.cpus):,.0f} ms of CPU reading")


class Reader:
    """A server that is asked to read sheets."""

    def __init__(self, client: StdioClient, site: str) -> None:
        self._client = client
        self._site = site

    async def open(self, sheet: Sheet) -> None:
        await self._client.call("nav_goto", url=f"{self._site}/{sheet.name}.html")
        await asyncio.sleep(THINKING_SECONDS)

    async def look(self, looks: Looks) -> list[dict[str, Any]]:
        """All that a scan finds; only its first answer is measured, the others are of the same moment."""
        before = self._cpu()
        answer = await self._client.call("visual_scan")
        looks.walls.append(answer.milliseconds)
        looks.cpus.append((self._cpu() - before) * 1000)
        items: list[dict[str, Any]] = []
        while True:
            looks.sizes.append(answer_bytes(answer))
            result = json.loads(text_of(answer))["result"]
            items += result["items"]
            if result["nextToken"] is None:
                return items
            answer = await self._client.call("visual_scan", pageToken=result["nextToken"])

    async def check(self, handle: str, looks: Looks) -> None:
        """Have something that was seen found again: all of a call, of which checking the handle is the work."""
        before = self._cpu()
        answer = await self._client.call("ui_pick", elementId=handle)
        looks.walls.append(answer.milliseconds)
        looks.cpus.append((self._cpu() - before) * 1000)
        looks.sizes.append(answer_bytes(answer))
        evidence = json.loads(text_of(answer))["result"]["verificationEvidence"]
        if evidence["match"] != "picture":
            raise ServerFailed(f"a picture that did not change was not known again: {evidence}")

    def peak_memory(self) -> float | None:
        """Megabytes; what it has now where the system does not remember the most."""
        process = self._process()
        if process is None:
            return None
        try:
            lines = Path(f"/proc/{process.pid}/status").read_text("utf-8").splitlines()
        except FileNotFoundError:
            return float(process.memory_info().rss / MEGABYTE)
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024

    def _cpu(self) -> float:
        process = self._process()
        if process is None:
            return 0.0
        times = process.cpu_times()
        return float(times.user + times.system)

    def _process(self) -> psutil.Process | None:
        """The reading process, once there is one."""
        children = psutil.Process(self._client.pid).children(recursive=True)
        return next((each for each in children if WORKER in each.cmdline()), None)


async def measure(bench: Bench) -> Table:
    """Sheets of words drawn on a canvas, read through the tool as an agent does."""
    sets = {"plain": drawn.plain(), "hard": drawn.hard()}
    full = drawn.full(bench.rounds + 1)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="handhold-drawn-")))
        drawn.write(folder, [*full, *(sheet for sheets in sets.values() for sheet in sheets)])
        site = stack.enter_context(serving(folder))
        server = replace(bench.ours, environ={**bench.ours.environ, **PATIENT})
        client = await stack.enter_async_context(running(server))
        await client.hello()
        reader = Reader(client, site)
        new, unchanged, picked = await _viewports(reader, full)
        costs = await verifying.measure(folder, site, full)
        rows = [
            new.row("40 texts, new"),
            unchanged.row("40 texts, nothing changed"),
            *costs.rows(),
            picked.row("ui_pick of a handle, the whole call"),
        ]
        notes = [
            target("40 texts, new, seconds,", MOST_SECONDS, median(new.walls) / 1000),
            target("40 texts, nothing changed, ms,", MOST_UNCHANGED, median(unchanged.walls)),
            *costs.notes(),
        ]
        looks = [new, unchanged, picked]
        for name, sheets in sets.items():
            found, wrong, cost = await _accuracy(reader, name, sheets)
            rows += found
            notes += wrong
            looks.append(cost)
        peak = reader.peak_memory()
    rows.append(Row(what="peak memory of the reading process", ours=peak, unit="MB"))
    notes.append(target("bytes,", MOST_BYTES, max(size for each in looks for size in each.sizes)))
    return Table(title=f"sight: visual_scan of 1280x720 pixels, warm, {bench.rounds} rounds", rows=rows, notes=notes)


async def _viewports(reader: Reader, sheets: Sequence[Sheet]) -> tuple[Looks, Looks, Looks]:
    """The first one starts the reading process and is not measured."""
    new, unchanged, picked = Looks(), Looks(), Looks()
    for at, sheet in enumerate(sheets):
        await reader.open(sheet)
        found = await reader.look(Looks() if at == 0 else new)
        if len([item for item in found if item.get("text")]) < len(sheet.texts):
            raise ServerFailed(f"visual_scan found {len(found)} of {len(sheet.texts)} texts")
        await reader.look(unchanged)
        for item in found[:CHECKS]:
            # Each is checked once: the second time its pixels would be known by the picture's digest alone.
            await reader.check(item["visualHandleId"], picked)
    return new, unchanged, picked


async def _accuracy(reader: Reader, name: str, sheets: Sequence[Sheet]) -> tuple[list[Row], list[str], Looks]:
    """Words right in each kind of sheet and in all of the set, and what was read instead of the others."""
    scores: dict[str, Score] = {}
    looks = Looks()
    for sheet in sheets:
        await reader.open(sheet)
        kind = sheet.name.split("-")[0]
        scores[kind] = scores.get(kind, Score()) + drawn.judged(sheet, await reader.look(looks))
    whole = sum(scores.values(), Score())
    shown = (
        {name: whole} if len(scores) == 1 else {name: whole, **{f"{name}: {kind}": one for kind, one in scores.items()}}
    )
    rows = [
        Row(what=f"{what}, words right", ours=100 * one.share, unit="%", against=f"{one.right} of {one.words} words")
        for what, one in shown.items()
    ]
    texts = sum(len(sheet.texts) for sheet in sheets) / len(sheets)
    rows.append(looks.row(f"{name}, region of {texts:.0f} texts"))
    notes = [target(f"{name}, words wrong, %,", MOST_WRONG[name], 100 * (1 - whole.share))]
    return rows, [*notes, *(f"{name}, {each}" for each in whole.wrong)], looks
