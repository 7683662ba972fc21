"""Things of which there are many: the table and the list of the scope."""

from __future__ import annotations

from handhold.services.state.evidence import Clue, Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding, Found, Missing

Facts = dict[str, "str | int | list[str]"]


def table(evidence: Evidence) -> Finding:
    """The biggest table that is one: with heads, or with several columns."""
    tables = [clue for clue in evidence.of("tables") if _is_a_table(clue)]
    if not tables:
        return Missing(f"no table in {evidence.region}")
    ordered = sorted(tables, key=lambda clue: -clue.number("area"))
    best = ordered[0]
    rivals = [clue for clue in ordered[1:] if clue.number("area") > best.number("area") * 0.6]
    confidence = 0.6 if rivals else 0.94 if best.holds("headed") else 0.75
    value = _table(best)
    if len(tables) > 1:
        value["tables"] = len(tables)
    return Found(value=value, confidence=confidence, node=best.node)


def _is_a_table(clue: Clue) -> bool:
    return (clue.holds("headed") or clue.number("wide") > 1) and clue.number("rows") > 0


def _table(clue: Clue) -> Facts:
    value: Facts = {}
    if clue.text("name"):
        value["caption"] = clue.text("name", limit=60)
    if clue.texts("columns"):
        value["columns"] = clue.texts("columns", limit=40)
    value["rows"] = clue.whole("all") or clue.whole("rows") or 0
    value["first"] = clue.texts("first", limit=40)
    return value


def list_(evidence: Evidence) -> Finding:
    """The list that fills most of the scope."""
    lists = list(evidence.of("lists"))
    if not lists:
        return Missing(f"no list in {evidence.region}")
    ordered = sorted(lists, key=lambda clue: -clue.number("area"))
    best = ordered[0]
    rivals = [clue for clue in ordered[1:] if clue.number("area") > best.number("area") * 0.6]
    value: Facts = {"count": best.whole("count") or 0, "items": best.texts("items", limit=40)}
    if best.text("name"):
        value = {"name": best.text("name", limit=60), **value}
    return Found(value=value, confidence=0.55 if rivals else 0.7 if best.text("by") == "rows" else 0.8, node=best.node)


COLLECTIONS = (
    Extractor(field="table", read=table, families=("collections",)),
    Extractor(field="list", read=list_, families=("collections",)),
)
