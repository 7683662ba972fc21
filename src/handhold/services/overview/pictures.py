"""Pictures that were asked for: taken, kept in the session's folder, told by their path."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from handhold.errors import DISK_FULL, ScreenshotFailed, StoreFailed
from handhold.services.perception.view import Count
from handhold.services.sessions import LiveSession, running
from handhold.services.targets import Named, Target

if TYPE_CHECKING:
    from handhold.services.targets.targets import Targets

LARGEST_BASE64: Final = 4 * 1024 * 1024
"""Bytes of a picture that are put into an answer; a larger one is opened by its path."""


class PictureFolder(Protocol):
    """Where pictures of a session are kept."""

    def write_screenshot(self, session: str, *, seconds: float, name: str, png: bytes) -> Path: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """`path` is where it lies, or `missing` why it lies nowhere."""

    path: Path | None
    missing: str | None
    width: int
    height: int
    base64: str | None


class Pictures:
    def __init__(
        self,
        live: LiveSession | None,
        folder: Callable[[], PictureFolder],
        *,
        targets: Targets,
        warn: Callable[[str], None],
        count: Count,
    ) -> None:
        self._live = live
        self._folder = folder
        self._targets = targets
        self._warn = warn
        self._count = count

    async def take(
        self, name: str, *, full_page: bool = True, selector: str | None = None, with_base64: bool = False
    ) -> Picture:
        """Take one. Raises `ScreenshotFailed`, `TargetNotFound` when the selector finds nothing visible."""
        from handhold.adapters.browser.screenshots import take_screenshot

        browser = running(self._live.browser if self._live is not None else None)
        self._count("handhold.wallet.screenshot")
        if selector is not None:
            await self._targets.see(Target(named=Named(selector=selector)))
        shot = await take_screenshot(await browser.shown_tab(), full_page=full_page, selector=selector)
        if shot.is_cut:
            self._warn(f"the page is longer than a picture may be: this one ends at {shot.height} pixels")
        path = self._kept(name, shot.png)
        return Picture(
            path=path,
            missing=None if path is not None else DISK_FULL,
            width=shot.width,
            height=shot.height,
            base64=self._encoded(shot.png) if with_base64 else None,
        )

    def _kept(self, name: str, png: bytes) -> Path | None:
        """Its file; None where the disk has no room, which costs the picture and not the look."""
        assert self._live is not None, "a session that was looked at"
        try:
            return self._folder().write_screenshot(self._live.id, seconds=time.time(), name=name, png=png)
        except StoreFailed as error:
            if error.is_disk_full:
                self._warn(error.message)
                return None
            raise ScreenshotFailed(error.message, hint="Free space or make the folder writable.") from error

    def _encoded(self, png: bytes) -> str | None:
        if len(png) > LARGEST_BASE64:
            self._warn(f"the picture has {len(png)} bytes, too many for an answer: open it by its path")
            return None
        return base64.b64encode(png).decode()
