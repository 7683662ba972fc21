"""The base of every argument and result model: closed, strict, camelCase on the wire, each field described."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from handhold.contract.fields import SessionName


class Args(BaseModel):
    """What a caller gives a tool."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        alias_generator=to_camel,
        use_attribute_docstrings=True,
    )


class PageArgs(Args):
    """Arguments of a tool that works on a page."""

    session: SessionName | None = None
    """Named session; a new name opens one"""


class Result(BaseModel):
    """What a tool gives back."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        serialize_by_alias=True,
        validate_by_name=True,
        use_attribute_docstrings=True,
    )
