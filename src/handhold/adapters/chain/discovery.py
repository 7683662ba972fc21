"""Find the anvil program: on the path, or in an npm package that carries it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from handhold.errors import DependenciesMissing

PACKAGE: Final = "@foundry-rs/anvil"
# As npm's packages of anvil name processors; Python's names differ between systems.
_PROCESSORS: Final = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def find_anvil(*, environ: Mapping[str, str] = os.environ, folders: Sequence[Path] = ()) -> Path:
    """The program that is on the path, else the one that npm has put below one of these folders or our own cache.

    The package's own command is a script that starts the program as a child and outlives it badly, so the program is
    taken out of the package for this platform directly.
    """
    if found := shutil.which("anvil", path=environ.get("PATH", os.defpath)):
        return Path(found)
    for folder in (*folders, cache_folder(environ)):
        program = folder / "node_modules" / platform_package() / "bin" / _program_name()
        if os.access(program, os.X_OK):
            return program
    raise DependenciesMissing(
        "anvil, which runs the local chain, was not found",
        hint=f"Put anvil on the PATH, or run: npm install --prefix {cache_folder(environ)} {PACKAGE}",
        details={"missing": "anvil"},
    )


def platform_package() -> str:
    """The npm package that carries the program for this machine."""
    machine = platform.machine().lower()
    system = "win32" if sys.platform == "win32" else platform.system().lower()
    return f"{PACKAGE}-{system}-{_PROCESSORS.get(machine, machine)}"


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Where the hint tells npm to put it."""
    base = environ.get("XDG_CACHE_HOME") or str(Path(environ.get("HOME", "~")).expanduser() / ".cache")
    return Path(base) / "handhold" / "anvil"


def _program_name() -> str:
    return "anvil.exe" if sys.platform == "win32" else "anvil"
