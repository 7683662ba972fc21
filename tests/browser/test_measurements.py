"""What is measured of the tools that see, act and point, under the names that are promised."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.pages import Pages
from tests.support.seeing import canvas, picture

ROOT = Path(__file__).resolve().parents[2]
PROMISED = {
    "handhold.discovery.pagination_depth",
    "handhold.discovery.estimated_remaining",
    "handhold.ranking.mode_usage",
    "handhold.visual.promotion_attempts",
    "handhold.visual.promotion_success_rate",
    "handhold.pointer.actions",
    "handhold.pointer.promotion_success_rate",
    "handhold.snapshot.extractor_usage",
    "handhold.snapshot.custom_hint_count",
}
OWN = {
    "handhold.handles.created",
    "handhold.handles.used",
    "handhold.visual.handles_created",
    "handhold.visual.scans",
    "handhold.visual.replays",
}
FACE = picture("Join queue")
PAGE = (
    "<style>button{display:block;width:160px;height:40px;margin:0}</style><body style='margin:0'>"
    + "".join(f"<button>Row {row}</button>" for row in range(1, 9))
    + f"<h1>Seats</h1><p id=seats>12</p><button style='padding:0;border:0'><img src=\"{FACE}\"></button>"
    + canvas('button(20,20,160,40,"Reserve seat")')
)


async def session(url: str, environ: Mapping[str, str], root: Path) -> dict[str, list[dict[str, Any]]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.measured_session",
        url,
        cwd=ROOT,
        env={**environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}", "HANDHOLD_ROOT": str(root)},
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(200):
        told, _nothing = await process.communicate()
    assert process.returncode == 0
    return json.loads(told)


def values(points: list[dict[str, Any]], attribute: str) -> dict[str, float]:
    return {point["attributes"][attribute]: point["value"] for point in points}


@pytest.mark.rows("R368")
async def test_every_promised_name_is_measured(environ: Mapping[str, str], root: Path, pages: Pages) -> None:
    told = await session(pages.make(PAGE), environ, root)

    assert sorted((PROMISED | OWN) - told.keys()) == []
    assert not [name for name in told if not name.startswith("handhold.")]
    assert told["handhold.discovery.pagination_depth"][0]["max"] == 3
    assert told["handhold.discovery.estimated_remaining"][0]["count"] == 4
    assert values(told["handhold.ranking.mode_usage"], "handhold.mode") == {"semantic": 1, "visual": 1}
    assert values(told["handhold.snapshot.extractor_usage"], "handhold.field") == {"heading": 1}
    assert told["handhold.snapshot.custom_hint_count"][0]["value"] == 1
    # Of two pointer actions one met an element, the other a canvas; the scan and the point tried three things.
    assert told["handhold.pointer.actions"][0]["value"] == 2
    assert told["handhold.pointer.promotion_success_rate"][0]["value"] == 0.5
    assert told["handhold.visual.promotion_attempts"][0]["value"] == 3
    assert told["handhold.visual.promotion_success_rate"][0]["value"] == pytest.approx(2 / 3)
