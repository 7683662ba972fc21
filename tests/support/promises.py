"""Time limits that are promised for a machine with room to breathe, on a machine that may have none."""

from __future__ import annotations

import os
from typing import Final

AMONG_OTHERS: Final = 2.0
"""Tests that are spread over all processors leave none to breathe with, which the load tells a minute later only."""


def promised(seconds: float) -> float:
    """The limit, stretched by as much as other programs have overloaded this machine's processors."""
    least = AMONG_OTHERS if "PYTEST_XDIST_WORKER" in os.environ else 1.0
    return seconds * max(least, os.getloadavg()[0] / (os.cpu_count() or 1))
