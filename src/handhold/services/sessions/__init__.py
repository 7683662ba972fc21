"""Which browser session a call works in."""

from handhold.services.sessions.pool import LiveSession, SessionPool, no_page, running

__all__ = ["LiveSession", "SessionPool", "no_page", "running"]
