"""The folder of the knowledge store: where its files are, written whole or not at all, and never over one another."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from handhold.errors import InvalidInput, StoreFailed

ARTIFACTS: Final = "test-artifacts"
FOLDER: Final = "llm-knowledge"
STEPS: Final = "steps"
SCREENSHOTS: Final = "screenshots"
SESSION_FILE: Final = "session.json"
ASIDE: Final = "set-aside"
LARGEST: Final = 1_000_000
"""Bytes of a file that are read; a step of ours has a few thousand."""
NEVER: Final = -1
"""A time that no folder has."""
RACY_NS: Final = 2_000_000_000
"""A folder that changed so shortly before it was listed may change again without its time telling."""

_SESSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{3,99}")
_STEP: Final = re.compile(r"(\d{8}T\d{6}\.\d{3}Z)-([A-Za-z0-9_]+)(?:-(\d+))?\.json")
# File systems that know no second name for a file say so in one of these ways.
_NO_LINKS: Final = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV})


@dataclass(frozen=True, slots=True)
class FileSeen:
    """A step's file as its folder lists it. Names sort by time only with their counter."""

    name: str
    mtime_ns: int
    size: int
    inode: int = field(default=0, compare=False)
    """Tells a file from another that took its place; which number it is means nothing."""

    @property
    def order(self) -> tuple[str, int, str]:
        """Sorts the steps of a session as they were taken."""
        return step_order(self.name)


def step_order(name: str) -> tuple[str, int, str]:
    parts = _STEP.fullmatch(name)
    return (parts[1], int(parts[3] or 1), name) if parts else ("", 0, name)


def is_step_name(name: str) -> bool:
    return _STEP.fullmatch(name) is not None


def milliseconds_of(stamp: str) -> int:
    """The time in the name of a file; 0 for what is none."""
    try:
        return round(datetime.fromisoformat(stamp).timestamp() * 1000)
    except ValueError:
        return 0


def is_racy(changed_at: int, *, now: int) -> bool:
    """Whether a folder that is listed `now` may change afterwards without its time telling."""
    return now - changed_at < RACY_NS


