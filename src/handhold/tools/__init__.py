"""What an agent can ask for. Adding a tool is its file, one line here, and its test."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from handhold.contract import Tool

TOOLS: Final = (
    "nav.nav_goto",
    "nav.nav_history",
    "nav.nav_follow_path",
    "ui.ui_scan",
    "ui.ui_pick",
    "ui.ui_wait_for",
    "action.action_execute",
    "action.action_set_state",
    "action.action_press",
    "state.state_snapshot",
    "state.state_read",
    "visual.visual_scan",
    "pointer.pointer_action",
    "state.state_log",
    "flow.flow_answer_dialog",
    "flow.flow_invoke_primary_action",
    "batch.run_steps",
    "tabs.list_tabs",
    "tabs.tabs_switch",
    "tabs.tabs_open",
    "tabs.tabs_close",
    "knowledge.mm_knowledge_search",
    "knowledge.mm_knowledge_last",
    "knowledge.mm_knowledge_summarize",
    "knowledge.mm_knowledge_sessions",
    "tests.save_test",
    "tests.get_test",
    "tests.list_tests",
    "tests.delete_test",
    "tests.list_runs",
    "tests.get_latest_run",
    "tests.get_run",
    "tests.save_suite",
    "tests.list_suites",
    "tests.delete_suite",
    "tests.quarantine_test",
)
"""Family and name of every tool, in listing order. A module is imported when its tool is first called."""


def load(name: str) -> Tool:
    """Import the module of one tool."""
    path = next(entry for entry in TOOLS if entry.endswith(f".{name}"))
    module = importlib.import_module(f"{__name__}.{path}")
    tool: Tool = vars(module)[name]
    return tool
