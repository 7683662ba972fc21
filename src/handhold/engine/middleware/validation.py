"""Check the arguments against the tool's own model, and say in one sentence what is wrong with them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticSerializationError, to_json

from handhold.contract import Args, Call
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import InvalidInput

MOST_PROBLEMS = 5


async def validation(call: Call, proceed: Proceed, machinery: Machinery) -> Outcome:
    call.args = validated(call.tool.args, call.raw)
    return await proceed(call)


def validated(model: type[Args], raw: Mapping[str, Any]) -> Args:
    """The arguments as the model. Raises `InvalidInput` that names fields and never repeats values."""
    try:
        # Arguments are JSON, so they are judged as JSON: "5" is no number, but a string is a fine enum member.
        return model.model_validate_json(to_json(raw, inf_nan_mode="constants"))
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False, include_context=True)
        raise _explained(model, problems) from None
    except (PydanticSerializationError, ValueError, RecursionError):
        raise InvalidInput("the arguments are not valid JSON values") from None


def _explained(model: type[Args], problems: list[ErrorDetails]) -> InvalidInput:
    names = [_name(field.alias, name) for name, field in model.model_fields.items()]
    told = [_sentence(problem, names) for problem in problems[:MOST_PROBLEMS]]
    more = len(problems) - len(told)
    return InvalidInput(
        "Invalid input: " + "; ".join(told) + (f"; and {more} more" if more > 0 else ""),
        details={"fields": [_path(problem["loc"]) for problem in problems[:MOST_PROBLEMS]], "allowed": names},
    )


def _sentence(problem: ErrorDetails, names: list[str]) -> str:
    path = _path(problem["loc"])
    if problem["type"] == "extra_forbidden":
        closest = difflib.get_close_matches(str(problem["loc"][-1]), names, n=1, cutoff=0.5)
        meant = f", did you mean {closest[0]!r}?" if closest else f", known are {', '.join(names) or 'none'}"
        return f"{path}: unknown argument{meant}"
    if problem["type"] == "missing":
        return f"{path}: is required"
    return f"{path}: {problem['msg'].removeprefix('Value error, ')}"


def _path(location: Iterable[int | str]) -> str:
    return ".".join(str(part)[:40] for part in location) or "arguments"


def _name(alias: str | None, name: str) -> str:
    return alias or name
