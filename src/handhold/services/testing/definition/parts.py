"""What every part of a definition is made of: closed, strict, frozen models and the field types they share."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Any, Final, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from handhold.adapters.storage.folder import ID

NAME: Final = r"^[A-Za-z_][A-Za-z0-9_]{0,63}$"
LONGEST: Final = 100_000
"""Characters of one text."""


def _below_the_root(path: str) -> str:
    """A file of the repository; anything that could lead out of it is refused before anything is opened."""
    parts = PurePosixPath(path.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or ":" in path or "\0" in path or path.startswith("~"):
        raise ValueError("leads out of the repository; give a path below its root")
    return path


Id = Annotated[str, Field(pattern=ID)]
Name = Annotated[str, Field(pattern=NAME)]
Text = Annotated[str, Field(max_length=LONGEST)]
Words = Annotated[str, Field(min_length=1, max_length=1_000)]
Script = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Url = Annotated[str, Field(min_length=1, max_length=8_000)]
Tag = Annotated[str, Field(min_length=1, max_length=100)]
RepositoryPath = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_below_the_root)]
Milliseconds = Annotated[int, Field(ge=0, le=600_000)]
Pixels = Annotated[int, Field(ge=1, le=20_000)]
Json = JsonValue
Level = Literal["error", "warning", "info", "log", "debug"]


class Part(BaseModel):
    """A part of a definition. Python's names here, camelCase in files."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        alias_generator=to_camel,
        validate_by_name=True,
        serialize_by_alias=True,
        use_attribute_docstrings=True,
    )

    def to_json(self) -> dict[str, Any]:
        """The form that is stored: what differs from the defaults."""
        return cast(dict[str, Any], _named_first(self.model_dump(mode="json", by_alias=True, exclude_defaults=True)))


def _named_first(value: Any) -> Any:
    """A step begins with its kind and its label, so that people who read a file see what it does."""
    if isinstance(value, list):
        return [_named_first(item) for item in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    members = cast(dict[str, Any], value)
    first = [key for key in ("do", "label") if "do" in members and key in members]
    return {key: _named_first(members[key]) for key in (*first, *(key for key in members if key not in first))}
