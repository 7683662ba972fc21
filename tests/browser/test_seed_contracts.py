"""Contracts are deployed on the chain of a launched wallet, and found there again."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio
from scripts.contracts import ARTEFACTS, CHECKSUM, VERSION, artefacts
from tests.conftest import Ask
from tests.support.chain import anvil_program, free_port
from tests.support.launching import attempt, say, workshop
from tests.support.packages import Package
from tests.support.pages import Pages
from tests.support.wallet import ACCOUNT, PASSWORD, build_wallet

from handhold.adapters.chain.rpc import RpcClient
from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings

# Where the first contract of the first account always is: MetaMask's fixtures name this address.
FIRST_ADDRESS = "0x581c3c1a2a4ebde2a0df29b5cf4c116e42945947"
ALL = ["erc1155", "failing", "hst", "multisig", "nfts", "piggybank"]
KEY = "0x" + "0" * 63 + "1"
KEYS_ADDRESS = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"
ETHER = 10**18


class Launched:
    """A wallet that runs, and its chain."""

    def __init__(self, ask: Ask, port: int, root: Path) -> None:
        self.ask = ask
        self.chain = RpcClient(port)
        self.root = root
        self._port = port

    def is_chain(self, process: psutil.Process) -> bool:
        with contextlib.suppress(psutil.Error):
            return f"--port={self._port}" in process.cmdline()
        return False

    async def seeded(self, name: str, **more: Any) -> str:
        reply = await self.ask("mm_seed_contract", {"contractName": name, **more})
        assert reply.ok, reply.text
        return reply.envelope["result"]["contractAddress"]

    async def called(self, address: str, data: str) -> int:
        return int(await self.chain.call("eth_call", [{"to": address, "data": data}, "latest"]), 16)


@pytest_asyncio.fixture
async def wallet(tmp_path: Path, environ: Mapping[str, str]) -> AsyncGenerator[Launched]:
    anvil, fixtures = free_port(), free_port()
    extension = build_wallet(tmp_path / "dist/chrome", fixture_port=fixtures, chain_port=anvil)
    path = os.pathsep.join([str(anvil_program().parent), environ["PATH"]])
    settings = Settings.model_validate({"root": tmp_path, "app_mode": "headless"})
    app = App(settings, environ={**environ, "PATH": path})

    async def ask(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller())

    ports = {"anvil": anvil, "fixtureServer": fixtures}
    launched = await ask("mm_launch", {"profile": "metamask", "extensionPath": str(extension), "ports": ports})
    assert launched.ok, launched.text
    yield Launched(ask, anvil, tmp_path)
    await app.close()


@pytest.mark.rows("R150")
async def test_a_token_is_deployed_where_fixtures_expect_it_and_belongs_to_the_first_account(wallet: Launched) -> None:
    address = await wallet.seeded("hst")

    held = await wallet.called(address, "0x70a08231" + ACCOUNT[2:].rjust(64, "0"))
    assert address == FIRST_ADDRESS
    assert held == 10 * 10**4


@pytest.mark.rows("R150")
async def test_every_contract_can_be_deployed_and_is_listed_with_its_address(wallet: Launched) -> None:
    before = await wallet.ask("mm_list_contracts")

    seeded = await wallet.ask("mm_seed_contracts", {"contracts": ALL})

    deployed = seeded.envelope["result"]["deployed"]
    listed = await wallet.ask("mm_list_contracts")
    codes = [await wallet.chain.call("eth_getCode", [each["contractAddress"], "latest"]) for each in deployed]
    assert before.envelope["result"] == {"contracts": [], "available": ALL}
    assert [each["contractName"] for each in deployed] == ALL
    assert seeded.envelope["result"]["failed"] == []
    assert listed.envelope["result"]["contracts"] == deployed
    assert all(len(code) > 100 for code in codes)


@pytest.mark.rows("R150")
async def test_a_contract_that_fails_does_not_keep_the_others_back(wallet: Launched) -> None:
    reply = await wallet.ask("mm_seed_contracts", {"contracts": ["entrypoint", "nfts"]})

    result = reply.envelope["result"]
    assert [each["contractName"] for each in result["deployed"]] == ["nfts"]
    assert result["failed"][0]["name"] == "entrypoint"
    assert result["failed"][0]["error"].startswith("MM_CONTRACT_NOT_FOUND: ")


@pytest.mark.rows("R150")
async def test_an_address_is_null_until_the_contract_is_there_and_then_the_newest(wallet: Launched) -> None:
    async def told() -> str | None:
        reply = await wallet.ask("mm_get_contract_address", {"contractName": "piggybank"})
        return reply.envelope["result"]["contractAddress"]

    absent = await told()
    first = await wallet.seeded("piggybank")
    second = await wallet.seeded("piggybank", hardfork="muirGlacier")

    assert absent is None
    assert first != second
    assert await told() == second


async def test_a_contract_before_london_names_one_price(wallet: Launched) -> None:
    await wallet.seeded("failing", hardfork="berlin")

    block = await wallet.chain.call("eth_getBlockByNumber", ["latest", True])

    assert block["transactions"][0]["type"] == "0x0"


@pytest.mark.parametrize("tool", ["mm_seed_contract", "mm_get_contract_address"])
async def test_a_contract_we_do_not_ship_is_refused_with_the_names_there_are(wallet: Launched, tool: str) -> None:
    reply = await wallet.ask(tool, {"contractName": "entrypoint"})

    assert reply.error["code"] == "MM_CONTRACT_NOT_FOUND"
    assert reply.error["details"]["available"] == ALL


async def test_another_deployer_needs_ether_and_is_known_by_its_key_which_is_kept_nowhere(wallet: Launched) -> None:
    options = {"deployerOptions": {"fromPrivateKey": KEY, "fromAddress": KEYS_ADDRESS}}
    poor = await wallet.ask("mm_seed_contract", {"contractName": "piggybank", **options})
    await wallet.chain.call("anvil_setBalance", [KEYS_ADDRESS, hex(ETHER)])

    address = await wallet.seeded("piggybank", **options)

    owner = await wallet.called(address, "0x8da5cb5b")
    written = [file.read_text("utf-8") for file in (wallet.root / "test-artifacts").rglob("*.json")]
    assert poor.error["code"] == "MM_SEED_FAILED"
    assert "funds" in poor.error["details"]["reason"].lower()
    assert owner == int(KEYS_ADDRESS, 16)
    assert any('"mm_seed_contract"' in text for text in written)
    assert KEY not in "".join([*written, poor.text])


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"contractName": ""},
        {"contractName": "hst", "hardfork": "frontier of mine"},
        {"contractName": "hst", "deployerOptions": {"fromAddress": "0x12"}},
        {"contractName": "hst", "deployerOptions": {"fromPrivateKey": "0x" + "0" * 64}},
        {"contractName": "hst", "deployerOptions": {"fromPrivateKey": KEY, "fromAddress": ACCOUNT}},
    ],
    ids=lambda given: json.dumps(given)[:60],
)
async def test_arguments_that_cannot_be_meant_are_refused(ask: Ask, arguments: Mapping[str, Any]) -> None:
    reply = await ask("mm_seed_contract", arguments)

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert KEY not in reply.text


@pytest.mark.parametrize("contracts", [[], ["hst"] * 10, [""], "hst"], ids=["none", "ten", "nameless", "no list"])
async def test_one_to_nine_contracts_are_deployed_at_once(ask: Ask, contracts: object) -> None:
    reply = await ask("mm_seed_contracts", {"contracts": contracts})

    assert reply.error["code"] == "MM_INVALID_INPUT"


TOOLS = {
    "mm_seed_contract": {"contractName": "hst"},
    "mm_seed_contracts": {"contracts": ["hst"]},
    "mm_get_contract_address": {"contractName": "hst"},
    "mm_list_contracts": {},
}


async def test_a_session_that_is_not_there_or_has_no_chain_is_told_apart(ask: Ask, pages: Pages) -> None:
    nowhere = {tool: (await ask(tool, given)).error["code"] for tool, given in TOOLS.items()}
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    plain = {tool: (await ask(tool, given)).error["code"] for tool, given in TOOLS.items()}

    assert set(nowhere.values()) == {"MM_NO_ACTIVE_SESSION"}
    assert set(plain.values()) == {"MM_CAPABILITY_NOT_AVAILABLE"}


async def test_a_chain_that_is_gone_is_told_as_such(wallet: Launched) -> None:
    holder = next(each for each in psutil.process_iter() if wallet.is_chain(each))
    holder.kill()
    holder.wait(5)

    one = await wallet.ask("mm_seed_contract", {"contractName": "hst"})
    more = await wallet.ask("mm_seed_contracts", {"contracts": ["hst"]})

    assert one.error["code"] == "MM_SEED_FAILED"
    assert more.envelope["result"]["failed"][0]["error"].startswith("MM_SEED_FAILED: ")


@pytest.mark.rows("R113", "R150")
async def test_contracts_that_a_launch_asks_for_are_there_when_the_wallet_is(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    shop.approve()
    app = shop.app()
    try:
        state = {"stateMode": "custom", "fixturePreset": "withHSTToken"}
        unknown = await attempt(app, "mm_launch", {"seedContracts": ["hst", "entrypoint"]})
        await say(app, "mm_launch", {"seedContracts": ["hst", "nfts"], **state})
        await say(app, "mm_type", {"testId": "unlock-password", "text": PASSWORD})
        await say(app, "mm_click", {"testId": "unlock-submit"})
        await say(app, "mm_wait_for", {"testId": "multichain-token-list-button"})

        shown = await say(app, "mm_list_testids")
        listed = await say(app, "mm_list_contracts")
    finally:
        await app.close()

    assert unknown.error["code"] == "MM_CONTRACT_NOT_FOUND"
    assert [each["contractName"] for each in listed["contracts"]] == ["hst", "nfts"]
    assert [item["text"] for item in shown["items"] if item["testId"] == "multichain-token-list-button"] == ["10 TST"]


def test_the_artefacts_are_what_their_sources_compile_to() -> None:
    compiler = Package(name="solc", version=VERSION, sha256=CHECKSUM).folder() / "soljson.js"

    assert artefacts(compiler) == ARTEFACTS.read_text("utf-8")
