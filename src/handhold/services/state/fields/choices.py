"""What has been chosen: options, colour, size, quantity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handhold.services.state.evidence import Clue, Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding, Found, Missing

COLOR: Final = re.compile(
    r"colou?rs?\b|\bfarben?\b|couleur|\bcolor(?:es|e|i)?\b|\bcor(?:es)?\b|kleur|kolor|\bfärg|\bfarge|\bfarve|цвет|カラー|颜色|顏色|색상",
    re.IGNORECASE,
)
SIZE: Final = re.compile(
    r"\bsizes?\b|größe|groesse|\btailles?\b|\btallas?\b|tamaño|taglia|\bmaat\b|rozmiar|storlek|størrelse|размер|サイズ|尺码|尺寸|사이즈",
    re.IGNORECASE,
)
QUANTITY: Final = re.compile(
    r"\b(?:qty|quantity|menge|anzahl|stückzahl|quantité|cantidad|quantità|quantidade|aantal|ilość|antal|määrä)\b|количество|数量|수량",
    re.IGNORECASE,
)
AWAY: Final = frozenset({"header", "nav", "footer", "search"})
UNCHOSEN: Final = re.compile(
    r"^(?:-+|—|please select|select|choose|bitte wählen|auswählen|choisir|seleccion|scegli)\b", re.IGNORECASE
)


def selected_options(evidence: Evidence) -> Finding:
    """Every choice with what is chosen in it."""
    groups = [clue for clue in evidence.of("choices") if clue.text("where") not in AWAY]
    chosen: dict[str, str] = {}
    for clue in groups:
        name = _name(clue)
        if name and clue.text("chosen") and name not in chosen:
            chosen[name] = clue.text("chosen", limit=60)
    if not chosen:
        reason = "choices without one chosen" if groups else "no choices"
        return Missing(f"{reason} in {evidence.region}")
    first = next(clue for clue in groups if clue.text("chosen"))
    is_told = all(clue.text("kind") != "class" for clue in groups)
    return Found(value=dict(list(chosen.items())[:8]), confidence=0.9 if is_told else 0.78, node=first.node)


def selected_color(evidence: Evidence) -> Finding:
    return _chosen(evidence, COLOR, "colour")


def selected_size(evidence: Evidence) -> Finding:
    return _chosen(evidence, SIZE, "size")


def quantity(evidence: Evidence) -> Finding:
    """How many are wanted, where a field or a choice is called so."""
    fields = [clue for clue in evidence.of("amounts") if _is_about(clue, QUANTITY)]
    lists = [clue for clue in evidence.of("choices") if _is_about(clue, QUANTITY) and clue.text("chosen").isdigit()]
    values = [(clue, clue.text("value")) for clue in fields] + [(clue, clue.text("chosen")) for clue in lists]
    told = [(clue, int(value)) for clue, value in values if value.isdigit()]
    if not told:
        reason = "the quantity is empty or no number" if values else "no quantity"
        return Missing(f"{reason} in {evidence.region}")
    clue, number = told[0]
    confidence = 0.95 if len(values) == 1 else 0.6
    return Found(value=number, confidence=confidence, node=clue.node)


def _chosen(evidence: Evidence, about: re.Pattern[str], what: str) -> Finding:
    groups = [clue for clue in evidence.of("choices") if clue.text("where") not in AWAY and _is_about(clue, about)]
    if not groups:
        return Missing(f"no {what} choice in {evidence.region}")
    chosen = [clue for clue in groups if clue.text("chosen") and not UNCHOSEN.search(clue.text("chosen"))]
    if not chosen:
        return Missing(f"no {what} is chosen in {evidence.region}")
    return Found(value=chosen[0].text("chosen", limit=60), confidence=_sureness(chosen, about), node=chosen[0].node)


def _sureness(chosen: Sequence[Clue], about: re.Pattern[str]) -> float:
    if len(chosen) > 1:
        return 0.6
    if chosen[0].text("kind") == "class":
        return 0.75
    return 0.93 if about.search(chosen[0].text("name")) else 0.8


def _is_about(clue: Clue, about: re.Pattern[str]) -> bool:
    return bool(about.search(clue.text("name")) or about.search(re.sub(r"[-_]", " ", clue.text("marks"))))


def _name(clue: Clue) -> str:
    return clue.text("name", limit=40).rstrip(": *")


CHOICES = (
    Extractor(field="selectedOptions", read=selected_options, families=("choices",)),
    Extractor(field="selectedColor", read=selected_color, families=("choices",)),
    Extractor(field="selectedSize", read=selected_size, families=("choices",)),
    Extractor(field="quantity", read=quantity, families=("choices",)),
)
