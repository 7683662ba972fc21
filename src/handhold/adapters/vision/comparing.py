"""How different two pictures look to a person."""

from __future__ import annotations

from handhold.adapters.vision.vision import require

VISIBLE = 0.1
"""Of the greatest distance between two colours; what is closer looks the same (the measure that pixelmatch uses)."""
FARTHEST = 35215.0
"""The greatest distance there is, between black and white, in the square of that measure."""


def difference(one: bytes, other: bytes) -> float:
    """Share of pixels that visibly differ; 1 for pictures of different sizes. Raises `ExtraMissing`, `ValueError`."""
    require(("cv2",))
    import numpy as np

    from handhold.adapters.vision.images import decoded

    first, second = decoded(one), decoded(other)
    if first.shape != second.shape:
        return 1.0
    blue, green, red = np.moveaxis(first.astype(np.float32) - second.astype(np.float32), 2, 0)
    light = 0.29889531 * red + 0.58662247 * green + 0.11448223 * blue
    warm = 0.59597799 * red - 0.27417610 * green - 0.32180189 * blue
    purple = 0.21147017 * red - 0.52261711 * green + 0.31114694 * blue
    distance = 0.5053 * light**2 + 0.299 * warm**2 + 0.1957 * purple**2
    return int(np.count_nonzero(distance > FARTHEST * VISIBLE**2)) / distance.size
