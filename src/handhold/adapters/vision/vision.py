"""Ask the reading process about pictures: started on first use, replaced when it dies, stopped when nobody asks."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final, cast

from handhold.adapters.vision.seen import Box, Found, Picture, Sighting, sighting_of
from handhold.errors import ExtraMissing, ScreenshotFailed, WaitTimeout

NEEDED: Final = ("rapidocr", "onnxruntime", "cv2")
WORKER: Final = "handhold.adapters.vision.worker"
LOADING_SECONDS: Final = 20.0
"""The models take a second to load, more on a busy machine."""
MOST_ANSWER: Final = 64 * 1024 * 1024
END_SECONDS: Final = 2.0


class Vision:
    """One process for all sessions; requests wait for each other."""

    def __init__(self, *, timeout: float, idle: float, needs: Sequence[str] = NEEDED) -> None:
        self._timeout = timeout
        self._idle = idle
        self._needs = needs
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._sleep: asyncio.TimerHandle | None = None
        self.started = 0

    async def look(
        self, png: bytes, boxes: Sequence[Box], *, masks: Sequence[Box] = (), scale: float = 1.0
    ) -> list[Sighting]:
        """What the parts of a picture show, once the masks are painted over. A part outside it is an error.

        `scale`: pixels of the picture per pixel of the page, by which sizes of controls are known.
        """
        told = await self._ask("look", [png], boxes=boxes, masks=masks, scale=scale)
        return [sighting_of(each) for each in told]

    async def cut(self, png: bytes, boxes: Sequence[Box], *, masks: Sequence[Box] = ()) -> list[Picture]:
        """Parts of a picture, to be found again."""
        told = await self._ask("cut", [png], boxes=boxes, masks=masks)
        return [
            Picture(png=base64.b64decode(each["png"]), digest=each["digest"], box=Box(*each["box"])) for each in told
        ]

    async def digests(self, png: bytes, boxes: Sequence[Box], *, masks: Sequence[Box] = ()) -> list[str]:
        """A short word for the pixels of each part: another one whenever they are others."""
        told: list[str] = await self._ask("digests", [png], boxes=boxes, masks=masks)
        return told

    async def find(
        self, png: bytes, sought: Picture, *, within: Box, grown: float = 1.0, masks: Sequence[Box] = ()
    ) -> list[Found]:
        """Where a picture looks like the one sought, best first; `grown`: how much larger it must be by now."""
        told = await self._ask("find", [png, sought.png], within=within, grown=grown, masks=masks)
        return [Found(box=Box(*each["box"]), score=each["score"]) for each in told]

    @property
    def process_id(self) -> int | None:
        """Of the reading process; none while there is none."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    def kill(self) -> None:
        """End the process at once."""
        self._stay_awake()
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it has."""
        process = self._process
        self.kill()
        if process is not None:
            await asyncio.wait_for(process.wait(), END_SECONDS)

    async def _ask(self, do: str, pictures: Sequence[bytes], **asked: Any) -> Any:
        request = json.dumps({"do": do, "pictures": [len(each) for each in pictures], **asked}).encode() + b"\n"
        async with self._turn:
            self._stay_awake()
            try:
                # A process that was killed meanwhile is replaced once; a picture that kills it again is to blame.
                lines = [request, *pictures]
                return _answered(await self._converse(lines) or await self._converse(lines))
            finally:
                self._sleep = asyncio.get_running_loop().call_later(self._idle, self.kill)

    async def _converse(self, lines: Sequence[bytes]) -> bytes:
        """The answer; empty when the process died."""
        is_answered = False
        try:
            is_new = self._process is None or self._process.returncode is not None
            process = await self._running()
            async with asyncio.timeout(self._timeout + (LOADING_SECONDS if is_new else 0)):
                line = await _exchanged(process, lines)
            is_answered = bool(line)
            return line
        except TimeoutError:
            raise WaitTimeout(
                f"the picture could not be read within {self._timeout:g} s", hint="Look at a smaller region."
            ) from None
        finally:
            # Half an exchange would be taken for the answer to the next one.
            if not is_answered:
                self.kill()

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            require(self._needs)
            self.started += 1
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", WORKER, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=MOST_ANSWER
            )
        return self._process

    def _stay_awake(self) -> None:
        if self._sleep is not None:
            self._sleep.cancel()
            self._sleep = None


async def _exchanged(process: Process, lines: Sequence[bytes]) -> bytes:
    writer, reader = cast(asyncio.StreamWriter, process.stdin), cast(asyncio.StreamReader, process.stdout)
    try:
        for line in lines:
            writer.write(line)
        await writer.drain()
        answer = await reader.readline()
    except (ConnectionError, ValueError):
        return b""
    return answer if answer.endswith(b"\n") else b""


def _answered(line: bytes) -> Any:
    if not line:
        raise ScreenshotFailed("the process that reads pictures died", hint="Call again; it is started anew.")
    told = json.loads(line)
    if "failed" in told:
        raise ScreenshotFailed("the picture cannot be read", hint="Look again, or at another region.", details=told)
    return told["ok"]


def require(needs: Sequence[str]) -> None:
    """Raise `ExtraMissing` when one of these packages is not installed."""
    missing = [name for name in needs if find_spec(name) is None]
    if missing:
        raise ExtraMissing(
            "reading pictures needs an optional part that is not installed",
            hint="Install it: pip install 'handhold[vision]'",
            details={"missing": missing},
        )
