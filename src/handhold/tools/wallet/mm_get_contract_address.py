"""Tell where a contract is."""

from __future__ import annotations

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.chain import ContractName


class ContractAddressArgs(PageArgs):
    contract_name: ContractName
    """Such as hst"""


class ContractAddress(Result):
    contract_name: str
    """Its name."""
    contract_address: str | None
    """Where it is; null when it was not deployed in this session."""


@tool(
    title="wallet.getContractAddress",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    under_dialog=True,
)
async def mm_get_contract_address(args: ContractAddressArgs, ctx: ToolContext) -> ContractAddress:
    """Tell the address of a deployed test contract.

    Example: {"contractName":"hst"}
    Tip: null until mm_seed_contract has deployed it.
    """
    address = ctx.contracts.address_of(args.contract_name)
    return ContractAddress(contract_name=args.contract_name, contract_address=address)
