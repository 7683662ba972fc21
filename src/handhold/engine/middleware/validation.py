"""Check the arguments against the tool's own model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, to_json

from handhold.contract import Args, Call
from handhold.engine.complaints import explained
from handhold.engine.outcome import Outcome
from handhold.engine.ports import Machinery, Proceed
from handhold.errors import InvalidInput


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
        raise explained(model, raw, problems) from None
    except (PydanticSerializationError, ValueError, RecursionError):
        raise InvalidInput("the arguments are not valid JSON values") from None
