"""A folder of definitions: one file each, named by its id, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from handhold.errors import InvalidConfig, InvalidInput, StoreFailed

ID: Final = r"^[a-z0-9][a-z0-9_-]{0,99}$"
"""Ids of tests and suites; they become names of files."""
BY_HAND: Final = (".yaml", ".yml")
"""Files that people may write beside ours; they are read and never written."""
LARGEST: Final = 2_000_000
"""Bytes of a file that are read."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file as it was read."""

    id: str
    file: Path
    text: str
    changed_at: float


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that could not be read, and why."""

    file: Path
    reason: str


class DefinitionFolder:
    """`<root>/<folder>/<kind>`. Several processes may write into it; the last one wins."""

    def __init__(self, root: Path, folder: str, kind: str) -> None:
        self._root = root
        self.path = root / folder / kind

    def ids(self) -> list[str]:
        """Every id that has a file, in order."""
        try:
            names = [file for file in self.path.iterdir() if file.suffix in (".json", *BY_HAND)]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _failed("read", self.path, error) from error
        return sorted({file.stem for file in names if re.fullmatch(ID, file.stem)})

    def read(self, id: str) -> Found | Skipped | None:
        """The file of an id; None when there is none."""
        file = next((each for each in self._files(id) if each.is_file()), None)
        if file is None:
            return None
        try:
            status = file.stat()
            if status.st_size > LARGEST:
                return Skipped(file, f"it has {status.st_size:,} bytes; at most {LARGEST:,} are read")
            return Found(id, file, file.read_text("utf-8"), status.st_mtime)
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            return Skipped(file, "it is not UTF-8")
        except OSError as error:
            return Skipped(file, (error.strerror or "it cannot be read").lower())

    def write(self, id: str, text: str) -> Path:
        """Write the file of an id; it is there as a whole when this returns."""
        json_file, *by_hand = self._files(id)
        self._refuse_by_hand(id, by_hand)
        self._refuse_outside()
        # Two saves of one moment, in one process or in two, must not write into the same file.
        temporary = self.path / f".{id}.{secrets.token_hex(8)}.tmp"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with temporary.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(json_file)
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise _failed("write", json_file, error) from error
        return json_file

    def delete(self, id: str) -> bool:
        """Remove the files of an id; whether there were any."""
        gone = False
        for file in self._files(id):
            try:
                file.unlink()
                gone = True
            except FileNotFoundError:
                continue
            except OSError as error:
                raise _failed("remove", file, error) from error
        return gone

    def _files(self, id: str) -> list[Path]:
        if not re.fullmatch(ID, id):
            raise InvalidInput(
                "this is no id of a test or suite",
                hint="Ids have small letters, digits, - and _, at most 100, and begin with a letter or digit.",
            )
        return [self.path / f"{id}{suffix}" for suffix in (".json", *BY_HAND)]

    def _refuse_by_hand(self, id: str, files: list[Path]) -> None:
        kept = next((file for file in files if file.exists()), None)
        if kept is not None:
            raise InvalidInput(
                f"{id!r} is written by hand in {str(kept)!r}",
                hint="Change that file, or remove it before you save.",
            )

    def _refuse_outside(self) -> None:
        """`/` and the home folder are nobody's project, and a link must not lead out of it."""
        if self._root in {Path(self._root.anchor), Path.home()}:
            raise InvalidConfig(
                f"nothing is saved below {str(self._root)!r}", hint="Start in a repository, or give --root."
            )
        if not self.path.resolve().is_relative_to(self._root.resolve()):
            raise StoreFailed(f"{str(self.path)!r} leads out of {str(self._root)!r}", hint="Remove the link.")


def _failed(what: str, file: Path, error: OSError) -> StoreFailed:
    return StoreFailed(
        f"cannot {what} {str(file)!r}: {(error.strerror or 'unknown reason').lower()}",
        hint="Nothing was changed. Free space or make the folder writable.",
    )
