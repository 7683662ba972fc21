"""Saved tests on sites that change: what is recorded once stays green where nothing is wrong, and sees what is.

A purchase in the demo shop and a payment with the test wallet are recorded from the tools that a session called, saved,
and run without any model: three times on the site as it was, and once on each changed one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.buyer import ADDRESS, Buyer
from tests.support.launching import Workshop, say, workshop
from tests.support.promises import promised
from tests.support.shop import ORDERED, SHOP, Shop, selling
from tests.support.site_changes import SHOP_BASE, SHOP_CHANGES, Change, in_turn
from tests.support.verdicts_of_runs import Judged, Verdicts, told
from tests.support.wallet import PASSWORD, SOURCES
from tests.support.wallet_changes import WALLET_CHANGES, change_build

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings

ALLOWED: Final = 1
"""Harmless changes that may fail."""
PAYEE: Final = "0x00000000000000000000000000000000000000aa"
SECRET: Final = "WALLET_PASSWORD"


@pytest.fixture(scope="module")
def shop() -> Generator[Shop]:
    with selling() as shop:
        shop.rewrite = in_turn(SHOP_BASE)
        yield shop


@pytest_asyncio.fixture(scope="module")
async def shop_app(environ: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[App]:
    alone = {"knowledge_suggest": False, "knowledge_rank": False}
    root = tmp_path_factory.mktemp("shop-tests")
    handhold = App(Settings.model_validate({"root": root, **alone}), environ=environ)
    yield handhold
    await handhold.close()


@pytest_asyncio.fixture(scope="module")
async def checkout(shop: Shop, shop_app: App) -> dict[str, Any]:
    """The definition of a purchase, saved as `checkout`."""

    async def ask(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        return await shop_app.engine.call(name, arguments, caller=Caller(key="tester"))

    await told(shop_app, "record_test", action="start")
    await buy(ask, shop.begin("pages"))
    await told(shop_app, "record_test", action="stop", id="checkout", name="Buy a jacket")
    definition: dict[str, Any] = (await told(shop_app, "get_test", id="checkout"))["def"]
    return definition


async def buy(ask: Ask, begin: str) -> None:
    """As an agent buys that also makes sure of what it sees."""
    buyer = Buyer(ask)
    await buyer.find_jacket(begin)
    await buyer.set("Rust", True)
    await buyer.set("Size", "L")
    await buyer.fields("heading", "price", "priceOriginal", "selectedColor", "selectedSize")
    await buyer.call("flow_invoke_primary_action", intentHint="add to bag")
    await buyer.call("ui_wait_for", text="Harbour jacket, Rust, L: added to your bag.")
    await buyer.fields("cartCount")
    await buyer.call("flow_invoke_primary_action", intentHint="open the bag")
    await buyer.fields("heading", "total")
    await buyer.call("flow_invoke_primary_action", intentHint="checkout")
    await buyer.look("main")
    for name, value in ADDRESS.items():
        await buyer.set(name, value)
    await buyer.set("Express", True)
    await buyer.set("I accept the terms", True)
    await buyer.fields("total")
    await buyer.call("flow_invoke_primary_action", intentHint="place order")
    await buyer.call("ui_wait_for", text="Thank you for your order")
    await buyer.call("ui_wait_for", text="1 × Harbour jacket, Rust, L: € 95.00")


async def bought_again(app: App, shop: Shop, change: Change) -> Judged:
    """The saved test on a shop that has changed."""
    shop.rewrite, shop.delay, shop.broken = in_turn(SHOP_BASE, change), change.delay, change.broken
    try:
        if not change.elsewhere:
            return Judged(change=change, result=await told(app, "run_test", test_id="checkout"))
        with selling() as other:
            other.rewrite = shop.rewrite
            result = await told(app, "run_test", test_id="checkout", base_url=other.address)
            assert len(other.orders) == 1, "the purchase was made at the other address"
            return Judged(change=change, result=result)
    finally:
        shop.rewrite, shop.delay, shop.broken = in_turn(SHOP_BASE), 0.0, ()


@pytest.mark.parametrize("change", SHOP_CHANGES, ids=lambda change: change.name)
def test_every_change_of_the_shop_changes_it(change: Change) -> None:
    files = [file for file in SHOP.glob("*") if file.is_file()]
    before = {file.name: SHOP_BASE.rewritten(file.name, file.read_text("utf-8")) for file in files}

    after = {name: change.rewritten(name, text) for name, text in before.items()}

    assert after != before or change.delay or change.broken or change.elsewhere
    assert {edit.file for edit in change.edits} <= before.keys()


def test_there_are_as_many_changes_as_asked_for() -> None:
    kinds = [change.kind for change in SHOP_CHANGES]

    assert len(SHOP_CHANGES) >= 20
    assert kinds.count("harmless") >= 12
    assert kinds.count("regression") >= 8


@pytest.mark.timeout(400)
async def test_a_recorded_purchase_is_replayed_green_three_times(
    checkout: dict[str, Any], shop_app: App, shop: Shop
) -> None:
    shop.orders.clear()

    results = [await told(shop_app, "run_test", test_id="checkout") for _ in range(3)]

    assert [(result["status"], result.get("drift", [])) for result in results] == [("passed", [])] * 3, results
    assert [{name: order[name] for name in ORDERED} for order in shop.orders] == [ORDERED] * 3
    assert "127.0.0.1" not in str(checkout["steps"]), "the steps hold at every address"


@pytest.mark.timeout(2_400)
async def test_the_purchase_survives_what_is_harmless_and_sees_what_is_wrong(
    checkout: dict[str, Any], shop_app: App, shop: Shop
) -> None:
    assert checkout["steps"]

    verdicts = Verdicts([await bought_again(shop_app, shop, change) for change in SHOP_CHANGES])

    print(verdicts)
    assert verdicts.false_passes == [], str(verdicts)
    assert len(verdicts.false_failures) <= ALLOWED, str(verdicts)
    assert verdicts.silent == [], str(verdicts)


@pytest.fixture(scope="module")
def wallet(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    made = workshop(tmp_path_factory.mktemp("wallet-tests"))
    made = replace(made, environ={**made.environ, f"HANDHOLD_SECRET_{SECRET}": PASSWORD})
    made.approve()
    return made


@pytest_asyncio.fixture(scope="module")
async def wallet_app(wallet: Workshop) -> AsyncGenerator[App]:
    handhold = wallet.app()
    yield handhold
    await handhold.close()


@pytest_asyncio.fixture(scope="module")
async def built(wallet: Workshop, wallet_app: App, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The built extension with the saved test `pay` of it, and a copy of the build."""
    made = wallet.root / (await say(wallet_app, "mm_build"))["extensionPathResolved"]
    await say(wallet_app, "record_test", {"action": "start"})
    await pay(wallet_app)
    await say(wallet_app, "record_test", {"action": "stop", "id": "pay", "name": "Pay one ether"})
    await say(wallet_app, "mm_cleanup")
    original = tmp_path_factory.mktemp("original") / "chrome"
    made.rename(original)
    made.mkdir()
    change_build(made, original, None)
    return made, original


