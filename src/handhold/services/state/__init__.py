"""Named facts about a page, each with how sure it is and where it came from."""

from handhold.services.state.evidence import Clue, Evidence, Hinted
from handhold.services.state.extractor import Extractor, Hint
from handhold.services.state.reading import Finding, Found, Missing
from handhold.services.state.registry import Extractors
from handhold.services.state.state import Asked, Snapshot, State

__all__ = [
    "Asked",
    "Clue",
    "Evidence",
    "Extractor",
    "Extractors",
    "Finding",
    "Found",
    "Hint",
    "Hinted",
    "Missing",
    "Snapshot",
    "State",
]
