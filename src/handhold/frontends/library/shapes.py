"""What arguments with parts are made of. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class LaunchOptions(TypedDict, total=False):
    """Settings that win over environment and files."""

    root: Path
    toolsets: Sequence[Literal["core", "tests", "wallet", "knowledge"]]
    tool_names: Literal["snake", "dotted"]
    log_level: Literal["debug", "info", "warning", "error"]
    browser: str
    headed: bool
    cdp_url: str
    ws_url: str
    profile: str
    storage_state: str
    viewport: str
    device_scale: float
    locale: str
    timezone: str
    color_scheme: Literal["light", "dark", "no-preference"]
    user_agent: str
    proxy: str
    extra_headers: dict[str, str]
    ignore_https_errors: bool
    allowed_schemes: Sequence[str]
    dialogs: Literal["dismiss", "accept", "ask"]
    dialog_timeout_ms: int
    max_sessions: int
    max_tabs: int
    idle_minutes: float
    log_entries: int
    secrets_file: str
    upload_folders: Sequence[str]
    act_grace_ms: int
    refind_after_navigation: bool
    vision_timeout_ms: int
    vision_idle_s: float
    visual_promote_confidence: float
    visual_least_confidence: float
    visual_match: float
    look_ahead: bool
    knowledge_record: bool
    knowledge_index: Literal["disk", "memory", "off"]
    knowledge_fsync: bool
    knowledge_suggest: bool
    knowledge_rank: bool
    knowledge_window_hours: int
    knowledge_keep_days: int
    knowledge_keep_mb: int
    goal: str
    flow_tags: Sequence[str]
    tags: Sequence[str]
    app: str
    app_mode: Literal["auto", "headed", "headless"]
    extension_folders: Sequence[str]
    apps: dict[str, dict[str, object]]
    tests_folder: str
    run_patience_ms: int
    tabs_source: Literal["session", "applescript"]
    applescript_app: str
    applescript_timeout_ms: int


class Appears(TypedDict, total=False):
    text: str | None
    selector: str | None


class Assertion(TypedDict, total=False):
    urlIncludes: str | None
    titleIncludes: str | None


class RegionAnchor(TypedDict, total=False):
    selector: str | None
    nearText: str | None
    handle: str | None


class Hint(TypedDict, total=False):
    role: str | None
    name: str | None
    text: str | None
    nearText: str | None
    region: (
        Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None
    )


class HintArg(TypedDict, total=False):
    textIncludes: str | None
    near: str | None
    selector: str | None
    role: str | None
    strategy: Literal["beside", "text", "number", "state", "count", "exists"]
    pattern: str | None


class CustomField(TypedDict, total=False):
    field: str
    hint: HintArg


class Spot(TypedDict, total=False):
    x: float
    y: float


class SpotOnHandle(TypedDict, total=False):
    x: float
    y: float


class StepArg(TypedDict, total=False):
    tool: str
    args: dict[str, object]


class LaunchPorts(TypedDict, total=False):
    anvil: int | None
    fixtureServer: int | None


class Parent(TypedDict, total=False):
    a11yRef: str | None
    testId: str | None
    selector: str | None


class DeployerOptions(TypedDict, total=False):
    fromAddress: str | None
    fromPrivateKey: str | None


class OneSession(TypedDict, total=False):
    sessionId: str


class SessionFilters(TypedDict, total=False):
    flowTag: str | None
    tag: str | None
    screen: str | None
    sinceHours: int | None
