"""What a launch costs beside the same extension in bare Playwright, driver, browser and page each time from nothing."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from statistics import median
from typing import Final

from bench.client import ServerFailed
from bench.table import Row, Table, target
from playwright.async_api import async_playwright

from handhold.adapters.browser.discovery import candidates
from handhold.adapters.files import read_manifest
from handhold.app import App
from handhold.contract import Caller
from handhold.settings import Settings

TINY: Final = Path(__file__).resolve().parents[1] / "tests/extensions/tiny"
LIMIT: Final = 1.5


async def measure(folder: Path, rounds: int) -> list[Table]:
    """In turns, so that both meet the same machine. A first round of each loads what is loaded once."""
    root = folder / "launch"
    extension = Path(shutil.copytree(TINY, root / "tiny"))
    bare: list[float] = []
    ours: list[float] = []
    for number in range(rounds + 1):
        bare.append(await _bare(root / f"profile-{number}", extension))
        ours.append(await _ours(root))
    rows = [Row(what="mm_launch", ours=median(ours[1:]), theirs=median(bare[1:]), against="bare Playwright")]
    notes = [target("launch beside bare Playwright", LIMIT, median(ours[1:]) / median(bare[1:]))]
    return [Table(title="wallet: launch of a small extension, median", rows=rows, notes=notes)]


async def _bare(profile: Path, extension: Path) -> float:
    browser = next(each for each in candidates(Settings(), os.environ) if each.extensions)
    began = time.perf_counter()
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            profile,
            executable_path=browser.path,
            headless=True,
            chromium_sandbox=os.geteuid() != 0,
            args=[f"--disable-extensions-except={extension}", f"--load-extension={extension}"],
        )
        await context.pages[0].goto(f"chrome-extension://{read_manifest(extension).extension_id}/home.html")
        took = (time.perf_counter() - began) * 1000
        await context.close()
    return took


async def _ours(root: Path) -> float:
    environ = {**os.environ, "HANDHOLD_CONFIG_DIR": f"{root}/config", "HANDHOLD_STATE_DIR": f"{root}/state"}
    app = App(Settings(root=root, app_mode="headless"), environ=environ)
    try:
        began = time.perf_counter()
        reply = await app.engine.call("mm_launch", {"extensionPath": "tiny"}, caller=Caller(key="bench"))
        took = (time.perf_counter() - began) * 1000
    finally:
        await app.close()
    if not reply.ok:
        raise ServerFailed(reply.text)
    return took
