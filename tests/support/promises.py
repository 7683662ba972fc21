"""Time limits that are promised for a machine with room to breathe, on a machine that may have none."""

from __future__ import annotations

import os


def promised(seconds: float) -> float:
    """The limit, stretched by as much as other programs have overloaded this machine's processors."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
