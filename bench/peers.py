"""The servers that are compared: ours as it is installed, the others from npm in versions that were tried."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.client import Server
from scripts.page import CannotRun, Node, find_node

from handhold.adapters.browser.discovery import find_browser
from handhold.settings import Settings

ROOT: Final = Path(__file__).resolve().parent.parent
CACHE: Final = ROOT / ".cache" / "bench"

PINNED: Final = {"@playwright/mcp": "0.0.83", "chrome-devtools-mcp": "1.11.0"}
PLAYWRIGHT_EXTRAS: Final = "config,network,storage,testing,vision,pdf,devtools"
"""Every capability of playwright-mcp that is off by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What every section measures with."""

    ours: Server
    playwright: Server
    devtools: Server
    rounds: int = 10

    @property
    def peers(self) -> tuple[Server, Server]:
        return (self.playwright, self.devtools)

    @property
    def servers(self) -> tuple[Server, Server, Server]:
        return (self.ours, *self.peers)


def prepare(state: Path, *, rounds: int) -> Bench:
    """Install the peers when they are not there yet. Raises `CannotRun`."""
    browser = find_browser(Settings(), os.environ)
    if browser is None:
        raise CannotRun("no browser was found; `handhold setup` installs one")
    node = find_node()
    _install(node)
    return Bench(
        ours=_ours(browser.path, state),
        playwright=_playwright(node, browser.path, state),
        devtools=_devtools(node, browser.path),
        rounds=rounds,
    )


def with_every_tool(playwright: Server) -> Server:
    """playwright-mcp with all its capabilities; by default it lists fewer than half of its tools."""
    return Server(name=f"{playwright.name}, all", command=[*playwright.command, "--caps", PLAYWRIGHT_EXTRAS])


def looking_when_asked(playwright: Server) -> Server:
    """playwright-mcp without the snapshot that it otherwise takes with every page it opens and every press."""
    return Server(name=playwright.name, command=[*playwright.command, "--snapshot-mode", "none"])


def with_tool_set(ours: Server, name: str) -> Server:
    return Server(name=ours.name, command=[*ours.command, "--toolsets", name], environ=ours.environ)


def _ours(browser: Path, state: Path) -> Server:
    installed = Path(sys.executable).with_name("handhold")
    command = [str(installed)] if installed.exists() else [sys.executable, "-m", "handhold"]
    environ = {"HANDHOLD_CONFIG_DIR": str(state / "config"), "HANDHOLD_STATE_DIR": str(state / "state")}
    return Server(name="handhold", command=[*command, "serve", "--browser", str(browser)], environ=environ)


def _playwright(node: Node, browser: Path, state: Path) -> Server:
    program = str(CACHE / "node_modules/@playwright/mcp/cli.js")
    options = ["--headless", "--isolated", "--executable-path", str(browser), "--output-dir", str(state / "snapshots")]
    sandbox = _for_superuser("--no-sandbox")
    return Server(name="playwright-mcp", command=[str(node.node), program, *options, *sandbox])


def _devtools(node: Node, browser: Path) -> Server:
    program = str(CACHE / "node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js")
    options = [
        "--headless",
        "--isolated",
        "--executablePath",
        str(browser),
        "--no-usage-statistics",
        "--no-page-id-routing",
    ]
    sandbox = _for_superuser("--chromeArg=--no-sandbox")
    # Statistics and looking for a newer version of itself would need the network.
    options.append("--no-usage-statistics")
    quiet = {"CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS": "1"}
    return Server(name="chrome-devtools-mcp", command=[str(node.node), program, *options, *sandbox], environ=quiet)


def _for_superuser(option: str) -> list[str]:
    return [option] if os.geteuid() == 0 else []


def _install(node: Node) -> None:
    wanted = [f"{name}@{version}" for name, version in PINNED.items()]
    if all(_installed(name) == version for name, version in PINNED.items()):
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / "package.json").write_text('{"private": true}\n', "utf-8")
    environ: Mapping[str, str] = {
        **os.environ,
        "PATH": os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")]),
    }
    # Their install scripts only fetch browsers, and ours is used.
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--silent")
    done = subprocess.run(
        [str(node.node), str(node.npm), "install", *quiet, *wanted], cwd=CACHE, env=environ, check=False
    )
    if done.returncode != 0:
        raise CannotRun(f"npm could not install {' and '.join(wanted)}")


def _installed(name: str) -> str | None:
    try:
        return str(json.loads((CACHE / "node_modules" / name / "package.json").read_text("utf-8"))["version"])
    except FileNotFoundError:
        return None
