"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.frontends.library.shapes import LaunchPorts
    from handhold.tools.wallet.mm_build import Built
    from handhold.tools.wallet.mm_cleanup import CleanedUp
    from handhold.tools.wallet.mm_close_tab import ClosedTab
    from handhold.tools.wallet.mm_get_state import StateTold
    from handhold.tools.wallet.mm_launch import Launched
    from handhold.tools.wallet.mm_navigate import Navigated
    from handhold.tools.wallet.mm_switch_to_tab import SwitchedToTab
    from handhold.tools.wallet.mm_wait_for_notification import NotificationFound


class WalletWaitingMethods(WaitingCalls):
    """Each of these tools."""

    def mm_build(self, *, build_type: Literal["build:test"] | None = None, force: bool | None = None) -> Built:
        """Build the extension from its sources."""
        return self.call_tool("mm_build", {}, {"buildType": build_type, "force": force})

    def mm_launch(
        self,
        *,
        auto_build: bool | None = None,
        state_mode: Literal["default", "onboarding", "custom"] | None = None,
        fixture_preset: str | None = None,
        fixture: dict[str, object] | None = None,
        ports: LaunchPorts | None = None,
        slow_mo: int | None = None,
        extension_path: str | None = None,
        goal: str | None = None,
        flow_tags: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
        seed_contracts: Sequence[str] | None = None,
        profile: str | None = None,
        force: bool | None = None,
        session: str | None = None,
    ) -> Launched:
        """Start browser, extension, chain and state server together."""
        return self.call_tool(
            "mm_launch",
            {},
            {
                "autoBuild": auto_build,
                "stateMode": state_mode,
                "fixturePreset": fixture_preset,
                "fixture": fixture,
                "ports": ports,
                "slowMo": slow_mo,
                "extensionPath": extension_path,
                "goal": goal,
                "flowTags": flow_tags,
                "tags": tags,
                "seedContracts": seed_contracts,
                "profile": profile,
                "force": force,
                "session": session,
            },
        )

    def mm_cleanup(self, *, session_id: str | None = None, session: str | None = None) -> CleanedUp:
        """End the session: browser, chain and state server."""
        return self.call_tool("mm_cleanup", {}, {"sessionId": session_id, "session": session})

    def mm_get_state(self, *, session: str | None = None) -> StateTold:
        """Tell screen, account, network, balance and tabs."""
        return self.call_tool("mm_get_state", {}, {"session": session})

    def mm_navigate(
        self,
        screen: Literal["home", "settings", "notification", "url"],
        *,
        url: str | None = None,
        session: str | None = None,
    ) -> Navigated:
        """Go to a screen of the extension, or to a URL in a tab of its own."""
        return self.call_tool("mm_navigate", {"screen": screen}, {"url": url, "session": session})

    def mm_wait_for_notification(
        self, *, timeout_ms: int | None = None, session: str | None = None
    ) -> NotificationFound:
        """Wait for the notification window and go on in it."""
        return self.call_tool("mm_wait_for_notification", {}, {"timeoutMs": timeout_ms, "session": session})

    def mm_switch_to_tab(
        self,
        *,
        role: Literal["extension", "notification", "dapp", "other"] | None = None,
        url: str | None = None,
        session: str | None = None,
    ) -> SwitchedToTab:
        """Go on in the newest tab of a role, or whose URL begins so."""
        return self.call_tool("mm_switch_to_tab", {}, {"role": role, "url": url, "session": session})

    def mm_close_tab(
        self,
        *,
        role: Literal["notification", "dapp", "other"] | None = None,
        url: str | None = None,
        session: str | None = None,
    ) -> ClosedTab:
        """Close the newest tab of a role, or whose URL begins so."""
        return self.call_tool("mm_close_tab", {}, {"role": role, "url": url, "session": session})
