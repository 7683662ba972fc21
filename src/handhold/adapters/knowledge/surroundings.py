"""What a session was run in: the commit, whether files were changed since, and the versions of Node and Yarn.

Programs are run for it, each for a limited time: not for a call that somebody waits for.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from handhold.adapters.knowledge.git import Commit, commit_of

LIMIT_SECONDS: Final = 2.0
# Taking no lock leaves whoever works in the repository undisturbed; a file system monitor would be a program to start.
STATUS: Final = (
    *("git", "--no-optional-locks", "-c", "core.fsmonitor=false", "status", "--porcelain", "--untracked-files=no"),
)
_VERSION: Final = re.compile(r"\d+(\.\d+)+")
_YARN: Final = re.compile(r"yarn@(\d+(?:\.\d+)+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """None is what is not known."""

    commit: Commit | None = None
    is_dirty: bool | None = None
    """Whether files that the repository knows differ from the commit."""
    node: str | None = None
    yarn: str | None = None


def surroundings_of(root: Path) -> Surroundings:
    commit = commit_of(root)
    changed = _told_by(STATUS, root) if commit is not None else None
    has_package = (root / "package.json").is_file()
    node = _VERSION.search(_told_by(("node", "--version"), root) or "") if has_package else None
    return Surroundings(
        commit=commit,
        is_dirty=None if changed is None else bool(changed.strip()),
        node=node.group() if node else None,
        yarn=_yarn_of(root) if has_package else None,
    )


def _told_by(command: Sequence[str], root: Path) -> str | None:
    """What a program answers; None when it is not there, fails, or takes too long."""
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        ran = subprocess.run(
            [program, *command[1:]],
            cwd=root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout


def _yarn_of(root: Path) -> str | None:
    """As the project names it. Yarn itself is not asked: started by a shim, it may begin to download another Yarn."""
    try:
        told: object = json.loads((root / "package.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    named = cast(dict[str, Any], told).get("packageManager") if isinstance(told, dict) else None
    found = _YARN.match(named) if isinstance(named, str) else None
    return found.group(1) if found else None
