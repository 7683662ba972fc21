"""The one control a page is about: find it, and press it."""

from handhold.services.primary.primary import Ambiguous, Found, Invoked, NotFound, Primary, Standing

__all__ = ["Ambiguous", "Found", "Invoked", "NotFound", "Primary", "Standing"]
