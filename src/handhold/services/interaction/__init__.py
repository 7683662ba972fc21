"""Acting on the page, and telling what it did."""

from handhold.services.interaction.changing import Around, Changing

__all__ = ["Around", "Changing"]
