"""Whole pages by other people: site templates from npm, fetched at test time into the cache."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from scripts.page import Node, find_node

from tests.support.keeping import cache, kept

PACKAGES: Final = {
    "admin-lte": "3.2.0",
    "gentelella": "4.2.0",
    "startbootstrap-agency": "7.0.12",
    "startbootstrap-clean-blog": "6.0.9",
    "startbootstrap-creative": "7.0.7",
    "startbootstrap-grayscale": "7.0.6",
    "startbootstrap-landing-page": "6.0.6",
    "startbootstrap-sb-admin-2": "4.1.4",
}
# The loopback server serves text; pictures and fonts decide nothing here.
KEPT: Final = frozenset({".html", ".css", ".js"})
SECONDS: Final = 120
# Nothing is loaded from elsewhere, whatever the page names.
RECORDED: Final = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self' 'unsafe-inline' data:\">"
    '<script src="/primary/record.js"></script>'
)


class CannotFetch(Exception):
    """npm failed; without the pages the test proves nothing, so this is never a reason to skip."""


def templates() -> Path:
    """The folder with one folder for each package; fetched when it is not there yet."""
    home = cache() / "templates-1"
    node = find_node()
    for name, version in PACKAGES.items():
        kept(home / f"{name}-{version}", lambda folder, which=f"{name}@{version}": _fetch(node, which, folder))
    return home


def page(html: str) -> str:
    """The page with the recorder in it."""
    head, tag, rest = html.partition("<head>")
    return f"{head}{tag}{RECORDED}{rest}" if tag else f"{RECORDED}{html}"


def _fetch(node: Node, which: str, into: Path) -> None:
    command = [str(node.node), str(node.npm), "pack", which, "--silent"]
    path = os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=into,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    packed = next(into.glob("*.tgz"), None)
    if packed is None:
        raise CannotFetch(f"npm pack {which} failed: {done.stderr[-500:]}")
    _unpack(packed, into)
    packed.unlink()


def _unpack(packed: Path, folder: Path) -> None:
    with tarfile.open(packed) as archive:
        for member in archive:
            if not member.isfile() or Path(member.name).suffix not in KEPT:
                continue
            # Below `package/`, and nowhere else.
            target = (folder / Path(*Path(member.name).parts[1:])).resolve()
            source = archive.extractfile(member)
            if source is None or not target.is_relative_to(folder.resolve()):
                continue
            text = source.read().decode("utf-8", errors="replace")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(page(text) if target.suffix == ".html" else text, "utf-8")
