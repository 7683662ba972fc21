"""Take pictures of what a tab shows. They live in memory only, and the page does not notice.

A picture is taken by Playwright's own session: one that another session takes undoes the pixel ratio it has set.
"""

from __future__ import annotations

import math
from typing import Final

from playwright.async_api import Error

from handhold.adapters.browser.outlook import Lens, Shot
from handhold.adapters.browser.scripts import PageScripts
from handhold.adapters.browser.seen import Rect
from handhold.adapters.browser.translation import translate
from handhold.errors import HandholdError, PageClosed, PageHung, ScreenshotFailed, WaitTimeout

SHOT_SECONDS: Final = 6.0
STEP: Final = 2
"""Pictures begin at even CSS pixels, so that they begin at whole device pixels at a ratio of 1.5, too."""


async def take_picture(scripts: PageScripts, wanted: Rect, lens: Lens) -> Shot:
    """A picture of what shows of a box. Raises `ScreenshotFailed` when nothing does or none can be taken."""
    area = _aligned(wanted.within(lens.view), lens.view)
    if area.area < 1:
        raise ScreenshotFailed("nothing of it shows", hint="Scroll it into view, or look at another region.")
    clip = {
        "x": area.x - lens.view.x,
        "y": area.y - lens.view.y,
        # Playwright takes the size as the screen has it, and the corner as the page has it.
        "width": area.width * lens.zoom,
        "height": area.height * lens.zoom,
    }
    taking = scripts.page.screenshot(
        clip=clip,  # pyright: ignore[reportArgumentType]
        caret="initial",
        animations="allow",
        scale="device",
        timeout=SHOT_SECONDS * 1000,
    )
    try:
        png = await scripts.bounded(taking, timeout=SHOT_SECONDS)
    except (PageHung, PageClosed):
        raise
    except (HandholdError, Error) as error:
        raise _failed(error) from error
    return Shot(png=png, area=area, scale=lens.scale)


def _aligned(box: Rect, view: Rect) -> Rect:
    """The box, begun at even pixels of what shows and ended at whole ones."""
    left = view.x + math.floor((box.x - view.x) / STEP) * STEP
    top = view.y + math.floor((box.y - view.y) / STEP) * STEP
    right, bottom = math.ceil(box.x + box.width), math.ceil(box.y + box.height)
    return Rect(left, top, max(0, right - left), max(0, bottom - top)).within(view)


def _failed(error: HandholdError | Error) -> HandholdError:
    cause = translate(error, doing="taking a picture") if isinstance(error, Error) else error
    if isinstance(cause, PageClosed | WaitTimeout):
        return cause
    return ScreenshotFailed("no picture could be taken of the page", hint="The page may be loading; look again.")
