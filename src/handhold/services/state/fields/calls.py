"""The call to action: what the page wants a person to press next."""

from __future__ import annotations

from handhold.services.state.evidence import Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding


def cta(evidence: Evidence) -> Finding:
    return evidence.primary


CALLS = (Extractor(field="cta", read=cta, families=("primary",)),)
