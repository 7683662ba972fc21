"""The test wallet from its sources to a payment on the chain, by the wallet family's tools alone."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.launching import Workshop, say, workshop
from tests.support.processes import alive_in, folders_in
from tests.support.promises import promised
from tests.support.site import serving
from tests.support.wallet import PASSWORD, PHRASE

from handhold.app import App

ETHER = 10**18
PAYEE = "0x00000000000000000000000000000000000000aa"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = workshop(tmp_path)
    made.approve()
    return made


@pytest_asyncio.fixture
async def app(shop: Workshop) -> AsyncGenerator[App]:
    handhold = shop.app()
    yield handhold
    await handhold.close()


def balance(shop: Workshop, address: str) -> int:
    question = {"jsonrpc": "2.0", "id": 1, "method": "eth_getBalance", "params": [address, "latest"]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{shop.anvil}", json.dumps(question).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=5) as answer:
        return int(json.loads(answer.read())["result"], 16)


async def unlock(app: App) -> None:
    await say(app, "mm_type", {"testId": "unlock-password", "text": PASSWORD})
    await say(app, "mm_click", {"testId": "unlock-submit"})
    await say(app, "mm_wait_for", {"testId": "account-menu-icon"})


async def back_in_the_wallet(app: App) -> dict[str, Any]:
    """The state once the window that asked has closed, which it does when the chain has answered."""
    async with asyncio.timeout(promised(10)):
        while (state := await say(app, "mm_get_state"))["tabs"]["active"]["role"] != "extension":
            await asyncio.sleep(0.05)
    return state


@pytest.mark.rows("R104", "R107", "R109", "R111", "R118", "R122", "R129", "R130", "R131", "R132", "R148", "R464")
async def test_from_the_sources_to_a_payment_and_nothing_is_left(app: App, shop: Workshop) -> None:
    built = await say(app, "mm_build")
    launched = await say(app, "mm_launch", {"goal": "send one ether", "flowTags": ["send"]})
    await unlock(app)
    home = await say(app, "mm_get_state")
    await say(app, "mm_click", {"testId": "eth-overview-send"})
    await say(app, "mm_type", {"testId": "ens-input", "text": PAYEE})
    await say(app, "mm_type", {"testId": "currency-input", "text": "1"})
    await say(app, "mm_click", {"testId": "page-container-footer-next"})
    asked = await say(app, "mm_wait_for_notification")
    asking = await say(app, "mm_get_state")
    confirmed = await say(app, "mm_click", {"testId": "confirm-footer-button"})
    after = await back_in_the_wallet(app)
    paid = balance(shop, PAYEE)
    await say(app, "mm_cleanup")

    assert built == {"buildType": "build:test", "extensionPathResolved": "dist/chrome"}
    assert launched["state"]["currentScreen"] == "unlock"
    assert launched["state"]["chainId"] is launched["state"]["balance"] is None
    assert home["state"]["isUnlocked"] and home["state"]["currentScreen"] == "home"
    assert home["state"]["chainId"] == 1337
    assert home["state"]["balance"] == "25 ETH"
    assert home["state"]["networkName"] == "Localhost 8545"
    assert home["state"]["accountAddress"].lower().startswith("0x5cfe73b6")
    assert "/notification.html" in asked["pageUrl"]
    assert asking["state"]["currentScreen"] == "confirm-transaction"
    assert asking["tabs"]["active"]["role"] == "notification"
    assert confirmed["clicked"] is True
    assert after["tabs"]["active"]["role"] == "extension"
    assert paid == ETHER
    assert [each for each in alive_in(shop.state) if "chromium" in each.name() or "anvil" in each.name()] == []


@pytest.mark.rows("R112", "R129", "R133")
async def test_a_fresh_wallet_is_set_up_from_its_twelve_words(app: App, shop: Workshop) -> None:
    launched = await say(app, "mm_launch", {"stateMode": "onboarding"})
    screens = [launched["state"]["currentScreen"]]
    for test_id in ("get-started", "onboarding-import-wallet", "metametrics-no-thanks"):
        await say(app, "mm_click", {"testId": test_id})
        screens.append((await say(app, "mm_get_state"))["state"]["currentScreen"])
    nodes = (await say(app, "mm_accessibility_snapshot"))["nodes"]
    words = next(node["ref"] for node in nodes if node["name"] == "Secret Recovery Phrase")
    await say(app, "mm_type", {"a11yRef": words, "text": PHRASE})
    await say(app, "mm_click", {"testId": "import-srp-confirm"})
    for test_id in ("create-password-new-input", "create-password-confirm-input"):
        await say(app, "mm_type", {"testId": test_id, "text": PASSWORD})
    await say(app, "mm_click", {"testId": "create-password-terms"})
    await say(app, "mm_click", {"testId": "create-password-submit"})
    await say(app, "mm_wait_for", {"testId": "onboarding-complete-done"})
    await say(app, "mm_click", {"testId": "onboarding-complete-done"})
    await say(app, "mm_wait_for", {"testId": "account-menu-icon"})
    home = (await say(app, "mm_get_state"))["state"]
    kept = [file.read_text("utf-8") for file in shop.root.glob("test-artifacts/**/*.json")]

    assert screens == ["onboarding-welcome", "onboarding-import", "onboarding-metametrics", "onboarding-srp"]
    assert home["isUnlocked"] and home["currentScreen"] == "home"
    assert home["accountAddress"].lower().startswith("0x5cfe73b6")
    assert kept and not [text for text in kept if "fringe mandate neglect" in text or PASSWORD in text]


@pytest.mark.rows("R271", "R133")
async def test_a_second_launch_is_told_what_the_first_did_on_the_screen(app: App) -> None:
    await say(app, "mm_launch", {"goal": "unlock", "flowTags": ["unlock"]})
    first = await say(app, "mm_describe_screen")
    await unlock(app)
    await say(app, "mm_cleanup")
    await say(app, "mm_launch", {"goal": "unlock", "flowTags": ["unlock"]})

    # What was kept a moment ago is read in the background, at most a second later on a machine that is not busy.
    async with asyncio.timeout(promised(10)):
        while "priorKnowledge" not in (second := await say(app, "mm_describe_screen")):
            await asyncio.sleep(0.1)

    assert "priorKnowledge" not in first
    known = json.dumps(second["priorKnowledge"])
    assert "unlock-submit" in known
    assert PASSWORD not in known


@pytest.mark.rows("R146", "R147", "R148")
async def test_a_dapp_connects_and_gets_its_signature(app: App, shop: Workshop) -> None:
    with serving("dapp") as site:
        await say(app, "mm_launch")
        await unlock(app)
        await say(app, "mm_navigate", {"screen": "url", "url": site / "index.html"})
        await say(app, "mm_click", {"testId": "dapp-connect"})
        await say(app, "mm_wait_for_notification")
        connecting = await say(app, "mm_get_state")
        await say(app, "mm_click", {"testId": "confirm-btn"})
        await say(app, "mm_switch_to_tab", {"role": "dapp"})
        await say(app, "mm_wait_for", {"selector": "#sign:enabled"})
        await say(app, "mm_click", {"testId": "dapp-sign"})
        await say(app, "mm_wait_for_notification")
        signing = await say(app, "mm_get_state")
        await say(app, "mm_click", {"testId": "confirm-footer-button"})
        await back_in_the_wallet(app)
        await say(app, "mm_switch_to_tab", {"url": site / ""})
        seen = await say(app, "mm_list_testids")

    assert connecting["state"]["currentScreen"] == "connect"
    assert signing["state"]["currentScreen"] == "confirm-signature"
    results = [item["text"] for item in seen["items"] if item["testId"] == "dapp-result"]
    assert results and results[0].startswith("0x")
    assert folders_in(shop.state)
