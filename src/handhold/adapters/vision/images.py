"""Pictures as arrays of pixels: read, cut, compared by content."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from handhold.adapters.vision.seen import Box

MASK: Final = 128
SAME_SIZE: Final = 0.01
Image: TypeAlias = npt.NDArray[np.uint8]


def decoded(png: bytes) -> Image:
    """Raises `ValueError` for what is no picture."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("not a picture")
    return np.asarray(image, np.uint8)


def encoded(image: Image) -> bytes:
    done, buffer = cv2.imencode(".png", image)
    if not done:
        raise ValueError("a picture of this size cannot be kept")
    return buffer.tobytes()


def cut(image: Image, box: Box) -> tuple[Image, Box]:
    """The part of the picture inside the box, and where it really is. Raises `ValueError` when nothing is."""
    height, width = image.shape[:2]
    left, top = max(0, box.x), max(0, box.y)
    right, bottom = min(width, box.x + box.width), min(height, box.y + box.height)
    if right <= left or bottom <= top:
        raise ValueError("the part lies outside the picture")
    return image[top:bottom, left:right], Box(left, top, right - left, bottom - top)


def painted_over(image: Image, masks: Sequence[Box]) -> Image:
    """The picture without what nobody may read."""
    for x, y, width, height in masks:
        left, top = max(0, x), max(0, y)
        image[top : max(top, y + height), left : max(left, x + width)] = MASK
    return image


def resized(image: Image, grown: float) -> Image:
    if abs(grown - 1) < SAME_SIZE:
        return image
    how = cv2.INTER_AREA if grown < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=grown, fy=grown, interpolation=how), np.uint8)


def digest(image: Image) -> str:
    told = hashlib.blake2b(f"{image.shape}".encode(), digest_size=12)
    told.update(np.ascontiguousarray(image).data)
    return told.hexdigest()
