"""A real anvil for the tests: the machine's own, or the one that npm has."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path
from typing import Final

from handhold.adapters.chain.discovery import platform_package
from tests.support.packages import CannotFetch, Package

VERSION: Final = "1.7.1"
CHECKSUMS: Final = {
    "@foundry-rs/anvil-linux-amd64": "5727dd8f08f3bf6dde4ec1d9832e87c43f9315ef824bff1ab18486bf51bc7af3",
}


def anvil_program() -> Path:
    """The program; fetched once into the cache of the tests where the machine has none."""
    if found := shutil.which("anvil"):
        return Path(found)
    name = platform_package()
    if name not in CHECKSUMS:
        raise CannotFetch(f"no checksum is known for {name}; put anvil on the PATH")
    return Package(name=name, version=VERSION, sha256=CHECKSUMS[name]).folder() / "bin" / "anvil"


def free_port() -> int:
    """A port that nobody holds right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
