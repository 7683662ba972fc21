"""A display for a browser that is to be shown on a machine without one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

from handhold.errors import LaunchFailed

PROGRAM: Final = "Xvfb"
START_SECONDS: Final = 10.0
SCREEN: Final = "1600x1200x24"


def can_be_virtual(environ: Mapping[str, str]) -> bool:
    """Whether a virtual display is installed."""
    return shutil.which(PROGRAM, path=environ.get("PATH", os.defpath)) is not None


class VirtualDisplay:
    """A running Xvfb. `name` is what a program needs as its DISPLAY."""

    def __init__(self, process: Process, name: str) -> None:
        self._process = process
        self.name = name

    @classmethod
    async def start(cls, folder: Path, *, environ: Mapping[str, str], marks: Mapping[str, str]) -> Self:
        """Its memory goes into `folder`, whose path is in its command line, where a sweep finds it."""
        reading, writing = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                PROGRAM,
                *("-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-fbdir", str(folder)),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=DEVNULL,
                pass_fds=(writing,),
                env={**environ, **marks},
                start_new_session=True,
            )
        except OSError as problem:
            os.close(reading)
            raise LaunchFailed(f"the virtual display cannot be started: {problem.strerror}") from None
        finally:
            os.close(writing)
        number = await _told(reading)
        if not number:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise LaunchFailed(
                "the virtual display did not start", hint='Set `app_mode = "headless"`, or repair Xvfb on this machine.'
            )
        return cls(process, f":{number}")

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        await self._process.wait()


async def _told(reading: int) -> str:
    """The display's number, once it is there; empty when it never is."""
    stream = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    pipe, _protocol = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(reading, "rb", buffering=0)
    )
    try:
        return (await asyncio.wait_for(stream.readline(), START_SECONDS)).decode().strip()
    except TimeoutError:
        return ""
    finally:
        pipe.close()
