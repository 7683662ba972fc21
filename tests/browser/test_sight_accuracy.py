"""Words that Chromium draws on a canvas are read as they were drawn; `make bench` measures more of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from bench import drawn
from bench.drawn import Score, Sheet
from tests.support.pages import Pages
from tests.support.seeing import Seer, looking

LINES = 6
"""Of a sheet: on a busy machine a whole one takes half a minute. With fewer, one word is more than a hundredth."""


@pytest_asyncio.fixture(scope="module")
async def seers(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., Seer]]:
    async with looking(environ, root) as make:
        yield make


def shortened(sheet: Sheet) -> Sheet:
    lines = sheet.lines[:LINES]
    return replace(sheet, lines=lines, height=round(lines[-1].middle + 2 * lines[-1].size))


async def read(seer: Seer, pages: Pages, folder: Path, sheets: Sequence[Sheet]) -> Score:
    drawn.write(folder, sheets)
    pages.folders["drawn"] = folder
    total = Score()
    for sheet in sheets:
        await seer.open(pages / f"drawn/{sheet.name}.html")
        total += drawn.judged(sheet, await seer.items(region="viewport"))
    return total


@pytest.mark.rows("R340")
async def test_plain_words_are_read_light_and_dark(seers: Callable[..., Seer], pages: Pages, tmp_path: Path) -> None:
    light, _two, _three, _four, dark, *_rest = map(shortened, drawn.plain())

    score = await read(seers(), pages, tmp_path, [light, dark])

    assert score.words >= 50
    assert score.share >= 0.99, score.wrong


@pytest.mark.rows("R340")
async def test_words_are_read_where_reading_is_hard(seers: Callable[..., Seer], pages: Pages, tmp_path: Path) -> None:
    kinds = (drawn.neighbours, drawn.on_buttons, drawn.on_photographs, drawn.small)
    sheets = [shortened(kind()[0]) for kind in kinds]

    score = await read(seers(), pages, tmp_path, sheets)

    assert score.words >= 100
    assert score.share >= 0.95, score.wrong
    assert score.whole >= 0.95 * score.strings, score.wrong


async def test_words_are_read_at_any_pixel_ratio(seers: Callable[..., Seer], pages: Pages, tmp_path: Path) -> None:
    score = await read(seers(device_scale=2), pages, tmp_path, [shortened(drawn.small()[0])])

    assert score.share >= 0.99, score.wrong


async def test_the_sets_hold_strings_and_sizes_enough() -> None:
    plain, hard = drawn.plain(), drawn.hard()

    assert len({text for sheet in plain for text in sheet.texts}) >= 100
    assert len({text for sheet in hard for text in sheet.texts}) >= 100
    assert {line.size for sheet in plain for line in sheet.lines} >= {12, 14, 16, 18, 20, 24}
    assert min(line.size for sheet in drawn.small() for line in sheet.lines) == 12
