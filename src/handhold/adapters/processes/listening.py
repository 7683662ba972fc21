"""Who listens on a port of this machine."""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass

import psutil

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """A process that holds a port; one of somebody else's may not be known by number and name."""

    pid: int | None = None
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name or 'a process'} (pid {self.pid})" if self.pid is not None else "another user's process"


def listener_on(port: int) -> Listener | None:
    """Who holds the port; None when it is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return _holder(port)
    return None


def _holder(port: int) -> Listener:
    with contextlib.suppress(psutil.Error):  # macOS shows connections to their owner only
        for connection in psutil.net_connections(kind="tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.laddr and connection.laddr.port == port:
                return _named(connection.pid)
    return Listener()


def _named(pid: int | None) -> Listener:
    with contextlib.suppress(psutil.Error):
        return Listener(pid=pid, name=psutil.Process(pid).name() if pid is not None else "")
    return Listener(pid=pid)
