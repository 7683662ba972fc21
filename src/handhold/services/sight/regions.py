"""Regions as somebody who points needs them: one box, and a place in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handhold.adapters.browser.seen import Point
from handhold.errors import HandholdError, InvalidInput, RegionNotFound, TargetAmbiguous
from handhold.services.perception import Region
from handhold.services.sight.gaze import Gaze

VIEWPORT: Final = "viewport"


async def point_in(gaze: Gaze, region: Region, *, at: Point) -> Point:
    """A place in a region of the main document, scrolled into view; `at`: as shares of the region's box.

    Raises `RegionNotFound` when there is no such region or nothing of it shows, and `TargetAmbiguous` for several.
    """
    if region == VIEWPORT:
        return (await gaze.sights.window()).place(at)
    found = await gaze.sights.region(region)
    if found.error or not found.nodes:
        raise no_region(found.error, found.names)
    node, *others = found.nodes
    if others:
        raise TargetAmbiguous(
            f"{len(found.nodes)} elements are this region", hint="Name one of them by selector, or by its handle."
        )
    anchor = await gaze.sights.anchor(node, at=at, into_view=True)
    if anchor is None or anchor.whole.area < 1:
        raise RegionNotFound(
            "the region takes no room on the page", hint="Call visual_scan or ui_scan to see what does."
        )
    return anchor.whole.place(at)


def no_region(error: str, names: Sequence[str]) -> HandholdError:
    """Why a region was not found, in words for the caller."""
    if error == "bad-selector":
        return InvalidInput("region.selector is not a CSS selector", hint="Write CSS, such as #cart or canvas.")
    return RegionNotFound("the page has no such region", hint=f"Regions here: {', '.join(names)}.")
