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


def find(image: Image, template: Image) -> list[Found]:
    """The places most like the template, best first, each place once."""
    height, width = template.shape[:2]
    if height > image.shape[0] or width > image.shape[1] or float(template.std()) < FLAT:
        return []
    likeness = np.nan_to_num(np.asarray(cv2.matchTemplate(image, template, cv2.TM_CCOEFF_NORMED), np.float32))
    found: list[Found] = []
    while len(found) < MOST:
        _least, best, _where, (x, y) = cv2.minMaxLoc(likeness)
        if best < LEAST:
            break
        found.append(Found(box=Box(int(x), int(y), width, height), score=round(float(best), 3)))
        likeness[max(0, y - height // 2) : y + height // 2 + 1, max(0, x - width // 2) : x + width // 2 + 1] = 0
    return found