def file_stamp(seconds: float) -> str:
    """A time as names of files have it: `20260115T123456.789Z`."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%S.%f")[:-3] + "Z"


class KnowledgeFolder:
    """`test-artifacts/llm-knowledge/` below a root. Several processes may write into it."""

    def __init__(self, root: Path, *, fsync: bool = False) -> None:
        self.root = root
        self.path = root / ARTIFACTS / FOLDER
        self._prefix = f"{self.path}/"
        self._fsync = fsync
        self._made: set[str] = set()
        self._last: dict[str, tuple[str, int]] = {}

    @property
    def may_write(self) -> bool:
        """`/` and the home folder are nobody's project."""
        return self.root not in {Path(self.root.anchor), Path.home()}

    @property
    def is_writable(self) -> bool:
        """Whether this user may write into it, or make it; asked without trying."""
        nearest = next(place for place in (self.path, *self.path.parents) if place.exists())
        return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)

    def steps_folder(self, session: str) -> Path:
        return self.path / _checked(session) / STEPS

    def step_file(self, session: str, name: str) -> Path:
        return self.steps_folder(session) / name

    def screenshot_file(self, session: str, seconds: float, name: str) -> Path:
        """Where a picture goes that was asked for; the name is made safe for a file."""
        safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "screenshot"
        return self.path / _checked(session) / SCREENSHOTS / f"{file_stamp(seconds)}-{safe}.png"

    def write_screenshot(self, session: str, *, seconds: float, name: str, png: bytes) -> Path:
        """Write a picture that was asked for; its file, which is a new one. Raises `StoreFailed`."""
        wanted = self.screenshot_file(session, seconds, name)
        temporary = wanted.with_name(f".{wanted.stem}.{os.getpid()}.tmp")
        try:
            self._make(str(wanted.parent))
            self._write(str(temporary), png)
            final, count = wanted, 1
            while True:
                try:
                    _give_name(str(temporary), str(final))
                except FileExistsError:
                    count += 1
                    final = wanted.with_name(f"{wanted.stem}-{count}.png")
                    continue
                return final
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            self._made.discard(str(wanted.parent))
            raise _failed("the picture", error) from error

    def screenshots(self, session: str) -> list[Path]:
        """The pictures of a session, the oldest first."""
        folder = self.path / _checked(session) / SCREENSHOTS
        return sorted(folder.glob("*.png")) if folder.is_dir() else []

    def write_step(self, session: str, *, seconds: float, tool: str, text: str) -> str:
        """Write one step; its file's name. It is there as a whole when this returns. Raises `StoreFailed`."""
        # By text and not by `Path`, which takes as long as writing the file; the caller is waiting.
        folder = f"{self._prefix}{_checked(session)}/{STEPS}"
        stamp = file_stamp(seconds)
        last, count = self._last.get(session, ("", 0))
        count = count + 1 if stamp == last else 1
        temporary = f"{folder}/.{stamp}-{tool}.{os.getpid()}.tmp"
        try:
            try:
                self._make(folder)
                self._write(temporary, text)
            except FileNotFoundError:  # somebody has taken the folder away
                self._made.clear()
                self._make(folder)
                self._write(temporary, text)
            name, count = self._settle(temporary, folder, f"{stamp}-{tool}", count)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(temporary)  # noqa: PTH108
            raise _failed("the step", error) from error
        self._last[session] = (stamp, count)
        return name

    def write_session(self, session: str, text: str) -> None:
        """Write or replace `session.json`. Raises `StoreFailed`."""
        folder = f"{self._prefix}{_checked(session)}"
        temporary = Path(folder) / f".{SESSION_FILE}.{os.getpid()}.tmp"
        try:
            self._make(folder)
            self._write(str(temporary), text)
            temporary.replace(temporary.with_name(SESSION_FILE))
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            self._made.discard(folder)
            raise _failed("the session", error) from error

    def sessions(self, *, known: Container[str] = ()) -> list[str]:
        """Every session that has a folder here; names that are `known` need no second look."""
        try:
            with os.scandir(self.path) as entries:
                return [
                    name
                    for entry in entries
                    if (name := entry.name) in known or (_SESSION.fullmatch(name) and _is_session(entry))
                ]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _unreadable(self.path, error) from error

    def entries(self) -> list[str]:
        """The names of all that is here, at half the price of `sessions`; in one order while nothing changes."""
        try:
            return os.listdir(self.path)  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _unreadable(self.path, error) from error

    def steps(self, session: str) -> list[str]:
        """The names of a session's step files, in the order the steps were taken; a missing folder has none."""
        return sorted(filter(is_step_name, self.inodes(session)), key=step_order)

    def files(self, session: str) -> list[FileSeen]:
        """Everything in a session's steps folder but what is hidden or has a name that is no text, ours or not."""
        try:
            with os.scandir(self.steps_folder(session)) as entries:
                return [seen for entry in entries if _is_listed(entry.name) for seen in _seen(entry)]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _unreadable(self.steps_folder(session), error) from error

    def inodes(self, session: str) -> dict[str, int]:
        """As `files`, but only which file has which name: a tenth of the price, for the files are not asked."""
        try:
            with os.scandir(self.steps_folder(session)) as entries:
                return {entry.name: entry.inode() for entry in entries if _is_listed(entry.name)}
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            raise _unreadable(self.steps_folder(session), error) from error

    def look_at(self, session: str, names: Iterable[str]) -> list[FileSeen]:
        """Certain files of a session, without those that have gone."""
        folder = f"{self._prefix}{_checked(session)}/{STEPS}"
        return [seen for name in names for seen in _looked_at(f"{folder}/{name}", name)]

    def changed_at(self, session: str) -> int | None:
        """When the session's list of files last changed, in nanoseconds; None when it has none."""
        try:
            return os.stat(f"{self._prefix}{_checked(session)}/{STEPS}").st_mtime_ns  # noqa: PTH116
        except OSError:
            return None

    def read_step(self, session: str, name: str) -> bytes | None:
        """A step file's content; None when it is not there (any more) or cannot be read."""
        # Not by `Path`: making one costs as much as reading the file, and an index is made of thousands.
        return _read(f"{self._prefix}{_checked(session)}/{STEPS}/{name}")

    def read_session(self, session: str) -> bytes | None:
        return _read(f"{self._prefix}{_checked(session)}/{SESSION_FILE}")

    def _make(self, folder: str) -> None:
        if folder in self._made:
            return
        if not self.may_write:
            raise OSError(errno.EACCES, "the root is `/` or the home folder, where nothing is written")
        Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        ignore = self.root / ARTIFACTS / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", "utf-8")
        self._made.add(folder)

    def _write(self, file: str, content: str | bytes) -> None:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            rest = memoryview(content.encode("utf-8", errors="replace") if isinstance(content, str) else content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if self._fsync:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _settle(self, temporary: str, folder: str, stem: str, count: int) -> tuple[str, int]:
        """Give a written file its final name, one that no other file has; a rename would take another's place."""
        while True:
            name = f"{stem}.json" if count == 1 else f"{stem}-{count}.json"
            try:
                _give_name(temporary, f"{folder}/{name}")
            except FileExistsError:
                count += 1
                continue
            if self._fsync:
                _sync_folder(folder)
            return name, count


def _give_name(temporary: str, final: str) -> None:
    try:
        os.link(temporary, final)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if Path(final).exists():
            raise FileExistsError(errno.EEXIST, "exists", final) from None
        Path(temporary).rename(final)
        return
    os.unlink(temporary)  # noqa: PTH108


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_session(entry: os.DirEntry[str]) -> bool:
    return entry.name != ASIDE and entry.is_dir(follow_symlinks=False)


def _is_listed(name: str) -> bool:
    """Bytes that are no text can be neither told nor indexed, and are no step of ours."""
    return not name.startswith(".") and (name.isascii() or name == name.encode(errors="replace").decode())


def _seen(entry: os.DirEntry[str]) -> Iterator[FileSeen]:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:  # gone since it was listed
        return
    yield FileSeen(entry.name, status.st_mtime_ns, status.st_size, entry.inode())


def _looked_at(file: str, name: str) -> Iterator[FileSeen]:
    try:
        status = os.lstat(file)
    except OSError:
        return
    yield FileSeen(name, status.st_mtime_ns, status.st_size, status.st_ino)


def _read(file: str) -> bytes | None:
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        # Not simply the largest: room for a megabyte costs more to make than a step to read.
        data = os.read(descriptor, min(os.fstat(descriptor).st_size, LARGEST) + 1)
    except OSError:  # a folder of that name, a disk that fails
        return None
    finally:
        os.close(descriptor)
    return data


def _checked(session: str) -> str:
    """Session ids are names of folders; one from outside must not lead elsewhere."""
    if not _SESSION.fullmatch(session):
        raise InvalidInput("this is no session id", hint="Take one from mm_knowledge_sessions.")
    return session


def _failed(what: str, error: OSError) -> StoreFailed:
    return StoreFailed(
        f"{what} could not be recorded: {(error.strerror or 'unknown reason').lower()}",
        hint="The call itself is not affected. Free space or make the folder writable; `handhold doctor` names it.",
    )


def _unreadable(folder: Path, error: OSError) -> StoreFailed:
    return StoreFailed(f"cannot read the knowledge folder {str(folder)!r}: {(error.strerror or '').lower()}")
