"""What an extractor makes of the evidence: a value with how sure it is, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from handhold.adapters.browser.seen import NodeRef
from handhold.services.state.evidence import Evidence

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """Where a field of the caller's own, or of a plug-in, is to be looked for. Plain data (docs/decisions/0003)."""

    text_includes: str | None = None
    near: str | None = None
    selector: str | None = None
    role: str | None = None
    strategy: str = "beside"
    pattern: str | None = None

    def to_json(self, field: str) -> dict[str, object]:
        """As the page wants it; the pattern stays here."""
        given = {
            "textIncludes": self.text_includes,
            "near": self.near,
            "selector": self.selector,
            "role": self.role,
            "strategy": self.strategy,
        }
        return {"field": field, **{name: value for name, value in given.items() if value is not None}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extractor:
    """How one field is read."""

    field: str
    read: Callable[[Evidence], Finding]
    families: tuple[str, ...] = ()
    """What of the page it wants to know: see FAMILIES in the registry."""
    hint: Hint | None = None
    """With a hint, `evidence.hinted[field]` holds what it has led to."""
