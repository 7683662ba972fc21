"""Keep the secret that HTTP clients show: made once, readable by its owner only."""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from handhold.errors import InvalidConfig, StoreFailed

TOKEN_FILE: Final = "token"

_BYTES: Final = 32  # 256 bit
_LONGEST: Final = 4096  # bytes read of a token file; far more than any token
_FORM: Final = re.compile(r"[A-Za-z0-9_-]{43,}")  # 32 bytes are 43 url-safe characters


def load_or_create_token(folder: Path) -> str:
    """The token in `folder`; made on first use, the same for every process that asks.

    Refuses a folder or file that somebody else owns or could have changed or read. The token is in no message.
    """
    with _own_folder(folder) as directory:
        token = _read(folder, directory)
        if token is not None:
            return token
        _create(folder, directory)
        token = _read(folder, directory)
    if token is None:
        raise StoreFailed(f"{folder / TOKEN_FILE} went away while it was read", hint="Start again.")
    return token


@contextmanager
def _own_folder(folder: Path) -> Generator[int]:
    """A descriptor of the folder: what is checked is what is used, whatever happens to the path meanwhile."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise InvalidConfig(
            f"{folder} is not a folder of ours: {error.strerror}",
            hint="Name a folder of your own, not a link or a file, for Handhold's state.",
        ) from None
    try:
        found = os.fstat(directory)
        if found.st_uid != os.geteuid() or found.st_mode & 0o022:
            raise InvalidConfig(
                f"others can write to {folder}",
                hint=f"Make it yours alone: `chmod 700 {folder}`, and `chown` it if it is not yours.",
            )
        yield directory
    finally:
        os.close(directory)


def _read(folder: Path, directory: int) -> str | None:
    path = folder / TOKEN_FILE
    try:
        # Non-blocking, or a FIFO of that name would hold us for ever.
        file = os.open(TOKEN_FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidConfig(f"{path} cannot be opened: {error.strerror}", hint=_remake(path)) from None
    try:
        _refuse_exposed(path, os.fstat(file))
        text = os.read(file, _LONGEST).decode("ascii", "replace").strip()
    finally:
        os.close(file)
    if _FORM.fullmatch(text) is None:
        raise InvalidConfig(f"{path} holds no token", hint=_remake(path))
    return text


def _refuse_exposed(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
        raise InvalidConfig(f"{path} is not a file of ours", hint=_remake(path))
    if found.st_mode & 0o077:
        raise InvalidConfig(
            f"others can read {path} (mode {stat.S_IMODE(found.st_mode):o})",
            hint=f"{_remake(path)} To keep it although others may know it: `chmod 600 {path}`.",
        )


def _remake(path: Path) -> str:
    return f"Delete it (`rm {path}`) and start again: a new token is made; give that one to your clients."


def _create(folder: Path, directory: int) -> None:
    """Write a whole file aside and link it into place: the name never shows half a token, and the first one wins."""
    aside = f".{TOKEN_FILE}-{secrets.token_hex(8)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        file = os.open(aside, flags, 0o600, dir_fd=directory)
    except OSError as error:
        raise StoreFailed(
            f"{folder} cannot be written: {error.strerror}", hint="Free space or fix its rights."
        ) from None
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(secrets.token_urlsafe(_BYTES).encode() + b"\n")
            opened.flush()
            os.fsync(opened.fileno())
        with suppress(FileExistsError):  # another process was first; its token is the token
            os.link(aside, TOKEN_FILE, src_dir_fd=directory, dst_dir_fd=directory, follow_symlinks=False)
    except OSError as error:
        raise StoreFailed(
            f"{folder / TOKEN_FILE} cannot be written: {error.strerror}", hint="Free space or fix its rights."
        ) from None
    finally:
        os.unlink(aside, dir_fd=directory)
