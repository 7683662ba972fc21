"""A real disk with little room, for those who may mount one."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

BLOCK = 4096


@contextmanager
def small_disk(place: Path, *, size: int) -> Generator[Path]:
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@contextmanager
def read_only(place: Path) -> Generator[Path]:
    """A folder in which nothing can be written, not even by root."""
    steps = (["mount", "--bind", str(place), str(place)], ["mount", "-o", "remount,ro,bind", str(place)])
    if any(subprocess.run(command, capture_output=True, check=False).returncode for command in steps):
        pytest.skip("only root may make a folder one that can only be read")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path, *, room: int = 0) -> Path:
    """Not one byte more fits than that; the file that takes up the rest."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        with pytest.raises(OSError, match="No space left"):
            while True:
                file.write(b"x" * BLOCK)
        file.truncate(file.tell() - room)
    return filler
