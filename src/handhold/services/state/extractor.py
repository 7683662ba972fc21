"""How one field is read, and where a field that is not a stock one is looked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from handhold.services.state.evidence import Evidence
from handhold.services.state.reading import Finding


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
