"""Measure beside other servers: `python bench/run.py [--rounds N] [section …]`, all sections without a name.

Absolute times say little about another machine, so ours and theirs take turns in one run and the ratio is what counts.
Exits with 0 when it has measured, 1 when a server failed and 2 when it cannot run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

# Run as a script, only the script's own folder is on the path.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import (
    act,
    flow,
    history,
    knowledge,
    launch,
    memory,
    navigate,
    recording,
    saved_tests,
    scan,
    shop,
    sight,
    startup,
    tools,
    wallet,
)
from bench.client import ServerFailed
from bench.peers import Bench, prepare
from bench.table import Table
from scripts.page import CannotRun

SECTIONS: dict[str, Callable[[Bench], Awaitable[Table]]] = {
    "startup": startup.measure,
    "tools": tools.measure,
    "memory": memory.measure,
    "navigate": navigate.measure,
    "scan": scan.measure,
    "act": act.measure,
    "shop": shop.measure,
    "sight": sight.measure,
}

ALONE: dict[str, Callable[[Path, int], Iterable[Table]]] = {
    "knowledge": knowledge.measure,
    "history": history.measure,
}
"""Sections without a server: nobody else has what they measure."""

OWN: dict[str, Callable[[Path, int], Awaitable[Iterable[Table]]]] = {
    "wallet": wallet.measure,
    "launch": launch.measure,
    "flow": flow.measure,
    "tests": saved_tests.measure,
    "records": recording.measure,
}
"""Sections with a browser and without another server: what is ours is measured beside its own parts."""


async def measure(names: list[str], *, rounds: int, steps: int) -> None:
    with tempfile.TemporaryDirectory(prefix="handhold-bench-") as state:
        beside = [name for name in names if name in SECTIONS]
        bench = prepare(Path(state), rounds=rounds) if beside else None
        for name in beside:
            assert bench is not None
            _show(await SECTIONS[name](bench))
        for name in names:
            for table in ALONE[name](Path(state), steps) if name in ALONE else ():
                _show(table)
            for table in await OWN[name](Path(state), rounds) if name in OWN else ():
                _show(table)


def _show(table: Table) -> None:
    print(table.text(), _load(), sep="\n", end="\n\n", flush=True)


def _load() -> str:
    """A busy machine slows servers with several threads more than ours with one, so its ratios flatter us."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    busy = "; busy, ratios of times are not to be trusted" if load > cores else ""
    return f"load {load:.1f} on {cores} cores{busy}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench/run.py", description="Measure Handhold beside other servers.")
    parser.add_argument(
        "sections", nargs="*", metavar="section", help=f"{', '.join([*SECTIONS, *ALONE, *OWN])}; default: all"
    )
    parser.add_argument(
        "--steps", type=int, default=100_000, help="steps of the large store of `knowledge`, runs of `history`"
    )
    parser.add_argument("--rounds", type=int, default=10, help="how often each server is measured; default 10")
    options = parser.parse_args(arguments)
    known = [*SECTIONS, *ALONE, *OWN]
    if unknown := [name for name in options.sections if name not in known]:
        parser.error(f"no section {unknown[0]!r}; there are {', '.join(known)}")
    try:
        asyncio.run(measure(options.sections or known, rounds=options.rounds, steps=options.steps))
    except ServerFailed as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    except CannotRun as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
