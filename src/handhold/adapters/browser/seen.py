"""What looking at a tab gives, as plain data; importing this loads no browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Record = Mapping[str, object]
Point = tuple[float, float]


class NodeRef(NamedTuple):
    """An element while its document lives."""

    document: str
    key: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentView:
    """What one document answered. `offset` is where its viewport begins in the tab's."""

    document: str
    is_main: bool
    answer: dict[str, object]
    offset: Point = (0.0, 0.0)
