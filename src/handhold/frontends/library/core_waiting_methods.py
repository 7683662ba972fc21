"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.contract.batch import StepsRun
    from handhold.frontends.library.shapes import (
        Appears,
        Assertion,
        CustomField,
        Hint,
        RegionAnchor,
        Spot,
        SpotOnHandle,
        StepArg,
    )
    from handhold.tools.action.action_execute import Activated
    from handhold.tools.action.action_press import KeysPressed
    from handhold.tools.action.action_set_state import Set
    from handhold.tools.flow.flow_answer_dialog import Answered
    from handhold.tools.flow.flow_invoke_primary_action import PrimaryAction
    from handhold.tools.nav.nav_follow_path import Followed
    from handhold.tools.nav.nav_goto import Arrived
    from handhold.tools.nav.nav_history import Revisited
    from handhold.tools.pointer.pointer_action import PointedAt
    from handhold.tools.state.state_log import Logged
    from handhold.tools.state.state_read import StateRead
    from handhold.tools.state.state_snapshot import Snapshotted
    from handhold.tools.tabs.list_tabs import TabsListed
    from handhold.tools.tabs.tabs_close import Closed
    from handhold.tools.tabs.tabs_open import Opened
    from handhold.tools.tabs.tabs_switch import Switched
    from handhold.tools.ui.ui_pick import PickedElement
    from handhold.tools.ui.ui_scan import Scanned
    from handhold.tools.ui.ui_wait_for import WaitedFor
    from handhold.tools.visual.visual_scan import VisuallyScanned


