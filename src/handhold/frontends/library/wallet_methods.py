"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import Calls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.contract.batch import StepsRun
    from handhold.contract.chain import DeployedContract
    from handhold.contract.overview import NodesTold, ScreenshotTold, TestIdsTold
    from handhold.frontends.library.shapes import DeployerOptions, LaunchPorts, Parent, StepArg
    from handhold.tools.wallet.mm_build import Built
    from handhold.tools.wallet.mm_cleanup import CleanedUp
    from handhold.tools.wallet.mm_click import Clicked
    from handhold.tools.wallet.mm_close_tab import ClosedTab
    from handhold.tools.wallet.mm_describe_screen import ScreenTold
    from handhold.tools.wallet.mm_get_contract_address import ContractAddress
    from handhold.tools.wallet.mm_get_state import StateTold
    from handhold.tools.wallet.mm_launch import Launched
    from handhold.tools.wallet.mm_list_contracts import ListedContracts
    from handhold.tools.wallet.mm_navigate import Navigated
    from handhold.tools.wallet.mm_seed_contracts import SeededContracts
    from handhold.tools.wallet.mm_switch_to_tab import SwitchedToTab
    from handhold.tools.wallet.mm_type import Typed
    from handhold.tools.wallet.mm_wait_for import WaitedFor
    from handhold.tools.wallet.mm_wait_for_notification import NotificationFound


