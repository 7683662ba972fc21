"""What is on the screen, for whoever sees it for the first time: test ids, nodes with refs, a picture."""

from handhold.services.overview.overview import Overview
from handhold.services.overview.pictures import Pictures

__all__ = ["Overview", "Pictures"]
