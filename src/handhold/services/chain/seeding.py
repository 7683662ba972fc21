"""The contracts of a launched session: put them on its chain, and remember where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handhold.errors import CapabilityNotAvailable, ContractNotFound, SeedFailed
from handhold.services.chain.artefacts import check_names, contract_names
from handhold.services.chain.deploying import Node, deploy

if TYPE_CHECKING:
    from handhold.services.apps.running import RunningApp


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed:
    name: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    name: str
    error: str
    """Code and message."""


class Contracts:
    """Of the app that runs when it is asked; a session has at most one."""

    def __init__(self, running: Callable[[], RunningApp | None]) -> None:
        self._running = running

    async def seed(self, name: str, *, deployer: str | None = None, hardfork: str | None = None) -> Deployed:
        """Deploy one. A name that was deployed before means the new one from now on.

        Raises `CapabilityNotAvailable`, `ContractNotFound` or `SeedFailed`.
        """
        app, chain = self._grounds()
        address = await deploy(chain, name, deployer=deployer, hardfork=hardfork)
        app.contracts[name] = address
        return Deployed(name=name, address=address)

    async def seed_all(
        self, names: Sequence[str], *, hardfork: str | None = None
    ) -> tuple[list[Deployed], list[Failed]]:
        """Deploy each in its turn; one that fails does not keep the others back. Raises `CapabilityNotAvailable`."""
        self._grounds()
        deployed: list[Deployed] = []
        failed: list[Failed] = []
        for name in names:
            try:
                deployed.append(await self.seed(name, hardfork=hardfork))
            except (ContractNotFound, SeedFailed) as error:
                failed.append(Failed(name=name, error=f"{error.wire_code}: {error.message}. {error.hint}"))
        return deployed, failed

    def address_of(self, name: str) -> str | None:
        """Where it is; None when it was not deployed yet. Raises `CapabilityNotAvailable` or `ContractNotFound`."""
        app, _chain = self._grounds()
        check_names([name])
        return app.contracts.get(name)

    def available(self) -> list[str]:
        """The names that can be deployed."""
        return contract_names()

    def deployed(self) -> list[Deployed]:
        """What was deployed, in that order. Raises `CapabilityNotAvailable`."""
        app, _chain = self._grounds()
        return [Deployed(name=name, address=address) for name, address in app.contracts.items()]

    def _grounds(self) -> tuple[RunningApp, Node]:
        app = self._running()
        if app is None or app.chain is None:
            raise CapabilityNotAvailable(
                "this session has no local chain",
                hint="Launch with mm_launch and a profile that has one: metamask, or chain = true in handhold.toml.",
                details={"capability": "contractSeeding"},
            )
        return app, app.chain
