"""What the page has to say about fields: clues, each of one element, with what can be seen of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.page_text import clean
from handhold.services.state.reading import Finding, Missing

TEXT = 400
MOST = 80


@dataclass(frozen=True, slots=True)
class Clue:
    """One element that may be what a field is about. Texts in it are page text, cleaned and bounded."""

    node: NodeRef
    facts: Mapping[str, object]

    def text(self, name: str, *, limit: int = TEXT) -> str:
        value = self.facts.get(name)
        return clean(value, limit=limit) if isinstance(value, str) else ""

    def number(self, name: str) -> float:
        value = self.facts.get(name)
        return float(value) if isinstance(value, int | float) and math.isfinite(value) else 0.0

    def whole(self, name: str) -> int | None:
        """None where the page has no number."""
        value = self.facts.get(name)
        return round(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def holds(self, name: str) -> bool:
        return self.facts.get(name) is True

    def texts(self, name: str, *, limit: int = TEXT) -> list[str]:
        value = self.facts.get(name)
        given = cast("list[object]", value)[:MOST] if isinstance(value, list) else []
        return [clean(each, limit=limit) for each in given if isinstance(each, str)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinted:
    """What a hint has led to."""

    clues: Sequence[Clue] = ()
    total: int = 0
    is_anchored: bool = True
    """False when the text it should be near is not there."""
    sureness: float = 1.0
    """How surely it was read; below 1 where a picture had to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What one document has to say: clues by the name of what they are about."""

    region: str
    title: str
    url: str
    clues: Mapping[str, Sequence[Clue]]
    structured: Sequence[Mapping[str, object]] = ()
    can_sign_out: bool = False
    hinted: Mapping[str, Hinted] = field(default_factory=dict[str, Hinted])
    primary: Finding = field(default_factory=lambda: Missing("no button stands out"))
    """What a person would press next; only where the family `primary` was asked for."""
    is_whole: bool = True
    """False when the page was too big to be gone through in time."""

    def of(self, name: str) -> Sequence[Clue]:
        return self.clues.get(name, ())


def evidence_of(answer: Mapping[str, object], *, title: str, url: str, hinted: Sequence[str]) -> Evidence:
    """The evidence in what a document answered; `hinted`: the fields of the hints it was asked for, in order."""
    document = str(answer["documentId"])
    found = _mapping(answer.get("found"))
    hints = dict(zip(hinted, _records(answer.get("hints")), strict=False))
    return Evidence(
        region=str(_mapping(answer.get("region")).get("name", "page")),
        title=title,
        url=url,
        clues={name: _clues(value, document) for name, value in found.items()},
        structured=_records(found.get("structured")),
        can_sign_out=found.get("canLeave") is True,
        hinted={name: _hinted(record, document) for name, record in hints.items()},
        is_whole="truncated" not in answer,
    )


def _hinted(record: Mapping[str, object], document: str) -> Hinted:
    total = record.get("total")
    return Hinted(
        clues=_clues(record.get("found"), document),
        total=total if isinstance(total, int) else 0,
        is_anchored=record.get("anchor") is not False,
    )


def _clues(value: object, document: str) -> list[Clue]:
    return [Clue(NodeRef(document, key), each) for each in _records(value) if isinstance(key := each.get("k"), int)]


def _records(value: object) -> list[Mapping[str, object]]:
    given = cast("list[object]", value)[:MOST] if isinstance(value, list) else []
    return [cast("Mapping[str, object]", each) for each in given if isinstance(each, Mapping)]


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}
