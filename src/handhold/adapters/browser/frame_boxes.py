"""Where the frames of a page are, and what of them can be seen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from playwright.async_api import Frame

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.nodes import keeping
from handhold.adapters.browser.seen import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameBox:
    """A frame's viewport in that of the tab, in CSS pixels."""

    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    is_seen: bool = True
    """Whether it shows, maybe after scrolling."""
    key: int = 0
    """Of the element that holds it, in the document around it."""


async def box_of(frame: Frame, places: Mapping[Frame, Place]) -> FrameBox:
    """Where a frame is. Raises `DocumentLost` or Playwright's `Error` when it or a frame around it is not laid out."""
    chain = [frame]
    while (parent := chain[-1].parent_frame) is not None:
        chain.append(parent)
    boxes = await asyncio.gather(*(_own_box(at, places) for at in chain[:-1]))
    x, y = 0.0, 0.0
    for at, box in zip(chain, boxes, strict=False):
        # A session measures from the viewport of its outermost frame.
        if at is frame or places[at].worlds is not places[cast(Frame, at.parent_frame)].worlds:
            x, y = x + box.x, y + box.y
    return FrameBox(
        x=x,
        y=y,
        width=boxes[0].width if boxes else 0.0,
        height=boxes[0].height if boxes else 0.0,
        is_seen=all(box.is_seen for box in boxes),
        key=boxes[0].key if boxes else 0,
    )


async def meets(
    frame: Frame, points: Sequence[Point], places: Mapping[Frame, Place], boxes: Mapping[Frame, FrameBox]
) -> list[bool]:
    """Whether the pointer meets the frame, and not something in front of it, at these points of its viewport."""
    met = [True] * len(points)
    at = frame
    while (parent := at.parent_frame) is not None and at in boxes:
        answer = await places[parent].call("through", {"key": boxes[at].key, "points": points})
        points = cast(list[Point], answer["points"])
        met = [before and now for before, now in zip(met, cast(list[bool], answer["met"]), strict=True)]
        at = parent
    return met


async def _own_box(frame: Frame, places: Mapping[Frame, Place]) -> FrameBox:
    """Where it is in the viewport of the outermost frame of the session around it."""
    around = places[cast(Frame, frame.parent_frame)]
    owner = await around.worlds.send("DOM.getFrameOwner", {"frameId": places[frame].frame_id})
    number = cast(int, owner["backendNodeId"])
    async with keeping(around) as nodes:
        answer, objects = await asyncio.gather(
            around.worlds.send("DOM.getBoxModel", {"backendNodeId": number}), nodes.resolved([number])
        )
        told = await nodes.take("frames", objects)
    corners = cast(list[float], answer["model"]["content"])
    across, down = corners[::2], corners[1::2]
    return FrameBox(
        x=corners[0],
        y=corners[1],
        width=max(across) - min(across),
        height=max(down) - min(down),
        is_seen=all(cast(list[bool], told["seen"])),
        key=cast(list[int], told["keys"])[0],
    )
