"""The base of every argument and result model: closed, strict, camelCase on the wire, each field described."""

from pydantic import BaseModel, ConfigDict, Field
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
    )


class PageArgs(Args):
    """Arguments of a tool that works on a page."""

    session: SessionName | None = Field(default=None, description="A new name opens a session")


class Result(BaseModel):
    """What a tool gives back."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        serialize_by_alias=True,
        validate_by_name=True,
    )


# The text below a field of a tool's model is its description. Not in the configuration above, because pydantic would
# then look for such text in these three, too: the first look goes through the source of every imported module, and the
# client that has just started us would wait for it.
for _base in (Args, PageArgs, Result):
    _base.model_config["use_attribute_docstrings"] = True
