"""What came of a call, before it becomes an envelope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from handhold.contract import ContentBlock
from handhold.errors import HandholdError


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A result as plain JSON values, or the error that took its place."""

    result: Any = None
    error: HandholdError | None = None
    blocks: tuple[ContentBlock, ...] = ()

    @property
    def ok(self) -> bool:
        return self.error is None
