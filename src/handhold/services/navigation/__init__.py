"""Getting to pages, and past the dialogs they open."""

from handhold.services.navigation.dialogs import AnsweredDialog, DialogAnswers
from handhold.services.navigation.goto import Arrival, Expectation, Navigation, Wait

__all__ = ["AnsweredDialog", "Arrival", "DialogAnswers", "Expectation", "Navigation", "Wait"]
