"""Which commit a repository is at, read from its own files: no program is run for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Commit:
    branch: str | None
    commit: str | None


def commit_of(root: Path) -> Commit | None:
    """Branch and commit of the checkout in `root`; None where there is none."""
    try:
        folder = _git_folder(root)
        head = (folder / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref: "):
            return Commit(None, head)
        ref = head.removeprefix("ref: ")
        shared = folder / "commondir"
        base = (folder / shared.read_text("utf-8").strip()) if shared.exists() else folder
        return Commit(ref.removeprefix("refs/heads/"), _commit(base, ref))
    except (OSError, UnicodeDecodeError):
        return None


def _git_folder(root: Path) -> Path:
    """`.git`, or where it points in a worktree."""
    git = root / ".git"
    return (root / git.read_text("utf-8").strip().removeprefix("gitdir: ")) if git.is_file() else git


def _commit(folder: Path, ref: str) -> str | None:
    loose = folder / ref
    if loose.exists():
        return loose.read_text("utf-8").strip()
    packed = folder / "packed-refs"
    lines = packed.read_text("utf-8").splitlines() if packed.exists() else []
    return next((line.split(" ")[0] for line in lines if line.endswith(f" {ref}")), None)
