"""Pages made with real component libraries: installed from npm and bundled at test time, outside the repository."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scripts.page import Node, find_node

from tests.support.keeping import cache, kept

SOURCES: Final = Path(__file__).resolve().parent.parent / "sites" / "widgets"
ENTRIES: Final = ("radix.jsx", "mui.jsx", "shoelace.js", "vue.js")
OPTIONS: Final = (
    "--bundle",
    "--minify",
    "--format=iife",
    "--target=chrome120",
    "--jsx=automatic",
    "--loader:.css=text",
    '--define:process.env.NODE_ENV="production"',
    "--define:__VUE_OPTIONS_API__=true",
    "--define:__VUE_PROD_DEVTOOLS__=false",
    "--define:__VUE_PROD_HYDRATION_MISMATCH_DETAILS__=false",
    "--legal-comments=none",
    "--log-level=warning",
)
INSTALL_SECONDS: Final = 300
BUNDLE_SECONDS: Final = 90


class CannotBuild(Exception):
    """npm or esbuild failed; without the libraries the widgets prove nothing, so this is never a reason to skip."""


def bundles(sources: Path = SOURCES, entries: Sequence[str] = ENTRIES) -> Path:
    """The folder with one script for every entry; made when it is not there for these sources yet."""
    node = find_node()
    installed = _installed(node)
    digest = _digest(*sorted(sources.rglob("*.js*")), text=" ".join((*OPTIONS, *entries)))
    paths = [str(sources / name) for name in entries]
    return kept(installed / "built" / digest, lambda folder: _bundle(node, installed, paths, folder))


def _installed(node: Node) -> Path:
    lock = SOURCES / "package-lock.json"
    return kept(cache() / f"components-{_digest(lock)}", lambda folder: _install(node, folder))


def _install(node: Node, folder: Path) -> None:
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCES / name, folder / name)
    _run(node, [str(node.npm), "ci", "--silent"], folder=folder, seconds=INSTALL_SECONDS)


def _bundle(node: Node, installed: Path, entries: Sequence[str], folder: Path) -> None:
    esbuild = str(installed / "node_modules/esbuild/bin/esbuild")
    _run(node, [esbuild, *entries, *OPTIONS, f"--outdir={folder}"], folder=installed, seconds=BUNDLE_SECONDS)


def _run(node: Node, command: list[str], *, folder: Path, seconds: float) -> None:
    environ = {
        **os.environ,
        "PATH": os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")]),
        # The sources are not below the installed packages, so this is how they find them.
        "NODE_PATH": str(folder / "node_modules"),
    }
    done = subprocess.run(
        [str(node.node), *command],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    if done.returncode != 0:
        raise CannotBuild(f"{' '.join(command)[:200]} failed in {folder}:\n{done.stderr[-2000:]}{done.stdout[-500:]}")


def _digest(*files: Path, text: str = "") -> str:
    digest = hashlib.sha256(text.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
