"""The tables of runs, the same for SQLite and Postgres, and the way to them from an older version or from none."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, Text, func, insert, inspect, select
from sqlalchemy.engine import Connection

METADATA: Final = MetaData()

VERSIONS: Final = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))

SUITE_RUNS: Final = Table(
    "suite_runs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("suite_id", Text),
    Column("planned", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("owner", Text, nullable=False),
)

RUNS: Final = Table(
    "runs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("test_id", Text),
    Column("case_id", Text),
    Column("suite_run", Text),
    Column("revision", Integer),
    Column("definition_hash", Text, nullable=False),
    Column("app_commit", Text),
    Column("status", Text, nullable=False),
    Column("flaky", Boolean, nullable=False),
    Column("quarantined", Boolean, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("duration_ms", BigInteger),
    Column("current_attempt", Text),
    Column("attempts", Integer, nullable=False),
    Column("retries", Integer, nullable=False),
    Column("infra_attempts", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("result", Text, nullable=False),
)

ATTEMPTS: Final = Table(
    "attempts",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("run_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("superseded", Boolean, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("heartbeat_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("duration_ms", BigInteger),
    Column("worker", Text, nullable=False),
    Column("result", Text, nullable=False),
)

STEPS: Final = Table(
    "steps",
    METADATA,
    Column("attempt_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("path", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text),
    Column("status", Text, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("duration_ms", BigInteger, nullable=False),
    Column("error_code", Text),
    Column("error", Text),
    Column("found_by", Text),
    Column("drift", Text, nullable=False),
    Column("detail", Text, nullable=False),
)

ARTEFACTS: Final = Table(
    "artefacts",
    METADATA,
    Column("attempt_id", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("step", Integer),
)

# Written out once and never changed: what a version was is history, however the tables above go on.
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        "CREATE TABLE suite_runs (id TEXT PRIMARY KEY NOT NULL, suite_id TEXT, planned TEXT NOT NULL, "
        "status TEXT NOT NULL, begun_at BIGINT NOT NULL, ended_at BIGINT, owner TEXT NOT NULL)",
        "CREATE TABLE runs (id TEXT PRIMARY KEY NOT NULL, test_id TEXT, case_id TEXT, suite_run TEXT, "
        "revision INTEGER, definition_hash TEXT NOT NULL, app_commit TEXT, status TEXT NOT NULL, "
        "flaky BOOLEAN NOT NULL, quarantined BOOLEAN NOT NULL, begun_at BIGINT NOT NULL, ended_at BIGINT, "
        "duration_ms BIGINT, current_attempt TEXT, attempts INTEGER NOT NULL, retries INTEGER NOT NULL, "
        "infra_attempts INTEGER NOT NULL, owner TEXT NOT NULL, result TEXT NOT NULL)",
        "CREATE TABLE attempts (id TEXT PRIMARY KEY NOT NULL, run_id TEXT NOT NULL REFERENCES runs (id), "
        "number INTEGER NOT NULL, status TEXT NOT NULL, superseded BOOLEAN NOT NULL, begun_at BIGINT NOT NULL, "
        "heartbeat_at BIGINT NOT NULL, ended_at BIGINT, duration_ms BIGINT, worker TEXT NOT NULL, "
        "result TEXT NOT NULL)",
        "CREATE TABLE steps (attempt_id TEXT NOT NULL REFERENCES attempts (id), number INTEGER NOT NULL, "
        "path TEXT NOT NULL, kind TEXT NOT NULL, label TEXT, status TEXT NOT NULL, begun_at BIGINT NOT NULL, "
        "duration_ms BIGINT NOT NULL, error_code TEXT, error TEXT, found_by TEXT, drift TEXT NOT NULL, "
        "detail TEXT NOT NULL, PRIMARY KEY (attempt_id, number))",
        "CREATE TABLE artefacts (attempt_id TEXT NOT NULL REFERENCES attempts (id), path TEXT NOT NULL, "
        "kind TEXT NOT NULL, sha256 TEXT NOT NULL, size BIGINT NOT NULL, step INTEGER, PRIMARY KEY (attempt_id, path))",
        # Each is in the order of the question it answers, newest last, so that nothing is sorted.
        "CREATE INDEX runs_of_test ON runs (test_id, begun_at, id)",
        "CREATE INDEX runs_by_status ON runs (test_id, status, begun_at, id)",
        "CREATE INDEX runs_by_flaky ON runs (test_id, flaky, begun_at, id)",
        "CREATE INDEX runs_of_suite ON runs (suite_run, status)",
        "CREATE INDEX runs_open ON runs (begun_at) WHERE status = 'running'",
        "CREATE UNIQUE INDEX attempts_of_run ON attempts (run_id, number)",
    ),
)
VERSION: Final = len(MIGRATIONS)


def version_of(connection: Connection) -> int:
    """The version of the tables that are there; 0 without any."""
    if not inspect(connection).has_table(VERSIONS.name):
        return 0
    return int(connection.execute(select(func.max(VERSIONS.c.version))).scalar() or 0)


def migrate(connection: Connection) -> None:
    """Bring the tables up to date within the transaction that is open, so that all of it happens or nothing."""
    begun = version_of(connection)
    if begun == VERSION:
        return
    if begun == 0:
        METADATA.create_all(connection, tables=[VERSIONS])
    for number, statements in enumerate(MIGRATIONS[begun:], start=begun + 1):
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.execute(insert(VERSIONS).values(version=number))
