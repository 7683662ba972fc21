"""Eyes for what the page does not say in its document: pictures are read in a process of their own."""

from handhold.adapters.vision.seen import Box, Found, Picture, Shape, Sighting, Text
from handhold.adapters.vision.vision import Vision

__all__ = ["Box", "Found", "Picture", "Shape", "Sighting", "Text", "Vision"]
