"""Deploy several contracts on the local chain."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.chain import ContractName, DeployedContract, Hardfork, contract_told


class SeedContractsArgs(PageArgs):
    contracts: Annotated[list[ContractName], Field(min_length=1, max_length=9)]
    """Names, deployed in this order"""
    hardfork: Hardfork | None = None
    """Before london: legacy fees"""


class FailedContract(Result):
    name: str
    """Its name."""
    error: str
    """Code and reason."""


class SeededContracts(Result):
    deployed: list[DeployedContract]
    """What is on the chain now."""
    failed: list[FailedContract]
    """What is not."""


@tool(
    title="wallet.seedContracts",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    observe=Observe.NONE,
    budget=None,
    seconds=60,
    open_world=False,
    under_dialog=True,
)
async def mm_seed_contracts(args: SeedContractsArgs, ctx: ToolContext) -> SeededContracts:
    """Deploy several test contracts on the session's chain.

    Example: {"contracts":["hst","nfts"]}
    Tip: read failed: one that fails does not stop the others.
    """
    deployed, failed = await ctx.contracts.seed_all(args.contracts, hardfork=args.hardfork)
    return SeededContracts(
        deployed=[contract_told(each) for each in deployed],
        failed=[FailedContract(name=each.name, error=each.error) for each in failed],
    )
