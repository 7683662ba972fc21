"""Compile the contracts that can be seeded: `python -m scripts.contracts build|fresh`.

The sources are in src/handhold/services/chain/contracts; the compiler is the npm package `solc`, of one pinned version
and content. Needs Node.js as scripts/page.py does. Exits with 0 when all is well, 1 when the artefacts are not what the
sources compile to, and 2 when it cannot run.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from scripts.page import CannotRun, CheckFailed, Node, find_node

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src/handhold/services/chain/contracts"
ARTEFACTS = SOURCES / "contracts.json"
VERSION = "0.8.37"
COMPILER = f"solc@{VERSION}"
CHECKSUM = "0e1a1ab6d12c37f5503271b2c4679cd433459c884851920d148d6fb154575a51"
COMMAND = "python -m scripts.contracts build"
FETCH_SECONDS = 120
COMPILE_SECONDS = 120
# Without what later forks brought, so that the code also runs on a chain that is kept at an older one.
EVM = "london"


def artefacts(soljson: Path) -> str:
    """What the sources compile to, as the file that is committed; `soljson` is the compiler itself."""
    compiled = _compiled(find_node(), soljson)
    contracts = {name.removesuffix(".sol"): _artefact(made) for name, made in sorted(compiled["contracts"].items())}
    made = {"command": COMMAND, "compiler": COMPILER, "evm": EVM, "contracts": contracts}
    return json.dumps(made, indent=1) + "\n"


def _artefact(contracts: dict[str, Any]) -> dict[str, Any]:
    """Of the one contract in a file; interfaces beside it have no code."""
    [(name, made)] = [(name, made) for name, made in contracts.items() if made["evm"]["bytecode"]["object"]]
    return {"name": name, "bytecode": "0x" + made["evm"]["bytecode"]["object"]}


def _compiled(node: Node, soljson: Path) -> dict[str, Any]:
    settings = {
        "evmVersion": EVM,
        "optimizer": {"enabled": True, "runs": 200},
        "metadata": {"bytecodeHash": "none", "appendCBOR": False},
        "outputSelection": {"*": {"*": ["evm.bytecode.object"]}},
    }
    sources = {file.name: {"content": file.read_text("utf-8")} for file in sorted(SOURCES.glob("*.sol"))}
    question = {"language": "Solidity", "sources": sources, "settings": settings}
    script = str(Path(__file__).with_name("solidity.cjs"))
    done = subprocess.run(
        [str(node.node), script, str(soljson)],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=COMPILE_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise CannotRun(f"the compiler failed:\n{done.stderr[-1000:]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    if complaints := [each["formattedMessage"] for each in answer.get("errors", [])]:
        raise CheckFailed("\n".join(complaints))
    return answer


def _fetched(node: Node, folder: Path) -> Path:
    done = subprocess.run(
        [str(node.node), str(node.npm), "pack", "--silent", COMPILER],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=FETCH_SECONDS,
        check=False,
    )
    archives = list(folder.glob("*.tgz"))
    if done.returncode != 0 or len(archives) != 1:
        raise CannotRun(f"npm could not get {COMPILER}:\n{done.stderr[-1000:]}")
    if hashlib.sha256(archives[0].read_bytes()).hexdigest() != CHECKSUM:
        raise CannotRun(f"{COMPILER} is not the package it was")
    with tarfile.open(archives[0]) as tar:
        tar.extractall(folder, filter="data")
    return folder / "package" / "soljson.js"


def main(arguments: list[str]) -> int:
    if arguments not in (["build"], ["fresh"]):
        print("usage: contracts.py build|fresh", file=sys.stderr)
        return 2
    [command] = arguments
    try:
        with tempfile.TemporaryDirectory() as folder:
            made = artefacts(_fetched(find_node(), Path(folder)))
        if command == "build":
            ARTEFACTS.write_text(made, "utf-8")
        elif not ARTEFACTS.exists() or ARTEFACTS.read_text("utf-8") != made:
            raise CheckFailed(f"{ARTEFACTS.relative_to(ROOT)} is not what its sources compile to; run `{COMMAND}`")
    except CheckFailed as failure:
        print(f"contracts {command}: {failure}", file=sys.stderr)
        return 1
    except CannotRun as failure:
        print(f"contracts {command}: {failure}", file=sys.stderr)
        return 2
    print(f"contracts {command}: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
