"""What becomes of the evidence: a value with how sure it is, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handhold.adapters.browser.seen import NodeRef

Value = str | int | float | bool | Sequence[str] | Mapping[str, "str | int | Sequence[str]"]
"""What a field can hold. Strings of the page are page text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    value: Value
    confidence: float
    """0 to 1. Above 0.8 means: a wrong value would be a mistake of ours. Doubtful evidence stays below."""
    node: NodeRef | None = None
    """The element it was read from; None for what no element holds, such as the URL."""


@dataclass(frozen=True, slots=True)
class Missing:
    reason: str
    """Why there is no value, in words of ours: never text of the page."""


Finding = Found | Missing
