"""What a caller looks for in pictures: words, an expression between slashes, or the name of a shape. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, get_args

from handhold.errors import InvalidInput
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.query import Query, match
from handhold.services.sight.visual_handles import VisualKind
from handhold.services.tabs.patterns import compile_pattern

SHAPES: Final[tuple[str, ...]] = get_args(VisualKind)
LEAST_MATCH: Final = 0.2
"""As in a scan of controls: what fits less than this is not what was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisualPattern:
    """`query` is set where words are looked for, so that those that fit best come first."""

    query: Query | None
    fits: Callable[[Candidate], bool]


def pattern_of(text: str | None) -> VisualPattern:
    """Raises `InvalidInput` for an expression that cannot be read."""
    if not text:
        return VisualPattern(query=None, fits=lambda _candidate: True)
    if text.casefold() in SHAPES:
        return VisualPattern(query=None, fits=lambda candidate: candidate.kind == text.casefold())
    if len(text) > 1 and text.startswith("/") and text.endswith("/"):
        try:
            expression = compile_pattern(text[1:-1])
        except ValueError as error:
            raise InvalidInput(f"pattern: {error}", hint="Write RE2 between slashes, or plain words.") from None
        return VisualPattern(query=None, fits=lambda candidate: expression.matches(candidate.text))
    query = Query.parse(text)
    return VisualPattern(query=query, fits=lambda candidate: match(query, candidate) >= LEAST_MATCH)
