"""Who wrote something, so that it can be told later whether it is still there."""

from __future__ import annotations

import os
import socket

import psutil


def this_process() -> str:
    """Machine, process and when it began: numbers of processes are used again."""
    return f"{socket.gethostname()}:{os.getpid()}:{psutil.Process().create_time():.2f}"


def is_gone(owner: str) -> bool:
    """Whether a process of this machine has ended. Of other machines nothing is known."""
    machine, number, begun = f"::{owner}".rsplit(":", 2)
    if machine.removeprefix("::") != socket.gethostname():
        return False
    try:
        return abs(psutil.Process(int(number)).create_time() - float(begun)) > 1
    except (psutil.NoSuchProcess, ValueError):
        return True
    except psutil.AccessDenied:
        return False
