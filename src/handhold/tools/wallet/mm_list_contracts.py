"""List the contracts of the session."""

from __future__ import annotations

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.chain import DeployedContract, contract_told


class ListContractsArgs(PageArgs):
    pass


class ListedContracts(Result):
    contracts: list[DeployedContract]
    """Deployed in this session, in that order."""
    available: list[str]
    """Names that can be deployed."""


@tool(
    title="wallet.listContracts",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    under_dialog=True,
)
async def mm_list_contracts(args: ListContractsArgs, ctx: ToolContext) -> ListedContracts:
    """List the deployed test contracts, and those that can be.

    Example: {}
    Tip: deploy more with mm_seed_contracts.
    """
    deployed = [contract_told(each) for each in ctx.contracts.deployed()]
    return ListedContracts(contracts=deployed, available=ctx.contracts.available())
