"""What tests fetch or build once and keep outside the repository, though several processes want it at the same time."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path


def cache() -> Path:
    named = os.environ.get("HANDHOLD_TEST_CACHE")
    return Path(named) if named else Path.home() / ".cache" / "handhold"


def kept(home: Path, fill: Callable[[Path], None]) -> Path:
    """The folder. Where it is missing, one process fills it aside and moves it into its place, and the others wait."""
    if home.exists():
        return home
    home.parent.mkdir(parents=True, exist_ok=True)
    with (home.parent / f".{home.name}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not home.exists():
            _fill(home, fill)
    return home


def _fill(home: Path, fill: Callable[[Path], None]) -> None:
    aside = Path(tempfile.mkdtemp(prefix=f".{home.name}-", dir=home.parent))
    try:
        fill(aside)
        aside.chmod(0o755)
        aside.rename(home)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
