"""What happened in a session: its console, its requests, its downloads."""

from handhold.services.logs.filters import Kind, parse_filter
from handhold.services.logs.logs import LETTER_OF, LogPage, Logs, Place, Show

__all__ = ["LETTER_OF", "Kind", "LogPage", "Logs", "Place", "Show", "parse_filter"]
