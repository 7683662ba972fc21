"""A payment in the test wallet, recorded and made a test that another launch can run."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.browser.test_wallet_flow import PAYEE, back_in_the_wallet
from tests.support.launching import Workshop, say, workshop
from tests.support.wallet import PASSWORD

from handhold.app import App


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = workshop(tmp_path)
    made.approve()
    return made


@pytest_asyncio.fixture
async def app(shop: Workshop) -> AsyncGenerator[App]:
    handhold = shop.app(toolsets=("core", "wallet", "tests"))
    yield handhold
    await handhold.close()


@pytest.mark.rows("R394", "R463")
async def test_a_payment_becomes_a_test_of_the_app(app: App, shop: Workshop) -> None:
    await say(app, "record_test", {"action": "start"})
    await say(app, "mm_launch", {"goal": "send one ether", "ports": shop.ports})
    await say(app, "mm_type", {"testId": "unlock-password", "text": PASSWORD})
    await say(app, "mm_click", {"testId": "unlock-submit"})
    await say(app, "mm_wait_for", {"testId": "account-menu-icon"})
    await say(app, "mm_click", {"testId": "eth-overview-send"})
    await say(app, "mm_type", {"testId": "ens-input", "text": PAYEE})
    await say(app, "mm_type", {"testId": "currency-input", "text": "1"})
    await say(app, "mm_click", {"testId": "page-container-footer-next"})
    await say(app, "mm_wait_for_notification")
    await say(app, "mm_click", {"testId": "confirm-footer-button"})
    await back_in_the_wallet(app)
    await say(app, "mm_cleanup")
    made = await say(app, "record_test", {"action": "stop", "id": "pay", "name": "Pay"})

    definition = (await say(app, "get_test", {"id": "pay"}))["def"]
    assert definition["app"] == {"profile": "test-wallet"}
    assert "url" not in definition
    assert made["secrets"] == ["PASSWORD"]
    assert set(definition["vars"].values()) == {"1", PAYEE}
    acts = [step for step in definition["steps"] if step["do"] not in ("assert", "switchTab")]
    assert [step["do"] for step in acts] == [
        *("fill", "click", "waitFor", "click", "fill", "fill", "click", "tool", "click"),
    ]
    assert acts[7]["tool"] == "mm_wait_for_notification"
    for step, test_id in zip(acts[:2], ("unlock-password", "unlock-submit"), strict=True):
        assert {"testId": test_id} in step["target"]["by"]
        assert "fingerprint" in step["target"]["by"][0]
    assert {"do": "switchTab", "url": "**/home.html**"} in [
        {name: each for name, each in step.items() if name != "label"} for step in definition["steps"]
    ]
    written = json.dumps(made) + (shop.root / "handhold/tests/pay.json").read_text("utf-8")
    assert PASSWORD not in written
    assert str(shop.anvil) not in json.dumps(definition["app"])
