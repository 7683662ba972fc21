"""Take a picture of what a test sees: the page, a part of it, with parts painted over."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from handhold.adapters.browser.painting import PixelBox, painted_over
from handhold.adapters.browser.seen import Rect
from handhold.errors import BrowserGone, HandholdError, PageCrashed, PageHung, ScreenshotFailed

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession


class NoPicture(Exception):
    """None can be had; the text says why, without words of the page."""


async def take(
    browser: BrowserSession | None,
    *,
    box: Rect | None,
    masks: Sequence[Rect],
    full_page: bool,
    may_show: Callable[[Sequence[str]], bool],
) -> bytes:
    """A PNG, a pixel for each CSS pixel. Raises `NoPicture`."""
    from handhold.adapters.browser.screenshots import page_origin, take_screenshot

    tab = browser.tabs.get(browser.current) if browser is not None and browser.current is not None else None
    if browser is None or not browser.is_open or tab is None:
        raise NoPicture("there is no page")
    try:
        shot = await take_screenshot(tab, full_page=full_page, area=box, may_show=may_show)
        if not masks:
            return shot.png
        origin = (0.0, 0.0)
        if box is not None:
            origin = (-box.x, -box.y)
        elif full_page:
            origin = await page_origin(await tab.scripts())
    except HandholdError as error:
        raise NoPicture(_reason(error)) from error
    try:
        return await asyncio.to_thread(painted_over, shot.png, [_moved(mask, origin) for mask in masks])
    except ValueError as error:
        raise NoPicture(str(error)) from error


def _moved(mask: Rect, origin: tuple[float, float]) -> PixelBox:
    """Whole pixels of the picture, none of what is masked left out."""
    left, top = mask.x + origin[0], mask.y + origin[1]
    return PixelBox(math.floor(left), math.floor(top), math.ceil(left + mask.width), math.ceil(top + mask.height))


def _reason(error: HandholdError) -> str:
    match error:
        case PageCrashed():
            return "the page has crashed"
        case PageHung():
            return "the page does not answer"
        case BrowserGone():
            return "the browser ended"
        case ScreenshotFailed():
            return error.message
        case _:
            return "no picture could be taken"
