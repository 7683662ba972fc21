"""The test wallet: built, with the state that its fixture server gives it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scripts.page import find_node

SOURCES: Final = Path(__file__).resolve().parent.parent / "extensions" / "wallet"
PASSWORD: Final = "correct horse battery staple"
PHRASE: Final = "spread raise short crane omit tent fringe mandate neglect detail suspect cradle"
ACCOUNT: Final = "0x5CfE73b6021E818B776b421B1c4Db2474086a7e1"
BUILD_SECONDS: Final = 30


def build_wallet(output: Path, *, fixture_port: int, chain_port: int = 8545) -> Path:
    """Build the unpacked extension into a folder; these are the ports of what runs beside it."""
    node = find_node().node
    environ = {**os.environ, "FIXTURE_PORT": str(fixture_port), "CHAIN_PORT": str(chain_port)}
    subprocess.run(
        [str(node), str(SOURCES / "build.mjs"), str(output)],
        env=environ,
        capture_output=True,
        timeout=BUILD_SECONDS,
        check=True,
    )
    return output


def fresh_state() -> dict[str, Any]:
    """A wallet that nobody has set up yet."""
    return {"data": {"OnboardingController": {"completedOnboarding": False}}, "meta": {"version": 1}}


def ready_state(*, chain_url: str, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A wallet that is set up and locked, in the form of MetaMask's fixtures."""
    account = {"id": "first", "address": ACCOUNT, "metadata": {"name": "Account 1"}}
    data = {
        "AccountsController": {"internalAccounts": {"accounts": {"first": account}, "selectedAccount": "first"}},
        "NetworkController": _network(chain_url),
        "OnboardingController": {"completedOnboarding": True},
        **(more or {}),
    }
    return {"data": data, "meta": {"version": 1}}


def _network(chain_url: str) -> dict[str, Any]:
    localhost = {
        "chainId": "0x539",
        "name": "Localhost 8545",
        "nativeCurrency": "ETH",
        "rpcEndpoints": [{"networkClientId": "local", "url": chain_url}],
        "defaultRpcEndpointIndex": 0,
    }
    return {"networkConfigurationsByChainId": {"0x539": localhost}, "selectedNetworkClientId": "local"}
