"""The test wallet is a wallet: in plain Playwright it is set up, unlocked, asked, and pays on a real chain."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright, expect
from tests.support.chain import anvil_program, free_port
from tests.support.site import Site, serving
from tests.support.wallet import ACCOUNT, PASSWORD, PHRASE, build_wallet, fresh_state, ready_state

from handhold.adapters.browser.discovery import find_browser
from handhold.adapters.chain import Anvil
from handhold.adapters.fixtures import FixtureServer
from handhold.settings import Settings

ETHER = 10**18
TAKER = "0x00000000000000000000000000000000000000bb"
PAYEE = "0x00000000000000000000000000000000000000aa"
TOKEN = "0x00000000000000000000000000000000000000cc"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wallet:
    context: BrowserContext
    home: Page
    address: str
    """Where its pages are."""
    chain: Anvil

    async def unlock(self, page: Page | None = None) -> None:
        page = page or self.home
        await page.get_by_test_id("unlock-password").fill(PASSWORD)
        await page.get_by_test_id("unlock-submit").click()

    async def notification_after(self, act: Callable[[], Coroutine[Any, Any, None]]) -> Page:
        """The window that an act opens."""
        async with self.context.expect_page() as opened:
            await act()
        return await opened.value

    async def balance(self, address: str) -> int:
        return int(await self.chain.rpc("eth_getBalance", [address, "latest"]), 16)


State = Callable[[str], dict[str, Any]]


@asynccontextmanager
async def running(folder: Path, state: State) -> AsyncGenerator[Wallet]:
    """The wallet in a browser, its chain, and the state it begins with."""
    found = find_browser(Settings(), os.environ)
    assert found is not None
    chain = await Anvil.start(port=free_port(), chain_id=1337, folder=folder / "chain", executable=anvil_program())
    fixtures = await FixtureServer.start(port=0, state=state(chain.url))
    extension = build_wallet(folder / "dist/chrome", fixture_port=fixtures.port, chain_port=chain.port)
    try:
        async with async_playwright() as playwright:
            context = await playwright.chromium.launch_persistent_context(
                folder / "profile",
                executable_path=found.path,
                headless=True,
                args=[f"--disable-extensions-except={extension}", f"--load-extension={extension}"],
                chromium_sandbox=os.geteuid() != 0,
            )
            context.set_default_timeout(10_000)
            worker = (
                context.service_workers[0] if context.service_workers else await context.wait_for_event("serviceworker")
            )
            address = worker.url.removesuffix("worker/main.js")
            home = context.pages[0]
            await home.goto(f"{address}home.html")
            yield Wallet(context=context, home=home, address=address, chain=chain)
            await context.close()
    finally:
        await fixtures.stop()
        await chain.stop()


@pytest.fixture
async def fresh(tmp_path: Path) -> AsyncGenerator[Wallet]:
    async with running(tmp_path, lambda _url: fresh_state()) as wallet:
        yield wallet


@pytest.fixture
async def ready(tmp_path: Path) -> AsyncGenerator[Wallet]:
    async with running(tmp_path, lambda url: ready_state(chain_url=url)) as wallet:
        yield wallet


@pytest.fixture
def dapp() -> Generator[Site]:
    with serving("dapp") as site:
        yield site


async def test_twelve_words_and_a_password_make_a_wallet(fresh: Wallet) -> None:
    page = fresh.home

    await page.get_by_test_id("get-started").click()
    await page.get_by_test_id("onboarding-import-wallet").click()
    await page.get_by_test_id("metametrics-i-agree").click()
    await page.get_by_test_id("srp-input-import__srp-note").fill("only three words")
    await expect(page.get_by_test_id("import-srp-confirm")).to_be_disabled()
    await page.get_by_test_id("srp-input-import__srp-note").fill(PHRASE)
    await page.get_by_test_id("import-srp-confirm").click()
    await page.get_by_test_id("create-password-new-input").fill(PASSWORD)
    await page.get_by_test_id("create-password-confirm-input").fill(PASSWORD)
    await page.get_by_test_id("create-password-terms").check()
    await page.get_by_test_id("create-password-submit").click()
    await page.get_by_test_id("onboarding-complete-done").click()

    await expect(page.get_by_test_id("account-menu-icon")).to_have_text("Account 1")
    await expect(page.get_by_test_id("account-address")).to_have_text(ACCOUNT, ignore_case=True)
    await expect(page.get_by_test_id("network-display")).to_have_text("Localhost 8545")
    await expect(page.get_by_test_id("eth-overview__primary-currency")).to_have_text("25 ETH")


async def test_a_wallet_can_be_created_without_words(fresh: Wallet) -> None:
    page = fresh.home

    await page.get_by_test_id("get-started").click()
    await page.get_by_test_id("onboarding-go-to-create").click()
    await page.get_by_test_id("onboarding-create-wallet").click()
    await page.get_by_test_id("metametrics-no-thanks").click()
    await page.get_by_test_id("create-password-new-input").fill(PASSWORD)
    await page.get_by_test_id("create-password-confirm-input").fill(PASSWORD)
    await page.get_by_test_id("create-password-terms").check()
    await page.get_by_test_id("create-password-submit").click()
    await page.get_by_test_id("onboarding-complete-done").click()

    await expect(page.get_by_test_id("account-menu-icon")).to_be_visible()


async def test_a_wallet_that_is_set_up_opens_with_its_password_only(ready: Wallet) -> None:
    page = ready.home
    await page.get_by_test_id("unlock-password").fill("something else")
    await page.get_by_test_id("unlock-submit").click()
    await expect(page.get_by_role("alert")).to_contain_text("incorrect")

    await ready.unlock()

    await expect(page.get_by_test_id("eth-overview__primary-currency")).to_have_text("25 ETH")
    await page.get_by_test_id("account-options-menu-button").click()
    await page.get_by_test_id("global-menu-lock").click()
    await expect(page.get_by_test_id("unlock-password")).to_be_visible()


async def test_a_transfer_is_confirmed_in_the_notification_window_and_paid_on_the_chain(ready: Wallet) -> None:
    page = ready.home
    await ready.unlock()
    await page.get_by_test_id("eth-overview-send").click()
    await page.get_by_test_id("ens-input").fill(TAKER)
    await page.get_by_test_id("currency-input").fill("1.5")

    notification = await ready.notification_after(page.get_by_test_id("page-container-footer-next").click)

    await expect(notification.get_by_test_id("request-amount")).to_have_text("Amount: 1.5 ETH")
    assert notification.url.startswith(f"{ready.address}notification.html#confirm-transaction/")
    assert await ready.balance(TAKER) == 0
    async with notification.expect_event("close"):
        await notification.get_by_test_id("confirm-footer-button").click()
    assert await ready.balance(TAKER) == 1.5 * ETHER
    await expect(page.get_by_test_id("eth-overview__primary-currency")).to_contain_text("23.49")
    await expect(page.get_by_test_id("activity-list-item")).to_contain_text("Confirmed: 1.5")


@pytest.mark.parametrize("how", ["cancel", "close"])
async def test_a_transfer_that_is_refused_or_closed_away_is_not_paid(ready: Wallet, how: str) -> None:
    page = ready.home
    await ready.unlock()
    await page.get_by_test_id("eth-overview-send").click()
    await page.get_by_test_id("ens-input").fill(TAKER)
    await page.get_by_test_id("currency-input").fill("1")
    notification = await ready.notification_after(page.get_by_test_id("page-container-footer-next").click)

    async with notification.expect_event("close"):
        cancelling = notification.get_by_test_id("confirm-footer-cancel-button").click()
        await (cancelling if how == "cancel" else notification.close())

    assert await ready.balance(TAKER) == 0
    await page.goto(f"{ready.address}notification.html")
    await expect(page.get_by_role("heading", name="Nothing to confirm")).to_be_visible()


async def test_a_page_connects_gets_a_signature_and_is_paid(ready: Wallet, dapp: Site) -> None:
    page = await ready.context.new_page()
    await page.goto(dapp / "index.html")
    await expect(page.get_by_test_id("dapp-chain")).to_have_text("0x539")

    connecting = await ready.notification_after(page.get_by_test_id("dapp-connect").click)
    await ready.unlock(connecting)
    await expect(connecting.get_by_test_id("request-origin")).to_have_text((dapp / "").rstrip("/"))
    await connecting.get_by_test_id("confirm-btn").click()
    await expect(page.get_by_test_id("dapp-account")).to_have_text(ACCOUNT)

    signing = await ready.notification_after(page.get_by_test_id("dapp-sign").click)
    await expect(signing.get_by_test_id("signature-message")).to_have_text("Example message of the test dapp")
    await signing.get_by_test_id("confirm-footer-button").click()
    await expect(page.get_by_test_id("dapp-result")).to_have_text(re.compile("^0x[0-9a-f]{130}$"))

    paying = await ready.notification_after(page.get_by_test_id("dapp-pay").click)
    await paying.get_by_test_id("confirm-footer-button").click()
    await expect(page.get_by_test_id("dapp-result")).to_have_text(re.compile("^0x[0-9a-f]{64}$"))

    assert await ready.balance(PAYEE) == ETHER


async def test_a_page_that_is_refused_or_not_connected_is_told_the_codes_of_the_standard(
    ready: Wallet, dapp: Site
) -> None:
    page = await ready.context.new_page()
    await page.goto(dapp / "index.html")

    connecting = await ready.notification_after(page.get_by_test_id("dapp-connect").click)
    await ready.unlock(connecting)
    await connecting.get_by_test_id("cancel-btn").click()

    await expect(page.get_by_test_id("dapp-result")).to_have_text("Error 4001: User rejected the request.")
    await expect(page.get_by_test_id("dapp-account")).to_have_text("none")
    for method, code in (("personal_sign", 4100), ("eth_sendTransaction", 4100), ("wallet_addEthereumChain", 4200)):
        ask = f"window.ethereum.request({{ method: {method!r}, params: [] }}).catch(({{ code }}) => code)"
        assert await page.evaluate(ask) == code


async def test_what_the_fixture_says_is_what_the_wallet_shows(tmp_path: Path) -> None:
    with serving("dapp") as site:
        more: dict[str, Any] = {
            "AccountsController": _two_accounts(),
            "PermissionController": {"subjects": {(site / "").rstrip("/"): {}}},
            "TokensController": {
                "allTokens": {"0x539": {ACCOUNT: [{"address": TOKEN, "symbol": "HST", "decimals": 4}]}}
            },
        }
        async with running(tmp_path, lambda url: ready_state(chain_url=url, more=more)) as wallet:
            page = wallet.home
            await wallet.unlock()

            await expect(page.get_by_test_id("account-menu-icon")).to_have_text("Savings")
            await expect(page.get_by_test_id("multichain-token-list-button")).to_have_text("0 HST")
            await page.get_by_test_id("account-menu-icon").click()
            await page.get_by_test_id("account-list-item-1").click()
            await expect(page.get_by_test_id("account-address")).to_have_text(ACCOUNT)
            await page.get_by_test_id("eth-overview-swap").click()
            await expect(page.get_by_role("heading", name="Swap")).to_be_visible()
            await page.get_by_test_id("swap-back").click()
            await page.get_by_test_id("account-options-menu-button").click()
            await page.get_by_test_id("global-menu-settings").click()
            await expect(page.get_by_test_id("settings-page")).to_contain_text((site / "").rstrip("/"))
            await page.goto(site / "index.html")
            await expect(page.get_by_test_id("dapp-account")).to_have_text(ACCOUNT)


def _two_accounts() -> dict[str, Any]:
    first = {"id": "first", "address": ACCOUNT, "metadata": {"name": "Account 1"}}
    second = {"id": "second", "address": TAKER, "metadata": {"name": "Savings"}}
    return {"internalAccounts": {"accounts": {"first": first, "second": second}, "selectedAccount": "second"}}
