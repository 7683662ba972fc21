"""Which browser session a call works in."""

from handhold.services.sessions.pool import LiveSession, SessionPool, running

__all__ = ["LiveSession", "SessionPool", "running"]