class CoreWaitingMethods(WaitingCalls):
    """Each of these tools."""

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
            {"url": url},
            {"waitFor": wait_for, "assert": assert_, "timeoutMs": timeout_ms, "session": session},
        )

    def nav_history(
        self,
        direction: Literal["back", "forward", "reload"],
        *,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Revisited:
        """Go back or forward one page, or reload."""
        return self.call_tool("nav_history", {"direction": direction}, {"timeoutMs": timeout_ms, "session": session})

    def nav_follow_path(
        self,
        steps: Sequence[str],
        *,
        scope: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        session: str | None = None,
    ) -> Followed:
        """Follow labels through menus, sidebars, tabs, trees, wizards and pages."""
        return self.call_tool("nav_follow_path", {"steps": steps}, {"scope": scope, "session": session})

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
        """List the page's controls, main content first, each with a handle."""
        return self.call_tool(
            "ui_scan",
            {},
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
            "ui_pick", {}, {"elementId": element_id, "group": group, "choice": choice, "hint": hint, "session": session}
        )

    def ui_wait_for(
        self,
        *,
        text: str | None = None,
        gone: str | None = None,
        handle: str | None = None,
        state: Literal[
            "visible",
            "hidden",
            "enabled",
            "disabled",
            "checked",
            "unchecked",
            "expanded",
            "collapsed",
            "selected",
            "focused",
            "gone",
        ]
        | None = None,
        url: str | None = None,
        idle: Literal[True] | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> WaitedFor:
        """Wait for text, an element's state, URL or quiet."""
        return self.call_tool(
            "ui_wait_for",
            {},
            {
                "text": text,
                "gone": gone,
                "handle": handle,
                "state": state,
                "url": url,
                "idle": idle,
                "timeoutMs": timeout_ms,
                "session": session,
            },
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
        return self.call_tool("action_execute", {"handle": handle}, {"intent": intent, "session": session})

    def action_set_state(self, handle: str, state: object, *, session: str | None = None) -> Set:
        """Fill in, check, choose, slide, open or upload: set a field and read it back."""
        return self.call_tool("action_set_state", {"handle": handle, "state": state}, {"session": session})

    def action_press(
        self, keys: str | Sequence[str], *, handle: str | None = None, session: str | None = None
    ) -> KeysPressed:
        """Press keys or chords on an element or where the keyboard is."""
        return self.call_tool("action_press", {"keys": keys}, {"handle": handle, "session": session})

    def state_snapshot(
        self,
        fields: Sequence[str | CustomField],
        *,
        scope: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        session: str | None = None,
    ) -> Snapshotted:
        """Read facts off the page, such as price, selectedColor, cta, form, errors."""
        return self.call_tool("state_snapshot", {"fields": fields}, {"scope": scope, "session": session})

    def state_read(
        self,
        *,
        region: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        format: Literal["text", "markdown", "rows"] | None = None,
        page_token: str | None = None,
        session: str | None = None,
    ) -> StateRead:
        """Read what the page says, in pages that lose no word."""
        return self.call_tool(
            "state_read", {}, {"region": region, "format": format, "pageToken": page_token, "session": session}
        )

    def visual_scan(
        self,
        *,
        region: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        pattern: str | None = None,
        page_token: str | None = None,
        ranking_mode: Literal["blend", "semantic", "structural", "visual"] | None = None,
        session: str | None = None,
    ) -> VisuallyScanned:
        """Read what only pixels show: canvas, images, icons."""
        return self.call_tool(
            "visual_scan",
            {},
            {
                "region": region,
                "pattern": pattern,
                "pageToken": page_token,
                "rankingMode": ranking_mode,
                "session": session,
            },
        )

    def pointer_action(
        self,
        target: Spot
        | str
        | Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor,
        *,
        intent: Literal["press", "doublePress", "contextMenu", "hover", "drag", "scroll", "longPress"] | None = None,
        at: SpotOnHandle | None = None,
        to: Spot | None = None,
        by: Spot | None = None,
        session: str | None = None,
    ) -> PointedAt:
        """Point at a place: the last resort when handles of ui_scan fail."""
        return self.call_tool(
            "pointer_action", {"target": target}, {"intent": intent, "at": at, "to": to, "by": by, "session": session}
        )

    def state_log(
        self,
        kind: Literal["console", "network", "downloads"],
        *,
        filter: str | None = None,
        item: str | None = None,
        show: Sequence[Literal["headers", "body"]] | None = None,
        page_token: str | None = None,
        session: str | None = None,
    ) -> Logged:
        """Messages, requests (failed or slow, unless filtered), downloads; newest first."""
        return self.call_tool(
            "state_log",
            {"kind": kind},
            {"filter": filter, "item": item, "show": show, "pageToken": page_token, "session": session},
        )

    def flow_answer_dialog(self, accept: bool, *, text: str | None = None, session: str | None = None) -> Answered:
        """Answer the dialog that waits (setting dialogs = ask)."""
        return self.call_tool("flow_answer_dialog", {"accept": accept}, {"text": text, "session": session})

    def flow_invoke_primary_action(
        self,
        *,
        scope: Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]
        | RegionAnchor
        | None = None,
        intent_hint: str | None = None,
        session: str | None = None,
    ) -> PrimaryAction:
        """Press the main action of the page or dialog, such as next or save."""
        return self.call_tool(
            "flow_invoke_primary_action", {}, {"scope": scope, "intentHint": intent_hint, "session": session}
        )

    def run_steps(
        self,
        steps: Sequence[StepArg],
        *,
        stop_on_error: bool | None = None,
        include_observations: Literal["failures", "all", "none"] | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> StepsRun:
        """Execute multiple tools in sequence. Reduces round trips for multi-step flows."""
        return self.call_tool(
            "run_steps",
            {"steps": steps},
            {
                "stopOnError": stop_on_error,
                "includeObservations": include_observations,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

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
            {},
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

    def tabs_switch(self, tab: str | int, *, session: str | None = None) -> Switched:
        """Go on in another tab."""
        return self.call_tool("tabs_switch", {"tab": tab}, {"session": session})

    def tabs_open(self, *, url: str | None = None, timeout_ms: int | None = None, session: str | None = None) -> Opened:
        """Open a new tab and go on in it."""
        return self.call_tool("tabs_open", {}, {"url": url, "timeoutMs": timeout_ms, "session": session})

    def tabs_close(self, tab: str | int, *, session: str | None = None) -> Closed:
        """Close a tab, without asking its page."""
        return self.call_tool("tabs_close", {"tab": tab}, {"session": session})
