"""Find the frame that selectors lead to, each in the document of the frame before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from playwright.async_api import Error, Frame

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.nodes import keeping
from handhold.adapters.browser.scripts import PageScripts


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameFound:
    """`count`: frames that the first selector that does not mean exactly one means; 1 when all do."""

    frame: Frame | None = None
    count: int = 1
    is_selector_bad: bool = False


async def frame_at(scripts: PageScripts, selectors: Sequence[str], *, timeout: float) -> FrameFound:
    """The frame at the end of the way. Raises as `PageScripts.call` does."""
    places = await scripts.places(timeout=timeout)
    return await scripts.bounded(_followed(scripts.page.main_frame, selectors, places), timeout=timeout)


async def _followed(main: Frame, selectors: Sequence[str], places: Mapping[Frame, Place]) -> FrameFound:
    at = main
    for selector in selectors:
        fitting: list[Frame] = []
        for child in at.child_frames:
            if child not in places:
                continue
            fits = await _fits(places[at], places[child].frame_id, selector)
            if fits is None:
                return FrameFound(count=0, is_selector_bad=True)
            fitting += [child] if fits else []
        if len(fitting) != 1:
            return FrameFound(count=len(fitting))
        at = fitting[0]
    return FrameFound(frame=at)


async def _fits(around: Place, frame_id: str, selector: str) -> bool | None:
    """Whether a selector means the frame; None when it is not CSS."""
    try:
        owner = await around.worlds.send("DOM.getFrameOwner", {"frameId": frame_id})
    except Error:  # the frame went away meanwhile
        return False
    async with keeping(around) as nodes:
        object_ids = await nodes.resolved([cast(int, owner["backendNodeId"])])
        answer = await nodes.take("framesMatching", object_ids, selector=selector)
    return None if "error" in answer else any(cast(list[bool], answer["matches"]))
