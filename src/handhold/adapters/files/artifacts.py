"""Where files of a session go: below the root, in a folder that keeps itself out of git."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = ".handhold"


class Artifacts:
    """Files kept for a session, each session in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def may_write(self) -> bool:
        """`/` and the home folder are nobody's project."""
        return self._root not in {Path(self._root.anchor), Path.home()}

    def folder_of(self, session_id: str) -> Path:
        return self._root / FOLDER / "artifacts" / session_id

    def prepare(self, session_id: str) -> Path | None:
        """The session's folder, made now; None where nothing may be written."""
        if not self.may_write:
            return None
        folder = self.folder_of(session_id)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        ignore = self._root / FOLDER / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", "utf-8")
        return folder

    def files_of(self, session_id: str) -> list[Path]:
        folder = self.folder_of(session_id)
        return sorted(file for file in folder.iterdir() if file.is_file()) if folder.is_dir() else []
