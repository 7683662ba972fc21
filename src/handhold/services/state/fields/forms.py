"""Filling in: the form, what is wrong with it, and what the page says by itself."""

from __future__ import annotations

from handhold.services.state.evidence import Clue, Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding, Found, Missing

MOST_TEXTS = 8
AWAY = frozenset({"header", "nav", "footer", "search"})


def form(evidence: Evidence) -> Finding:
    """The form of the scope: the biggest one that is no search box."""
    forms = [clue for clue in evidence.of("forms") if not clue.holds("search") and clue.text("where") not in AWAY]
    proper = [clue for clue in forms if not clue.holds("loose")] or forms
    if not proper:
        return Missing(f"no form in {evidence.region}")
    ordered = sorted(proper, key=lambda clue: (-clue.number("fields"), clue.number("y")))
    best = ordered[0]
    rivals = [clue for clue in ordered[1:] if clue.number("fields") >= best.number("fields") * 0.6]
    confidence = 0.93 if not rivals else 0.6
    if best.holds("loose"):
        confidence = min(confidence, 0.7)
    return Found(value=_form(best), confidence=confidence, node=best.node)


def _form(clue: Clue) -> dict[str, str | int]:
    fields, filled = clue.whole("fields") or 0, clue.whole("filled") or 0
    value: dict[str, str | int] = {}
    name = clue.text("name", limit=60) or clue.text("heading", limit=60)
    if name:
        value["name"] = name
    value |= {"fields": fields, "filled": filled, "empty": fields - filled}
    value |= {"required": clue.whole("required") or 0, "invalid": clue.whole("invalid") or 0}
    if clue.text("submit"):
        value["submit"] = clue.text("submit", limit=40)
    return value


def errors(evidence: Evidence) -> Finding:
    """Messages about what was filled in."""
    clues = [clue for clue in evidence.of("errors") if clue.text("by") != "word"]
    if not clues:
        return Missing(f"no validation message in {evidence.region}")
    sure = all(clue.text("by") in ("described", "alert") for clue in clues)
    return Found(value=_texts(clues), confidence=0.94 if sure else 0.84, node=clues[0].node)


def messages(evidence: Evidence) -> Finding:
    """Alerts, toasts and status lines that show something."""
    clues = [clue for clue in evidence.of("notices") if clue.holds("isInside")]
    if not clues:
        return Missing(f"no message in {evidence.region}")
    sure = all(clue.text("by") != "class" for clue in clues)
    return Found(value=_texts(clues), confidence=0.92 if sure else 0.8, node=clues[0].node)


def _texts(clues: list[Clue]) -> list[str]:
    return list(dict.fromkeys(clue.text("text", limit=160) for clue in clues))[:MOST_TEXTS]


FORMS = (
    Extractor(field="form", read=form, families=("forms",)),
    Extractor(field="errors", read=errors, families=("errors",)),
    Extractor(field="messages", read=messages, families=("notices",)),
)
