"""What five steps in a wallet cost: as five calls, as one batch, and as a script in bare Playwright."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final

from bench.table import Row, Table, target
from playwright.async_api import Page, async_playwright
from tests.support.launching import Workshop, say, workshop
from tests.support.wallet import PASSWORD

from handhold.adapters.browser.discovery import candidates
from handhold.adapters.files import read_manifest
from handhold.app import App
from handhold.settings import Settings

LIMIT: Final = 1.3
PAYEE: Final = "0x00000000000000000000000000000000000000aa"
STEPS: Final = (
    ("mm_click", {"testId": "eth-overview-send"}),
    ("mm_type", {"testId": "ens-input", "text": PAYEE}),
    ("mm_type", {"testId": "currency-input", "text": "1"}),
    ("mm_click", {"testId": "page-container-footer-cancel"}),
    ("mm_wait_for", {"testId": "eth-overview-send"}),
)
"""To the form of a payment and back, so that each round finds the wallet as the one before."""


async def measure(folder: Path, rounds: int) -> list[Table]:
    """In turns, so that all meet the same machine; both browsers hold the same build, chain and state."""
    shop = workshop(folder / "flow")
    shop.approve()
    app = shop.app()
    single: list[float] = []
    batch: list[float] = []
    bare: list[float] = []
    try:
        await say(app, "mm_launch")
        await _unlocked(app)
        async with _bare(shop, folder / "flow/bare") as page:
            for _round in range(rounds + 1):
                bare.append(await _timed(lambda: _script(page)))
                batch.append(await _timed(lambda: _batch(app)))
                single.append(await _timed(lambda: _calls(app)))
        await say(app, "mm_cleanup")
    finally:
        await app.close()
    theirs = median(bare[1:])
    rows = [
        Row(what="five steps in one batch", ours=median(batch[1:]), theirs=theirs, against="bare Playwright"),
        Row(what="five steps in five calls", ours=median(single[1:]), theirs=theirs, against="bare Playwright"),
    ]
    notes = [target("batch beside bare Playwright", LIMIT, median(batch[1:]) / theirs)]
    return [Table(title="wallet: five steps, median", rows=rows, notes=notes)]


async def _timed(work: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


async def _unlocked(app: App) -> None:
    await say(app, "mm_type", {"testId": "unlock-password", "text": PASSWORD})
    await say(app, "mm_click", {"testId": "unlock-submit"})
    await say(app, "mm_wait_for", {"testId": "eth-overview-send"})


async def _calls(app: App) -> None:
    for tool, arguments in STEPS:
        await say(app, tool, arguments)


async def _batch(app: App) -> None:
    steps = [{"tool": tool, "args": arguments} for tool, arguments in STEPS]
    done = await say(app, "mm_run_steps", {"steps": steps, "stopOnError": True, "includeObservations": "none"})
    assert done["summary"]["ok"], done


async def _script(page: Page) -> None:
    await page.get_by_test_id("eth-overview-send").click()
    await page.get_by_test_id("ens-input").fill(PAYEE)
    await page.get_by_test_id("currency-input").fill("1")
    await page.get_by_test_id("page-container-footer-cancel").click()
    await page.get_by_test_id("eth-overview-send").wait_for()


@asynccontextmanager
async def _bare(shop: Workshop, folder: Path) -> AsyncGenerator[Page]:
    """The same build in a browser that nobody but the script has to do with."""
    extension = Path(shutil.copytree(shop.root / "dist/chrome", folder / "extension"))
    browser = next(each for each in candidates(Settings(), os.environ) if each.extensions)
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=browser.path,
            headless=True,
            chromium_sandbox=os.geteuid() != 0,
            args=[f"--disable-extensions-except={extension}", f"--load-extension={extension}"],
        )
        page = context.pages[0]
        await page.goto(f"chrome-extension://{read_manifest(extension).extension_id}/home.html")
        await page.get_by_test_id("unlock-password").fill(PASSWORD)
        await page.get_by_test_id("unlock-submit").click()
        await page.get_by_test_id("eth-overview-send").wait_for()
        yield page
        await context.close()
