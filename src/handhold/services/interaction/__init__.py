"""Act on the page, and know what came of it."""

from handhold.services.interaction.changing import Around, Changing
from handhold.services.interaction.execute import Executed, Intent
from handhold.services.interaction.following import Followed
from handhold.services.interaction.interaction import Interaction
from handhold.services.interaction.keys import Pressed, parse_keys
from handhold.services.interaction.set_state import FieldStates, StateSet

__all__ = [
    "Around",
    "Changing",
    "Executed",
    "FieldStates",
    "Followed",
    "Intent",
    "Interaction",
    "Pressed",
    "StateSet",
    "parse_keys",
]
