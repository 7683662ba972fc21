"""A small process that ends a program as soon as we are no more, however we ended."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

# It reads from us until we say that all is well. When we die its input ends, without a word.
WATCH: Final = 'read -r word; [ "$word" = released ] || kill -KILL -- "-$0"'
END_SECONDS: Final = 2.0


class Guard:
    """Watches over one process group."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def over(cls, group: int, *, folder: Path, environ: Mapping[str, str]) -> Self:
        """The folder's path is in its command line, where a sweep finds it."""
        process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", WATCH, str(group), str(folder)),
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            env=dict(environ),
            start_new_session=True,
        )
        return cls(process)

    async def stop(self) -> None:
        """Let the group be."""
        assert self._process.stdin is not None, "its input is a pipe"
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(b"released\n")
            await self._process.stdin.drain()
        self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
