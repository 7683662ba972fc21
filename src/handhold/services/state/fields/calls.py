"""The call to action: what the page wants a person to press next."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from handhold.services.state.evidence import Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding, Found

DOUBTFUL: Final = 0.8
"""As sure as one can be of a button beside another that looks the same."""


def cta(evidence: Evidence) -> Finding:
    found = evidence.primary
    if isinstance(found, Found) and any(twin.node == found.node for twin in evidence.of("twins")):
        return replace(found, confidence=min(found.confidence, DOUBTFUL))
    return found


CALLS = (Extractor(field="cta", read=cta, families=("primary", "twins")),)
