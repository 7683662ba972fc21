"""What was done on which screen, and what came of it: kept as files, found again by words."""

from handhold.services.knowledge.records import SessionRecord, StepRecord, default_observation
from handhold.services.knowledge.store import KnowledgeStore

__all__ = ["KnowledgeStore", "SessionRecord", "StepRecord", "default_observation"]
