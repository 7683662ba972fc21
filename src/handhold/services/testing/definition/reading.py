"""From what somebody wrote to a checked definition: size, spelling, model, variables and flows, in this order."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, to_json

from handhold.services.testing.definition.flows import Lookup, brought_along, cycle
from handhold.services.testing.definition.linting import Finding, lint
from handhold.services.testing.definition.model import TestDef
from handhold.services.testing.definition.problems import Problem, kind_of, of_validation, refused, unknown, written_at
from handhold.services.testing.definition.spelling import Spelling
from handhold.services.testing.definition.steps import CallTool
from handhold.services.testing.definition.texts import parsed, refuse_shape, refuse_size
from handhold.services.testing.definition.variables import unknown_variables, uses_flows

_HANDLE: Final = re.compile(r"[hv][0-9a-z]{1,11}")


def normalised(
    raw: object, *, id: str | None = None, lookup: Lookup | None = None, tools: frozenset[str] = frozenset()
) -> TestDef:
    """The definition in its one form. Raises `InvalidInput` that names places, what was found and what is allowed.

    `raw` is an object or a text of JSON or YAML, in the stored spelling or in another that is understood. With `lookup`
    flows are followed: circles are refused, and variables must come from somewhere. With `tools` no other is called.
    """
    return checked(raw, id=id, lookup=lookup, tools=tools)[0]


def checked(
    raw: object, *, id: str | None = None, lookup: Lookup | None = None, tools: frozenset[str] = frozenset()
) -> tuple[TestDef, list[Finding]]:
    """The definition, and what should be better about it."""
    value = parsed(raw) if isinstance(raw, str) else raw
    if isinstance(raw, str):
        refuse_shape(value)
    if not isinstance(value, Mapping):
        raise refused([Problem((), "a definition is an object", kind_of(value), "url, steps and more")])
    members = _plain(cast(Mapping[str, Any], value))
    spelling = Spelling(tools=tools)
    spelled = spelling.test(members)
    definition = _model(spelled, spelling)
    elsewhere, missing = brought_along(definition, lookup) if lookup else (None, [])
    if not uses_flows(definition):
        elsewhere = frozenset[str]()
    problems = [*_tool_problems(definition, tools), *unknown_variables(definition, elsewhere=elsewhere)]
    if lookup is not None and (found := cycle(definition, id=id, lookup=lookup)) is not None:
        problems.append(found)
    if problems:
        places = spelling.places
        raise refused([Problem(written_at(p.path, places), p.says, p.found, p.allowed) for p in problems])
    return definition, lint(definition, missing=missing)


def hash_of(definition: TestDef) -> str:
    """What two definitions have in common exactly when they are the same."""
    text = json.dumps(definition.to_json(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """Only values that JSON has, and not too many of them."""
    refuse_shape(value)
    try:
        text = to_json(value)
    except (PydanticSerializationError, ValueError, RecursionError):
        raise refused([Problem((), "holds something that is no JSON value")]) from None
    refuse_size(len(text))
    return cast(dict[str, Any], json.loads(text))


def _model(spelled: dict[str, Any], spelling: Spelling) -> TestDef:
    # Steps that could not be made out have been told already; what the model says of them would only repeat it.
    told = {problem.path for problem in spelling.problems}
    problems = list(spelling.problems)
    try:
        definition = TestDef.model_validate_json(to_json(spelled))
    except ValidationError as error:
        found = of_validation(error, spelled, spelling.places)
        problems += [each for each in found if not any(each.path[: len(path)] == path for path in told)]
    else:
        if not problems:
            return definition
    raise refused(problems)


def _tool_problems(definition: TestDef, tools: frozenset[str]) -> list[Problem]:
    """Tools nobody has, and handles, which mean nothing in another session."""
    problems: list[Problem] = []
    for path, step in definition.every_step():
        if not isinstance(step, CallTool):
            continue
        if tools and step.tool not in tools:
            found, allowed = unknown(step.tool, sorted(tools))
            problems.append(Problem((*path, "tool"), "unknown tool", found, allowed))
        for name, value in step.args.items():
            if (
                name in ("handle", "elementId", "visualHandleId")
                and isinstance(value, str)
                and _HANDLE.fullmatch(value)
            ):
                says = "a handle means nothing in another session"
                problems.append(Problem((*path, "args", name), says, "a handle", f"an element in targets.{name}"))
    return problems
