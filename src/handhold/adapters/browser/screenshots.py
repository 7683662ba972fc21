"""Take a picture of a page that somebody asked for, within limits; fields for secrets show dots in it."""

from __future__ import annotations

import struct
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.drawn_text import drawn_text
from handhold.adapters.browser.scripts import PageScripts
from handhold.adapters.browser.seen import Point, Rect
from handhold.adapters.browser.tab import Tab
from handhold.adapters.browser.translation import translate
from handhold.errors import HandholdError, PageClosed, PageHung, ScreenshotFailed

SECONDS: Final = 10.0
VEIL_SECONDS: Final = 2.0
MOST_PIXELS: Final = 40_000_000
MOST_SIDE: Final = 16_384
"""Pixels; beyond them Chromium's pictures repeat themselves or stay empty."""
LARGEST: Final = 20 * 1024 * 1024
_PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Screenshot:
    png: bytes
    width: int
    height: int
    is_cut: bool = False
    """Whether the page is longer than a picture can be."""


async def take_screenshot(
    tab: Tab,
    *,
    full_page: bool,
    selector: str | None = None,
    area: Rect | None = None,
    may_show: Callable[[Sequence[str]], bool] | None = None,
) -> Screenshot:
    """Raises `ScreenshotFailed`. `selector`: the first visible element it finds, and no more than that.

    `area`: a part of the page, by its place in the viewport. `may_show` is asked about the words that the page draws.
    """
    scripts = await tab.scripts()
    if area is not None:
        clip, full_page = _clip_of(area, await page_origin(scripts)), True
    else:
        clip = await _clip(scripts) if full_page and selector is None else None
    async with _veiled(scripts):
        png = await _taken(scripts, full_page=full_page, selector=selector, clip=clip)
        if may_show is not None and not may_show(await drawn_text(scripts)):
            raise ScreenshotFailed("the page shows a secret", hint="Take the picture where it does not.")
    if not png.startswith(_PNG) or len(png) > LARGEST:
        raise ScreenshotFailed(
            f"the picture has {len(png)} bytes, and {LARGEST} are allowed", hint="Take one with fullPage false."
        )
    width, height = struct.unpack(">II", png[16:24])
    return Screenshot(png=png, width=width, height=height, is_cut=clip is not None and area is None)


async def page_origin(scripts: PageScripts) -> Point:
    """Where the viewport begins on the page."""
    viewport = (await _metrics(scripts))["cssVisualViewport"]
    return float(viewport["pageX"]), float(viewport["pageY"])


def _clip_of(area: Rect, origin: Point) -> dict[str, float]:
    left, top = max(0.0, area.x + origin[0]), max(0.0, area.y + origin[1])
    if area.area < 1 or area.width > MOST_SIDE or area.height > MOST_SIDE:
        raise ScreenshotFailed("nothing of it shows, or it is larger than a picture can be")
    return {"x": left, "y": top, "width": area.width, "height": area.height}


async def _metrics(scripts: PageScripts) -> Mapping[str, Any]:
    devtools = await scripts.page.context.new_cdp_session(scripts.page)
    try:
        return await scripts.bounded(send(devtools, "Page.getLayoutMetrics"), timeout=SECONDS)
    finally:
        with suppress(PlaywrightError):
            await devtools.detach()


async def _clip(scripts: PageScripts) -> dict[str, float] | None:
    """What a picture of a very large page shows; None when it shows all of it."""
    size = (await _metrics(scripts))["cssContentSize"]
    width, height = min(float(size["width"]), MOST_SIDE), float(size["height"])
    highest = min(MOST_SIDE, MOST_PIXELS // max(1, int(width)))
    if height <= highest and width >= float(size["width"]):
        return None
    return {"x": 0, "y": 0, "width": width, "height": min(height, highest)}


@asynccontextmanager
async def _veiled(scripts: PageScripts) -> AsyncGenerator[None]:
    """What stands in fields for secrets is not seen meanwhile."""
    await scripts.call_everywhere("veil", {"on": True}, timeout=VEIL_SECONDS)
    try:
        yield
    finally:
        with suppress(HandholdError):
            await scripts.call_everywhere("veil", {"on": False}, timeout=VEIL_SECONDS)


async def _taken(
    scripts: PageScripts, *, full_page: bool, selector: str | None, clip: dict[str, float] | None
) -> bytes:
    options: dict[str, Any] = {} if clip is None else {"clip": clip}
    options |= {"caret": "initial", "animations": "allow", "scale": "css", "timeout": SECONDS * 1000}
    page = scripts.page
    if selector is not None:
        taking = page.locator(f"css={selector}").locator("visible=true").first.screenshot(**options)
    else:
        taking = page.screenshot(full_page=full_page, **options)
    try:
        return await scripts.bounded(taking, timeout=SECONDS)
    except (PageHung, PageClosed):
        raise
    except (HandholdError, PlaywrightError) as error:
        cause = translate(error, doing="taking a picture") if isinstance(error, PlaywrightError) else error
        if isinstance(cause, PageClosed):
            raise cause from error
        raise ScreenshotFailed(
            "no picture could be taken of the page", hint="The page may be loading; try again."
        ) from error
