"""Metrics that are more than a counter with a name of its own; docs/guides/telemetry.md lists all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, str]] = {
    "handhold.ranking.mode_usage": "handhold.mode",
    "handhold.snapshot.extractor_usage": "handhold.field",
}
"""Counters whose last part is a kind, and the attribute that says which: one metric, not one for each kind."""

RATES: Final[Mapping[str, tuple[str, str]]] = {
    "handhold.visual.promotion_success_rate": (
        "handhold.visual.promotion_success",
        "handhold.visual.promotion_attempts",
    ),
    "handhold.pointer.promotion_success_rate": ("handhold.pointer.promotion_success", "handhold.pointer.actions"),
}
"""Shares of one counter in another since the start."""
