"""Read a field of the caller's own from where its hint has led."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from handhold.services.state.evidence import Clue, Evidence, Hinted
from handhold.services.state.extractor import Extractor, Hint
from handhold.services.state.reading import Finding, Found, Missing

LIMIT: Final = 200
NUMBER: Final = re.compile(r"-?\d(?:[\d.,'’\u00a0\u202f ]*\d)?")
Search = Callable[[str], str | None]
"""The part of a text that a pattern fits."""


def extractor_of(field: str, hint: Hint, search: Search | None) -> Extractor:
    """An extractor for one call."""

    def read(evidence: Evidence) -> Finding:
        return read_hint(evidence.hinted.get(field, Hinted()), hint, search, region=evidence.region)

    return Extractor(field=field, read=read, hint=hint)


def read_hint(hinted: Hinted, hint: Hint, search: Search | None, *, region: str) -> Finding:
    found = _read(hinted, hint, search, region=region)
    return replace(found, confidence=found.confidence * hinted.sureness) if isinstance(found, Found) else found


def _read(hinted: Hinted, hint: Hint, search: Search | None, *, region: str) -> Finding:
    if not hinted.is_anchored:
        return Missing(f"the text it should be near is not in {region}")
    if hint.strategy == "count":
        return _count(hinted, region)
    if hint.strategy == "exists":
        node = hinted.clues[0].node if hinted.clues else None
        return Found(value=bool(hinted.clues), confidence=0.95, node=node)
    if not hinted.clues:
        return Missing(f"nothing in {region} fits the hint")
    return _best(hinted, hint, search)


def _count(hinted: Hinted, region: str) -> Finding:
    if not hinted.clues:
        return Missing(f"nothing in {region} fits the hint")
    return Found(value=hinted.total, confidence=0.95, node=hinted.clues[0].node)


def _best(hinted: Hinted, hint: Hint, search: Search | None) -> Finding:
    read = [(clue, text) for clue in hinted.clues if (text := _text(clue, hint, search))]
    if not read:
        return Missing(_why_empty(hint))
    exact = [(clue, text) for clue, text in read if clue.holds("exact")]
    chosen = exact or read
    clue, text = chosen[0]
    values = {value for _clue, value in chosen}
    return Found(value=text, confidence=_confidence(hint, chosen[0][0], len(values), bool(exact)), node=clue.node)


def _confidence(hint: Hint, clue: Clue, values: int, is_exact: bool) -> float:
    if hint.near is not None and (hint.selector or hint.role or hint.text_includes):
        return 0.85 if clue.number("gap") < 80 else 0.65
    if values > 1:
        return 0.5
    if hint.selector is not None or hint.role is not None or hint.pattern is not None:
        return 0.92
    return 0.88 if is_exact else 0.75


def _text(clue: Clue, hint: Hint, search: Search | None) -> str:
    text = clue.text("state" if hint.strategy == "state" else "text", limit=LIMIT)
    if search is not None:
        text = search(text) or ""
    if hint.strategy == "number":
        found = NUMBER.search(text)
        text = found[0] if found else ""
    return text


def _why_empty(hint: Hint) -> str:
    if hint.pattern is not None:
        return "nothing the hint leads to fits the pattern"
    if hint.strategy == "state":
        return "what the hint leads to has no state"
    if hint.strategy == "number":
        return "no number where the hint leads"
    return "no text where the hint leads"
