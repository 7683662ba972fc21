"""Makes a test of the steps that a session really took."""

from handhold.services.testing.recording.recordings import Desk, Recordings

__all__ = ["Desk", "Recordings"]
