"""What an agent can ask for. Adding a tool is its file, one line here, and its test."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from handhold.contract import Tool

TOOLS: Final = (
    "nav.nav_goto",
    "ui.ui_scan",
    "ui.ui_pick",
    "action.action_execute",
    "action.action_press",
    "flow.flow_answer_dialog",
    "tabs.list_tabs",
)
"""Family and name of every tool, in listing order. A module is imported when its tool is first called."""


def load(name: str) -> Tool:
    """Import the module of one tool."""
    path = next(entry for entry in TOOLS if entry.endswith(f".{name}"))
    module = importlib.import_module(f"{__name__}.{path}")
    tool: Tool = vars(module)[name]
    return tool
