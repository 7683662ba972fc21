"""The whole way of the wallet family as a user goes it: a repository, its handhold.toml, and an MCP client on stdio."""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from tests.support.launching import Workshop, workshop
from tests.support.processes import alive_in, folders_in
from tests.support.promises import promised
from tests.support.wallet import PASSWORD

HANDHOLD = (sys.executable, "-m", "handhold")
PAYEE = "0x00000000000000000000000000000000000000aa"
ETHER = 10**18


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = workshop(tmp_path)
    (made.root / "handhold.toml").write_text(
        f"""
app = "test-wallet"
app_mode = "headless"

[apps.test-wallet]
extends = "metamask"
chain_port = {made.anvil}
fixture_port = {made.fixtures}

[apps.test-wallet.build]
command = "{made.command}"
sources = ["src", "build.mjs"]
needs = ["node"]
""",
        "utf-8",
    )
    return made


class Agent:
    def __init__(self, client: Client) -> None:
        self._client = client

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        answer = await self._client.call_tool(tool, arguments)
        envelope: dict[str, Any] = json.loads(answer.content[0].text)  # type: ignore[union-attr]
        assert envelope == answer.structured_content
        return envelope

    async def do(self, tool: str, **arguments: Any) -> dict[str, Any]:
        envelope = await self(tool, **arguments)
        assert envelope["ok"], envelope
        result: dict[str, Any] = envelope["result"]
        return result


def balance(shop: Workshop, address: str) -> int:
    question = {"jsonrpc": "2.0", "id": 1, "method": "eth_getBalance", "params": [address, "latest"]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{shop.anvil}", json.dumps(question).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=5) as answer:
        return int(json.loads(answer.read())["result"], 16)


async def back_in_the_wallet(agent: Agent) -> dict[str, Any]:
    """The state once the window that asked has closed, which it does when the chain has answered."""
    async with asyncio.timeout(promised(10)):
        while (state := await agent.do("mm_get_state"))["tabs"]["active"]["role"] != "extension":
            await asyncio.sleep(0.05)
    return state


def trust(shop: Workshop, line: str) -> None:
    """What the user does with the line that the agent was told."""
    words = shlex.split(line)
    assert words[0] == "handhold"
    subprocess.run([*HANDHOLD, *words[1:]], env=dict(shop.environ), check=True, capture_output=True)


@pytest.mark.rows("R1", "R84", "R104", "R107", "R109", "R110", "R118", "R122", "R148", "R464", "A47")
async def test_an_agent_builds_launches_pays_and_cleans_up(shop: Workshop) -> None:
    parameters = StdioServerParameters(
        command=HANDHOLD[0], args=[*HANDHOLD[1:], "serve", "--root", str(shop.root)], env=dict(shop.environ)
    )
    async with Client(parameters, mode="2026-07-28") as client:
        agent = Agent(client)
        refused = await agent("mm_build")
        trust(shop, refused["error"]["details"]["approve"])
        built = await agent.do("mm_build")
        launched = await agent.do("mm_launch", goal="pay", flowTags=["send"])
        described = await agent.do("mm_describe_screen")
        await agent.do("mm_type", testId="unlock-password", text=PASSWORD)
        await agent.do("mm_click", testId="unlock-submit")
        await agent.do("mm_click", testId="eth-overview-send")
        await agent.do("mm_type", testId="ens-input", text=PAYEE)
        await agent.do("mm_type", testId="currency-input", text="1")
        await agent.do("mm_click", testId="page-container-footer-next")
        await agent.do("mm_wait_for_notification")
        confirmed = await agent.do("mm_click", testId="confirm-footer-button")
        home = await back_in_the_wallet(agent)
        paid = balance(shop, PAYEE)
        ended = await agent.do("mm_cleanup", sessionId=launched["sessionId"])
        chains = [process for process in alive_in(shop.state) if process.name().startswith("anvil")]

    assert refused["error"]["code"] == "MM_BUILD_FAILED"
    assert refused["error"]["details"]["reason"] == "not approved"
    assert built["extensionPathResolved"] == "dist/chrome"
    assert described["state"]["currentScreen"] == "unlock"
    assert confirmed["clicked"]
    assert paid == ETHER
    assert home["state"]["currentScreen"] == "home"
    assert ended == {"cleanedUp": True}
    assert chains == []
    assert folders_in(shop.state) == []
    records = [json.loads(file.read_text()) for file in shop.root.glob("test-artifacts/llm-knowledge/*/steps/*.json")]
    assert {record["tool"]["name"] for record in records} >= {"mm_launch", "mm_describe_screen", "mm_get_state"}
    assert PASSWORD not in json.dumps(records)
