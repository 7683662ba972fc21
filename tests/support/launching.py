"""A Handhold with the test wallet as its app: sources in a root of its own, ports nobody else has, a build approved."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handhold.adapters.chain.discovery import platform_package
from handhold.adapters.files import Approvals
from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings
from tests.support.chain import anvil_program, free_port
from tests.support.wallet import SOURCES


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """A repository whose product is the test wallet."""

    folder: Path
    """Holds the repository, and Handhold's own folders beside it."""
    anvil: int
    fixtures: int
    environ: Mapping[str, str]

    @property
    def root(self) -> Path:
        return self.folder / "repository"

    @property
    def settings(self) -> dict[str, str]:
        """For a server of its own, by their names in the environment."""
        own = {"root": str(self.root), "app": "test-wallet", "app_mode": "headless"}
        return {**own, "apps": json.dumps({"test-wallet": self.table()})}

    @property
    def command(self) -> str:
        return f"env FIXTURE_PORT={self.fixtures} CHAIN_PORT={self.anvil} node build.mjs"

    @property
    def ports(self) -> dict[str, int]:
        return {"anvil": self.anvil, "fixtureServer": self.fixtures}

    @property
    def state(self) -> Path:
        return Path(self.environ["HANDHOLD_STATE_DIR"])

    def table(self, **more: Any) -> dict[str, Any]:
        """The profile of the test wallet, as handhold.toml would have it."""
        build = {"command": self.command, "sources": ["src", "build.mjs"], "needs": ["node"]}
        return {
            "extends": "metamask",
            "manifest_names": ["Handhold Test Wallet"],
            "build": build,
            "chain_port": self.anvil,
            "fixture_port": self.fixtures,
            **more,
        }

    def approve(self) -> None:
        Approvals(Path(self.environ["HANDHOLD_CONFIG_DIR"])).approve_command(self.command, self.root)

    def app(self, **settings: Any) -> App:
        own = {"root": self.root, "app": "test-wallet", "apps": {"test-wallet": self.table()}, "app_mode": "headless"}
        return App(Settings.model_validate({**own, **settings}), environ=self.environ)


def workshop(folder: Path) -> Workshop:
    """Sources only; nothing is built or approved yet."""
    shutil.copytree(SOURCES, folder / "repository")
    # As npm would have put it there.
    programs = folder / "repository/node_modules" / platform_package() / "bin"
    programs.mkdir(parents=True)
    (programs / "anvil").symlink_to(anvil_program())
    environ = {
        **os.environ,
        "HANDHOLD_CONFIG_DIR": str(folder / "config"),
        "HANDHOLD_STATE_DIR": str(folder / "state"),
    }
    return Workshop(folder=folder, anvil=free_port(), fixtures=free_port(), environ=environ)


async def say(app: App, tool: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The result of a call that must go well."""
    reply = await attempt(app, tool, arguments)
    assert reply.ok, f"{tool}: {reply.text}"
    result: dict[str, Any] = reply.envelope["result"]
    return result


async def attempt(app: App, tool: str, arguments: Mapping[str, Any] | None = None) -> Reply:
    return await app.engine.call(tool, arguments or {}, caller=Caller(key="agent"))
