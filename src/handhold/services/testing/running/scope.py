"""What `${…}` stands for while a test runs: variables, environment, secrets, the row of data, results of steps."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from pydantic import ValidationError
from pydantic_core import to_json

from handhold.errors import InvalidInput
from handhold.services.testing.definition.parts import Json, Part
from handhold.services.testing.definition.variables import REFERENCE

P = TypeVar("P", bound=Part)
_SPACES: Final = frozenset({"vars", "env", "secrets", "case", "steps"})
_STEP: Final = re.compile(r"\.?([A-Za-z_][\w-]*)|\[(\d{1,6})\]", re.ASCII)


@dataclass(slots=True, kw_only=True)
class Scope:
    """Grows while the test runs: steps set variables and leave results behind."""

    vars: dict[str, Json] = field(default_factory=dict[str, Json])
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    secrets: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    case: Mapping[str, Json] = field(default_factory=dict[str, Json])
    results: dict[int, Json] = field(default_factory=dict[int, Json])
    """Of the test's own steps, by their places."""
    used_secret: bool = False
    """Whether a secret has been read; what the browser recorded since may hold it."""

    def part(self, part: P) -> P:
        """The same with every reference replaced. Raises `InvalidInput` when that makes no sense any more."""
        told = part.to_json()
        if "${" not in json.dumps(told):
            return part
        try:
            return type(part).model_validate_json(to_json(self.value(told)))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(each) for each in first["loc"])
            raise InvalidInput(f"with its variables filled in, {where} is wrong: {first['msg']}") from None

    def value(self, value: Any) -> Any:
        """Any JSON value; a text that is one reference becomes what that stands for, of whatever type."""
        if isinstance(value, str):
            return self._text(value) if "${" in value else value
        if isinstance(value, list):
            return [self.value(item) for item in cast(list[Any], value)]
        if isinstance(value, Mapping):
            return {name: self.value(item) for name, item in cast(Mapping[str, Any], value).items()}
        return value

    def _text(self, text: str) -> Any:
        whole = REFERENCE.fullmatch(text)
        if whole is not None and not whole["escape"] and _is_ours(whole["path"]):
            return self._found(whole["path"])
        return REFERENCE.sub(self._inside, text)

    def _inside(self, reference: re.Match[str]) -> str:
        if reference["escape"]:
            return reference[0][1:]
        if not _is_ours(reference["path"]):
            return reference[0]  # of a script, whose own it is
        found = self._found(reference["path"])
        return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)

    def _found(self, path: str) -> Any:
        space, *rest = _steps(path)
        value: Any = self._space(str(space))
        for step in rest:
            if isinstance(value, Mapping) and step in value:
                value = cast(Mapping[Any, Any], value)[step]
            elif isinstance(value, list) and isinstance(step, int) and step < len(cast(list[Any], value)):
                value = cast(list[Any], value)[step]
            else:
                raise InvalidInput(
                    f"${{{path}}} has no value", hint="Give it with the run, or set it in a step before."
                )
        return value

    def _space(self, space: str) -> Mapping[Any, Any]:
        if space == "secrets":
            self.used_secret = True
            return self.secrets
        if space == "steps":
            return {number: {"result": result} for number, result in self.results.items()}
        return {"vars": self.vars, "env": self.env, "case": self.case}[space]


def _is_ours(path: str) -> bool:
    return re.split(r"[.\[]", path, maxsplit=1)[0] in _SPACES


def _steps(path: str) -> list[str | int]:
    return [int(found[2]) if found[2] is not None else found[1] for found in _STEP.finditer(path)]
