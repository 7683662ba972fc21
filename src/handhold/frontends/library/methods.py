"""The tools as typed methods. Written by scripts/generate.py from the tools; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from handhold.frontends.library.calls import Calls, WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from handhold.tools.action.action_execute import Activated
    from handhold.tools.action.action_press import KeysPressed
    from handhold.tools.flow.flow_answer_dialog import Answered
    from handhold.tools.nav.nav_goto import Arrived
    from handhold.tools.tabs.list_tabs import TabsListed
    from handhold.tools.ui.ui_pick import PickedElement
    from handhold.tools.ui.ui_scan import Scanned


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
    secrets_file: str
    act_grace_ms: int
    refind_after_navigation: bool
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


class Methods(Calls):
    """Each tool of Handhold, awaited."""

    async def nav_goto(
        self,
        url: str,
        *,
        wait_for: Literal["load", "commit", "domcontentloaded", "quiet"] | Appears | None = None,
        assert_: Assertion | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Arrived:
        """Open a URL; starts a browser if none runs."""
        return await self.call_tool(
            "nav_goto",
            {"url": url, "waitFor": wait_for, "assert": assert_, "timeoutMs": timeout_ms, "session": session},
        )

    async def ui_scan(
        self,
        *,
        region: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        roles: Sequence[str] | None = None,
        query: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        ranking_mode: Literal["blend", "semantic", "structural", "visual"] | None = None,
        collapse: bool | None = None,
        session: str | None = None,
    ) -> Scanned:
        """List the page's controls, most useful first, each with a handle."""
        return await self.call_tool(
            "ui_scan",
            {
                "region": region,
                "roles": roles,
                "query": query,
                "pageSize": page_size,
                "pageToken": page_token,
                "rankingMode": ranking_mode,
                "collapse": collapse,
                "session": session,
            },
        )

    async def ui_pick(
        self,
        *,
        element_id: str | None = None,
        group: str | None = None,
        choice: int | str | None = None,
        hint: str | Hint | None = None,
        session: str | None = None,
    ) -> PickedElement:
        """Resolve one element to a fresh handle, selectors and place."""
        return await self.call_tool(
            "ui_pick", {"elementId": element_id, "group": group, "choice": choice, "hint": hint, "session": session}
        )

    async def action_execute(
        self,
        handle: str,
        *,
        intent: Literal[
            "press",
            "open",
            "confirm",
            "toggle",
            "expand",
            "select",
            "focus",
            "hover",
            "dismiss",
            "submit",
            "doublePress",
            "contextMenu",
        ]
        | None = None,
        session: str | None = None,
    ) -> Activated:
        """Click, open, confirm, toggle… one element, and say what changed."""
        return await self.call_tool("action_execute", {"handle": handle, "intent": intent, "session": session})

    async def action_press(
        self, keys: str | Sequence[str], *, handle: str | None = None, session: str | None = None
    ) -> KeysPressed:
        """Press keys or chords on an element or where the keyboard is."""
        return await self.call_tool("action_press", {"keys": keys, "handle": handle, "session": session})

    async def flow_answer_dialog(
        self, accept: bool, *, text: str | None = None, session: str | None = None
    ) -> Answered:
        """Answer the dialog that waits (setting dialogs = ask)."""
        return await self.call_tool("flow_answer_dialog", {"accept": accept, "text": text, "session": session})

    async def list_tabs(
        self,
        *,
        pattern: str | None = None,
        group_by: Literal["none", "window", "host", "mode"] | None = None,
        window_id: int | Sequence[int] | None = None,
        mode: Literal["normal", "incognito"] | None = None,
        loading: bool | None = None,
        host_filter: str | None = None,
        order_by: Literal["title", "url", "host", "windowId", "tabId", "mode", "loading"] | None = None,
        session: str | None = None,
    ) -> TabsListed:
        """List the open tabs; never starts a browser."""
        return await self.call_tool(
            "list_tabs",
            {
                "pattern": pattern,
                "groupBy": group_by,
                "windowId": window_id,
                "mode": mode,
                "loading": loading,
                "hostFilter": host_filter,
                "orderBy": order_by,
                "session": session,
            },
        )


class WaitingMethods(WaitingCalls):
    """Each tool of Handhold, for code that does not await."""

    def nav_goto(
        self,
        url: str,
        *,
        wait_for: Literal["load", "commit", "domcontentloaded", "quiet"] | Appears | None = None,
        assert_: Assertion | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Arrived:
        """Open a URL; starts a browser if none runs."""
        return self.call_tool(
            "nav_goto",
            {"url": url, "waitFor": wait_for, "assert": assert_, "timeoutMs": timeout_ms, "session": session},
        )

    def ui_scan(
        self,
        *,
        region: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        roles: Sequence[str] | None = None,
        query: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        ranking_mode: Literal["blend", "semantic", "structural", "visual"] | None = None,
        collapse: bool | None = None,
        session: str | None = None,
    ) -> Scanned:
        """List the page's controls, most useful first, each with a handle."""
        return self.call_tool(
            "ui_scan",
            {
                "region": region,
                "roles": roles,
                "query": query,
                "pageSize": page_size,
                "pageToken": page_token,
                "rankingMode": ranking_mode,
                "collapse": collapse,
                "session": session,
            },
        )

    def ui_pick(
        self,
        *,
        element_id: str | None = None,
        group: str | None = None,
        choice: int | str | None = None,
        hint: str | Hint | None = None,
        session: str | None = None,
    ) -> PickedElement:
        """Resolve one element to a fresh handle, selectors and place."""
        return self.call_tool(
            "ui_pick", {"elementId": element_id, "group": group, "choice": choice, "hint": hint, "session": session}
        )

    def action_execute(
        self,
        handle: str,
        *,
        intent: Literal[
            "press",
            "open",
            "confirm",
            "toggle",
            "expand",
            "select",
            "focus",
            "hover",
            "dismiss",
            "submit",
            "doublePress",
            "contextMenu",
        ]
        | None = None,
        session: str | None = None,
    ) -> Activated:
        """Click, open, confirm, toggle… one element, and say what changed."""
        return self.call_tool("action_execute", {"handle": handle, "intent": intent, "session": session})

    def action_press(
        self, keys: str | Sequence[str], *, handle: str | None = None, session: str | None = None
    ) -> KeysPressed:
        """Press keys or chords on an element or where the keyboard is."""
        return self.call_tool("action_press", {"keys": keys, "handle": handle, "session": session})

    def flow_answer_dialog(self, accept: bool, *, text: str | None = None, session: str | None = None) -> Answered:
        """Answer the dialog that waits (setting dialogs = ask)."""
        return self.call_tool("flow_answer_dialog", {"accept": accept, "text": text, "session": session})

    def list_tabs(
        self,
        *,
        pattern: str | None = None,
        group_by: Literal["none", "window", "host", "mode"] | None = None,
        window_id: int | Sequence[int] | None = None,
        mode: Literal["normal", "incognito"] | None = None,
        loading: bool | None = None,
        host_filter: str | None = None,
        order_by: Literal["title", "url", "host", "windowId", "tabId", "mode", "loading"] | None = None,
        session: str | None = None,
    ) -> TabsListed:
        """List the open tabs; never starts a browser."""
        return self.call_tool(
            "list_tabs",
            {
                "pattern": pattern,
                "groupBy": group_by,
                "windowId": window_id,
                "mode": mode,
                "loading": loading,
                "hostFilter": host_filter,
                "orderBy": order_by,
                "session": session,
            },
        )
