"""What a saved test costs beside the same flow as a plain Playwright script: ten steps in the demo shop."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.client import ServerFailed
from bench.table import Row, Table, target
from playwright.async_api import Browser, async_playwright, expect
from tests.support.shop import selling

from handhold.adapters.browser.discovery import find_browser
from handhold.app import App
from handhold.contract import Caller
from handhold.settings import Settings

LIMIT: Final = 1.5
SAVED: Final = "jacket"
PRICE: Final = "€ 95.00"
BUYER: Final = "Ada Lovelace"
VIEWPORT: Final = (1280, 720)
STEPS: Final[tuple[dict[str, Any], ...]] = (
    {"click": {"role": "radio", "name": "Rust"}},
    {"click": {"role": "combobox", "name": "Size"}},
    {"click": {"role": "option", "name": "L"}},
    {"assert": {"get": "text", "css": "main .price", "equals": PRICE}},
    {"click": {"css": "main .cta"}},
    {"assert": {"get": "text", "role": "status", "contains": "added to your bag"}},
    {"goto": "/cart.html"},
    {"click": {"role": "button", "name": "Checkout"}},
    {"fill": {"label": "Full name", "value": BUYER}},
    {"assert": {"get": "text", "css": "main .total", "equals": PRICE}},
)


async def measure(folder: Path, rounds: int) -> list[Table]:
    """In turns, so that all meet the same machine; each has a browser that runs already, and a context of its own."""
    plain: list[float] = []
    usual: list[float] = []
    bare: list[float] = []
    with selling() as shop:
        async with _handhold(folder / "tests") as app, _browser() as browser:
            await _save(app, shop.address)
            for _round in range(rounds + 1):
                plain.append(await _timed(lambda: _script(browser, shop.address)))
                usual.append(await _timed(lambda: _run(app)))
                bare.append(await _timed(lambda: _run(app, evidence="none")))
    theirs = median(plain[1:])
    rows = [
        Row(what="ten steps, evidence of failures", ours=median(usual[1:]), theirs=theirs, against="plain Playwright"),
        Row(what="ten steps, no evidence", ours=median(bare[1:]), theirs=theirs, against="plain Playwright"),
    ]
    notes = [
        "Both open a fresh context, and make the same assertions.",
        target("saved test beside plain Playwright", LIMIT, median(usual[1:]) / theirs),
    ]
    return [Table(title="tests: a saved test of ten steps, median", rows=rows, notes=notes)]


async def _timed(work: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


async def _save(app: App, address: str) -> None:
    definition = {"url": "/product.html?id=harbour", "baseUrl": address, "steps": list(STEPS)}
    await _called(app, "save_test", id=SAVED, name="Buy a jacket", **{"def": definition})


async def _run(app: App, **more: Any) -> None:
    result = await _called(app, "run_test", test_id=SAVED, **more)
    if result["status"] != "passed":
        raise ServerFailed(f"the saved test did not pass: {result}")


async def _called(app: App, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = await app.engine.call(tool, arguments, caller=Caller(key="bench"))
    if not reply.ok:
        raise ServerFailed(f"{tool} failed: {reply.text[:1000]}")
    return reply.envelope["result"]


async def _script(browser: Browser, address: str) -> None:
    """The same steps as somebody who knows Playwright writes them."""
    context = await browser.new_context(viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]})
    page = await context.new_page()
    await page.goto(f"{address}/product.html?id=harbour")
    await page.get_by_role("radio", name="Rust", exact=True).click()
    await page.get_by_role("combobox", name="Size", exact=True).click()
    await page.get_by_role("option", name="L", exact=True).click()
    await expect(page.locator("main .price")).to_have_text(PRICE)
    await page.locator("main .cta").click()
    await expect(page.get_by_role("status")).to_contain_text("added to your bag")
    await page.goto(f"{address}/cart.html")
    await page.get_by_role("button", name="Checkout", exact=True).click()
    await page.get_by_label("Full name", exact=True).fill(BUYER)
    await expect(page.locator("main .total")).to_have_text(PRICE)
    await context.close()


@asynccontextmanager
async def _handhold(folder: Path) -> AsyncGenerator[App]:
    folder.mkdir(parents=True)
    environ = {**os.environ, "HANDHOLD_CONFIG_DIR": f"{folder}/config", "HANDHOLD_STATE_DIR": f"{folder}/state"}
    app = App(Settings(root=folder, viewport="{}x{}".format(*VIEWPORT)), environ=environ)
    try:
        yield app
    finally:
        await app.close()


@asynccontextmanager
async def _browser() -> AsyncGenerator[Browser]:
    """The browser that Handhold would start, in the hands of a script."""
    found = find_browser(Settings(), os.environ)
    if found is None:
        raise ServerFailed("there is no browser")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=found.path, headless=True, chromium_sandbox=os.geteuid() != 0
        )
        try:
            yield browser
        finally:
            await browser.close()
