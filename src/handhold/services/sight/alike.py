"""Find places of the tab that look like a picture somebody kept."""

from __future__ import annotations

from typing import Final

from handhold.adapters.browser.seen import Rect
from handhold.adapters.vision.seen import Box, Picture
from handhold.services.sight.gaze import Gaze

SURE: Final = 0.9
"""Below this a place only resembles the picture."""
RIVAL: Final = 0.75
"""A second place like this may be the same thing: words that begin between two pixels are drawn otherwise (0.82)."""


async def places_alike(gaze: Gaze, png: bytes) -> list[Rect]:
    """Where what shows of the tab looks like a picture of the same scale; several when it may be any of them."""
    outlook = await gaze.sights.look("viewport")
    shot = await gaze.sights.picture(outlook.lens.view, outlook.lens)
    sought = Picture(png=png, digest="", box=Box(0, 0, 1, 1))
    found = await gaze.find(shot, sought, within=shot.area, grown=1.0, masks=outlook.masks)
    best = max((score for _place, score in found), default=0.0)
    return [place for place, score in found if best >= SURE and score >= RIVAL]
