"""Whether what was found is what was expected. Pure."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from handhold.services.tabs import compile_pattern
from handhold.services.testing.definition.asserting import Condition, Operator
from handhold.services.testing.definition.parts import Json

Compare = Callable[[Json, Json], bool]


def holds(found: Json, condition: Condition) -> bool:
    """Whether the condition is met by what was found, `not` included."""
    return OPERATORS[condition.operator](found, condition.expected) is not condition.negated


def _equal(found: Json, expected: Json) -> bool:
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(expected, int | float) and isinstance(found, str):
        number = _number(found)
        return number is not None and number == expected
    if isinstance(found, int | float) and isinstance(expected, str):
        return _number(expected) == found
    if isinstance(found, str) and isinstance(expected, str):
        return " ".join(found.split()) == " ".join(expected.split())
    return found == expected


def _contains(found: Json, expected: Json) -> bool:
    if isinstance(found, list):
        return any(_equal(item, expected) for item in found)
    return " ".join(_text(expected).split()) in " ".join(_text(found).split())


def _ordered(is_so: Callable[[float, float], bool]) -> Compare:
    def compare(found: Json, expected: Json) -> bool:
        one, other = _number(found), _number(expected)
        return one is not None and other is not None and is_so(one, other)

    return compare


def _number(value: Json) -> float | None:
    """A number, or a text that is one; a currency around it is nobody's number."""
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


OPERATORS: Final[Mapping[Operator, Compare]] = {
    "truthy": lambda found, _expected: bool(found),
    "==": _equal,
    "!=": lambda found, expected: not _equal(found, expected),
    "contains": _contains,
    "notContains": lambda found, expected: not _contains(found, expected),
    "startsWith": lambda found, expected: _text(found).startswith(_text(expected)),
    "endsWith": lambda found, expected: _text(found).endswith(_text(expected)),
    "matches": lambda found, expected: compile_pattern(_text(expected)).matches(_text(found)),
    "<": _ordered(operator.lt),
    "<=": _ordered(operator.le),
    ">": _ordered(operator.gt),
    ">=": _ordered(operator.ge),
}
