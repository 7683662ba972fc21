"""The call to action: what the page wants a person to press next."""

from __future__ import annotations

from handhold.services.state.evidence import Evidence
from handhold.services.state.reading import Extractor, Finding, Found, Missing


def cta(evidence: Evidence) -> Finding:
    clues = evidence.of("primary")
    if not clues:
        return Missing(f"no button that stands out in {evidence.region}")
    best, *others = clues
    rivals = [clue for clue in others if clue.text("text") != best.text("text")]
    lead = best.number("score") - max((clue.number("score") for clue in rivals), default=0.0)
    if best.number("score") < 2 or lead < 0.5:
        return Missing(f"several buttons in {evidence.region}, none of them stands out")
    confidence = min(0.92, 0.6 + 0.05 * best.number("score") + 0.05 * lead)
    return Found(value=best.text("text", limit=80), confidence=confidence, node=best.node)


CALLS = (Extractor(field="cta", read=cta, families=("primary",)),)
