"""One line about an outcome, for logs only; an answer is never shortened to this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from handhold.engine.outcome import Outcome

LONGEST: Final = 100

_BY_SHAPE: Final[tuple[tuple[str, Callable[[Mapping[str, Any]], str]], ...]] = (
    ("clicked", lambda result: f"Clicked: {result['target']}"),
    ("typed", lambda result: f"Typed {result['textLength']} chars into {result['target']}"),
    ("found", lambda result: f"Found: {result.get('target', result.get('pageUrl', ''))}"),
    ("nodes", lambda result: f"Found {len(result['nodes'])} a11y nodes"),
    ("items", lambda result: f"Found {len(result['items'])} items"),
    ("summary", lambda result: f"Batch: {result['summary']['succeeded']}/{result['summary']['total']} succeeded"),
    ("extensionId", lambda result: f"Session started: {result.get('sessionId', '')}"),
    ("state", lambda result: f"Screen: {result['state']['currentScreen']}"),
)


def summary(tool: str, outcome: Outcome) -> str:
    """`Error [CODE]: message`, or what the result's shape says. Of unknown results only the keys are shown."""
    if outcome.error is not None:
        return f"Error [{outcome.error.wire_code}]: {outcome.error.message}"
    result = cast(object, outcome.result)
    if isinstance(result, dict):
        result = cast(dict[str, Any], result)
        return (_by_shape(result) or f"OK: {tool} {{{', '.join(result)}}}")[:LONGEST]
    return f"OK: {tool}"


def _by_shape(result: Mapping[str, Any]) -> str:
    """The line of the first shape that fits; members of the same name in other tools are not of that shape."""
    for key, line in _BY_SHAPE:
        try:
            if key in result:
                return line(result)
        except (KeyError, TypeError):
            continue
    return ""
