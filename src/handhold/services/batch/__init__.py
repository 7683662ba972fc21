"""Several calls in one: references between steps, limits, and an answer that fits."""

from handhold.services.batch.batch import Batch, Plan, Ran, Step, Summary
from handhold.services.batch.glance import Glance, glance
from handhold.services.batch.ports import Answer, Calls, Need, Observations

__all__ = ["Answer", "Batch", "Calls", "Glance", "Need", "Observations", "Plan", "Ran", "Step", "Summary", "glance"]
