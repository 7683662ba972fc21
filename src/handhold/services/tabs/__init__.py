"""Tabs: listing them, and going from one to another."""

from handhold.services.tabs.applescript_source import AppleScriptSource
from handhold.services.tabs.format import NOTHING_FOUND, format_listing, title_line, url_line
from handhold.services.tabs.hosts import NO_HOST, host_of
from handhold.services.tabs.listing import GroupBy, Listing, OrderBy, TabGroup, TabQuery, list_tabs
from handhold.services.tabs.model import Mode, Tab, TabSource
from handhold.services.tabs.moving import MovedTab, TabMoves
from handhold.services.tabs.numbering import Numbering
from handhold.services.tabs.patterns import MAX_PATTERN, Pattern, compile_pattern
from handhold.services.tabs.session_source import SessionSource

__all__ = [
    "MAX_PATTERN",
    "NOTHING_FOUND",
    "NO_HOST",
    "AppleScriptSource",
    "GroupBy",
    "Listing",
    "Mode",
    "MovedTab",
    "Numbering",
    "OrderBy",
    "Pattern",
    "SessionSource",
    "Tab",
    "TabGroup",
    "TabMoves",
    "TabQuery",
    "TabSource",
    "compile_pattern",
    "format_listing",
    "host_of",
    "list_tabs",
    "title_line",
    "url_line",
]
