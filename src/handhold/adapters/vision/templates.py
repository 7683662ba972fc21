"""Find a picture again in a larger one."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from handhold.adapters.vision.images import Image
from handhold.adapters.vision.seen import Box, Found

LEAST: Final = 0.6
"""Below this two pictures are not alike."""
MOST: Final = 5
FLAT: Final = 2.0
"""A picture with less contrast than this looks like any plain surface, so it cannot be found."""


DRAWN: Final = 40
"""How far from the colour of the ground a pixel of the thing is, of 255."""
OTHER_COLOUR: Final = 24
"""A thing whose colour is further off than this is another one, however alike its form is."""


def find(image: Image, template: Image) -> list[Found]:
    """The places most like the template, best first, each place once."""
    height, width = template.shape[:2]
    if height > image.shape[0] or width > image.shape[1] or float(template.std()) < FLAT:
        return []
    likeness = np.nan_to_num(np.asarray(cv2.matchTemplate(image, template, cv2.TM_CCOEFF_NORMED), np.float32))
    found: list[Found] = []
    for _place in range(MOST):
        _least, best, _where, (x, y) = cv2.minMaxLoc(likeness)
        if best < LEAST:
            break
        if _is_coloured_as(image[y : y + height, x : x + width], template):
            found.append(Found(box=Box(int(x), int(y), width, height), score=round(float(best), 3)))
        likeness[max(0, y - height // 2) : y + height // 2 + 1, max(0, x - width // 2) : x + width // 2 + 1] = 0
    return found


def _is_coloured_as(place: Image, template: Image) -> bool:
    """Whether what is drawn has the same colour; the likeness of forms does not tell red from dark red."""
    edge = np.concatenate([template[0], template[-1], template[:, 0], template[:, -1]])
    off = np.abs(template.astype(np.int16) - np.median(edge, axis=0)).max(axis=2)
    drawn = off > DRAWN
    if not drawn.any():
        return True
    apart = np.abs(template[drawn].mean(axis=0) - place[drawn].mean(axis=0))
    return float(apart.max()) <= OTHER_COLOUR
