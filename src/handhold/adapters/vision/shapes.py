"""Find what is drawn like a control: boxes with a word in them, empty fields, small figures, bars with a knob."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from handhold.adapters.vision.images import Image, resized
from handhold.adapters.vision.seen import Box, Shape, Text

Outline: TypeAlias = npt.NDArray[Any]

MOST: Final = 80
MOST_OUTLINES: Final = 3_000
EDGES: Final = (25, 80)
RECTANGULAR: Final = 0.72
"""Share of its bounding box that a drawn box fills; rounded corners cost some."""
SAME: Final = 0.6
"""Two outlines this much alike are the two sides of one line."""
PLAIN: Final = 14.0
"""Contrast below which a surface counts as one colour."""
TOUCHING: Final = 0.3
"""A word that lies in something by less than this share stands beside it: boxes of words are generous."""
LONE: Final = 0.8
"""Certainty from which on a single character is one: a cross is read as X with 0.5, an X with 0.95."""
ROOMY: Final = 0.6
"""A word that fills less of a box than this leaves room to type."""


def shapes_in(image: Image, texts: Sequence[Text], *, scale: float = 1.0) -> list[Shape]:
    """Shapes from top to bottom; `scale`: how much larger than the page the picture is."""
    if scale <= 1:
        return _shapes(image, texts)
    smaller = [replace(text, box=_times(text.box, 1 / scale)) for text in texts]
    return [replace(each, box=_times(each.box, scale)) for each in _shapes(resized(image, 1 / scale), smaller)]


def _times(box: Box, factor: float) -> Box:
    x, y, width, height = (round(side * factor) for side in box)
    return Box(x, y, max(1, width), max(1, height))


def _shapes(image: Image, texts: Sequence[Text]) -> list[Shape]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found: list[Shape] = []
    for shape in _candidates(image, grey, texts):
        if not any(_is_part(shape, other) for other in found):
            found.append(shape)
        if len(found) == MOST:
            break
    return sorted(found, key=lambda shape: (shape.box.y, shape.box.x))


def _is_part(shape: Shape, other: Shape) -> bool:
    """Whether it is the same outline, or the inside of the same figure."""
    if shape.box.likeness(other.box) > SAME:
        return True
    return shape.kind == other.kind == "icon" and shape.box.shared(other.box) > 0.8 * shape.box.area


def _candidates(image: Image, grey: Image, texts: Sequence[Text]) -> Iterator[Shape]:
    """The surest first."""
    height, width = grey.shape
    outlines = _outlines(grey)
    words = [text.box for text in texts if _is_word(text)]
    wordless = [each for each in outlines if not any(each[1].shared(box) > TOUCHING * box.area for box in words)]
    sliders = [slider for outline, box in wordless if (slider := _slider(outline, box, grey.shape)) is not None]
    if not sliders and not words and (whole := _bar(grey, [box for _outline, box in outlines])) is not None:
        sliders = [whole]
    yield from sliders
    boxes = sorted(outlines, key=lambda each: -each[1].area)
    for outline, box in boxes:
        if box.area > 0.7 * width * height or any(box.shared(each.box) > 0.8 * box.area for each in sliders):
            continue
        if _is_rectangle(outline, box):
            shape = _drawn_box(image, box, texts)
            if shape is not None:
                yield shape
    for _outline, box in boxes:
        if _is_small_figure(box) and not any(box.shared(text.box) > 0.2 * box.area for text in texts if is_said(text)):
            yield Shape(kind="icon", score=0.6, box=box)


def is_said(text: Text) -> bool:
    """Whether it is words: stars and dots are figures, and so mostly is a lone letter that is hard to read."""
    return any(char.isalnum() for char in text.text) and (len(text.text) > 1 or text.score >= LONE)


def _is_word(text: Text) -> bool:
    """Not the knob of a slider, which is read as a dot, an O or a 0."""
    return len(text.text) > 1 and any(char.isalnum() for char in text.text)


def _outlines(grey: Image) -> list[tuple[Outline, Box]]:
    edges = cv2.morphologyEx(cv2.Canny(grey, *EDGES), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _tree = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    measured = [
        (np.asarray(contour), Box(*map(int, cv2.boundingRect(contour)))) for contour in contours[:MOST_OUTLINES]
    ]
    return [(outline, box) for outline, box in measured if box.width >= 8 and box.height >= 6]


def _is_rectangle(outline: Outline, box: Box) -> bool:
    hull = cv2.contourArea(cv2.convexHull(outline))
    return box.width >= 14 and box.height >= 10 and hull >= RECTANGULAR * box.area


def _is_small_figure(box: Box) -> bool:
    return 10 <= box.width <= 64 and 10 <= box.height <= 64 and 0.5 <= box.width / box.height <= 2


def _drawn_box(image: Image, box: Box, texts: Sequence[Text]) -> Shape | None:
    inside = [text for text in texts if is_said(text) and text.box.shared(box) > 0.7 * text.box.area]
    if not inside:
        return _wordless(image, box)
    if len(inside) > 1 or inside[0].box.height > box.height or box.height > 4.5 * inside[0].box.height:
        return None
    text = inside[0].box
    off_centre = abs(text.centre[0] - box.centre[0]) / box.width
    if off_centre > 0.15 and text.width < ROOMY * box.width:
        return Shape(kind="field", score=0.7, box=box)
    return Shape(kind="button", score=0.85 if off_centre < 0.08 else 0.65, box=box)


def _wordless(image: Image, box: Box) -> Shape | None:
    if _is_small_figure(box) or not _is_plain(image, box):
        return None
    is_field = 18 <= box.height <= 64 and box.width >= 2.5 * box.height
    return Shape(kind="field" if is_field else "shape", score=0.6, box=box)


def _is_plain(image: Image, box: Box) -> bool:
    margin = min(4, box.width // 4, box.height // 4)
    inside = image[box.y + margin : box.y + box.height - margin, box.x + margin : box.x + box.width - margin]
    return inside.size > 0 and float(inside.reshape(-1, 3).std(axis=0).mean()) < PLAIN


def _bar(grey: Image, boxes: Sequence[Box]) -> Shape | None:
    """A picture that is a slider as a whole: a plain bar, and one knob that is nearly as thick."""
    height, width = grey.shape
    length, breadth = max(width, height), min(width, height)
    if length < 60 or breadth > 120 or length < 4 * breadth or not boxes:
        return None
    knob = max(boxes, key=lambda box: box.area)
    along, across = (knob.height, knob.width) if height > width else (knob.width, knob.height)
    if across < 0.5 * breadth or along > 0.2 * length or any(not knob.shared(box) for box in boxes):
        return None
    at = 1 - knob.centre[1] / height if height > width else knob.centre[0] / width
    return Shape(kind="slider", score=0.75, box=Box(0, 0, width, height), at=round(at, 3))


def _slider(outline: Outline, box: Box, size: tuple[int, ...]) -> Shape | None:
    """A long thin bar that is thick in one place: the knob. One that stands upright begins at its foot."""
    is_upright = box.height > box.width
    length, breadth = max(box.width, box.height), min(box.width, box.height)
    if length < 60 or breadth > 60 or length < 3 * breadth:
        return None
    mask = np.zeros(size[:2], np.uint8)
    cv2.drawContours(mask, [outline], -1, 255, cv2.FILLED)
    drawn = mask[box.y : box.y + box.height, box.x : box.x + box.width] > 0
    thickness = drawn.sum(axis=1 if is_upright else 0)
    bar = float(np.median(thickness))
    thick = np.flatnonzero(thickness > max(1.6 * bar, bar + 4))
    if bar > 16 or thick.size < 6 or thick[-1] - thick[0] > 3 * breadth or breadth < 1.6 * bar:
        return None
    share = float(thick.mean()) / max(1, length - 1)
    return Shape(kind="slider", score=0.8, box=box, at=round(1 - share if is_upright else share, 3))
