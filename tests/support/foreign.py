"""Long pages that others wrote: packages from npm and PyPI, fetched at test time, outside the repository."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

from scripts.page import find_node

from tests.support.keeping import cache, kept

FROM_NPM: Final = (
    "admin-lte@3.2.0",
    "docsify@4.13.1",
    "material-design-lite@1.3.0",
    "spectre.css@0.5.9",
    "swagger-ui-dist@5.17.14",
)
FROM_PYPI: Final = ("Mako==1.3.5", "SQLAlchemy==1.4.54", "docutils==0.21.2", "ply==3.11")
SERVED: Final = {".html", ".css", ".js", ".json", ".md", ".svg"}
"""What a page is read from; fonts and pictures say nothing."""
FETCH_SECONDS: Final = 300


class CannotFetch(Exception):
    """A package could not be had; without the pages nothing is proved, so this is never a reason to skip."""


def foreign_pages() -> Path:
    """A folder with one folder for each package, named as the package without its version."""
    digest = hashlib.sha256(" ".join(FROM_NPM + FROM_PYPI).encode()).hexdigest()[:16]
    return kept(cache() / f"foreign-{digest}", _fetch)


def _fetch(into: Path) -> None:
    archives = into / ".archives"
    archives.mkdir()
    node = find_node()
    _run([str(node.node), str(node.npm), "pack", "--silent", *FROM_NPM], archives)
    _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", *FROM_PYPI], archives)
    for archive in archives.iterdir():
        _unpack(archive, into)
    shutil.rmtree(archives)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=FETCH_SECONDS, check=False)
    if done.returncode != 0:
        raise CannotFetch(f"{' '.join(command)[:200]} failed:\n{done.stderr[-2000:]}")


def _unpack(archive: Path, into: Path) -> None:
    name = archive.name.removesuffix(".tgz").removesuffix(".tar.gz").rpartition("-")[0].lower()
    with tarfile.open(archive) as packed:
        for member in packed:
            inside = Path(*Path(member.name).parts[1:])
            if not member.isfile() or inside.suffix not in SERVED or ".." in inside.parts:
                continue
            content = packed.extractfile(member)
            if content is None:
                continue
            file = into / name / inside
            file.parent.mkdir(parents=True, exist_ok=True)
            # The server of the tests sends text.
            file.write_text(content.read().decode("utf-8", errors="replace"), "utf-8")
