"""Which frame each element of a document holds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, cast

from playwright.async_api import Error, Frame

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.nodes import keeping
from handhold.adapters.browser.scripts import PageScripts
from handhold.adapters.browser.worlds import DocumentLost
from handhold.errors import HandholdError

FRAME_SECONDS: Final = 3.0


async def held_frames(scripts: PageScripts, frame: Frame) -> dict[int, Frame]:
    """The frames in a document by the key of the element that holds each."""
    places = await scripts.places(timeout=FRAME_SECONDS)
    children = [child for child in frame.child_frames if child in places]
    owners = (scripts.bounded(_owner(child, frame, places), timeout=FRAME_SECONDS) for child in children)
    keys = await asyncio.gather(*owners, return_exceptions=True)
    found: dict[int, Frame] = {}
    for key, child in zip(keys, children, strict=True):
        if isinstance(key, int):
            found[key] = child
        elif not isinstance(key, HandholdError | DocumentLost | Error):
            raise key
    return found


async def _owner(frame: Frame, parent: Frame, places: Mapping[Frame, Place]) -> int:
    around = places[parent]
    owner = await around.worlds.send("DOM.getFrameOwner", {"frameId": places[frame].frame_id})
    async with keeping(around) as nodes:
        objects = await nodes.resolved([cast(int, owner["backendNodeId"])])
        told = await nodes.take("frames", objects)
    keys = cast(list[int], told["keys"])
    if not keys:
        raise DocumentLost
    return keys[0]
