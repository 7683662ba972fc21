"""The contracts we ship, compiled; `python -m scripts.contracts build` makes the file of the sources."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any, cast

from handhold.errors import ContractNotFound


def contract_names() -> list[str]:
    """The names a contract can be asked for by."""
    return sorted(_contracts())


def check_names(names: Sequence[str]) -> None:
    """Raise `ContractNotFound` for the first that we do not ship."""
    if names:
        known = contract_names()
        for name in names:
            if name not in known:
                raise not_found(name)


def bytecode_of(name: str) -> str:
    """What is sent to the chain to create it. Raises `ContractNotFound` with the names there are."""
    contracts = _contracts()
    if name not in contracts:
        raise not_found(name)
    return str(contracts[name]["bytecode"])


def not_found(name: str) -> ContractNotFound:
    """The error for a name that we do not ship."""
    names = contract_names()
    return ContractNotFound(
        f"there is no contract {name!r}", hint=f"Contracts: {', '.join(names)}.", details={"available": names}
    )


def _contracts() -> dict[str, dict[str, Any]]:
    text = resources.files("handhold.services.chain").joinpath("contracts/contracts.json").read_text("utf-8")
    return cast(dict[str, dict[str, Any]], json.loads(text)["contracts"])
