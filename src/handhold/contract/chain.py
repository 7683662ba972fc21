"""What the tools that seed contracts have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from handhold.contract.models import Result
from handhold.services.chain import HARDFORKS, Deployed

ContractName = Annotated[str, Field(min_length=1, max_length=100)]


def _known(hardfork: str) -> str:
    if hardfork not in HARDFORKS:
        raise ValueError(f"must be one of {', '.join(HARDFORKS)}")
    return hardfork


Hardfork = Annotated[str, AfterValidator(_known)]


class DeployedContract(Result):
    contract_name: str
    """Its name."""
    contract_address: str
    """Where it is."""


def contract_told(deployed: Deployed) -> DeployedContract:
    """As a caller reads it."""
    return DeployedContract(contract_name=deployed.name, contract_address=deployed.address)