async def pay(app: App) -> None:
    """From the locked wallet to a payment that the chain has taken."""
    await say(app, "mm_launch", {"goal": "send one ether"})
    await say(app, "mm_type", {"testId": "unlock-password", "text": f"secret://{SECRET}"})
    await say(app, "mm_click", {"testId": "unlock-submit"})
    await say(app, "mm_wait_for", {"testId": "account-menu-icon"})
    await say(app, "ui_wait_for", {"text": "25 ETH"})
    await say(app, "ui_wait_for", {"text": "Localhost 8545"})
    await say(app, "mm_click", {"testId": "eth-overview-send"})
    await say(app, "mm_type", {"testId": "ens-input", "text": PAYEE})
    await say(app, "mm_type", {"testId": "currency-input", "text": "1"})
    await say(app, "mm_click", {"testId": "page-container-footer-next"})
    await say(app, "mm_wait_for_notification")
    await say(app, "ui_wait_for", {"text": "Amount: 1 ETH"})
    await say(app, "mm_click", {"testId": "confirm-footer-button"})
    async with asyncio.timeout(promised(10)):
        while (await say(app, "mm_get_state"))["tabs"]["active"]["role"] != "extension":
            await asyncio.sleep(0.05)
    await say(app, "ui_wait_for", {"text": f"Confirmed: 1 to {PAYEE}"})


@pytest.mark.parametrize("change", WALLET_CHANGES, ids=lambda change: change.name)
def test_every_change_of_the_wallet_changes_it(change: Change) -> None:
    for edit in change.edits:
        before = (SOURCES / "src" / edit.file).read_text("utf-8")

        assert edit.applied(before) != before


@pytest.mark.timeout(600)
async def test_a_recorded_payment_is_replayed_green_three_times(built: tuple[Path, Path], wallet_app: App) -> None:
    assert built[0].is_dir()

    results = [await told(wallet_app, "run_test", test_id="pay") for _ in range(3)]

    assert [(result["status"], result.get("drift", [])) for result in results] == [("passed", [])] * 3, results


@pytest.mark.timeout(1_800)
async def test_the_payment_survives_what_is_harmless_and_sees_what_is_wrong(
    built: tuple[Path, Path], wallet_app: App
) -> None:
    made, original = built
    judged: list[Judged] = []

    for change in WALLET_CHANGES:
        change_build(made, original, change)
        judged.append(Judged(change=change, result=await told(wallet_app, "run_test", test_id="pay")))

    verdicts = Verdicts(judged)
    print(verdicts)
    assert verdicts.false_passes == [], str(verdicts)
    assert len(verdicts.false_failures) <= ALLOWED, str(verdicts)
    assert verdicts.silent == [], str(verdicts)


async def test_the_password_is_in_no_file_of_the_recorded_payment(built: tuple[Path, Path], wallet: Workshop) -> None:
    kept = [file for file in (wallet.root / "handhold").rglob("*") if file.is_file()]
    kept += [file for file in (wallet.root / ".handhold").rglob("*") if file.is_file()]

    assert [file for file in kept if file.name == "pay.json"]
    assert [file.name for file in kept if PASSWORD.encode() in file.read_bytes()] == []
