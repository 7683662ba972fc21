"""Where one is: title, URL, heading, breadcrumb, page of several, tab."""

from __future__ import annotations

from handhold.services.state.evidence import Clue, Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding, Found, Missing

BESIDE_THE_POINT = frozenset({"nav", "aside", "footer"})


def title(evidence: Evidence) -> Finding:
    return Found(value=evidence.title, confidence=1.0) if evidence.title else Missing("the page has no title")


def url(evidence: Evidence) -> Finding:
    return Found(value=evidence.url, confidence=1.0)


def heading(evidence: Evidence) -> Finding:
    """The only first-level heading; otherwise the one that stands out."""
    clues = [clue for clue in evidence.of("headings") if clue.text("where") not in BESIDE_THE_POINT]
    clues = clues or list(evidence.of("headings"))
    if not clues:
        return Missing(f"no heading in {evidence.region}")
    first = [clue for clue in clues if clue.number("level") == 1]
    # A heading of the banner names the site where the page has one of its own.
    first = [clue for clue in first if clue.text("where") != "header"] or first
    if len(first) == 1:
        return _heading(first[0], 0.96 if _is_largest(first[0], clues) else 0.85)
    rivals = first or clues
    best = max(rivals, key=lambda clue: (clue.number("size"), -clue.number("level"), -clue.number("y")))
    as_large = [clue for clue in rivals if clue.number("size") >= best.number("size") * 0.98]
    if len(as_large) > 1:
        return _heading(as_large[0], 0.6)
    return _heading(best, 0.82 if first else 0.75)


def _heading(clue: Clue, confidence: float) -> Found:
    return Found(value=clue.text("text", limit=120), confidence=confidence, node=clue.node)


def _is_largest(clue: Clue, others: list[Clue]) -> bool:
    return all(other.number("size") <= clue.number("size") * 1.3 for other in others)


def breadcrumb(evidence: Evidence) -> Finding:
    trails = evidence.of("trails")
    if not trails:
        return Missing("no breadcrumb on the page")
    best = max(trails, key=lambda clue: len(clue.texts("items")))
    items = best.texts("items", limit=60)
    if len(trails) > 1 and len({tuple(clue.texts("items")) for clue in trails}) > 1:
        return Found(value=trails[0].texts("items", limit=60), confidence=0.6, node=trails[0].node)
    return Found(value=items, confidence=0.95 if len(items) > 1 else 0.75, node=best.node)


def pagination(evidence: Evidence) -> Finding:
    pages = evidence.of("pages")
    if not pages:
        return Missing(f"no pagination in {evidence.region}")
    linked = [clue for clue in pages if clue.text("by") == "links"]
    counted = [clue for clue in pages if clue.text("by") == "words"]
    ranges = [clue for clue in pages if clue.text("by") == "range"]
    for clues, confidence in ((counted, 0.93), (linked, 0.93), (ranges, 0.85)):
        if clues:
            return _pages(clues, confidence)
    return Missing(f"no pagination in {evidence.region}")


def _pages(clues: list[Clue], confidence: float) -> Finding:
    values: list[dict[str, int]] = []
    for clue in clues:
        known = {name: clue.whole(name) for name in ("current", "last", "from", "to", "of")}
        values.append({name: value for name, value in known.items() if value is not None})
    value = values[0]
    if any(other != value for other in values):
        confidence = 0.55
    if "current" not in value and "from" not in value:
        confidence = min(confidence, 0.7)
    return Found(value=value, confidence=confidence, node=clues[0].node)


def active_tab(evidence: Evidence) -> Finding:
    rows = [row for row in evidence.of("tabs") if row.text("chosen")]
    if not rows:
        return Missing(f"no tabs in {evidence.region}")
    told = [row for row in rows if row.text("by") == "aria"]
    best = (told or rows)[0]
    confidence = 0.93 if told else 0.78
    rivals = {row.text("chosen") for row in (told or rows)}
    return Found(
        value=best.text("chosen", limit=60), confidence=confidence if len(rivals) == 1 else 0.55, node=best.node
    )


PLACES = (
    Extractor(field="title", read=title),
    Extractor(field="url", read=url),
    Extractor(field="heading", read=heading, families=("headings",)),
    Extractor(field="breadcrumb", read=breadcrumb, families=("paths",)),
    Extractor(field="pagination", read=pagination, families=("paths",)),
    Extractor(field="activeTab", read=active_tab, families=("tabs",)),
)
