"""What the page shows, what in it is meant, and what changed."""

from handhold.services.perception.ahead import look_ahead
from handhold.services.perception.changes import Changes, ChangeSet, late_size, without_url
from handhold.services.perception.memory import PerceptionMemory, ScanRequest
from handhold.services.perception.paging import state_of
from handhold.services.perception.perception import Perception, Region
from handhold.services.perception.pick import Picked
from handhold.services.perception.resolve import Resolved
from handhold.services.perception.scan import ScanPage

__all__ = [
    "ChangeSet",
    "Changes",
    "Perception",
    "PerceptionMemory",
    "Picked",
    "Region",
    "Resolved",
    "ScanPage",
    "ScanRequest",
    "late_size",
    "look_ahead",
    "state_of",
    "without_url",
]
