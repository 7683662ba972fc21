"""Waiting for a page to become what the caller needs."""

from handhold.services.waiting.waits import Condition, ElementState, Waited, Waits

__all__ = ["Condition", "ElementState", "Waited", "Waits"]
