"""What a test attempt leaves behind for who looks at it later: pictures, console, failed requests, a trace.

Nothing here fails a test: what cannot be had or kept is told by `missing`.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import json
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from handhold.adapters.files.artifacts import FOLDER, Artifacts
from handhold.services.logs.entries import Teller
from handhold.services.testing.running.trace_cleaning import SecretShown, cleaned_trace, pieces_show_secret
from handhold.services.testing.runs import Artefact

if TYPE_CHECKING:
    from handhold.adapters.browser.seen import Rect
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tracing import Trace

Level = Literal["none", "failure", "all"]
MOST_PICTURES: Final = 200
"""Of one attempt; a step in a loop may end a thousand times."""
LABEL: Final = 200
FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
TRACE: Final = "trace.zip"
TYPED: Final = "a secret was typed"


class Evidence:
    """The evidence of one attempt. Called by work that the session's actor runs, `begin` first and `end` last."""

    def __init__(self, folder: Path, root: Path, level: Level, *, scrub: Callable[[str], str]) -> None:
        """`folder` is below the root's artifacts; `scrub` masks secrets that are known by then."""
        self._folder = folder
        self._root = root
        self._level = level
        self._scrub = scrub
        self._browser: BrowserSession | None = None
        self._trace: Trace | None = None
        self._kept: list[Artefact] = []
        self._automatic: list[Artefact] = []
        self._missing: list[str] = []

    @property
    def missing(self) -> tuple[str, ...]:
        """What there should be and is not, each with its reason: `trace.zip: disk full`."""
        return tuple(dict.fromkeys(self._missing))

    async def begin(self, browser: BrowserSession, *, may_trace: bool = True) -> None:
        """`may_trace`: False for a test that is going to type a secret, of which no trace would be kept anyway."""
        self._browser = browser
        if self._level == "none" or not may_trace:
            return
        from handhold.adapters.browser.tracing import Trace

        self._trace = Trace(browser)
        title = "/".join(self._folder.parts[-2:])
        await self._trace.begin(title=title, with_pictures=self._level == "all")

    async def step_begins(self, number: int, label: str) -> None:
        if self._trace is not None:
            await self._trace.open_group(self._scrub(f"{number} {label}")[:LABEL])

    async def step_ended(self, number: int, *, failed: bool, acted: bool = True) -> None:
        """A picture of a failed step, and of each that acted where everything is kept."""
        is_wanted = failed or (self._level == "all" and acted)
        if is_wanted and self._level != "none":
            name = f"step-{number:03}{'-failed' if failed else ''}"
            taken = await self._picture(name, step=number)
            self._automatic += [taken] if taken is not None else []
        if self._trace is not None:
            if is_wanted:
                await self._trace.look()
            await self._trace.close_group()

    async def screenshot(
        self,
        name: str,
        *,
        step: int | None = None,
        box: Rect | None = None,
        masks: Sequence[Rect] = (),
        full_page: bool = False,
    ) -> Artefact | None:
        """A picture that the test asks for, kept at every level but `none`; None when there is none.

        `box` and `masks` are places in the viewport: what is taken of the page, and what is painted over.
        """
        if self._level == "none":
            return None
        named = name if step is None else f"step-{step:03}-{name}"
        return await self._picture(named, step=step, box=box, masks=masks, full_page=full_page)

    async def end(self, *, failed: bool, typed_secret: bool) -> tuple[Artefact, ...]:
        """Everything that is kept of the attempt."""
        is_kept = self._level == "all" or (self._level == "failure" and failed)
        await self._end_trace(is_kept=is_kept, typed_secret=typed_secret)
        if is_kept and self._browser is not None:
            await self._write_records(self._browser)
        if not is_kept:
            for taken in self._automatic:
                self._kept.remove(taken)
                with suppress(OSError):
                    (self._root / taken.path).unlink()
        return tuple(self._kept)

    async def _picture(
        self,
        name: str,
        *,
        step: int | None,
        box: Rect | None = None,
        masks: Sequence[Rect] = (),
        full_page: bool = False,
    ) -> Artefact | None:
        from handhold.services.testing.running.pictures import NoPicture, take

        file = f"{name}.png"
        if sum(each.kind == "screenshot" for each in self._kept) >= MOST_PICTURES:
            self._missing.append(f"pictures after the first {MOST_PICTURES}: too many")
            return None
        try:
            png = await take(self._browser, box=box, masks=masks, full_page=full_page, may_show=self._may_show)
        except NoPicture as error:
            self._missing.append(f"{file}: {error}")
            return None
        return await self._keep(file, png, kind="screenshot", step=step)

    def _may_show(self, words: Sequence[str]) -> bool:
        return not pieces_show_secret(words, self._scrub)

    async def _end_trace(self, *, is_kept: bool, typed_secret: bool) -> None:
        trace, self._trace = self._trace, None
        if trace is None or not is_kept or typed_secret:
            if trace is not None:
                await trace.discard()
            if is_kept:
                self._missing.append(f"{TRACE}: {'there was no browser' if self._browser is None else TYPED}")
            return
        # What Playwright writes still holds everything, so it is not put where evidence is kept.
        with tempfile.TemporaryDirectory(prefix="handhold-trace-") as folder:
            raw = Path(folder) / TRACE
            if not await trace.keep(raw):
                self._missing.append(f"{TRACE}: {trace.trouble}")
                return
            try:
                data = await asyncio.to_thread(cleaned_trace, raw, self._scrub)
            except SecretShown:
                self._missing.append(f"{TRACE}: the page shows a secret")
                return
            except (OSError, zipfile.BadZipFile, ValueError, KeyError, RecursionError) as error:
                self._missing.append(f"{TRACE}: {_reason(error)}")
                return
        await self._keep(TRACE, data, kind="trace")

    async def _write_records(self, browser: BrowserSession) -> None:
        teller = Teller(scrub=self._scrub, current=browser.current)
        records = browser.records
        messages = [teller.whole(seen) for seen in records.messages]
        failed = [teller.whole(seen) for seen in records.requests if seen.has_failed]
        await self._keep("console.json", _json({"messages": messages}), kind="console")
        await self._keep("requests.json", _json({"failed": failed, "all": len(records.requests)}), kind="requests")

    async def _keep(self, name: str, data: bytes, *, kind: str, step: int | None = None) -> Artefact | None:
        try:
            path = await asyncio.to_thread(self._write, name, data)
        except OSError as error:
            self._missing.append(f"{name}: {_reason(error)}")
            return None
        kept = Artefact(
            kind=kind,
            path=path.relative_to(self._root).as_posix(),
            sha256=hashlib.sha256(data).hexdigest(),
            size=len(data),
            step=step,
        )
        self._kept.append(kept)
        return kept

    def _write(self, name: str, data: bytes) -> Path:
        """Whole or not at all: half a file would be taken for evidence."""
        below = self._folder.relative_to(self._root / FOLDER / "artifacts")
        folder = Artifacts(self._root).prepare(below.as_posix())
        if folder is None:
            raise OSError(errno.EROFS, "nothing is written into this folder")
        file = _free(folder, name)
        try:
            file.write_bytes(data)
        except OSError:
            file.unlink(missing_ok=True)
            raise
        return file


def _free(folder: Path, name: str) -> Path:
    """A file of this name that is not there yet: a step in a loop takes the same picture again."""
    file, number = folder / name, 1
    while file.exists():
        number += 1
        file = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
    return file


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode(errors="replace") + b"\n"


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return "disk full" if error.errno in FULL else (error.strerror or "it cannot be written").lower()
    return "it cannot be read"
