"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.frontends.library.shapes import DeployerOptions, LaunchPorts
    from handhold.contract.chain import DeployedContract
    from handhold.tools.wallet.mm_build import Built
    from handhold.tools.wallet.mm_cleanup import CleanedUp
    from handhold.tools.wallet.mm_get_contract_address import ContractAddress
    from handhold.tools.wallet.mm_get_state import StateTold
    from handhold.tools.wallet.mm_launch import Launched
    from handhold.tools.wallet.mm_list_contracts import ListedContracts
    from handhold.tools.wallet.mm_seed_contracts import SeededContracts


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

    def mm_seed_contract(
        self,
        contract_name: str,
        *,
        hardfork: str | None = None,
        deployer_options: DeployerOptions | None = None,
        session: str | None = None,
    ) -> DeployedContract:
        """Deploy a test contract on the session's chain."""
        return self.call_tool(
            "mm_seed_contract",
            {"contractName": contract_name},
            {"hardfork": hardfork, "deployerOptions": deployer_options, "session": session},
        )

    def mm_seed_contracts(
        self, contracts: Sequence[str], *, hardfork: str | None = None, session: str | None = None
    ) -> SeededContracts:
        """Deploy several test contracts on the session's chain."""
        return self.call_tool("mm_seed_contracts", {"contracts": contracts}, {"hardfork": hardfork, "session": session})

    def mm_get_contract_address(self, contract_name: str, *, session: str | None = None) -> ContractAddress:
        """Tell the address of a deployed test contract."""
        return self.call_tool("mm_get_contract_address", {"contractName": contract_name}, {"session": session})

    def mm_list_contracts(self, *, session: str | None = None) -> ListedContracts:
        """List the deployed test contracts, and those that can be."""
        return self.call_tool("mm_list_contracts", {}, {"session": session})
