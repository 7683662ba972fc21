"""Deploy one contract on a local chain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from handhold.adapters.chain import ChainError, ChainGone, RpcRefused
from handhold.errors import SeedFailed
from handhold.services.chain.artefacts import bytecode_of

HARDFORKS: Final = (
    "muirGlacier",
    "berlin",
    "london",
    "arrowGlacier",
    "grayGlacier",
    "paris",
    "shanghai",
    "cancun",
    "prague",
)
"""In the order they came. Fees are bid per gas since london; before, a transaction named one price."""

_LOOKS: Final = 200
_PAUSE: Final = 0.025  # seconds


class Node(Protocol):
    """A chain that can be asked."""

    async def rpc(self, method: str, params: Sequence[object] = ()) -> Any: ...


async def deploy(node: Node, name: str, *, deployer: str | None, hardfork: str | None) -> str:
    """The address of a new contract. Without a deployer it is the chain's first account.

    Raises `ContractNotFound` or `SeedFailed`.
    """
    bytecode = bytecode_of(name)
    try:
        address = await _created(node, bytecode, deployer, hardfork)
    except RpcRefused as refusal:
        raise SeedFailed(
            f"the chain refused to deploy {name!r}",
            hint="The deployer needs ether for gas; without deployerOptions the first account deploys, which has some.",
            details={"reason": refusal.reason},
        ) from None
    except ChainError:
        raise SeedFailed(
            f"{name!r} was not deployed: the local chain does not answer", hint="Launch again with force."
        ) from None
    if address is None:
        raise SeedFailed(f"{name!r} was sent to the chain, but its constructor failed")
    return address


async def _created(node: Node, bytecode: str, deployer: str | None, hardfork: str | None) -> str | None:
    accounts = [str(account).lower() for account in await node.rpc("eth_accounts")]
    sender = deployer.lower() if deployer else accounts[0]
    transaction = {"from": sender, "data": bytecode, **await _price(node, hardfork)}
    async with _signing(node, sender, is_known=sender in accounts):
        sent = await node.rpc("eth_sendTransaction", [transaction])
    receipt = await _receipt(node, sent)
    return str(receipt["contractAddress"]).lower() if receipt["status"] == "0x1" else None


async def _price(node: Node, hardfork: str | None) -> dict[str, str]:
    """The one price of a transaction from before london; later ones leave the fees to the chain."""
    if hardfork is None or HARDFORKS.index(hardfork) >= HARDFORKS.index("london"):
        return {}
    return {"gasPrice": await node.rpc("eth_gasPrice")}


@asynccontextmanager
async def _signing(node: Node, sender: str, *, is_known: bool) -> AsyncGenerator[None]:
    """Let the chain sign for an account whose key it does not have, for as long as it is needed."""
    if is_known:
        yield
        return
    await node.rpc("anvil_impersonateAccount", [sender])
    try:
        yield
    finally:
        await node.rpc("anvil_stopImpersonatingAccount", [sender])


async def _receipt(node: Node, sent: str) -> dict[str, Any]:
    """What became of it; a chain that mines at once has it at once."""
    for _ in range(_LOOKS):
        if (receipt := await node.rpc("eth_getTransactionReceipt", [sent])) is not None:
            return receipt
        await asyncio.sleep(_PAUSE)
    raise ChainGone("the transaction was not mined in time")
