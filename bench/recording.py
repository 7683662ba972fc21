"""What a record costs its call beyond the look that the tool took anyway, and what asking for prior knowledge does."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.client import ServerFailed
from bench.site import serving
from bench.table import Row, Table, target

from handhold.app import App
from handhold.contract import Call, Caller, Reply
from handhold.engine.outcome import Outcome
from handhold.engine.recorder import StepRecorder
from handhold.services.knowledge.lore import SessionLore
from handhold.services.perception.lore import Here
from handhold.services.perception.observation import Sighting
from handhold.settings import Settings

PAGES: Final = {"form": ("form.html", "Another note"), "100 rows": ("table.html?rows=100", "New article")}
CALLS: Final = 40
LINE: Final = "line in the log"
LORE: Final = "prior knowledge asked for"
LIMIT: Final = 1.0
"""Milliseconds, at the median."""

Times = dict[str, list[float]]


async def measure(folder: Path, _rounds: int) -> list[Table]:
    """Scans and presses in turn, as an agent at work; milliseconds of the processor."""
    rows: list[Row] = []
    costs: list[float] = []
    with serving() as site:
        for name, (path, changer) in PAGES.items():
            with _timed() as times:
                await _work(folder / "records" / name, f"{site}/{path}", changer)
            rows += [Row(what=f"{name}: {what}", ours=median(each)) for what, each in times.items()]
            costs += [median(times[tool]) for tool in ("ui_scan", "ui_pick", "action_execute")]
    notes = [target("a record, ms", LIMIT, max(costs))]
    return [
        Table(title=f"records: what {CALLS} calls of each kind cost, median of the processor", rows=rows, notes=notes)
    ]


async def _work(root: Path, url: str, changer: str) -> None:
    app = App(Settings(root=root))

    async def ask(tool: str, **arguments: Any) -> Any:
        reply = await app.engine.call(tool, arguments, caller=Caller())
        if not reply.ok:
            raise ServerFailed(f"{tool}: {reply.text[:300]}")
        return reply.envelope["result"]

    try:
        await ask("nav_goto", url=url)
        for _ in range(CALLS):
            await ask("ui_scan")
            await ask("action_execute", handle=(await ask("ui_pick", hint=changer))["elementId"])
    finally:
        await app.close()


@contextmanager
def _timed() -> Generator[Times]:
    """Times the real work where the engine asks for it."""
    times: Times = {}
    record, answered, here = StepRecorder.record, StepRecorder.answered, SessionLore.here

    def add(what: str, begun: float) -> None:
        times.setdefault(what, []).append((time.thread_time() - begun) * 1000)

    async def timed_record(self: StepRecorder, call: Call, outcome: Outcome) -> str | None:
        begun = time.thread_time()
        warning = await record(self, call, outcome)
        add(call.tool.name, begun)
        return warning

    def timed_answered(self: StepRecorder, call: Call, reply: Reply) -> None:
        begun = time.thread_time()
        answered(self, call, reply)
        add(LINE, begun)

    async def timed_here(self: SessionLore, seen: Sighting) -> Here | None:
        begun = time.thread_time()
        found = await here(self, seen)
        add(LORE, begun)
        return found

    StepRecorder.record, StepRecorder.answered, SessionLore.here = timed_record, timed_answered, timed_here
    try:
        yield times
    finally:
        StepRecorder.record, StepRecorder.answered, SessionLore.here = record, answered, here
