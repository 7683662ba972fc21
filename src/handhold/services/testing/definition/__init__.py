"""What a saved test is: the one form it is stored in, and the way there from what people write."""

from handhold.services.testing.definition.asserting import Condition
from handhold.services.testing.definition.linting import Finding, lint
from handhold.services.testing.definition.model import Case, Input, TestDef
from handhold.services.testing.definition.reading import checked, hash_of, normalised
from handhold.services.testing.definition.steps import STEP_KINDS, Step, inside, shown, walk
from handhold.services.testing.definition.targets import Evidence, Target

__all__ = [
    "STEP_KINDS",
    "Case",
    "Condition",
    "Evidence",
    "Finding",
    "Input",
    "Step",
    "Target",
    "TestDef",
    "checked",
    "hash_of",
    "inside",
    "lint",
    "normalised",
    "shown",
    "walk",
]