class WalletMethods(Calls):
    """Each of these tools."""

    async def mm_build(self, *, build_type: Literal["build:test"] | None = None, force: bool | None = None) -> Built:
        """Build the extension from its sources."""
        return await self.call_tool("mm_build", {}, {"buildType": build_type, "force": force})

    async def mm_launch(
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
        return await self.call_tool(
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

    async def mm_cleanup(self, *, session_id: str | None = None, session: str | None = None) -> CleanedUp:
        """End the session: browser, chain and state server."""
        return await self.call_tool("mm_cleanup", {}, {"sessionId": session_id, "session": session})

    async def mm_get_state(self, *, session: str | None = None) -> StateTold:
        """Tell screen, account, network, balance and tabs."""
        return await self.call_tool("mm_get_state", {}, {"session": session})

    async def mm_navigate(
        self,
        screen: Literal["home", "settings", "notification", "url"],
        *,
        url: str | None = None,
        session: str | None = None,
    ) -> Navigated:
        """Go to a screen of the extension, or to a URL in a tab of its own."""
        return await self.call_tool("mm_navigate", {"screen": screen}, {"url": url, "session": session})

    async def mm_wait_for_notification(
        self, *, timeout_ms: int | None = None, session: str | None = None
    ) -> NotificationFound:
        """Wait for the notification window and go on in it."""
        return await self.call_tool("mm_wait_for_notification", {}, {"timeoutMs": timeout_ms, "session": session})

    async def mm_switch_to_tab(
        self,
        *,
        role: Literal["extension", "notification", "dapp", "other"] | None = None,
        url: str | None = None,
        session: str | None = None,
    ) -> SwitchedToTab:
        """Go on in the newest tab of a role, or whose URL begins so."""
        return await self.call_tool("mm_switch_to_tab", {}, {"role": role, "url": url, "session": session})

    async def mm_close_tab(
        self,
        *,
        role: Literal["notification", "dapp", "other"] | None = None,
        url: str | None = None,
        session: str | None = None,
    ) -> ClosedTab:
        """Close the newest tab of a role, or whose URL begins so."""
        return await self.call_tool("mm_close_tab", {}, {"role": role, "url": url, "session": session})

    async def mm_describe_screen(
        self,
        *,
        include_screenshot: bool | None = None,
        screenshot_name: str | None = None,
        include_screenshot_base64: bool | None = None,
        session: str | None = None,
    ) -> ScreenTold:
        """Tell state, test ids, refs and what worked here before, in one look."""
        return await self.call_tool(
            "mm_describe_screen",
            {},
            {
                "includeScreenshot": include_screenshot,
                "screenshotName": screenshot_name,
                "includeScreenshotBase64": include_screenshot_base64,
                "session": session,
            },
        )

    async def mm_list_testids(self, *, limit: int | None = None, session: str | None = None) -> TestIdsTold:
        """List visible data-testid values with tag and text."""
        return await self.call_tool("mm_list_testids", {}, {"limit": limit, "session": session})

    async def mm_accessibility_snapshot(
        self,
        *,
        root_selector: str | None = None,
        extra_roles: Sequence[Literal["menu", "listbox", "option", "tab", "tabpanel", "list", "listitem"]]
        | None = None,
        session: str | None = None,
    ) -> NodesTold:
        """List buttons, links, fields, dialogs, alerts and headings with refs e1, e2…"""
        return await self.call_tool(
            "mm_accessibility_snapshot",
            {},
            {"rootSelector": root_selector, "extraRoles": extra_roles, "session": session},
        )

    async def mm_screenshot(
        self,
        name: str,
        *,
        full_page: bool | None = None,
        selector: str | None = None,
        include_base64: bool | None = None,
        session: str | None = None,
    ) -> ScreenshotTold:
        """Save a PNG of the page in the session's folder."""
        return await self.call_tool(
            "mm_screenshot",
            {"name": name},
            {"fullPage": full_page, "selector": selector, "includeBase64": include_base64, "session": session},
        )

    async def mm_click(
        self,
        *,
        a11y_ref: str | None = None,
        test_id: str | None = None,
        selector: str | None = None,
        within: Parent | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Clicked:
        """Wait for an element and click it."""
        return await self.call_tool(
            "mm_click",
            {},
            {
                "a11yRef": a11y_ref,
                "testId": test_id,
                "selector": selector,
                "within": within,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

    async def mm_type(
        self,
        text: str,
        *,
        a11y_ref: str | None = None,
        test_id: str | None = None,
        selector: str | None = None,
        within: Parent | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Typed:
        """Wait for a field and put text into it."""
        return await self.call_tool(
            "mm_type",
            {"text": text},
            {
                "a11yRef": a11y_ref,
                "testId": test_id,
                "selector": selector,
                "within": within,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

    async def mm_wait_for(
        self,
        *,
        a11y_ref: str | None = None,
        test_id: str | None = None,
        selector: str | None = None,
        within: Parent | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> WaitedFor:
        """Wait until an element is visible."""
        return await self.call_tool(
            "mm_wait_for",
            {},
            {
                "a11yRef": a11y_ref,
                "testId": test_id,
                "selector": selector,
                "within": within,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

    async def mm_run_steps(
        self,
        steps: Sequence[StepArg],
        *,
        stop_on_error: bool | None = None,
        include_observations: Literal["none", "failures", "all"] | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> StepsRun:
        """Execute multiple tools in sequence. Reduces round trips for multi-step flows."""
        return await self.call_tool(
            "mm_run_steps",
            {"steps": steps},
            {
                "stopOnError": stop_on_error,
                "includeObservations": include_observations,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

    async def mm_seed_contract(
        self,
        contract_name: str,
        *,
        hardfork: str | None = None,
        deployer_options: DeployerOptions | None = None,
        session: str | None = None,
    ) -> DeployedContract:
        """Deploy a test contract on the session's chain."""
        return await self.call_tool(
            "mm_seed_contract",
            {"contractName": contract_name},
            {"hardfork": hardfork, "deployerOptions": deployer_options, "session": session},
        )

    async def mm_seed_contracts(
        self, contracts: Sequence[str], *, hardfork: str | None = None, session: str | None = None
    ) -> SeededContracts:
        """Deploy several test contracts on the session's chain."""
        return await self.call_tool(
            "mm_seed_contracts", {"contracts": contracts}, {"hardfork": hardfork, "session": session}
        )

    async def mm_get_contract_address(self, contract_name: str, *, session: str | None = None) -> ContractAddress:
        """Tell the address of a deployed test contract."""
        return await self.call_tool("mm_get_contract_address", {"contractName": contract_name}, {"session": session})

    async def mm_list_contracts(self, *, session: str | None = None) -> ListedContracts:
        """List the deployed test contracts, and those that can be."""
        return await self.call_tool("mm_list_contracts", {}, {"session": session})
