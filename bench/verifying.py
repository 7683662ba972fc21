"""What it costs to check a handle of something seen before it is used: no tool's call around it, nothing to be read."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from bench.drawn import Sheet
from bench.table import Row, target
from tests.support.seeing import Seer, looking, picture

from handhold.services.sight.promotion import Promotion
from handhold.services.sight.visual_handles import VisualHandle

CHECKS: Final = 3
"""Handles that are checked of each page, each once: the second time its pixels would be known by the digest alone."""
MOST: Final = 50.0
SETTLED_SECONDS: Final = 1.0
FACES: Final = "faces.html"
WORDS: Final = ("Pay now", "Save it", "Send all", "Find out", "Go back", "Try on")


@dataclass(slots=True)
class Costs:
    """Milliseconds of each check."""

    verified: list[float] = field(default_factory=list[float])
    found: list[float] = field(default_factory=list[float])
    explained: list[float] = field(default_factory=list[float])

    def rows(self) -> list[Row]:
        drawn = "of a picture with 40 texts"
        return [
            Row(what="a handle verified, nothing changed", ours=median(self.verified), against=drawn),
            Row(what="a handle found to be acted on, nothing changed", ours=median(self.found), against=drawn),
            Row(what="a handle of an element verified", ours=median(self.explained), against="a picture in a button"),
        ]

    def notes(self) -> list[str]:
        return [
            target("a handle verified, ms,", MOST, median(self.verified)),
            target("a handle found to be acted on, ms,", MOST, median(self.found)),
            target("a handle of an element verified, ms,", MOST, median(self.explained)),
        ]


async def measure(folder: Path, site: str, sheets: Sequence[Sheet]) -> Costs:
    """In this process, by the service that every tool asks; the first page starts the reading process."""
    costs = Costs()
    (folder / FACES).write_text(_faces(), "utf-8")
    state = {**os.environ, "HANDHOLD_STATE_DIR": str(folder / "state")}
    async with looking(state, folder) as make:
        seer = make()
        await _handles(seer, f"{site}/{sheets[0].name}.html")
        for sheet in sheets[1:]:
            first, second = await _handles(seer, f"{site}/{sheet.name}.html")
            for handle in first:
                costs.verified.append(await _took(seer, lambda does, one=handle: does.verify_handle(one)))
            for handle in second:
                costs.found.append(await _took(seer, lambda does, one=handle: does.fallback_to_visual_replay(one)))
        for _round in sheets[1:]:
            first, second = await _handles(seer, f"{site}/{FACES}")
            for handle in (*first, *second):
                costs.explained.append(await _took(seer, lambda does, one=handle: does.verify_handle(one)))
    return costs


async def _handles(seer: Seer, url: str) -> tuple[list[VisualHandle], list[VisualHandle]]:
    """Handles of a page that has just been opened, in two parts."""
    await seer.open(url)
    await asyncio.sleep(SETTLED_SECONDS)
    items = await seer.items()
    known = [seer.memory.sight.handles.get(item["visualHandleId"]) for item in items[: 2 * CHECKS]]
    return known[:CHECKS], known[CHECKS:]


async def _took(seer: Seer, check: Callable[[Promotion], Awaitable[object]]) -> float:
    async def timed(promotion: Promotion) -> float:
        began = time.perf_counter()
        await check(promotion)
        return (time.perf_counter() - began) * 1000

    return await seer.promoting(timed)


def _faces() -> str:
    """A page of buttons that only pictures name."""
    buttons = "".join(f"<p><button><img alt='' src=\"{picture(words)}\"></button></p>" for words in WORDS)
    return f"<!doctype html><title>Faces</title>{buttons}"
