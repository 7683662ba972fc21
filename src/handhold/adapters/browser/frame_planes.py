"""Points in frames: where they are in the tab, and what lies over the frame there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from playwright.async_api import Frame

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.nodes import keeping
from handhold.adapters.browser.planes import Plane, plane_of
from handhold.adapters.browser.seen import Point, Record


class _BoxModel(TypedDict):
    """DevTools' box model, as far as it is used; the boxes are four corners each."""

    content: list[float]
    border: list[float]
    width: float
    height: float


async def plane_of_frame(frame: Frame, places: Mapping[Frame, Place]) -> Plane:
    """Where the frame's viewport lies in the viewport of the tab, transformations included."""
    plane = Plane()
    at = frame
    while (parent := at.parent_frame) is not None:
        worlds = places[parent].worlds
        owner = await worlds.send("DOM.getFrameOwner", {"frameId": places[at].frame_id})
        answer = await worlds.send("DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]})
        plane = _plane_of(cast(_BoxModel, answer["model"])).around(plane)
        at = parent
        # A session measures from the viewport of its outermost frame.
        while at.parent_frame is not None and places[at.parent_frame].worlds is worlds:
            at = at.parent_frame
    return plane


async def over_frame(around: Place, frame_id: str, point: Point) -> Record:
    """What the pointer meets at a point of the viewport around a frame: the frame (`hit`), or somebody else."""
    owner = await around.worlds.send("DOM.getFrameOwner", {"frameId": frame_id})
    async with keeping(around) as nodes:
        object_ids = await nodes.resolved([cast(int, owner["backendNodeId"])])
        return await nodes.take("overFrame", object_ids, x=point[0], y=point[1])


def _plane_of(model: _BoxModel) -> Plane:
    return plane_of(content=model["content"], border=model["border"], width=model["width"], height=model["height"])
