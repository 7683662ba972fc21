"""The database of runs: opened only when it is whole, changed one writer at a time, and patient for a while."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import create_engine, event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from handhold.adapters.storage.schema import VERSION, migrate
from handhold.errors import HandholdError, InternalError, StoreBusy, StoreFailed

PATIENCE_MS: Final = 8_000
"""How long another process may hold the database; a call must be answered within ten seconds."""
CHECKED_BYTES: Final = 64 * 1024 * 1024
"""Up to this size every page is looked at before it is opened; of a larger file only what opening needs."""
WRITES: Final = "handhold_writes"
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_BROKEN: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})


class Database:
    """SQLite in a file. Raises `StoreBusy` and `StoreFailed`, never errors of the library below."""

    def __init__(self, file: Path, *, patience_ms: int = PATIENCE_MS) -> None:
        """Open or make it. One that is damaged or from a newer version is refused and left as it is."""
        self.file = file
        self._patience_ms = patience_ms
        refuse_damaged(file, patience_ms=patience_ms)
        self._engine = _engine(file, patience_ms)
        try:
            with self.writing() as connection:
                migrate(connection)
        except HandholdError:
            self._engine.dispose()
            raise

    def close(self) -> None:
        self._engine.dispose()

    @contextlib.contextmanager
    def reading(self) -> Generator[Connection]:
        """One view of it, which others may change meanwhile."""
        with self._translated(), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self, *, patience_ms: int | None = None) -> Generator[Connection]:
        """Several changes as one. Waits its turn for so long, then raises `StoreBusy`."""
        wait = self._patience_ms if patience_ms is None else patience_ms
        with self._translated(), self._engine.connect() as plain:
            connection = plain.execution_options(**{WRITES: wait})
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def _translated(self) -> Generator[None]:
        try:
            yield
        except IntegrityError as error:
            raise InternalError(f"a change contradicts the run history {str(self.file)!r}") from error
        except DBAPIError as error:
            raise _translation(self.file, error.orig) from error


def refuse_damaged(file: Path, *, patience_ms: int = PATIENCE_MS) -> None:
    """Raise `StoreFailed` for a file that is no whole database of ours. Looks only, and changes nothing."""
    try:
        if not file.exists() or file.stat().st_size == 0:
            return
        address = f"file:{quote(str(file))}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True, timeout=patience_ms / 1000)) as looking:
            if file.stat().st_size <= CHECKED_BYTES:
                found = looking.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise damaged(file)
            tables = {name for (name,) in looking.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables and "schema_version" not in tables:
                raise damaged(file, "is no run history of Handhold")
            version = looking.execute("SELECT max(version) FROM schema_version").fetchone()[0] if tables else 0
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise _translation(file, error) from error
    if not isinstance(version, int) or version > VERSION:
        raise damaged(file, f"is of version {version!r:.20}, and this Handhold reads up to {VERSION}")


def damaged(file: Path, reason: str = "is damaged") -> StoreFailed:
    return StoreFailed(
        f"the run history {str(file)!r} {reason}; it was left as it is",
        hint=f"Saved tests are not affected. To begin a new history: mv '{file}' '{file}.broken'",
        details={"file": str(file)},
    )


def _engine(file: Path, patience_ms: int) -> Engine:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        ignore = file.parent / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", "utf-8")
    except OSError as error:
        raise _translation(file, error) from error
    engine = create_engine(
        f"sqlite:///{file}", connect_args={"timeout": patience_ms / 1000, "check_same_thread": False}
    )
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: Any, _record: object) -> None:
    # The driver would begin transactions where it thinks best, and not before a table is made.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begun(connection: Connection) -> None:
    wait = connection.get_execution_options().get(WRITES)
    if wait is None:
        connection.exec_driver_sql("BEGIN")
        return
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(wait)}")
    # At once, so that two writers never wait for each other with half of their changes made.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _translation(file: Path, error: BaseException | None) -> HandholdError:
    code = _code(error)
    if code in _BUSY:
        return StoreBusy(f"another process is writing to {str(file)!r}")
    if code in _BROKEN or isinstance(error, UnicodeDecodeError):
        return damaged(file)
    if isinstance(error, sqlite3.DatabaseError) and "malformed" in str(error):
        return damaged(file)
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return StoreFailed(
        f"cannot use the run history {str(file)!r}: {(reason or 'unknown reason').lower()}",
        hint="Free space or make the folder writable; `handhold doctor` names it.",
    )


def _code(error: BaseException | None) -> int | None:
    """SQLite's own number for what happened; what the driver itself complains about has none."""
    return vars(error).get("sqlite_errorcode", 0) & 0xFF if isinstance(error, sqlite3.Error) else None
