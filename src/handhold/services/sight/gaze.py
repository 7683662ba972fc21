"""Look at the current tab through pictures: take one, paint over what nobody may read, and have the rest read."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from handhold.adapters.browser.outlook import Shot
from handhold.adapters.browser.seen import Rect
from handhold.adapters.vision.seen import Box, Found, Picture, Sighting, Text
from handhold.services.perception.page_text import clean
from handhold.services.sight.findings import Seen
from handhold.services.sight.memory import SightMemory, note

if TYPE_CHECKING:
    from handhold.adapters.browser.sights import TabSights
    from handhold.adapters.vision.vision import Vision
    from handhold.services.perception.view import View
    from handhold.settings import Settings

TEXT: Final = 200
FIGURE: Final = "So"
"""Unicode's category of stars, dots and squares; signs that mean something, such as + and €, have others."""
LONE: Final = 0.8
"""As the reader of shapes has it: a single character that is read less surely is a figure."""
MARGIN: Final = 2.0
"""CSS pixels around something that belong to its picture."""
ABOVE: Final = 80.0
"""CSS pixels above and below in which what a thing is about is usually written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaze:
    """One call's look at one tab."""

    view: View
    sights: TabSights
    vision: Vision
    settings: Settings

    @property
    def memory(self) -> SightMemory:
        return self.view.memory.sight

    async def read(self, shot: Shot, areas: Sequence[Rect], masks: Sequence[Rect]) -> list[Seen]:
        """What a picture shows in these areas; the same pixels are read once."""
        if not areas:
            return []
        boxes = [box for area in areas if (box := box_in(shot, area)) is not None]
        painted = _masks(shot, masks)
        name = _name(shot, boxes, painted)
        seen = self.memory.sightings.get(name)
        if seen is None:
            seen = note(self.memory.sightings, name, await self._looked(shot, boxes, painted))
        return [each for sighting in seen for each in _seen(sighting, shot)]

    async def _looked(self, shot: Shot, boxes: Sequence[Box], masks: Sequence[Box]) -> list[Sighting]:
        return await self.vision.look(shot.png, boxes, masks=masks, scale=shot.scale)

    async def cut(self, shot: Shot, places: Sequence[Rect], masks: Sequence[Rect]) -> list[Picture]:
        """Small pictures of these places, in their order, to find them again by."""
        boxes = [box_in(shot, place) or Box(0, 0, 1, 1) for place in places]
        if not boxes:
            return []
        painted = _masks(shot, masks)
        name = _name(shot, boxes, painted)
        cut = self.memory.pictures.get(name)
        if cut is None:
            cut = note(self.memory.pictures, name, await self.vision.cut(shot.png, boxes, masks=painted))
        return list(cut)

    async def digests(self, shot: Shot, places: Sequence[Rect], masks: Sequence[Rect]) -> list[str]:
        """A word for the pixels of each place: another one whenever they are others."""
        boxes = [box_in(shot, place) or Box(0, 0, 1, 1) for place in places]
        if not boxes:
            return []
        painted = _masks(shot, masks)
        name = _name(shot, boxes, painted)
        told = self.memory.digests.get(name)
        if told is None:
            told = note(self.memory.digests, name, await self.vision.digests(shot.png, boxes, masks=painted))
        return list(told)

    async def find(
        self, shot: Shot, sought: Picture, *, within: Rect, grown: float, masks: Sequence[Rect]
    ) -> list[tuple[Rect, float]]:
        """The places that look like a picture, best first."""
        box = box_in(shot, within)
        if box is None:
            return []
        found: list[Found] = await self.vision.find(
            shot.png, sought, within=box, grown=grown, masks=_masks(shot, masks)
        )
        return [(rect_in(shot, each.box), each.score) for each in found]


def with_margin(box: Rect) -> Rect:
    """What belongs to the picture of something: a little more than the thing."""
    return Rect(box.x - MARGIN, box.y - MARGIN, box.width + 2 * MARGIN, box.height + 2 * MARGIN)


def context_of(box: Rect, shown: Rect) -> Rect:
    """The row something stands in and what is above and below it, as far as its anchor shows."""
    reach = max(ABOVE, 2 * box.height)
    return Rect(shown.x, box.y - reach, shown.width, box.height + 2 * reach).within(shown)


def box_in(shot: Shot, area: Rect) -> Box | None:
    """Pixels of the picture that show the area; None when it shows none of it."""
    part = area.within(shot.area)
    if part.area <= 0:
        return None
    left, top = (part.x - shot.area.x) * shot.scale, (part.y - shot.area.y) * shot.scale
    right, bottom = left + part.width * shot.scale, top + part.height * shot.scale
    # Half a pixel of the neighbour would make equal things look different.
    x, y = round(left), round(top)
    return Box(x, y, max(1, round(right) - x), max(1, round(bottom) - y))


def rect_in(shot: Shot, box: Box) -> Rect:
    """The area that pixels of the picture show."""
    return Rect(
        shot.area.x + box.x / shot.scale,
        shot.area.y + box.y / shot.scale,
        box.width / shot.scale,
        box.height / shot.scale,
    )


def _masks(shot: Shot, masks: Sequence[Rect]) -> list[Box]:
    painted: list[Box] = []
    for mask in masks:
        part = mask.within(shot.area)
        if part.area <= 0:
            continue
        left, top = (part.x - shot.area.x) * shot.scale, (part.y - shot.area.y) * shot.scale
        x, y = math.floor(left), math.floor(top)
        right, bottom = math.ceil(left + part.width * shot.scale), math.ceil(top + part.height * shot.scale)
        painted.append(Box(x, y, right - x, bottom - y))
    return painted


def _name(shot: Shot, boxes: Sequence[Box], masks: Sequence[Box]) -> str:
    told = hashlib.blake2b(shot.png, digest_size=16)
    told.update(repr((boxes, masks)).encode())
    return told.hexdigest()


def _seen(sighting: Sighting, shot: Shot) -> list[Seen]:
    texts = [_said(each, shot) for each in sighting.texts]
    shapes = [
        Seen(kind=each.kind, score=each.score, box=rect_in(shot, each.box), knob=each.at) for each in sighting.shapes
    ]
    figures = [each.box for each in shapes]
    said = [each for each in texts if each.text]
    # Outlines are closer to a figure than the boxes of words.
    vague = [each for each in texts if each.kind == "icon" and not any(box.share_in(each.box) > 0.7 for box in figures)]
    return said + vague + shapes


def _said(text: Text, shot: Shot) -> Seen:
    """Words, or a figure where the reader took a star or a dot for one."""
    said, box = clean(text.text, limit=TEXT), rect_in(shot, text.box)
    is_figure = said and all(unicodedata.category(char) == FIGURE for char in said.replace(" ", ""))
    if is_figure or (len(said) == 1 and text.score < LONE):
        return Seen(kind="icon", score=text.score, box=box)
    return Seen(kind="text", text=said, score=text.score, box=box)
