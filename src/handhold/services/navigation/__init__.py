"""Getting to pages, and past the dialogs they open."""

from handhold.services.navigation.dialogs import AnsweredDialog, DialogAnswers
from handhold.services.navigation.goto import Arrival, Direction, Expectation, Navigation, Wait

__all__ = ["AnsweredDialog", "Arrival", "DialogAnswers", "Direction", "Expectation", "Navigation", "Wait"]
