"""Deploy a contract on the local chain."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from handhold.contract import Args, Effect, Observe, PageArgs, SessionNeed, ToolContext, tool
from handhold.contract.chain import ContractName, DeployedContract, Hardfork, contract_told
from handhold.services.chain import address_of

HIDDEN = "[REDACTED]"


class DeployerOptions(Args):
    from_address: Annotated[str, Field(pattern="^0x[0-9a-fA-F]{40}$")] | None = None
    """Who deploys"""
    from_private_key: Annotated[str, Field(pattern="^0x[0-9a-fA-F]{64}$")] | None = None
    """Its key"""

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        own = self.address  # also refuses a key that no account can have
        if self.from_address is not None and self.from_address.lower() != own:
            raise ValueError("fromAddress is not the address of fromPrivateKey")
        return self

    @property
    def address(self) -> str | None:
        """Who deploys, in lower case; None means the chain's first account."""
        if self.from_private_key is not None:
            return address_of(self.from_private_key)
        return self.from_address.lower() if self.from_address is not None else None


class SeedContractArgs(PageArgs):
    contract_name: ContractName
    """hst, nfts, erc1155, piggybank, failing or multisig"""
    hardfork: Hardfork | None = None
    """Before london: legacy fees"""
    deployer_options: DeployerOptions | None = None
    """{fromAddress?, fromPrivateKey?}"""


def _sanitized(given: dict[str, Any]) -> dict[str, Any]:
    options = given.get("deployerOptions")
    if isinstance(options, dict) and "fromPrivateKey" in options:
        return {**given, "deployerOptions": {**options, "fromPrivateKey": HIDDEN}}
    return given


@tool(
    title="wallet.seedContract",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.RUNNING,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    under_dialog=True,
    sanitize=_sanitized,
)
async def mm_seed_contract(args: SeedContractArgs, ctx: ToolContext) -> DeployedContract:
    """Deploy a test contract on the session's chain.

    Example: {"contractName":"hst"}
    Tip: the first account deploys, and holds the tokens.
    """
    deployer = args.deployer_options.address if args.deployer_options else None
    return contract_told(await ctx.contracts.seed(args.contract_name, deployer=deployer, hardfork=args.hardfork))
