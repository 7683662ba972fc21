"""What is wrong with a definition: where, what was found there, and what is allowed, in the names its writer used."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from handhold.errors import InvalidInput
from handhold.services.testing.definition.steps import STEP_KINDS, Path, shown

MOST: Final = 10
"""Problems that are told at once."""
LONGEST_WORD: Final = 40
PLAIN: Final = {
    "a valid array": "a list",
    "a valid tuple": "a list",
    "an valid": "a",
    "a valid integer": "an integer",
    "valid ": "",
}
TAGGED: Final = frozenset((name,) for name in ("setup", "steps", "teardown", "then", "else", "by", "within"))
"""Lists whose items are of several kinds."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. Never holds a value of the definition, which may be what somebody typed."""

    path: Path
    says: str
    found: str = ""
    allowed: str = ""

    @property
    def sentence(self) -> str:
        found = f", found {self.found}" if self.found else ""
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        return f"{shown(self.path) or 'definition'}: {self.says}{found}{allowed}"


def refused(problems: Sequence[Problem]) -> InvalidInput:
    """The error that tells them."""
    told = list(dict.fromkeys(problem.sentence for problem in problems[:MOST]))
    more = f"; and {len(problems) - MOST} more" if len(problems) > MOST else ""
    fields = [
        {"path": shown(each.path), "problem": each.says, "found": each.found, "allowed": each.allowed}
        for each in problems[:MOST]
    ]
    return InvalidInput(
        f"Invalid definition: {'; '.join(told)}{more}",
        hint="Correct the definition and call again; docs/reference/test-definition.md has the grammar.",
        details={"problems": [{key: text for key, text in field.items() if text} for field in fields]},
    )


def kind_of(value: object) -> str:
    """What a value is, without repeating it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text" if value else "an empty text"
        case Mapping():
            return "an object"
        case _:
            return "a list"


def word(text: object) -> str:
    """A name somebody wrote, short enough to repeat."""
    name = str(text)
    return repr(name if len(name) <= LONGEST_WORD else name[:LONGEST_WORD] + "…")


def unknown(name: object, known: Iterable[str]) -> tuple[str, str]:
    """What to say about a name that is not known: the closest one, or all."""
    names = list(known)
    closest = difflib.get_close_matches(str(name), names, n=1, cutoff=0.6)
    return word(name), f"{closest[0]} (did you mean that?)" if closest else ", ".join(names)


def of_validation(error: ValidationError, spelled: Mapping[str, Any], places: Mapping[Path, Path]) -> list[Problem]:
    """The problems of the normalised form, told by the places they were written at."""
    details = error.errors(include_url=False, include_input=True, include_context=True)
    return [_told(each, spelled, places) for each in details if not _is_echo(each)]


def _is_echo(detail: ErrorDetails) -> bool:
    """A list that is too short only because what is in it is wrong, which is said of that."""
    value = detail["input"]
    return detail["type"] == "too_short" and isinstance(value, list) and bool(cast(list[object], value))


def _told(detail: ErrorDetails, spelled: Mapping[str, Any], places: Mapping[Path, Path]) -> Problem:
    place = _located(detail, spelled)
    path, kind = written_at(place, places), detail["type"]
    if kind == "extra_forbidden":
        return Problem(path, "unknown member", *unknown(path[-1] if path else "", _members(place, spelled)))
    return Problem(path, *_judged(kind, detail))


def _judged(kind: str, detail: ErrorDetails) -> tuple[str, str, str]:
    """What is wrong, what was found, and what is allowed."""
    context, value = detail.get("ctx", {}), detail["input"]
    match kind:
        case "missing" | "value_error":
            return "is missing" if kind == "missing" else detail["msg"].removeprefix("Value error, "), "", ""
        case "union_tag_invalid":
            return "unknown kind of step", *unknown(context.get("tag", ""), STEP_KINDS)
        case "union_tag_not_found":
            return "is no evidence of an element", _keys(value), _evidence()
        case "literal_error" | "enum":
            found = word(value) if isinstance(value, str) else kind_of(value)
            return "is none of the choices", found, str(context.get("expected", "")).replace(" or ", ", ")
        case "too_short" | "string_too_short" | "string_too_long" | "too_long":
            return _of_length(detail)
        case _:
            says = detail["msg"].removeprefix("Input ").removeprefix("String ")
            for plain, ours in PLAIN.items():
                says = says.replace(plain, ours)
            return says[:200], _measure(value), ""


def _of_length(detail: ErrorDetails) -> tuple[str, str, str]:
    context, value = detail.get("ctx", {}), cast(list[object] | str, detail["input"])
    unit = "characters" if isinstance(value, str) else "items"
    bounds = [
        f"at {least} {context[key]:,}"
        for key, least in (("min_length", "least"), ("max_length", "most"))
        if key in context
    ]
    short = detail["type"].endswith("too_short")
    return f"is too {'short' if short else 'long'}", f"{len(value):,} {unit}", f"{' and '.join(bounds)} {unit}"


def _located(detail: ErrorDetails, spelled: Mapping[str, Any]) -> Path:
    """Where in the normalised form; what follows the number of a step or a piece of evidence names its kind."""
    value: object = spelled
    path: Path = ()
    last = len(detail["loc"]) - 1
    is_kind = False
    for number, part in enumerate(detail["loc"]):
        inside = _inside(value)
        if is_kind:
            is_kind = False
        elif part in inside:
            is_kind = isinstance(part, int) and path[-1:] in TAGGED
            path, value = (*path, part), inside[part]
        elif number == last and detail["type"] == "missing":
            path = (*path, part)
    return path


def _inside(value: object) -> Mapping[object, object]:
    if isinstance(value, list):
        return dict(enumerate(cast(list[object], value)))
    return cast(Mapping[object, object], value) if isinstance(value, Mapping) else {}


def written_at(path: Path, places: Mapping[Path, Path]) -> Path:
    """The same place in what was sent."""
    for length in range(len(path), 0, -1):
        if (origin := places.get(path[:length])) is not None:
            return (*origin, *path[length:])
    return path


def _members(path: Path, spelled: Mapping[str, Any]) -> list[str]:
    """What the object that holds this place may have."""
    from handhold.services.testing.definition.model import TestDef
    from handhold.services.testing.definition.targets import Target

    holder: object = spelled
    for part in path[:-1]:
        holder = _inside(holder)[part]
    members = _inside(holder)
    kind = members.get("do")
    if len(path) == 1:
        model = TestDef
    elif isinstance(kind, str) and kind in STEP_KINDS:
        model = STEP_KINDS[kind]
    elif "by" in members:
        model = Target
    else:
        return []
    return [field.alias or name for name, field in model.model_fields.items()]


def _keys(value: object) -> str:
    if not isinstance(value, Mapping):
        return kind_of(value)
    names = [word(name) for name in list(cast(Mapping[object, object], value))[:5]]
    return f"an object with {', '.join(names)}" if names else "an empty object"


def _evidence() -> str:
    from handhold.services.testing.definition.targets import KINDS

    return ", ".join(KINDS)


def _measure(value: object) -> str:
    """What was found, as far as it may be repeated: numbers yes, texts no."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value)[:20] if is_number else kind_of(value)
