"""Act on the page, and know what came of it."""

from handhold.services.interaction.changing import Around, Changing
from handhold.services.interaction.execute import Executed, Intent
from handhold.services.interaction.interaction import Interaction
from handhold.services.interaction.keys import Pressed, parse_keys

__all__ = ["Around", "Changing", "Executed", "Intent", "Interaction", "Pressed", "parse_keys"]
