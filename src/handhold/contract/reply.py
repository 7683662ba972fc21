"""The answer to one call: an envelope, serialised once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentBlock:
    """Text for hosts that display content, or a link to a file of the session; never the only place of a fact."""

    text: str
    file: str | None = None
    """Path of the file that is linked to."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """`{ok, result | error, meta}`: the same object as text and as structured content."""

    envelope: Mapping[str, Any]
    blocks: tuple[ContentBlock, ...] = ()
    observation: Mapping[str, Any] | None = None
    """What the page looked like afterwards, for a batch that asked for it; no part of the envelope."""

    @property
    def ok(self) -> bool:
        return bool(self.envelope["ok"])

    @cached_property
    def text(self) -> str:
        """The whole envelope as compact JSON."""
        return encode(self.envelope)

    def answer(self, model: type[M]) -> M:
        """The result as its model. Raises `LookupError` with the error text when the call failed."""
        if not self.ok:
            raise LookupError(self.text)
        return model.model_validate(self.envelope["result"])

    @property
    def error(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self.envelope.get("error", {}))


def encode(value: object) -> str:
    """Compact JSON, characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
