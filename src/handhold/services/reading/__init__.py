"""What the page says, in full, piece by piece."""

from handhold.services.reading.reading import ReadPage, Reads

__all__ = ["ReadPage", "Reads"]
