"""What an agent can ask for. Adding a tool is its file, one line here, and its test."""

from __future__ import annotations

import importlib
import json
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from handhold.contract import Tool

CATALOGUE: Final = "catalogue.json"
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
    "wallet.mm_build",
    "wallet.mm_launch",
    "wallet.mm_cleanup",
    "wallet.mm_get_state",
    "wallet.mm_navigate",
    "wallet.mm_wait_for_notification",
    "wallet.mm_switch_to_tab",
    "wallet.mm_close_tab",
    "wallet.mm_describe_screen",
    "wallet.mm_list_testids",
    "wallet.mm_accessibility_snapshot",
    "wallet.mm_screenshot",
    "wallet.mm_click",
    "wallet.mm_type",
    "wallet.mm_wait_for",
    "wallet.mm_run_steps",
    "wallet.mm_seed_contract",
    "wallet.mm_seed_contracts",
    "wallet.mm_get_contract_address",
    "wallet.mm_list_contracts",
    "knowledge.mm_knowledge_search",
    "knowledge.mm_knowledge_last",
    "knowledge.mm_knowledge_summarize",
    "knowledge.mm_knowledge_sessions",
    "tests.run_test",
    "tests.save_test",
    "tests.get_test",
    "tests.list_tests",
    "tests.delete_test",
    "tests.list_runs",
    "tests.get_latest_run",
    "tests.get_run",
    "tests.run_suite",
    "tests.save_suite",
    "tests.list_suites",
    "tests.delete_suite",
    "tests.quarantine_test",
    "tests.record_test",
)
"""Family and name of every tool, in listing order. A module is imported when its tool is first called."""


def load(name: str) -> Tool:
    """Import the module of one tool."""
    path = next(entry for entry in TOOLS if entry.endswith(f".{name}"))
    module = importlib.import_module(f"{__name__}.{path}")
    tool: Tool = vars(module)[name]
    return tool


def read_catalogue() -> list[dict[str, Any]]:
    """What is known of every tool without importing it; generated from the tools by `scripts/generate.py`."""
    entries: list[dict[str, Any]] = json.loads(resources.files(__name__).joinpath(CATALOGUE).read_text("utf-8"))
    return entries
