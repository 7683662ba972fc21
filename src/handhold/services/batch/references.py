"""Put results of earlier steps where a later step's arguments refer to them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from handhold.errors import InvalidInput

ROOM: Final = 1_000_000
"""Characters that references may bring into one step: a string can name a long result many times."""

# Only characters a path is made of, so that an error can repeat it without repeating what somebody typed.
# A second dollar before it means the text itself.
_REFERENCE: Final = re.compile(r"(?P<escape>\$?)\$\{(?P<path>steps\[[\w.\[\]-]{0,200})\}", re.ASCII)
_STEP: Final = re.compile(r"steps\[(\d{1,3})\](.*)", re.ASCII)
_PART: Final = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d{1,6})\]", re.ASCII)


def resolve(arguments: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The arguments with every `${steps[0].result…}` replaced. Raises `InvalidInput` naming the one that leads nowhere.

    A reference that is a whole value keeps its type; inside a longer text it must be text, a number or a truth value.
    """
    return cast(dict[str, Any], _Resolution(steps).value(arguments))


@dataclass(slots=True)
class _Resolution:
    steps: Sequence[Mapping[str, Any]]
    room: int = field(default=ROOM)

    def value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {name: self.value(member) for name, member in cast(Mapping[str, Any], value).items()}
        if isinstance(value, list):
            return [self.value(item) for item in cast(list[Any], value)]
        return value

    def _text(self, text: str) -> Any:
        whole = _REFERENCE.fullmatch(text)
        if whole is not None and not whole["escape"]:
            return self._spent(self._found(whole["path"]), whole["path"])
        return _REFERENCE.sub(self._inside, text)

    def _inside(self, reference: re.Match[str]) -> str:
        if reference["escape"]:
            return reference[0][1:]
        path = reference["path"]
        found = self._found(path)
        if found is None or isinstance(found, dict | list):
            raise _refused(path, "is no text; use it as a whole value")
        return self._spent(found if isinstance(found, str) else json.dumps(found), path)

    def _spent(self, found: Any, path: str) -> Any:
        self.room -= len(found) if isinstance(found, str) else len(json.dumps(found))
        if self.room < 0:
            raise _refused(path, "makes the arguments too long")
        return found

    def _found(self, path: str) -> Any:
        step = _STEP.fullmatch(path)
        if step is None:
            raise _refused(path, "is not written like ${steps[0].result.url}")
        number = int(step[1])
        if number >= len(self.steps):
            raise _refused(path, f"step {number} has not run before this one")
        return _at(self.steps[number], step[2], path=path)


def _at(step: Mapping[str, Any], rest: str, *, path: str) -> Any:
    value: Any = step
    position = 0
    while position < len(rest):
        part = _PART.match(rest, position)
        if part is None:
            raise _refused(path, "is not written like ${steps[0].result.url}")
        value = _member(value, part, step=step, path=path)
        position = part.end()
    return value


def _member(value: Any, part: re.Match[str], *, step: Mapping[str, Any], path: str) -> Any:
    name, index = part[1], part[2]
    if name is not None and isinstance(value, Mapping) and name in value:
        return cast(Mapping[str, Any], value)[name]
    if index is not None and isinstance(value, list) and int(index) < len(cast(list[Any], value)):
        return cast(list[Any], value)[int(index)]
    if value is step and name == "result":
        raise _refused(path, "the step it names failed and has no result")
    raise _refused(path, f"there is no {part[0].lstrip('.')} in it")


def _refused(path: str, reason: str) -> InvalidInput:
    return InvalidInput(
        f"Invalid input: ${{{path}}}: {reason}",
        hint="Steps count from 0, and a reference reaches only results of earlier steps.",
        details={"reference": f"${{{path}}}"},
    )
