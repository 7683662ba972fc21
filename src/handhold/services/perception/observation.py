"""What a record keeps of the page, seen with a look that was taken anyway: nodes, test ids, and which screen it is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, cast

from handhold.services.navigation.urls import without_password
from handhold.services.perception.page_text import clean
from handhold.services.perception.screens import Sketch, sketch

MOST_NODES: Final = 60
MOST_TEST_IDS: Final = 50
NAME: Final = 100
TEXT: Final = 100
URL: Final = 500
WORD: Final = 40
MOST_STEPS: Final = 6
WANTED: Final[Mapping[str, object]] = {"nodes": MOST_NODES, "testIds": MOST_TEST_IDS}
"""What is asked of the page beside a look; page/src/observing/observe.js says what it costs."""

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenNode:
    """A node of one of the twelve roles. `path` names what it stands in, from the outside in: a part of the page that
    other pages have too, a dialog, a heading, a row of like rows."""

    role: str
    name: str
    path: tuple[str, ...] = ()
    disabled: bool | None = None
    checked: bool | None = None
    expanded: bool | None = None
    key: int = 0
    """Of the element in its document, where that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTestId:
    test_id: str
    tag: str
    text: str = ""
    key: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """How many there are, told or not; on a very long page, in the part that was looked at."""

    nodes: int
    test_ids: int
    hidden_test_ids: int


@dataclass(frozen=True, kw_only=True)
class Sighting:
    """The main document at one moment. All texts are page text."""

    url: str
    document: str
    nodes: tuple[SeenNode, ...] = ()
    is_cut: bool = False
    """Whether there are more nodes."""
    test_ids: tuple[SeenTestId, ...] = ()
    are_test_ids_cut: bool = False
    views: tuple[str, ...] = ()
    """The tabs and steps that are chosen."""
    totals: Totals | None = None
    """Where everything was counted."""
    is_selector_bad: bool = False
    """What it should have been within is no selector."""
    at: float = field(default_factory=time.monotonic)

    @classmethod
    def from_answer(cls, answer: Record, *, document: str) -> Sighting:
        """From what `observe` of the page script tells."""
        return cls(
            url=shown_url(str(answer.get("url", ""))),
            document=document,
            nodes=tuple(map(_node, _list(answer, "nodes"))),
            is_cut=answer.get("isCut") is True,
            test_ids=tuple(map(_test_id, _list(answer, "testIds"))),
            are_test_ids_cut=answer.get("areTestIdsCut") is True,
            views=tuple(clean(str(view), limit=NAME) for view in cast(list[object], answer.get("views", []))),
            totals=_totals(cast(Record | None, answer.get("totals"))),
            is_selector_bad="error" in answer,
        )

    def is_of(self, url: str | None, *, since: float) -> bool:
        """Whether it shows the page at `url` as far as anybody knows: seen after that moment, or there all the time."""
        return self.at >= since or (url is not None and self.url == shown_url(url))

    @cached_property
    def sketch(self) -> Sketch:
        return sketch(self.url, self.nodes, (each.test_id for each in self.test_ids), self.views)


def shown_url(url: str) -> str:
    """As records have it."""
    return clean(without_password(url), limit=URL)


def _list(answer: Record, name: str) -> list[Record]:
    return cast(list[Record], answer.get(name, []))


def _totals(told: Record | None) -> Totals | None:
    if told is None:
        return None
    return Totals(nodes=int(told["nodes"]), test_ids=int(told["testIds"]), hidden_test_ids=int(told["hiddenTestIds"]))


def _node(told: Record) -> SeenNode:
    return SeenNode(
        role=_kept(told["role"], WORD),
        name=_kept(told["name"], NAME),
        path=tuple([_kept(step, NAME) for step in told["path"][:MOST_STEPS]]) if told["path"] else (),
        disabled=True if told.get("disabled") else None,
        checked=told.get("checked"),
        expanded=told.get("expanded"),
        key=int(told.get("k", 0)),
    )


def _test_id(told: Record) -> SeenTestId:
    return SeenTestId(
        test_id=_kept(told["testId"], NAME),
        tag=_kept(told["tag"], WORD),
        text=_kept(told.get("text", ""), TEXT),
        key=int(told.get("k", 0)),
    )


def _kept(text: str, limit: int) -> str:
    """Clean text. The page script has cleaned it before, so that most of it needs no second look."""
    is_plain = len(text) <= limit and text.isascii() and text.isprintable() and '"' not in text and "\\" not in text
    return text if is_plain else clean(text, limit=limit)
