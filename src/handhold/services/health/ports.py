"""Whether the port the server listens on is free, and else who has it."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from typing import Final

import psutil

from handhold.services.health.findings import Finding, Subject, fine, note, problem

HOST: Final = "127.0.0.1"
PORT: Final = 8931


def check_port(_subject: Subject) -> Iterator[Finding]:
    yield look_at_port(PORT)


def look_at_port(port: int) -> Finding:
    try:
        is_free = can_listen(port)
    except OSError as error:
        return problem(f"port {port} cannot be used: {error.strerror}", fix="Use another one: `make run ADDRESS=…`.")
    if is_free:
        return fine(f"port {port} is free")
    process = holder(port)
    if process is None:
        return problem(f"port {port} is taken by a process of another user", fix=_other_port(port))
    if _is_ours(process):
        return note(
            f"port {port} is held by Handhold itself (process {process.pid})", fix="Nothing, if you started it."
        )
    fact = f"port {port} is taken by {_name(process)!r} (process {process.pid})"
    return problem(fact, fix=f"Stop it (`kill {process.pid}`), or: {_other_port(port)}")


def can_listen(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def holder(port: int) -> psutil.Process | None:
    """The process that listens on the port, where the system lets us see it."""
    for process in psutil.process_iter():
        try:
            connections = process.net_connections(kind="tcp")
        except (psutil.AccessDenied, psutil.NoSuchProcess):
            continue
        for connection in connections:
            if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port:
                return process
    return None


def _name(process: psutil.Process) -> str:
    try:
        return process.name()
    except psutil.Error:
        return "?"


def _is_ours(process: psutil.Process) -> bool:
    try:
        return any("handhold" in part for part in process.cmdline()[:3])
    except psutil.Error:
        return False


def _other_port(port: int) -> str:
    return f"use another one: `make run ADDRESS={HOST}:{port + 1}`."
