"""Contracts on the local chain of a launched app: what we ship, who deploys it, and where it is."""

from handhold.services.chain.artefacts import check_names, contract_names
from handhold.services.chain.deploying import HARDFORKS
from handhold.services.chain.keys import address_of
from handhold.services.chain.seeding import Contracts, Deployed, Failed

__all__ = ["HARDFORKS", "Contracts", "Deployed", "Failed", "address_of", "check_names", "contract_names"]
