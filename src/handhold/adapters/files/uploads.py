"""Which files of this machine a page may be given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from handhold.errors import Blocked, InvalidInput


class Uploads:
    """Files below certain folders only, wherever links lead."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def allowed(self, given: str) -> str:
        """The real path of a file that may be uploaded. Errors never repeat the path: it is typed text."""
        if not given or "\0" in given:
            raise InvalidInput("a path in files is empty or no path")
        first = self._folders[0] if self._folders else Path()
        try:
            real = (first / Path(given).expanduser()).resolve()
            folders = [folder.resolve() for folder in self._folders]
            is_inside = any(real.is_relative_to(folder) for folder in folders)
        except (OSError, RuntimeError):
            raise InvalidInput("a path in files cannot be followed") from None
        if not is_inside:
            raise Blocked(
                "files may be uploaded from allowed folders only",
                hint="Move the file below one of details.folders, or ask the user to set upload_folders.",
                details={"folders": [str(folder) for folder in folders[:5]]},
            )
        if not real.is_file():
            raise InvalidInput(
                "there is no such file",
                hint="Give a path that exists, relative to details.folder.",
                details={"folder": str(first)},
            )
        return str(real)
