"""Bring the pointer to a document and see it come there before anything is pressed.

Events for a frame with a process of its own go where the browser believes the frame to be. That lags behind what is
painted: after the frame was moved, and for a moment after a picture of a part of the page was taken, for which the
browser shifts the whole page. A press would meet another place of the frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.seen import Point, PointIn
from handhold.errors import TargetBlocked, TargetStale

Move = Callable[[Point], Awaitable[None]]

SECONDS: Final = 3.0
"""The browser's belief is right a frame or two later; on a busy machine these take their time."""
ONE_TRY_MS: Final = 50
"""The document may hear of a move after the browser has said that it is done."""
SIDE: Final = 1.0
"""CSS pixels to come from: a pointer that is there already makes no move."""


async def arrive(eyes: Eyes, move_to: Move, spot: PointIn) -> None:
    """Have it come there. Raises `TargetBlocked` when it does not, and `TargetStale` when the document is gone."""
    if not await eyes.is_elsewhere(spot.document):
        return
    loop = asyncio.get_running_loop()
    ends = loop.time() + SECONDS
    while not await _came(eyes, move_to, spot):
        if loop.time() >= ends:
            raise TargetBlocked(
                "the pointer does not come to the frame there",
                hint="The frame may be moving or not painted yet; look at the page and try again.",
                details={"reason": "unreached"},
            )


async def _came(eyes: Eyes, move_to: Move, spot: PointIn) -> bool:
    x, y = (await eyes.plane_of(spot.document)).inside(spot.point)
    await eyes.ask(spot.document, "expectPointer", {})
    await asyncio.gather(move_to((spot.point[0] - SIDE, spot.point[1])), move_to(spot.point))
    place = {"kind": "pointermove", "x": x, "y": y, "withinMs": ONE_TRY_MS}
    answer = await eyes.ask(spot.document, "pointerCame", place)
    if answer is None:
        raise TargetStale("the page was replaced meanwhile", hint="Call ui_scan to see what is there now.")
    return answer["came"] is True
