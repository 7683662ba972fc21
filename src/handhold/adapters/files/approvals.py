"""What the user has approved, by content: a change of one byte asks again. Kept outside every repository."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import cast

from handhold.errors import InvalidConfig

_FILE = "approvals.json"


class Approvals:
    """Approved files, each by its real path and the hash of its content, and commands, each for one folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE

    def is_approved(self, file: Path) -> bool:
        try:
            return self.all().get(str(file.resolve())) == _fingerprint(file)
        except FileNotFoundError:
            return False

    def approve(self, file: Path) -> str:
        """Approve the file as it is now. Returns the fingerprint."""
        fingerprint = _fingerprint(file)
        self._write({**self.all(), str(file.resolve()): fingerprint})
        return fingerprint

    def is_command_approved(self, command: str, folder: Path) -> bool:
        """Whether exactly this command may be run in exactly this folder."""
        return self.all().get(_place(command, folder)) == _command_fingerprint(command, folder)

    def approve_command(self, command: str, folder: Path) -> str:
        """Approve the command for the folder. Returns the fingerprint."""
        fingerprint = _command_fingerprint(command, folder)
        self._write({**self.all(), _place(command, folder): fingerprint})
        return fingerprint

    def revoke_command(self, command: str, folder: Path) -> bool:
        known = self.all()
        found = known.pop(_place(command, folder), None)
        self._write(known)
        return found is not None

    def revoke(self, file: Path) -> bool:
        """Withdraw an approval. Returns whether there was one."""
        known = self.all()
        found = known.pop(str(file.resolve()), None)
        self._write(known)
        return found is not None

    def all(self) -> dict[str, str]:
        try:
            return cast(dict[str, str], json.loads(self._file.read_text("utf-8")))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise InvalidConfig(
                f"cannot read {str(self._file)!r}: {error}", hint="Repair or delete the file."
            ) from None

    def _write(self, known: dict[str, str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self._file.with_name(f"{_FILE}.{secrets.token_hex(4)}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(known, file, indent=2, sort_keys=True)
        fresh.replace(self._file)


def _fingerprint(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _place(command: str, folder: Path) -> str:
    return f"{folder.resolve()}$ {command}"


def _command_fingerprint(command: str, folder: Path) -> str:
    return hashlib.sha256(f"{folder.resolve()}\0{command}".encode()).hexdigest()
